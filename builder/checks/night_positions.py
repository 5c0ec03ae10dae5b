"""When characters wake."""

import re
from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.check import of_characters, of_script
from builder.checks.facts import Finding, Listed, placed
from builder.game.character import bare
from builder.game.ids import key
from builder.game.night import night_sheet
from builder.game.problem import Fix, Problem, Severity
from builder.game.script import Meta, Script
from builder.language import N_, gettext as _

STAR = re.compile(r"^(?:each|every) night ?\*", re.IGNORECASE)


PLAIN = re.compile(r"^(?:each|every) night(?=[,:])", re.IGNORECASE)


#: Somebody acts: “Each night, the 1st player to choose you …” only waits for others.
ACTS = re.compile(r"^(?:each|every) night(?: ?\*|[,:]\s+(?:you\b|choose\b))", re.IGNORECASE)


#: Something else happens at the start: a bracket that the Storyteller sees to, a first choice.
START = re.compile(r"\[|\b(?:start|(?:1st|first) night)\b", re.IGNORECASE)


@of_characters("each-night-star", Severity.WARNING)
def each_night_star(each: Listed, meta: Meta) -> Iterator[Finding]:
    """Whether “each night” in an ability agrees with the night order.

    “Each night*”, with an asterisk, means not on the first night; “Each night” without one includes the first night.
    Apps wake a character by its position in the night order, players read the ability: both should say the same.
    """
    ability = each.character.ability
    first, other = (each.character.first_night or 0) > 0, (each.character.other_night or 0) > 0
    if first and STAR.search(ability) and not START.search(ability):
        told = _(
            "The ability of the %(name)s says “each night*”, other nights only, but it has a place in the "
            "first night. Clear the first night, or remove the asterisk."
        )
        yield _each_night_finding(each, told, "firstNight", 0)
    elif other and not first and each.key not in placed(meta.first_night) and PLAIN.search(ability):
        told = _(
            "The ability of the %(name)s says “each night”, but it has no place in the first night. Write "
            "“each night*”, or set its position in the first night."
        )
        yield _each_night_finding(each, told, "ability", None)
    elif (
        not other
        and ACTS.search(ability)
        and not each.character.other_night_reminder.strip()
        and each.key not in placed(meta.other_night)
    ):
        told = _(
            "The ability of the %(name)s says “each night”, but it has no place among the other nights, so "
            "no app wakes it. Set its position among the other nights."
        )
        yield _each_night_finding(each, told, "ability", None)


def _each_night_finding(each: Listed, told: str, field: str, value: int | None) -> Finding:
    path = f"{each.path}.{field}"
    return Finding(
        told % {"name": bare(each.name)},
        (each.id,),
        path=path,
        fix=None
        if value is None
        else Fix(_("Clear the first night"), {"op": "set", "path": path, "value": value}),
    )


FIELDS = (
    (
        "firstNight",
        "first_night",
        N_("The position of the %(name)s in the first night is %(number)s. Use 0 for never."),
    ),
    (
        "otherNight",
        "other_night",
        N_("The position of the %(name)s among the other nights is %(number)s. Use 0 for never."),
    ),
)


@of_script("negative-night-number", Severity.WARNING)
def negative_night_number(script: Script) -> Iterator[Finding]:
    """Whether a position in the night order is below zero.

    The position says when a character wakes: 0 means never, higher numbers mean later. Negative numbers have no
    meaning. Clockwright reads them as 0.
    """
    for entry, path in zip(script.entries, script.places(), strict=True):
        character = entry.character
        if character is None or not entry.is_custom:
            continue
        for written, name, told in FIELDS:
            number = getattr(character, name)
            if number is not None and number < 0:
                yield Finding(
                    told % {"name": bare(character.name), "number": number},
                    (entry.id,),
                    path=f"{path}.{written}",
                    fix=Fix(_("Set it to 0"), {"op": "set", "path": f"{path}.{written}", "value": 0}),
                )


NO_NUMBER = {
    "first": N_(
        "The %(name)s has a reminder for the first night but no position, so apps don't know when to wake it; "
        "our night sheet puts it just before dawn. Set its position in the first night."
    ),
    "other": N_(
        "The %(name)s has a reminder for the other nights but no position, so apps don't know when to wake it; "
        "our night sheet puts it just before dawn. Set its position among the other nights."
    ),
    "both": N_(
        "The %(name)s has a reminder for the first night and other nights but no position, so apps don't know "
        "when to wake it; our night sheet puts it just before dawn. Set its position in the first night "
        "and among the other nights."
    ),
}


@of_characters("night-number-missing", Severity.WARNING)
def night_number_missing(each: Listed, meta: Meta) -> Iterator[Finding]:
    """Whether every character with a night reminder has a position in the night order.

    Apps build the night order from these positions. A reminder without one never shows up in the official app; our
    night sheets put it just before dawn.
    """
    lost = [
        field
        for field, _title, has_number, has_reminder in each.nights
        if has_reminder
        and not has_number
        and each.key not in placed(meta.first_night if field == "first" else meta.other_night)
    ]
    yield from phrases.of_nights(each, lost, NO_NUMBER, "NightReminder")


#: Guesses that a check of their own tells, with a remedy.
TOLD_ELSEWHERE = frozenset({"night-order-guessed", "night-order-stranger"})


@of_script("night-order", Severity.NOTICE)
def night_order(script: Script) -> Iterator[Problem]:
    """Whether Clockwright had to guess a position in the night order.

    Homebrew characters wake by their number or by a custom order in the script. If that is missing, uses an older
    scale or differs from the official order, Clockwright chooses a position. Check that it is the right one.
    """
    notices = night_sheet(script, catalogue.night_order()).notices
    return (notice for notice in notices if notice.code not in TOLD_ELSEWHERE)


NO_REMINDER = {
    "first": N_(
        "The %(name)s has a position for the first night but no reminder, so its row in the night order is "
        "empty. Write a reminder for the first night, or clear the position."
    ),
    "other": N_(
        "The %(name)s has a position for the other nights but no reminder, so its row in the night order is "
        "empty. Write a reminder for the other nights, or clear the position."
    ),
    "both": N_(
        "The %(name)s has a position for the first night and other nights but no reminder, so its row in the "
        "night order is empty. Write a reminder for the first night and other nights, or clear the "
        "position."
    ),
}


@of_characters("night-reminder-missing", Severity.NOTICE)
def night_reminder_missing(each: Listed, _meta: Meta) -> Iterator[Finding]:
    """Whether every character that wakes has a night reminder.

    A position without a reminder gives the Storyteller a row with a name and nothing to do.
    """
    silent = [field for field, _title, has_number, has_text in each.nights if has_number and not has_text]
    yield from phrases.of_nights(each, silent, NO_REMINDER, "Night")


STEPS = frozenset({"dusk", "dawn", "minioninfo", "demoninfo"})


@of_script("unknown-night-entry", Severity.NOTICE)
def unknown_night_entry(script: Script) -> Iterator[Finding]:
    """Whether the custom night order lists only characters on the script.

    A script can have a custom order for the first night and for the other nights. An id in it that is not on the
    script wakes nobody.
    """
    known = STEPS | {entry.key for entry in script.entries}
    nights = (
        (
            "firstNight",
            script.meta.first_night,
            N_("The first-night order lists “%(who)s”, which is not on this script. Remove it."),
        ),
        (
            "otherNight",
            script.meta.other_night,
            N_("The other-nights order lists “%(who)s”, which is not on this script. Remove it."),
        ),
    )
    for field, ids, told in nights:
        as_list = script.written_meta is not None and isinstance(script.written_meta.get(field), list)
        for index, who in enumerate(ids or ()):
            if key(who) not in known:
                path = f"$[{script.meta_position}].{field}" + (f"[{index}]" if as_list else "")
                yield Finding(
                    told % {"who": who[:40]},
                    (who,),
                    path=path,
                    fix=Fix(_("Remove it"), {"op": "remove", "path": path}) if as_list else None,
                )
