"""The order in which letters of both directions stand on a line: FriBidi, which Pango brings, knows the rules."""

import ctypes
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Protocol, TypeVar

from builder.errors import MissingPartError
from builder.press.tokens.shaping import open_library

_RIGHT = frozenset(("R", "AL", "AN", "RLE", "RLO", "RLI"))
_PARAGRAPH = {"ltr": 0x110, "rtl": 0x111}


class Placed(Protocol):
    """A stretch of a line that knows how deep it is nested: odd levels run from right to left."""

    @property
    def level(self) -> int:
        """Its level."""


Item = TypeVar("Item", bound=Placed)


@lru_cache(maxsize=4096)
def levels(text: str, direction: str) -> tuple[int, ...]:
    """For each letter its level in a paragraph of this direction: even from left to right, odd from right to left."""
    if direction == "ltr" and not any(unicodedata.bidirectional(letter) in _RIGHT for letter in text):
        return (0,) * len(text)
    bidi, count = _library(), len(text)
    letters = (ctypes.c_uint32 * count)(*map(ord, text))
    types, brackets = (ctypes.c_uint32 * count)(), (ctypes.c_uint32 * count)()
    found = (ctypes.c_int8 * count)()
    base = ctypes.c_uint32(_PARAGRAPH[direction])
    bidi.fribidi_get_bidi_types(letters, count, types)
    bidi.fribidi_get_bracket_types(letters, count, types, brackets)
    bidi.fribidi_get_par_embedding_levels_ex(types, brackets, count, ctypes.byref(base), found)
    return tuple(found)


def visual(items: Sequence[Item]) -> list[Item]:
    """The stretches of one line as they stand on paper, from left to right."""
    order = list(items)
    deepest = max((item.level for item in order), default=0)
    for level in range(deepest, 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and order[end].level >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = max(end, start + 1)
    return order


@cache
def _library() -> Any:
    bidi = open_library("fribidi")
    if bidi is None:
        raise MissingPartError(
            "Tokens with Hebrew or Arabic need the FriBidi library, which comes with Pango. Type: bin/setup"
        )
    return bidi
