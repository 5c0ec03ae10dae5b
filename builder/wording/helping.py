"""Everything that helps with the wording of one character, together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from builder import checks
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem
from builder.game.script import Script
from builder.wording import meters, nights, openings, setups, tagging, tokens
from builder.wording.features import Feature, find
from builder.wording.meters import Meter
from builder.wording.nights import NightPlace
from builder.wording.openings import Opening
from builder.wording.setups import Bracket
from builder.wording.similar import Similar, similar
from builder.wording.tagging import TagAdvice
from builder.wording.tokens import Told

NIGHTLY = re.compile(r"^(?:each|every) night(?P<star>\*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Help:
    """What an editor shows beside a character's fields."""

    opening: Opening
    #: “Each night*” against the night numbers, in a sentence; empty: the ability does not begin so.
    each_night: str
    #: Whether the two agree.
    each_night_fits: bool
    brackets: tuple[Bracket, ...]
    #: What the ability says about the bag without brackets.
    bag: tuple[str, ...]
    meters: tuple[Meter, ...]
    #: The first night, and the others.
    nights: tuple[NightPlace, NightPlace]
    tokens: Told
    tags: tuple[TagAdvice, ...]
    #: Whether the author ticked tags, so that the wording does not count.
    is_ticked: bool
    #: Its app features in words; None for one that the app has no use for.
    features: tuple[Feature | None, ...]
    similar: tuple[Similar, ...]
    #: What the checks found about it, the gravest first, each with its fix.
    findings: tuple[Problem, ...]

    def meter(self, field: str) -> Meter:
        """The meter of one field. Raises StopIteration for a field without."""
        return next(each for each in self.meters if each.field == field)


def help(character: Character, script: Script, findings: Sequence[Problem] | None = None) -> Help:  # noqa: A001  # that is what it gives
    """Help for a character of a script; `findings` are those of the whole script where they are known already.

    The character may say other things than the script's own of that id: what is typed and not saved yet.
    """
    known = checks.problems(script) if findings is None else findings
    alike = similar(character)
    ticks = tagging.ticked(character.id, script)
    sentence, fits = _each_night(character)
    return Help(
        opening=openings.opening(character, script),
        each_night=sentence,
        each_night_fits=fits,
        brackets=setups.read(character, script),
        bag=setups.by_words(character),
        meters=meters.meters(character),
        nights=nights.places(character, script, alike),
        tokens=tokens.told(character, script),
        tags=tagging.advice(character, ticks),
        is_ticked=ticks is not None,
        features=tuple(find(each.get("type"), each.get("name")) for each in character.special),
        similar=alike,
        findings=about(character, known),
    )


def about(character: Character, findings: Sequence[Problem]) -> tuple[Problem, ...]:
    """Those of a script's findings that are about one character."""
    return tuple(each for each in findings if character.key in map(key, each.characters))


def _each_night(character: Character) -> tuple[str, bool]:
    found = NIGHTLY.match(character.ability.lstrip())
    if not found:
        return "", True
    first = (character.first_night or 0) > 0
    if found["star"] and first:
        told = "“Each night*” is not on the first night, but it has a number for the first night. One of both is wrong."
    elif found["star"]:
        told = "“Each night*” is every night but the first, and it has no number for the first night: both agree."
    elif first:
        told = "“Each night” is on the first night too, and it has a number for that: both agree."
    elif (character.other_night or 0) > 0:
        told = "“Each night” is on the first night too, but has no number for that. Write “Each night*”, or a number."
    else:
        return "“Each night” is on the first night too: give it a number for each kind of night.", True
    return told, "both agree" in told
