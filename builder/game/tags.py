"""One-word tags for what a character does: "drunkenness", "protection", "information".

Official characters have their tags in data. For homebrew the author may tick them; otherwise they are detected
by matching the ability against a table of patterns. `Source` tells these apart.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from builder.game.teams import Team
from builder.memoize import of_values

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " "})
#: Longest ability that is searched; the format allows 250 characters.
_LONGEST = 1000


class Source(StrEnum):
    """Where a tag comes from."""

    DATA = "data"
    AUTHOR = "author"
    WORDING = "wording"


@dataclass(frozen=True, slots=True)
class Words:
    """The patterns that give an ability one tag."""

    tag: str
    says: re.Pattern[str]
    #: Text to ignore: a condition ("if they are drunk"), a negation.
    leave_out: re.Pattern[str] | None = None
    #: A second pattern that must match too.
    needs: re.Pattern[str] | None = None
    #: Other tags that it must have.
    beside: frozenset[str] = frozenset()
    #: Only for these teams; empty: for all.
    teams: frozenset[Team] = frozenset()


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a character, and their source."""

    tags: frozenset[str]
    source: Source


def table(written: Mapping[str, Mapping[str, Any]]) -> tuple[Words, ...]:
    """Parse the pattern table from JSON; tags that require other tags come last."""
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
    text = plain(ability)
    found: set[str] = set()
    for each in words:
        if (not each.teams or team in each.teams) and each.beside <= found and _says(text, each):
            found.add(each.tag)
    return frozenset(found)


def plain(ability: str) -> str:
    """An ability as the patterns read it: in lower case, with straight quotes."""
    return ability[:_LONGEST].translate(_STRAIGHT).lower()


def ticked(extras: object) -> dict[str, frozenset[str]]:
    """The tags that the author ticked, by id: `characters[id].tags` in our object in `_meta`. Skips invalid ones."""
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
