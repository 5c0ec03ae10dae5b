"""Converts text to glyphs: HarfBuzz shapes text and subsets fonts, FriBidi handles bidirectional text.

Each letter is in one of our fonts if that has it, else in one of the system's.
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
from builder.press import fonts, resources

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


#: Faces by use of a text (“voice”); the first that has a letter is used.
VOICES = {
    "display": ("IMFellEnglishSC-Regular",),
    "name": ("Alegreya-Bold", "NotoSansHebrew-Bold", "NotoSansArabic-Bold", "AlegreyaSans-Bold"),
    "text": ("AlegreyaSans-Regular", "NotoSansHebrew-Regular", "NotoSansArabic-Regular", "Alegreya-Regular"),
    "bold": ("AlegreyaSans-Bold", "NotoSansHebrew-Bold", "NotoSansArabic-Bold", "Alegreya-Bold"),
}
#: The face whose empty box replaces letters that no font has.
LOST = "NotoSansHebrew-Bold"
#: Font files that can be embedded, and the maximum number of faces in one (a larger index means a variation).
_KINDS, _MOST_INDEX = (".ttf", ".otf", ".ttc", ".otc"), 0xFFFF
#: The same for readers who prefer plain, wide letters.
READABLE = {"display": "Lexend-Bold", "name": "Lexend-Bold", "text": "Lexend-Regular", "bold": "Lexend-Bold"}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of letters in one face; `face` is None if no font has them."""

    text: str
    face: Face
    is_lost: bool = False


def voice_of(title: str) -> str:
    """The display face if it has every letter of a title, else the serif; never a mixture."""
    return "display" if fonts.covers(VOICES["display"][0], title) else "name"


@lru_cache(maxsize=8192)
def stretches(text: str, names: tuple[str, ...]) -> tuple[Stretch, ...]:
    """Splits a text into runs of one face, with the `files` of a voice."""
    found: list[Stretch] = []
    for letter in text:
        face, lost = _face(letter, names, found[-1].face if found else None)
        if found and found[-1].face is face and found[-1].is_lost == lost:
            found[-1] = Stretch(found[-1].text + letter, face, lost)
        else:
            found.append(Stretch(letter, face, lost))
    return tuple(found)


def _face(letter: str, names: tuple[str, ...], before: Face | None) -> tuple[Face, bool]:
    """The face for a letter; punctuation and marks use the previous letter's face if it has them."""
    first, *others = _candidates(names)
    if before and (unicodedata.category(letter)[0] in "MPZN" or _is_unseen(letter)) and before.has(letter):
        return before, False
    for face in (first, *others):
        if face.has(letter):
            return face, False
    system = _of_the_system(letter)
    if system is not None:
        return system, False
    if _is_unseen(letter) or letter.isspace():
        return before or first, False
    return _ours(LOST), True


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cf", "Cc", "Mn")


def files(voice: str, *, readable: bool) -> tuple[str, ...]:
    """The files of the faces for a voice: the theme's before ours."""
    names = VOICES[voice] if voice != "display" else (*VOICES["display"], *VOICES["name"])
    if readable:
        return (READABLE[voice], *(names if voice != "display" else VOICES["name"]))
    return tuple(dict.fromkeys((*map(resources.worn, names), *names)))


@lru_cache(maxsize=64)
def _candidates(names: tuple[str, ...]) -> tuple[Face, ...]:
    return tuple(_ours(name) for name in names)


@cache
def _ours(name: str) -> Face:
    return Face(resources.font_file(name))


@lru_cache(maxsize=4096)
def _of_the_system(letter: str) -> Face | None:
    """A system font that has an outline for a letter; the result does not depend on earlier prints."""
    if letter.isspace() or unicodedata.category(letter)[0] == "C":
        return None
    for path, index, ranges in _system_fonts():
        if fonts.is_within(letter, ranges):
            face = _opened(path, index)
            if face is not None and face.has(letter):
                return face
    return None


@cache
def _system_fonts() -> tuple[tuple[str, int, fonts.Ranges], ...]:
    """The system's fonts with their letters, bold sans serifs first; empty if there is no fontconfig."""
    found = [
        (path, int(index), ranges)
        for path, index, ranges in fonts.system_fonts() or ()
        if path.lower().endswith(_KINDS) and index.isdecimal() and int(index) <= _MOST_INDEX
    ]
    return tuple(sorted(found, key=lambda font: _rank(font[0])))


def _rank(path: str) -> tuple[bool, bool, bool]:
    name = path.lower()
    return "mono" in name or "italic" in name or "oblique" in name, "sans" not in name, "bold" not in name


@cache
def _opened(path: str, index: int) -> Face | None:
    try:
        face = Face(Path(path), index, is_ours=False)
    except OSError:
        return None
    return face if face.has_outlines() else None
