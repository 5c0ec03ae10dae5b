"""The emblem set: each emblem's drawing, and a fitting one for a character that has no picture.

The set is the game-icons collection, assembled by `bin/setup` as one file of lines `name<TAB>svg body`, sorted by
name; only single lines of it are read.
"""

import mmap
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from builder import assets, catalogue
from builder.emblems import keywords
from builder.errors import MissingPartError
from builder.game.character import Character
from builder.language import gettext as _

#: Required similarity of a mistyped word; its first letter must match.
ALIKE = 0.85
#: Weight of a guessed word: less than any exact match.
GUESSED = 0.3


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
    return tuple(dict.fromkeys(keywords.candidates(name, ability, team, names)))


def search(text: str, limit: int = 24) -> tuple[str, ...]:
    """Search emblems by name or meaning, best first; tolerates typos."""
    terms = keywords.words(text) or text.lower().split()
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

    everything = [*keywords.table()["words"], *keywords.vocabulary_of(names())]
    near = [each for each in everything if each[:1] == word[:1]]
    return next(iter(difflib.get_close_matches(word, near, 1, ALIKE)), "")


def _found(word: str) -> Mapping[str, float]:
    """Score of each emblem that matches a word exactly."""
    known, ours = keywords.vocabulary_of(names()), keywords.table()["words"]
    found: dict[str, float] = {}
    for each, several in known.items():
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
def _lines() -> mmap.mmap:
    with _file("emblems.tsv").open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _file(name: str) -> Path:
    path = assets.static("vendor", "emblems", name)
    if not path.is_file():
        raise MissingPartError(_("The emblems are missing. Type: bin/setup"))
    return path
