"""What pages show of house style: each ability with its slips marked, and a button where one click is enough."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from builder.answers import wording
from builder.game.script import Script
from builder.web.view_models import character_list, script_page
from builder.wording import style
from builder.wording.style import Found

#: An ability with more slips than these shows the first ones.
MOST = 20


@dataclass(frozen=True, slots=True)
class SlipView:
    """A slip in words, and its button."""

    severity: str
    message: str
    #: The change as a form sends it; empty: only the author can say what is meant.
    op: str
    #: The change that leaves it as it is.
    leave: str
    #: Its rule, and the change that switches it off.
    rule: str
    switch_off: str


@dataclass(frozen=True, slots=True)
class StyledView:
    """A text with its slips."""

    name: str
    #: The field of the definition that it is in.
    field: str
    #: Behind `/characters/`.
    address: str
    #: Stretches of it, each with the severity of the slip that it is; empty: it is none.
    parts: tuple[tuple[str, str], ...]
    slips: tuple[SlipView, ...]


@dataclass(frozen=True, slots=True)
class LeftView:
    """A slip that the author left as it is."""

    name: str
    #: Its letters; empty if it is about something that lacks.
    text: str
    #: The change that shows it again.
    restore: str


def left(script: Script) -> list[LeftView]:
    """The slips that the author left as they are, of characters that are still there."""
    names = {entry.key: entry for entry in script.entries if entry.is_custom}
    return [
        LeftView(
            who.name if (who := names[about].character) else about,
            code.split(" ", 2)[2],
            script_page.aside_ops(code, (names[about].id,))[1],
        )
        for code, about in style.left_as_they_are(script)
        if about in names and code.count(" ") > 1
    ]


def of(script: Script) -> tuple[list[StyledView], str]:
    """The abilities with slips, and the change that puts right everything safe (empty: there is nothing)."""
    found = style.of(script)
    op = wording.fix_all(found)
    return [_view(script, each) for each in found], _json(op)


def one(script: Script, place: int) -> tuple[StyledView, ...]:
    """The texts with slips of the character at a place."""
    return tuple(_view(script, each) for each in style.of(script, place))


def _view(script: Script, found: Found) -> StyledView:
    slips = found.slips[:MOST]
    return StyledView(
        found.name,
        found.field,
        character_list.address(script, found.place),
        tuple(_parts(found.text, slips)),
        tuple(_slip(found, each) for each in sorted(slips, key=lambda slip: style.GRAVITY[slip.severity])),
    )


def _slip(found: Found, slip: style.Slip) -> SlipView:
    op = _json(wording.fix_one(found, slip))
    leave, _unused = script_page.aside_ops(style.code_of(found.text, slip), (found.id,))
    return SlipView(
        slip.severity.value,
        slip.message,
        op,
        leave,
        slip.rule,
        _json(wording.switch(slip.rule, on=False)),
    )


def switched_off(script: Script) -> list[tuple[str, str]]:
    """Each rule that is switched off, and the change that switches it on."""
    return [(rule, _json(wording.switch(rule, on=True))) for rule in sorted(style.off(script))]


def _parts(text: str, slips: tuple[style.Slip, ...]) -> Iterator[tuple[str, str]]:
    at = 0
    for slip in slips:
        yield text[at : slip.start], ""
        yield text[slip.start : slip.end], slip.severity.value
        at = slip.end
    yield text[at:], ""


def _json(op: object) -> str:
    return json.dumps(op, ensure_ascii=False) if op else ""
