"""What the script says about itself."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from builder.editing.change import Change, Op, with_meta
from builder.game.script import Script

LONGEST_NAME = 200


def _rename(script: Script, op: Op) -> Change:
    return _about(script, "name", op, "Name", empty="")


def _author(script: Script, op: Op) -> Change:
    return _about(script, "author", op, "Author", empty=None)


def _about(script: Script, field: str, op: Op, label: str, *, empty: str | None) -> Change:
    """A field of `_meta`; a script without one gets one."""
    value = " ".join(str(op.get(field, "")).split())[:LONGEST_NAME]
    meta: dict[str, Any] = dict(script.written_meta or {"id": "_meta", "name": script.meta.name})
    if value or empty is not None:
        meta[field] = value
    else:
        meta.pop(field, None)
    if script.written_meta == meta:
        return Change(script, "", "")
    return Change(with_meta(script, meta), label, f"{label} changed.")


OPS: Mapping[str, Callable[[Script, Op], Change]] = MappingProxyType({"author": _author, "rename": _rename})
