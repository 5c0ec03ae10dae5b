"""Shapes text with HarfBuzz: the letters of any script become glyphs of a font, which is then cut to what was used."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import uharfbuzz as hb

#: Tables that hold outlines; coloured pictures of letters cannot be printed here.
_OUTLINES = ("glyf", "CFF ", "CFF2")
#: Tables that a font in a PDF does not need.
_USELESS = ("BASE", "DSIG", "GDEF", "GPOS", "GSUB", "JSTF", "MATH", "SVG ", "meta", "STAT")
_SUBSET = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NOTDEF_OUTLINE


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter as a font draws it; lengths in em."""

    id: int
    #: The distance to the next one, kerning included.
    advance: float
    dx: float
    dy: float
    #: The letters that it represents; none for the second glyph of a letter.
    text: str


class Face:
    """A font file, open for shaping. Raises OSError for a file that cannot be read."""

    def __init__(self, path: Path, index: int = 0) -> None:
        self.path = path
        self._face = hb.Face(path.read_bytes(), index)
        self._font = hb.Font(self._face)
        self.em: int = self._face.upem
        self.width = cache(self._width)

    def has(self, letter: str) -> bool:
        """Whether the font has a glyph for a letter."""
        return self._font.get_nominal_glyph(ord(letter)) is not None

    def _width(self, glyph: int) -> float:
        """The advance width of a glyph (em), without kerning."""
        advance: int = self._font.get_glyph_h_advance(glyph)
        return advance / self.em

    def has_outlines(self) -> bool:
        """Whether its letters are drawn as lines."""
        return not set(_OUTLINES).isdisjoint(self._face.table_tags)

    def shape(self, text: str, *, rtl: bool) -> tuple[Glyph, ...]:
        """The glyphs of a text of one direction, from left to right on the paper."""
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
            end = ends.pop(info.cluster, info.cluster)  # the first glyph of a cluster has its letters
            lengths = (position.x_advance, position.x_offset, position.y_offset)
            advance, dx, dy = (length / self.em for length in lengths)
            yield Glyph(info.codepoint, advance, dx, dy, text[info.cluster : end])

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """A font file with these glyphs under their own numbers, and no others.

        All of the font, where HarfBuzz cannot cut it.
        """
        wanted = hb.SubsetInput()
        wanted.glyph_set.update(glyphs)
        wanted.drop_table_tag_set.update(int.from_bytes(name.encode(), "big") for name in _USELESS)
        wanted.flags = _SUBSET
        try:
            face = hb.subset(self._face, wanted)
        except hb.HarfBuzzError:
            face = self._face
        return bytes(face.blob.data)
