"""What pages show of house style: each ability with its slips marked, and a button where one click is enough."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from builder.answers import styles
from builder.game.script import Script
from builder.web.view_models import character_list
from builder.wording import style
from builder.wording.style import Found

#: An ability with more slips than these shows the first ones.
MOST = 20


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of an ability."""

    text: str
    #: The severity of the slip that it is; empty: it is none.
    severity: str = ""


@dataclass(frozen=True, slots=True)
class SlipView:
    """A slip in words, and its button."""

    severity: str
    message: str
    #: The change as a form sends it; empty: only the author can say what is meant.
    op: str
    #: The words before and after.
    wrong: str
    right: str
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
    parts: tuple[Part, ...]
    slips: tuple[SlipView, ...]


def of(script: Script) -> tuple[list[StyledView], str]:
    """The abilities with slips, and the change that puts right everything safe (empty: there is nothing)."""
    found = style.of(script)
    op = styles.fix_all(found)
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
    op = _json(styles.fix_one(found, slip))
    return SlipView(
        slip.severity.value,
        slip.message,
        op,
        found.text[slip.start : slip.end],
        slip.right or "",
        slip.rule,
        _json(styles.switch(slip.rule, on=False)),
    )


def switched_off(script: Script) -> list[tuple[str, str]]:
    """Each rule that is switched off, and the change that switches it on."""
    return [(rule, _json(styles.switch(rule, on=True))) for rule in sorted(style.off(script))]


def _parts(text: str, slips: tuple[style.Slip, ...]) -> Iterator[Part]:
    at = 0
    for slip in slips:
        yield Part(text[at : slip.start])
        yield Part(text[slip.start : slip.end], slip.severity.value)
        at = slip.end
    yield Part(text[at:])


def _json(op: object) -> str:
    return json.dumps(op, ensure_ascii=False) if op else ""
