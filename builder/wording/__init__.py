"""Writing advice for one character, as values for a page.

    advice = wording.help(character, script, findings)
    advice.opening.sentence, advice.brackets, advice.meter("ability").sentence, advice.nights[0].sentence, ...

`similar(character)` finds official characters with similar wording; `FEATURES`, `TIMES` and `REACHES` are the
options of a form for app features (`special` in the format), `ladder("first")` those of a form for night numbers.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from builder import assets, catalogue, checks
from builder.game import sorting
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.wording import meters, nights, setups, tagging, tokens, variants
from builder.wording.meters import Meter
from builder.wording.nights import NightPlace, ladder
from builder.wording.setups import Bracket
from builder.wording.similar import Similar, similar
from builder.wording.tagging import TagAdvice, every_tag
from builder.wording.tokens import NightTexts
from builder.wording.variants import VariantAdvice

__all__ = [
    "FEATURES",
    "REACHES",
    "TIMES",
    "Feature",
    "Help",
    "Similar",
    "about",
    "every_tag",
    "help",
    "ladder",
    "similar",
]


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature of the official app.

    Types, names and times are the schema's; their effects are described by the publisher's notes on the format (the
    README of their release repository).
    """

    type: str
    name: str
    title: str
    sentence: str
    #: Description of its `value`; empty: it has none.
    value: Literal["", "number", "text"] = ""
    #: Whether it can be limited to a time of the game.
    timed: bool = False


_TABLE = json.loads(assets.data("app_features.json").read_bytes())
FEATURES = tuple(Feature(**row) for row in _TABLE["features"])
#: When a feature can be used, in the format and in words.
TIMES: Mapping[str, str] = MappingProxyType(_TABLE["times"])
#: Who else has it while the character is on the script (created for Lil' Monsta).
REACHES: Mapping[str, str] = MappingProxyType(_TABLE["reaches"])


def find_feature(kind: object, name: object) -> Feature | None:
    """The feature with this type and name; None if there is none."""
    return next((each for each in FEATURES if (each.type, each.name) == (kind, name)), None)


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


@dataclass(frozen=True, slots=True)
class Help:
    """The advice that an editor shows next to a character's fields."""

    opening: Opening
    #: Compares “Each night*” with the night numbers, in a sentence; empty: the ability does not begin like that.
    each_night: str
    #: Whether the two agree.
    each_night_fits: bool
    brackets: tuple[Bracket, ...]
    #: Setup effects in the ability's text outside brackets.
    bag: tuple[str, ...]
    #: For a variant: what it inherits from its original, and what it does not.
    variant: VariantAdvice
    meters: tuple[Meter, ...]
    #: The first night, and the other nights.
    nights: tuple[NightPlace, NightPlace]
    tokens: NightTexts
    tags: tuple[TagAdvice, ...]
    #: Whether the author ticked tags, so that the wording is ignored.
    is_ticked: bool
    #: Its app features in words; None for an unknown one.
    features: tuple[Feature | None, ...]
    similar: tuple[Similar, ...]
    #: The problems about it, most severe first, each with its fix.
    findings: tuple[Problem, ...]

    def meter(self, field: str) -> Meter:
        """The meter of one field. Raises StopIteration for a field without one."""
        return next(each for each in self.meters if each.field == field)


def help(character: Character, script: Script, findings: Sequence[Problem] | None = None) -> Help:  # noqa: A001  # that is what it gives
    """Advice for a character of a script; `findings` are the problems of the whole script, if already known.

    The character may differ from the script's own entry: typed but not saved yet.
    """
    known = checks.problems(script) if findings is None else findings
    alike = similar(character)
    ticks = tagging.ticked(character.id, script)
    nightly = nights.each_night(character, script)
    return Help(
        opening=opening(character, script),
        each_night=nightly.sentence,
        each_night_fits=nightly.fits,
        brackets=setups.read(character, script),
        bag=setups.by_words(character),
        variant=variants.advice(character, script),
        meters=meters.meters(character),
        nights=nights.places(character, script, alike),
        tokens=tokens.night_texts(character, script),
        tags=tagging.advice(character, ticks),
        is_ticked=ticks is not None,
        features=tuple(find_feature(each.get("type"), each.get("name")) for each in character.special),
        similar=alike,
        findings=about(character, known),
    )


def about(character: Character, findings: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems of a script that are about one character."""
    return tuple(each for each in findings if character.key in map(key, each.characters))
