"""How much a script file would be: told before it is written, from what is known of its parts."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from builder.formats.parsing import levels
from builder.formats.source import DEEPEST_TOLD
from builder.memoize import Memo, mark

#: So far in stand those whose size is kept: characters of a script, and what is beside each in its `_meta`.
KEPT = (1, 4)
#: How JSON would write a number that is none.
NO_NUMBER = ("NaN", "Infinity")


@dataclass(frozen=True, slots=True)
class Size:
    """What a value takes as JSON."""

    #: How deep lists and objects lie in each other, and how many values are in them.
    depth: int
    values: int
    #: How many letters it has on one line.
    letters: int
    #: Whether a file can hold it: there are no half letters in it, and no numbers that are none.
    is_writable: bool


_SIZES: Memo[Size] = Memo()


def size(value: Any, within: int = 0) -> Size:
    """The size of a value that stands so many lists and objects in."""
    if within in KEPT and isinstance(value, dict) and value.get("id") != "_meta":
        return _SIZES.get(mark(value), lambda: _measured(value))
    if within >= max(KEPT) or not _has_inner(value):
        return _measured(value)
    if isinstance(value, dict):
        # What stands before each value is a list of its names, and so many colons.
        return _together(_measured(list(value)), len(": ") * len(value), value.values(), within)
    return _together(_measured([0] * len(value)), -len(value), value, within)


def _has_inner(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(isinstance(each, dict | list) for each in inner)


def _together(frame: Size, more: int, inner: Iterable[Any], within: int) -> Size:
    """The size of what has brackets, commas and names like `frame`, so many letters more, and values in it."""
    parts = [size(each, within + 1) for each in inner]
    return Size(
        depth=1 + max(each.depth for each in parts),
        values=len(parts) + sum(each.values for each in parts),
        letters=frame.letters + more + sum(each.letters for each in parts),
        is_writable=frame.is_writable and all(each.is_writable for each in parts),
    )


def _measured(value: Any) -> Size:
    counts = [sum(len(inner) for inner in level) for level in levels(value)]
    if len(counts) > DEEPEST_TOLD:  # refused whatever its letters are, which nobody could count
        return Size(len(counts), sum(counts), 0, is_writable=True)
    text = json.dumps(value, ensure_ascii=False)
    return Size(len(counts), sum(counts), len(text), is_writable=_is_writable(value, text))


def _is_writable(value: Any, text: str) -> bool:
    if text.isascii() and not any(word in text for word in NO_NUMBER):
        return True
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True
