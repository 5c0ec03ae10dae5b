"""The emblem set: each emblem's drawing, and a fitting one for a character that has no picture.

The set is the game-icons collection, assembled by `bin/setup` as one file of lines `name<TAB>svg body`, sorted by
name; only single lines of it are read. `data/emblem_words.json` has our own choices by the words of a character.
"""

import hashlib
import json
import mmap
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from builder import assets, catalogue
from builder.errors import MissingPartError
from builder.game.character import Character
from builder.language import gettext as _

#: Required similarity of a mistyped word; its first letter must match.
ALIKE = 0.85
#: Weight of a guessed word: less than any exact match.
GUESSED = 0.3
#: At most this many emblems of one word, those with the shortest names first.
OFFERED = 4
#: The shortest word that may be the beginning of another (`book` of `bookbinder`).
SHORTEST_PART = 3


def body(name: str) -> str:
    """The SVG body of an emblem on a 512 × 512 field, painted in `currentColor`; empty for an unknown name."""
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
    """The emblem of a character: its own, that of the official one of its name, or one suggested by its texts."""
    return _settled(character) or suggest(character.name, character.ability, character.team.value)


def assign(characters: Iterable[Character]) -> Mapping[str, str]:
    """An emblem for each id of a script's characters, all different as far as possible.

    Official characters have fixed emblems; the rest are assigned in the script's order.
    """
    everyone = list(characters)
    chosen = {each.id: own for each in everyone if (own := _settled(each))}
    taken = set(chosen.values())
    for each in everyone:
        if each.id not in chosen:
            offers = suggestions(each.name, each.ability, each.team.value)
            chosen[each.id] = next((offer for offer in offers if offer not in taken), offers[0])
            taken.add(chosen[each.id])
    return chosen


def suggest(name: str, ability: str, team: str) -> str:
    """Suggest an emblem for homebrew, by its name, else its ability, else its team.

    The same texts always give the same emblem.
    """
    return suggestions(name, ability, team)[0]


@lru_cache(maxsize=1024)
def suggestions(name: str, ability: str, team: str) -> tuple[str, ...]:
    """All suggested emblems for homebrew, best first; always more than a dozen."""
    return tuple(dict.fromkeys(_candidates(name, ability, team)))


def _candidates(name: str, ability: str, team: str) -> Iterator[str]:
    """The emblems that fit, best first: by the name, by the ability, then any of the team's."""
    title = _words(name)
    if not _is_person(title):
        yield from _by_title(title)
    themes = table()["abilities"]
    yield from (themes[word] for word in _words(ability) if word in themes)
    ring = table()["teams"][team]
    start = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]) % len(ring)
    yield from (*ring[start:], *ring[:start])


def _by_title(title: Sequence[str]) -> Iterator[str]:
    """Emblems by our table first; the last word of the name comes first, since it says what one is."""
    backwards = [*reversed(title), *_parts(title)]
    ours, known = table()["words"], _vocabulary()
    yield from (
        chosen for word in backwards if (chosen := ours.get(word) or ours.get(word.removesuffix("s")))
    )
    for word in backwards:
        if word not in table()["adjectives"] and word not in table()["makers"]:
            yield from (known.get(word) or known.get(word.removesuffix("s")) or ())[:OFFERED]


def _words(text: str) -> list[str]:
    """The words of a text, in lower case without punctuation; stop words are dropped."""
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", text[:600].lower()) if not unicodedata.combining(c)
    )
    ignored = table()["ignored"]
    return [word for word in re.findall(r"[a-z]{3,}", plain.replace("'s", "")) if word not in ignored]


def _is_person(title: Sequence[str]) -> bool:
    """Whether a name is a person's, first name and surname: Agnes Baker need not be a baker."""
    if len(title) < 2:
        return False
    known = table()
    if title[0] in known["first_names"]:
        return True
    speaks = title[0] in known["adjectives"] or title[0] in known["words"]
    return title[-1] in known["surnames"] and not speaks


def _parts(title: Iterable[str]) -> Iterator[str]:
    """Beginnings of compounds (`book` of `bookbinder`), if the second part is a kind of person."""
    for word in title:
        for maker in table()["makers"]:
            if word.endswith(maker) and len(word) - len(maker) >= SHORTEST_PART:
                yield word.removesuffix(maker).removesuffix("s")
                break


@cache
def _vocabulary() -> Mapping[str, tuple[str, ...]]:
    """For each word the emblems whose names contain it, shortest names first."""
    found: dict[str, list[str]] = {}
    for name in sorted(names(), key=lambda name: (name.count("-"), len(name), name)):
        for word in name.split("-"):
            found.setdefault(word, []).append(name)
    return {word: tuple(each) for word, each in found.items()}


def search(text: str, limit: int = 24) -> tuple[str, ...]:
    """Search emblems by name or meaning, best first; tolerates typos."""
    terms = _words(text) or text.lower().split()
    scores: dict[str, float] = {}
    for word in terms:
        for name, score in _hits(word).items():
            scores[name] = scores.get(name, 0) + score
    found = sorted(scores, key=lambda name: (-scores[name], name.count("-"), len(name), name))
    return tuple(found[:limit])


def _hits(word: str) -> Mapping[str, float]:
    """Score of each emblem that matches a word."""
    found = _found(word)
    if found or not (meant := _meant(word)):
        return found
    return {name: score * GUESSED for name, score in _found(meant).items()}


def _meant(word: str) -> str:
    """The known word most similar to a mistyped one; empty if none is similar."""
    import difflib  # noqa: PLC0415  # only for unknown words

    near = [each for each in (*table()["words"], *_vocabulary()) if each[:1] == word[:1]]
    return next(iter(difflib.get_close_matches(word, near, 1, ALIKE)), "")


def _found(word: str) -> Mapping[str, float]:
    """Score of each emblem that matches a word exactly."""
    ours = table()["words"]
    found: dict[str, float] = {}
    for each, several in _vocabulary().items():
        score = 3 if each == word else 2 if each == word.removesuffix("s") else 1.5 * each.startswith(word)
        for name in several if score else ():
            found[name] = max(score, found.get(name, 0))
    if word in ours:
        found[ours[word]] = 4
    return found


def _settled(character: Character) -> str:
    """The emblem that a character has regardless of its texts: its own or its official namesake's."""
    if character.icon.emblem or character.emblem:
        return character.icon.emblem or character.emblem
    namesake = catalogue.find(character.name)
    return namesake.emblem if namesake else ""


@cache
def table() -> Any:
    """Our own choices: words and emblems, names of people, what each team may show."""
    made = json.loads(assets.data("emblem_words.json").read_bytes())
    for name in ("ignored", "first_names", "surnames", "adjectives"):
        made[name] = frozenset(made[name])
    return made


@cache
def _lines() -> mmap.mmap:
    with _file("emblems.tsv").open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _file(name: str) -> Path:
    path = assets.static("vendor", "emblems", name)
    if not path.is_file():
        raise MissingPartError(_("The emblems are missing. Type: bin/setup"))
    return path
