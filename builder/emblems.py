"""The emblem set: each emblem's drawing, and a fitting one for a character that has no picture.

The set is the game-icons collection, assembled by `bin/setup` as one file of lines `name<TAB>svg body`, sorted by
name and never read whole.
"""

import hashlib
import json
import mmap
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from builder import assets, catalogue
from builder.errors import MissingPartError
from builder.game.character import Character


def body(name: str) -> str:
    """The SVG body of an emblem on a 512 × 512 field, painted in `currentColor`; empty for a name that is none."""
    lines, wanted = _lines(), f"{name}\t".encode()
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high) // 2
        start = lines.rfind(b"\n", 0, middle) + 1
        end = lines.find(b"\n", middle)
        line = lines[start:end]
        if line.startswith(wanted):
            return line[len(wanted) :].decode()
        if line.split(b"\t", 1)[0] < wanted[:-1]:
            low = end + 1
        else:
            high = start
    return ""


@cache
def names() -> tuple[str, ...]:
    """Every emblem's name, sorted."""
    return tuple(_file("names.txt").read_text("utf-8").split())


def of(character: Character) -> str:
    """The emblem of a character: its own, that of the official one of its name, or one suggested by its words."""
    if character.emblem:
        return character.emblem
    namesake = catalogue.find(character.name)
    return namesake.emblem if namesake else suggest(character.name, character.ability, character.team.value)


@lru_cache(maxsize=1024)
def suggest(name: str, ability: str, team: str) -> str:
    """An emblem for homebrew, by the words of its name, else of its ability, else one of its team's.

    The same words always give the same emblem.
    """
    for word in (*_words(name), *_words(ability)):
        found = _by_word().get(word) or _by_word().get(word.removesuffix("s"))
        if found:
            return found
    choice = _table()["teams"][team]
    return str(choice[hashlib.sha256(name.encode()).digest()[0] % len(choice)])


def _words(text: str) -> Iterator[str]:
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", text[:600].lower()) if not unicodedata.combining(c)
    )
    ignored = _table()["ignored"]
    return (word for word in re.findall(r"[a-z]{3,}", plain) if word not in ignored)


@cache
def _by_word() -> Mapping[str, str]:
    """For each word the emblem that says it with the fewest others; our own choices go before."""
    found: dict[str, str] = {}
    for name in sorted(names(), key=lambda name: (name.count("-"), len(name), name)):
        for word in name.split("-"):
            found.setdefault(word, name)
    return {**found, **_table()["words"]}


@cache
def _table() -> Any:  # noqa: ANN401  # JSON
    return json.loads(assets.data("emblem_words.json").read_bytes())


@cache
def _lines() -> mmap.mmap:
    with _file("emblems.tsv").open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _file(name: str) -> Path:
    path = assets.static("vendor", "emblems", name)
    if not path.is_file():
        raise MissingPartError("The emblems are missing. Type: bin/setup")
    return path
