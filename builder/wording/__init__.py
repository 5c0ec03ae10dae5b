"""Writing advice for one character, as values for a page.

    advice = wording.help(character, script, findings)
    advice.opening.sentence, advice.brackets, advice.meter("ability").sentence, advice.nights[0].sentence, ...

`similar(character)` finds official characters with similar wording; `FEATURES`, `TIMES` and `REACHES` are the
options of a form for app features, `ladder("first")` those of a form for night numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from builder import checks
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem
from builder.game.script import Script
from builder.wording import meters, nights, openings, setups, tagging, tokens, variants
from builder.wording.features import FEATURES, REACHES, TIMES, Feature, find
from builder.wording.meters import Meter
from builder.wording.nights import NightPlace, ladder
from builder.wording.openings import Opening
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
        opening=openings.opening(character, script),
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
        features=tuple(find(each.get("type"), each.get("name")) for each in character.special),
        similar=alike,
        findings=about(character, known),
    )


def about(character: Character, findings: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems of a script that are about one character."""
    return tuple(each for each in findings if character.key in map(key, each.characters))
