"""Converts text to glyphs: HarfBuzz shapes text and subsets fonts, FriBidi handles bidirectional text.

Embedding levels are those of the Unicode bidirectional algorithm (UAX #9) as computed by FriBidi, a part of Pango.
`python-bidi` does not return them, only reordered text, and its older implementation supports neither isolates nor
bracket pairs.
"""

import ctypes
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

import uharfbuzz as hb

from builder.errors import MissingPartError

#: Font tables with outlines; colour bitmap fonts are not supported.
_OUTLINES = ("glyf", "CFF ", "CFF2")
#: Font tables that a PDF does not need.
_USELESS = ("BASE", "DSIG", "GDEF", "GPOS", "GSUB", "JSTF", "MATH", "SVG ", "meta", "STAT")
_SUBSET = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NOTDEF_OUTLINE
#: Where the table OS/2 has the weight, and from which weight on a font is bold.
_WEIGHT_AT, BOLD = 4, 600
_RIGHT = frozenset(("R", "AL", "AN", "RLE", "RLO", "RLI"))
_PARAGRAPH = {"ltr": 0x110, "rtl": 0x111}


@dataclass(frozen=True, slots=True)
class Glyph:
    """A positioned glyph; lengths in em."""

    id: int
    #: Distance to the next one, including kerning.
    advance: float
    dx: float
    dy: float
    #: The letters that it represents; empty for further glyphs of a letter.
    text: str


class Face:
    """A font file, open for shaping. Raises OSError if it cannot be read."""

    def __init__(self, path: Path, index: int = 0, *, is_ours: bool = True) -> None:
        self.path = path
        self._face = hb.Face(path.read_bytes(), index)
        self._font = hb.Font(self._face)
        self.em: int = self._face.upem
        self.width = cache(self._width)
        #: Whether a system font is lighter than bold; ours and those of themes are what their use asks for.
        self.is_light = not is_ours and 0 < self._weight() < BOLD

    def has(self, letter: str) -> bool:
        """Whether the font has a glyph for a letter."""
        return self._font.get_nominal_glyph(ord(letter)) is not None

    def _weight(self) -> int:
        """What the font says of its weight, from 1 to 1000; 0: nothing."""
        return int.from_bytes(bytes(self._face.reference_table("OS/2").data)[_WEIGHT_AT : _WEIGHT_AT + 2])

    def _width(self, glyph: int) -> float:
        """The advance width of a glyph (em), without kerning."""
        advance: int = self._font.get_glyph_h_advance(glyph)
        return advance / self.em

    def has_outlines(self) -> bool:
        """Whether the font has outlines."""
        return not set(_OUTLINES).isdisjoint(self._face.table_tags)

    def shape(self, text: str, *, rtl: bool) -> tuple[Glyph, ...]:
        """Shapes a text of one direction; returns its glyphs from left to right."""
        buffer = hb.Buffer()
        buffer.add_codepoints([*map(ord, text)])
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if rtl else "ltr"
        hb.shape(self._font, buffer)
        return tuple(self._glyphs(text, buffer))

    def _glyphs(self, text: str, buffer: hb.Buffer) -> Iterator[Glyph]:
        infos = buffer.glyph_infos
        starts = sorted({info.cluster for info in infos})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        for info, position in zip(infos, buffer.glyph_positions, strict=True):
            end = ends.pop(
                info.cluster, info.cluster
            )  # the first glyph of a cluster represents all its letters
            lengths = (position.x_advance, position.x_offset, position.y_offset)
            advance, dx, dy = (length / self.em for length in lengths)
            yield Glyph(info.codepoint, advance, dx, dy, text[info.cluster : end])

    def draw(self, glyph: int, pen: Any) -> None:
        """Draws a glyph with a fontTools pen, in units of the font."""
        self._font.draw_glyph_with_pen(glyph, pen)

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """A font file with only these glyphs, with the same indexes; the whole font if HarfBuzz cannot subset it."""
        wanted = hb.SubsetInput()
        wanted.glyph_set.update(glyphs)
        wanted.drop_table_tag_set.update(int.from_bytes(name.encode(), "big") for name in _USELESS)
        wanted.flags = _SUBSET
        try:
            face = hb.subset(self._face, wanted)
        except hb.HarfBuzzError:
            face = self._face
        return bytes(face.blob.data)


class Placed(Protocol):
    """A part of a line with its embedding level; odd levels are right-to-left."""

    @property
    def level(self) -> int:
        """Its embedding level."""


Item = TypeVar("Item", bound=Placed)


@lru_cache(maxsize=4096)
def levels(text: str, direction: str) -> tuple[int, ...]:
    """The embedding level of each letter in a paragraph of this direction."""
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
    """Reorders the parts of a line from logical to visual order."""
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
