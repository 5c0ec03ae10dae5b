"""“Each night” and “Each night*” at the start of an ability, against where the character stands in the nights."""

import re
from dataclasses import dataclass

from builder.checks.each_night_star import START
from builder.game.character import Character
from builder.game.script import Script
from builder.wording.nights import is_listed

NIGHTLY = re.compile(r"^(?:each|every) night(?P<star> ?\*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EachNight:
    """The ability's first words against its nights; no sentence: it does not begin so."""

    sentence: str = ""
    fits: bool = True


def told(character: Character, script: Script) -> EachNight:
    """Whether the two agree. An order in the script's `_meta` goes before the numbers."""
    found = NIGHTLY.match(character.ability.lstrip())
    if not found:
        return EachNight()
    listed = is_listed(character, script, "first"), is_listed(character, script, "other")
    first = (character.first_night or 0) > 0 or listed[0]
    other = (character.other_night or 0) > 0 or listed[1]
    starred = bool(found["star"])
    if starred and first and START.search(character.ability):
        said = EachNight(
            "“Each night*” is not on the first night; its place there is for what it does at the start."
        )
    elif starred:
        said = _starred(first=first, other=other)
    else:
        said = _plain(first=first, other=other)
    if not any(listed):
        return said
    where = "the order of the nights in the script's _meta names it, and goes before its numbers"
    return EachNight(f"{said.sentence.rstrip('.')}; {where}.", said.fits)


def _starred(*, first: bool, other: bool) -> EachNight:
    if first:
        return EachNight(
            "“Each night*” is not on the first night, but it has a place on the first night. One of both is wrong.",
            fits=False,
        )
    if other:
        return EachNight(
            "“Each night*” is every night but the first, and it has a place on those alone: both agree."
        )
    return EachNight("“Each night*” is every night but the first: give it a number for the other nights.")


def _plain(*, first: bool, other: bool) -> EachNight:
    if first and other:
        return EachNight("“Each night” is on the first night too, and it has a place on each: both agree.")
    if first:
        return EachNight(
            "“Each night” is on the other nights too, but it has no number for those. Give it one.",
            fits=False,
        )
    if other:
        return EachNight(
            "“Each night” is on the first night too, but has no number for that. Write “Each night*”, or a number.",
            fits=False,
        )
    return EachNight("“Each night” is on the first night too: give it a number for each kind of night.")
