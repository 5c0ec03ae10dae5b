"""The official order of the characters on a script (game-facts §1).

By team; inside a team by how the ability opens ("You start knowing" before "Each night"), then by its length,
then by the length of the name, then by name. Hermit is the first Outsider, Atheist the last of the Townsfolk.
Fabled go by id, Loric by name after the Bootlegger. Only the author decides whether to sort.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from builder.game.character import Character, SortFigures
from builder.game.script import Entry, Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.memoize import of_values

_TEAM_PLACE = {team: place for place, team in enumerate(Team)}
#: Sorted first (-1) or last (1) in the team, whatever the ability says.
_SPECIAL_PLACE = {
    (Team.OUTSIDER, "hermit"): -1,
    (Team.TOWNSFOLK, "atheist"): 1,
    (Team.LORIC, "bootlegger"): -1,
}
_STRAIGHT = str.maketrans("\u201c\u201d\u201e\u2018\u2019\u201a", "\"\"\"'''")


class SortKey(NamedTuple):
    """The sort key of a character; the first field that differs decides."""

    unknown: bool
    team: int
    special: int
    group: int
    length: int
    name_length: int
    name: str
    id: str


def sort_group(ability: str, starts: Sequence[str]) -> int:
    """Index in `starts` of an ability's opening words, or `len(starts)` if it has none of them.

    The longest matching opening wins; an opening of one word matches whole words only; curly and straight
    quotes are the same, and so are capitals and small letters.
    """
    text = _straight(ability).lstrip()
    for start, place in _longest_first(tuple(starts)):
        if text.startswith(start) and (" " in start or not text[len(start) :][:1].isalnum()):
            return place
    return len(starts)


def figures(character: Character, starts: Sequence[str]) -> SortFigures:
    """Group and length of an ability: of the official wording if we have the figures, else counted."""
    return character.sort or SortFigures(sort_group(character.ability, starts), len(character.ability))


@of_values()
def sort_key(character: Character, starts: Sequence[str]) -> SortKey:
    """The sort key of one character among all."""
    by_ability = character.team not in {Team.FABLED, Team.LORIC}
    counted = figures(character, starts) if by_ability else SortFigures(0, 0)
    name = character.english_name or character.name
    return SortKey(
        unknown=False,
        team=_TEAM_PLACE[character.team],
        special=_SPECIAL_PLACE.get((character.team, character.key), 0),
        group=counted.group,
        length=counted.length,
        name_length=len(name) if by_ability else 0,
        name="" if character.team is Team.FABLED else name.casefold(),
        id=character.key,
    )


def sort_characters(characters: Sequence[Character], starts: Sequence[str]) -> tuple[Character, ...]:
    """The characters in the official order."""
    return tuple(sorted(characters, key=lambda character: sort_key(character, starts)))


def sort(script: Script, starts: Sequence[str]) -> Script:
    """The same script in the official order; unknown ids go to the end, in their own order.

    `_meta` stays where it was.
    """
    return replace(script, entries=tuple(sorted(script.entries, key=lambda it: _entry_key(it, starts))))


def explain(script: Script, starts: Sequence[str]) -> tuple[str, ...]:
    """For each two neighbors of a sorted script, one sentence that explains their order."""
    return tuple(_reason(first, second, starts) for first, second in pairwise(script.entries))


_UNKNOWN_KEY = SortKey(
    unknown=True, team=0, special=0, group=0, length=0, name_length=0, name="", id=""
)  # all equal, so a stable sort leaves them in order


def _entry_key(entry: Entry, starts: Sequence[str]) -> SortKey:
    return sort_key(entry.character, starts) if entry.character else _UNKNOWN_KEY


def _reason(first: Entry, second: Entry, starts: Sequence[str]) -> str:
    one, other = first.character, second.character
    if other is None:
        known = one.name if one else first.id
        return _("%(known)s before %(id)s: “%(id)s” is unknown, and unknown ids come last.") % {
            "known": known,
            "id": second.id,
        }
    if one is None:
        return _("%(id)s before %(name)s: this script is not sorted.") % {"id": first.id, "name": other.name}
    return _("%(name)s before %(other)s: %(difference)s.") % {
        "name": one.name,
        "other": other.name,
        "difference": _difference(one, other, starts),
    }


def _difference(one: Character, other: Character, starts: Sequence[str]) -> str:  # noqa: PLR0911  # a ladder of rules
    mine, theirs = sort_key(one, starts), sort_key(other, starts)
    if mine > theirs:
        return _("this script is not sorted")
    if mine.team != theirs.team:
        return _("%(team)s come before %(other)s") % {"team": one.team.heading, "other": other.team.heading}
    if mine.special != theirs.special:
        special = one if mine.special < 0 else other
        values = {"name": special.name, "team": special.team.heading}
        if mine.special < 0:
            return _("the %(name)s is always first of the %(team)s") % values
        return _("the %(name)s is always last of the %(team)s") % values
    if mine.group != theirs.group:
        return _("%(opening)s comes before %(other)s") % {
            "opening": _opening(mine.group, starts),
            "other": _opening(theirs.group, starts),
        }
    if mine.length != theirs.length:
        lengths = _("%(length)s and %(other)s characters") % {"length": mine.length, "other": theirs.length}
        return _("both begin with %(opening)s, and the ability is shorter (%(lengths)s)") % {
            "opening": _opening(mine.group, starts),
            "lengths": lengths,
        }
    if mine.name_length != theirs.name_length:
        return _("the abilities begin alike and are equally long, and the name is shorter")
    if mine.name != theirs.name:
        return _("by name")
    return _("by id") if mine.id != theirs.id else _("they are the same character")


def _opening(group: int, starts: Sequence[str]) -> str:
    return f"“{starts[group]}”" if group < len(starts) else _("other words")


@lru_cache(maxsize=8)
def _longest_first(starts: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    pairs = ((_straight(start), place) for place, start in enumerate(starts))
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


def _straight(text: str) -> str:
    return text.translate(_STRAIGHT).casefold()
