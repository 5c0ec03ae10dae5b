"""The opening words of an ability, and its sort position."""

from collections.abc import Sequence
from dataclasses import dataclass

from builder import catalogue
from builder.game import sorting
from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _

#: These teams are sorted by name or id, whatever the ability is.
UNSORTED = frozenset({Team.FABLED, Team.LORIC})


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening words of an ability in the official sort order."""

    #: The known opening, or empty.
    words: str
    #: Its index among the known openings, from 1; 0: none.
    place: int
    #: Every known opening, in the official order.
    known: tuple[str, ...]
    #: Its neighbors in its team on this script, once sorted; empty: none.
    behind: str
    before: str
    sentence: str


def opening(character: Character, script: Script) -> Opening:
    """The opening of an ability, and its neighbors on this script."""
    starts = catalogue.sort_starts()
    group = sorting.sort_group(character.ability, starts)
    words, place = (starts[group], group + 1) if group < len(starts) else ("", 0)
    behind, before = _neighbours(character, script, starts)
    sentence = f"{_sentence(character, words)} {_between(behind, before)}".strip()
    return Opening(words, place, starts, behind, before, sentence)


def _neighbours(character: Character, script: Script, starts: Sequence[str]) -> tuple[str, str]:
    team = [each for each in script.characters if each.team is character.team and each.key != character.key]
    ordered = sorting.sort_characters([*team, character], starts)
    at = next(index for index, each in enumerate(ordered) if each is character)
    behind = ordered[at - 1].name if at else ""
    return behind, ordered[at + 1].name if at + 1 < len(ordered) else ""


def _sentence(character: Character, words: str) -> str:
    if character.team in UNSORTED:
        return _("%(team)s are sorted by name, not by ability.") % {"team": character.team.heading}
    if not character.ability.strip():
        return _("No ability yet. Many official ones begin with “Each night” or “You start knowing”.")
    if words:
        return ""
    return _("No official ability begins like this, so it sorts after those that do.")


def _between(behind: str, before: str) -> str:
    if behind and before:
        return _("After sorting, it comes between %(behind)s and %(before)s.") % {
            "behind": behind,
            "before": before,
        }
    if behind:
        return _("After sorting, it comes after %(name)s.") % {"name": behind}
    return _("After sorting, it comes before %(name)s.") % {"name": before} if before else ""
