"""What a character does, in single words: "drunkenness", "protection", "information".

Official characters have their tags in data. Of homebrew the author may tick them; else they are read from the
ability's wording, by a table of patterns. Whoever shows a tag can say which of these it was.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from builder.game.teams import Team
from builder.memoize import of_values

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " "})
#: The longest ability that is looked at; the format allows 250 characters.
_LONGEST = 1000


class Source(StrEnum):
    """Who says that a character does this."""

    DATA = "data"
    AUTHOR = "author"
    WORDING = "wording"


@dataclass(frozen=True, slots=True)
class Words:
    """By which words an ability has one tag."""

    tag: str
    says: re.Pattern[str]
    #: What these match is no part of the text: a condition ("if they are drunk"), a negation.
    leave_out: re.Pattern[str] | None = None
    #: Something else that it must say too.
    needs: re.Pattern[str] | None = None
    #: Tags that it must have besides.
    beside: frozenset[str] = frozenset()
    #: Only of these teams; empty: of all.
    teams: frozenset[Team] = frozenset()


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a character, and who says so."""

    tags: frozenset[str]
    source: Source


def table(written: Mapping[str, Mapping[str, Any]]) -> tuple[Words, ...]:
    """The table of words from its JSON form: name to patterns; those that need other tags come last."""
    return tuple(
        Words(
            str(words.get("tag", name)),
            _any(words["says"]),
            _any(words["leave_out"]) if "leave_out" in words else None,
            _any(words["needs"]) if "needs" in words else None,
            frozenset(words.get("with", ())),
            frozenset(Team(team) for team in words.get("teams", ())),
        )
        for name, words in sorted(written.items(), key=lambda item: "with" in item[1])
    )


@of_values()
def by_wording(ability: str, team: Team, words: Iterable[Words]) -> frozenset[str]:
    """The tags that the wording of an ability gives."""
    text = ability[:_LONGEST].translate(_STRAIGHT).lower()
    found: set[str] = set()
    for each in words:
        if (not each.teams or team in each.teams) and each.beside <= found and _says(text, each):
            found.add(each.tag)
    return frozenset(found)


def ticked(extras: object) -> dict[str, frozenset[str]]:
    """What the author ticked, by id: `characters[id].tags` of our part of `_meta`. What is none is passed over."""
    characters = extras.get("characters") if isinstance(extras, Mapping) else None
    return dict(_ticks(characters)) if isinstance(characters, Mapping) else {}


def _ticks(characters: Mapping[Any, Any]) -> Iterator[tuple[str, frozenset[str]]]:
    for identifier, extra in characters.items():
        tags = extra.get("tags") if isinstance(extra, Mapping) else None
        if isinstance(tags, list):
            yield str(identifier), frozenset(tag for tag in tags if isinstance(tag, str))


def _says(text: str, words: Words) -> bool:
    if words.needs and not words.needs.search(text):
        return False
    return bool(words.says.search(words.leave_out.sub(" ", text) if words.leave_out else text))


def _any(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
