"""A character's position in the night, possible positions, and whether “Each night*” matches them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from builder import catalogue, language
from builder.checks.night_positions import START
from builder.game.character import Character, bare
from builder.game.ids import key
from builder.game.night import night_sheet
from builder.game.script import Script
from builder.language import N_, gettext as _, pgettext
from builder.wording.similar import Similar

Night = Literal["first", "other"]
TITLES = {"first": N_("first night"), "other": N_("other nights")}
STEPS = {
    "dusk": N_("Dusk"),
    "minioninfo": N_("Minion Info"),
    "demoninfo": N_("Demon Info"),
    "dawn": N_("Dawn"),
}
NO_REMINDER = N_("It has no reminder, so its row is empty.")
LISTED = N_("This script has a custom night order, so this number isn't used.")
CUSTOM_ORDER = N_("(This script has a custom night order.)")
#: Offset for a number after another character: half an index.
BEHIND = 0.5
#: At most this many numbers are suggested, from abilities with at least this similarity in percent.
MOST, LEAST = 3, 20
NIGHTLY = re.compile(r"^(?:each|every) night(?P<star> ?\*)?", re.IGNORECASE)
ONCE_AT_NIGHT = re.compile(r"once per game, at night\b", re.IGNORECASE)
#: Abilities that begin like this do nothing on later nights.
ONCE = re.compile(
    r"you start (?:knowing|with)\b|on (?:your|the) (?:1st|first) (?:day|night)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Rung:
    """One index of the official order; `behind` is the number right after it."""

    number: int
    id: str
    name: str

    @property
    def behind(self) -> float:
        """The number for a character that acts right after this one."""
        return self.number + BEHIND


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A night number suggested by a similar ability."""

    number: float
    sentence: str


@dataclass(frozen=True, slots=True)
class NightPlace:
    """One kind of night: the number, its neighbors, and advice."""

    night: Night
    title: str
    number: float | None
    text: str
    #: Its neighbors in the complete official order; empty: it does not wake.
    behind: str
    before: str
    #: Its neighbors among those who wake on this script.
    behind_here: str
    before_here: str
    sentence: str
    suggestions: tuple[Suggestion, ...] = ()

    @property
    def wakes(self) -> bool:
        """Whether it wakes at all."""
        return (self.number or 0) > 0


@catalogue.per_wording
def ladder(night: Night) -> tuple[Rung, ...]:
    """The official order of a night with its numbers, to choose a position from."""
    order = catalogue.night_order()
    ids = order.first_night if night == "first" else order.other_night
    return tuple(Rung(number, each, _name(each)) for number, each in enumerate(ids, start=1))


def places(
    character: Character, script: Script, similar: Sequence[Similar] = ()
) -> tuple[NightPlace, NightPlace]:
    """The position of the character on the first night and on the others."""
    sheet = night_sheet(script, catalogue.night_order())
    first = [(key(row.id), row.name) for row in sheet.first]
    other = [(key(row.id), row.name) for row in sheet.other]
    return (
        _place(character, script, "first", first, similar),
        _place(character, script, "other", other, similar),
    )


def is_listed(character: Character, script: Script, night: Night) -> bool:
    """Whether the script's own order of a night, in its `_meta`, lists the character: then numbers are ignored."""
    order = script.meta.first_night if night == "first" else script.meta.other_night
    return character.key in map(key, order or ())


def _place(
    character: Character,
    script: Script,
    night: Night,
    rows: Sequence[tuple[str, str]],
    similar: Sequence[Similar],
) -> NightPlace:
    number, text = _words(character, night)
    behind, before = _official(character, night, number) if (number or 0) > 0 else ("", "")
    here = [name for _unused, name in rows]
    at = next((index for index, (who, _unused) in enumerate(rows) if who == character.key), None)
    behind_here = here[at - 1] if at else ""
    before_here = here[at + 1] if at is not None and at + 1 < len(here) else ""
    listed = is_listed(character, script, night)
    sentence = _listed(text) if listed else _sentence(night, number, text, behind, before)
    if behind_here or before_here:
        sentence += " " + _("On this script: %(between)s.") % {"between": _between(behind_here, before_here)}
    # A number would list the character in a custom order, which then ignores the number.
    order = script.meta.first_night if night == "first" else script.meta.other_night
    none = bool(order) or (number or 0) > 0 or (night == "other" and ONCE.match(character.ability.lstrip()))
    some = () if none else tuple(_suggested(character, night, similar))[:MOST]
    return NightPlace(
        night, TITLES[night], number, text, behind, before, behind_here, before_here, sentence, some
    )


def _words(character: Character, night: Night) -> tuple[float | None, str]:
    if night == "first":
        return character.first_night, character.first_night_reminder
    return character.other_night, character.other_night_reminder


def _official(character: Character, night: Night, number: float | None) -> tuple[str, str]:
    """With equal numbers the official character acts first."""
    others = [rung for rung in ladder(night) if key(rung.id) != character.key]
    behind = [rung.name for rung in others if rung.number <= (number or 0)]
    before = [rung.name for rung in others if rung.number > (number or 0)]
    return behind[-1] if behind else "", before[0] if before else ""


def _sentence(night: Night, number: float | None, text: str, behind: str, before: str) -> str:
    if (number or 0) > 0:
        told = _("In the official order, %(number)s is %(between)s.") % {
            "number": language.number(number or 0),
            "between": _between(behind, before),
        }
        return told if text.strip() else f"{told} {NO_REMINDER}"
    if text.strip():
        if night == "first":
            return _(
                "It has a reminder for the first night but no position, so apps don't know when to wake it."
            )
        return _(
            "It has a reminder for the other nights but no position, so apps don't know when to wake it."
        )
    return (
        _("It doesn't wake on the first night.")
        if night == "first"
        else _("It doesn't wake on other nights.")
    )


def _listed(text: str) -> str:
    return LISTED if text.strip() else f"{LISTED} {NO_REMINDER}"


def in_words(name: str) -> str:
    """A row of the night within a sentence: `the Imp`, `dusk`, `Minion Info`."""
    if not name or name in (str(STEPS["minioninfo"]), str(STEPS["demoninfo"])):
        return name
    if name == str(STEPS["dusk"]):
        return _("dusk")
    if name == str(STEPS["dawn"]):
        return _("dawn")
    return pgettext("row of the night order", "the %(name)s") % {"name": bare(name)}


def _between(behind: str, before: str) -> str:
    behind, before = in_words(behind), in_words(before)
    if behind and before:
        return _("between %(behind)s and %(before)s") % {"behind": behind, "before": before}
    return (
        _("after %(behind)s") % {"behind": behind} if behind else _("before %(before)s") % {"before": before}
    )


def _suggested(character: Character, night: Night, similar: Sequence[Similar]) -> Iterator[Suggestion]:
    """Numbers right after official characters with a similar ability that wake, its own team first."""
    numbers = {key(rung.id): rung for rung in ladder(night)}
    for each in sorted(similar, key=lambda one: one.character.team is not character.team):
        rung = numbers.get(each.character.key)
        if rung and each.score >= LEAST:
            yield Suggestion(
                rung.behind,
                _("%(behind)s is right after the %(name)s, whose ability is similar.")
                % {"behind": language.number(rung.behind), "name": bare(rung.name)},
            )


def _name(identifier: str) -> str:
    found = catalogue.find(identifier)
    return STEPS.get(identifier) or (found.name if found else identifier)


@dataclass(frozen=True, slots=True)
class EachNight:
    """The ability's first words compared with its nights; an empty sentence: it does not begin with “Each night”."""

    sentence: str = ""
    fits: bool = True


def each_night(character: Character, script: Script) -> EachNight:
    """Compare the two. An order in the script's `_meta` takes precedence over the numbers."""
    ability = character.ability.lstrip()
    found = NIGHTLY.match(ability)
    if not found and not ONCE_AT_NIGHT.match(ability):
        return EachNight()
    listed = is_listed(character, script, "first"), is_listed(character, script, "other")
    first = (character.first_night or 0) > 0 or listed[0]
    other = (character.other_night or 0) > 0 or listed[1]
    if not found:
        wakes = first or other
        return EachNight(
            ""
            if wakes
            else _("The ability is used at night. Set its position in the nights when it may be used.")
        )
    told = bool(character.first_night_reminder.strip())
    if found["star"] and (first or told) and START.search(character.ability):
        said = EachNight(
            _("The ability says other nights only. The first night is for what it does when the game starts.")
        )
    elif found["star"]:
        said = _each_night_starred(first=first, told=told, other=other)
    else:
        said = _each_night_plain(first=first, other=other)
    return EachNight(f"{said.sentence} {CUSTOM_ORDER}", said.fits) if any(listed) else said


def _each_night_starred(*, first: bool, told: bool, other: bool) -> EachNight:
    if first or told:
        text = _(
            "The ability says other nights only, but it has a reminder for the first night. Clear the "
            "first night, or change the ability."
        )
        if first:
            text = _(
                "The ability says other nights only, but it has a place in the first night. Clear the "
                "first night, or change the ability."
            )
        return EachNight(text, fits=False)
    if other:
        return EachNight(_("Wakes on other nights only, as its ability says."))
    return EachNight(_("The ability says other nights only. Set its position among the other nights."))


def _each_night_plain(*, first: bool, other: bool) -> EachNight:
    if first and other:
        return EachNight(_("Wakes every night, as its ability says."))
    if first:
        return EachNight(
            _(
                "The ability says every night, but it has no place among the other nights. Set its "
                "position there."
            ),
            fits=False,
        )
    if other:
        return EachNight(
            _(
                "The ability says every night, but it has no place in the first night. Set its position "
                "there, or write “Each night*”."
            ),
            fits=False,
        )
    return EachNight(
        _("The ability says every night. Set its position in the first night and the other nights.")
    )
