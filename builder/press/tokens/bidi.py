"""The order in which letters of both directions are on a line: the Unicode bidirectional algorithm (UAX #9).

FriBidi, which Pango brings, works out the embedding levels. `python-bidi` does not give them: it returns reordered
text only, and its older implementation knows neither isolates nor pairs of brackets.
"""

import ctypes
import sys
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, Protocol, TypeVar

from builder.errors import MissingPartError

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
    names = {"darwin": "libfribidi.0.dylib", "win32": "libfribidi-0.dll"}
    folders = ("", "/opt/homebrew/lib/", "/usr/local/lib/") if sys.platform == "darwin" else ("",)
    for folder in folders:
        with suppress(OSError):
            return ctypes.CDLL(folder + names.get(sys.platform, "libfribidi.so.0"))
    raise MissingPartError(
        "Tokens with Hebrew or Arabic need the FriBidi library, which comes with Pango. Type: bin/setup"
    )
