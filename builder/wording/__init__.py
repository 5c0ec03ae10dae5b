"""Help with the wording of a character, as values that a page shows.

    advice = wording.help(character, script, findings)
    advice.opening.sentence, advice.brackets, advice.meter("ability").sentence, advice.nights[0].sentence, ...

`similar(character)` alone says which official characters are worded alike; `FEATURES`, `TIMES` and `REACHES` are what
a form for app features offers, `ladder("first")` what one for night numbers does.
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
    """What an editor shows beside a character's fields."""

    opening: Opening
    #: “Each night*” against the night numbers, in a sentence; empty: the ability does not begin so.
    each_night: str
    #: Whether the two agree.
    each_night_fits: bool
    brackets: tuple[Bracket, ...]
    #: What the ability says about the bag without brackets.
    bag: tuple[str, ...]
    #: Of a variant: what holds of its original, and what does not.
    variant: VariantAdvice
    meters: tuple[Meter, ...]
    #: The first night, and the others.
    nights: tuple[NightPlace, NightPlace]
    tokens: NightTexts
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
    """Those of a script's findings that are about one character."""
    return tuple(each for each in findings if character.key in map(key, each.characters))
