"""The order in which a night wakes everybody: taken whole, or back to the usual one."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from builder import catalogue
from builder.editing import extra_fields
from builder.editing.change import Change, EditError, Op, with_meta
from builder.game.ids import key
from builder.game.night import Row, night_sheet
from builder.game.script import Script

#: What people call the nights, and the fields of `_meta`.
NIGHTS: Mapping[str, str] = MappingProxyType({"first": "firstNight", "other": "otherNight"})
#: More than any night has.
MOST_ROWS = 2000


def rows(script: Script, night: str) -> tuple[Row, ...]:
    """Who wakes in a night (`first` or `other`), from dusk to dawn."""
    sheet = night_sheet(script, catalogue.night_order())
    return sheet.first if night == "first" else sheet.other


def with_order(script: Script, night: str, order: Sequence[str] | None) -> Script:
    """The script with this order of a night in its `_meta`; None: the usual one, which needs no words."""
    meta: dict[str, Any] = dict(script.written_meta or extra_fields.fresh_meta(script))
    if order is None:
        meta.pop(NIGHTS[night], None)
    else:
        meta[NIGHTS[night]] = list(order)
    return with_meta(script, meta)


def _night(script: Script, op: Op) -> Change:
    """`night`: first or other; `order`: the ids of its rows, or nothing for the usual order."""
    night, order = op.get("night"), op.get("order")
    if not isinstance(night, str) or night not in NIGHTS:
        raise EditError("Say which night it is.")
    written = (script.written_meta or {}).get(NIGHTS[night])
    if order is None:
        if written is None:
            return Change(script, "", "")
        return Change(with_order(script, night, None), "Usual night order", "The usual order is back.")
    wanted = _known(script, night, order)
    if wanted == (written or [row.id for row in rows(script, night)]):
        return Change(script, "", "")
    return Change(with_order(script, night, wanted), "Night order", "Night order changed.")


def _known(script: Script, night: str, order: object) -> list[str]:
    """The order without those who do not wake (any more). Raises EditError where it is none."""
    if not isinstance(order, list) or not all(isinstance(each, str) for each in order):
        raise EditError("That is no order of a night.")
    there = {key(row.id): row.id for row in rows(script, night)}
    asked = (key(each) for each in order[:MOST_ROWS])
    wanted = [there[each] for each in asked if each in there]
    if not wanted:
        raise EditError("Nobody in this order wakes in that night (any more).")
    return wanted


OPS: Mapping[str, Callable[[Script, Op], Change]] = MappingProxyType({"night": _night})
