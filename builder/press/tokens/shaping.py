"""Shapes text: HarfBuzz, which Pango brings, turns the letters of any script into glyphs of a font."""

import ctypes
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from builder.errors import MissingPartError

_LTR, _RTL = 4, 5
_READONLY = 1


class _Info(ctypes.Structure):
    _fields_ = (
        ("glyph", ctypes.c_uint32),
        ("mask", ctypes.c_uint32),
        ("cluster", ctypes.c_uint32),
        ("var1", ctypes.c_uint32),
        ("var2", ctypes.c_uint32),
    )


class _Position(ctypes.Structure):
    _fields_ = (
        ("advance", ctypes.c_int32),
        ("y_advance", ctypes.c_int32),
        ("dx", ctypes.c_int32),
        ("dy", ctypes.c_int32),
        ("var", ctypes.c_uint32),
    )


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter as a font draws it; lengths in em."""

    id: int
    #: How far the next one stands from it, kerning included.
    advance: float
    dx: float
    dy: float
    #: The letters that it stands for; none for the second glyph of a letter.
    text: str


class Face:
    """A font file, open for shaping; kept for the life of the process."""

    def __init__(self, path: Path, index: int = 0) -> None:
        hb = library()
        self.path, self.index = path, index
        self._bytes = path.read_bytes()
        self._blob = hb.hb_blob_create(self._bytes, len(self._bytes), _READONLY, None, None)
        self.pointer = hb.hb_face_create(self._blob, index)
        self._font = hb.hb_font_create(self.pointer)
        self._widths: dict[int, float] = {}
        self.em: int = hb.hb_face_get_upem(self.pointer)

    def has(self, letter: str) -> bool:
        """Whether the font has a glyph for a letter."""
        glyph = ctypes.c_uint32()
        return bool(library().hb_font_get_nominal_glyph(self._font, ord(letter), ctypes.byref(glyph)))

    def width(self, glyph: int) -> float:
        """The advance width of a glyph (em), kerning left out."""
        found = self._widths.get(glyph)
        if found is None:
            advance: int = library().hb_font_get_glyph_h_advance(self._font, glyph)
            found = self._widths[glyph] = advance / self.em
        return found

    def has_outlines(self) -> bool:
        """Whether its letters are drawn as lines; coloured pictures of letters cannot be printed here."""
        hb = library()
        for name in (b"glyf", b"CFF ", b"CFF2"):
            table = hb.hb_face_reference_table(self.pointer, int.from_bytes(name, "big"))
            size = hb.hb_blob_get_length(table)
            hb.hb_blob_destroy(table)
            if size:
                return True
        return False

    def shape(self, text: str, *, rtl: bool) -> tuple[Glyph, ...]:
        """The glyphs of a text of one direction, from left to right on the paper."""
        hb, letters = library(), [*map(ord, text)]
        buffer = hb.hb_buffer_create()
        try:
            array = (ctypes.c_uint32 * len(letters))(*letters)
            hb.hb_buffer_add_utf32(buffer, array, len(letters), 0, len(letters))
            hb.hb_buffer_guess_segment_properties(buffer)
            hb.hb_buffer_set_direction(buffer, _RTL if rtl else _LTR)
            hb.hb_shape(self._font, buffer, None, 0)
            count = ctypes.c_uint()
            infos = hb.hb_buffer_get_glyph_infos(buffer, ctypes.byref(count))
            places = hb.hb_buffer_get_glyph_positions(buffer, ctypes.byref(count))
            found = [(infos[i].glyph, infos[i].cluster, places[i]) for i in range(count.value)]
            return tuple(self._glyphs(text, found))
        finally:
            hb.hb_buffer_destroy(buffer)

    def _glyphs(self, text: str, found: list[tuple[int, int, _Position]]) -> Iterable[Glyph]:
        starts = sorted({cluster for _, cluster, _ in found})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        told: set[int] = set()
        for glyph, cluster, place in found:
            words = "" if cluster in told else text[cluster : ends[cluster]]
            told.add(cluster)
            yield Glyph(glyph, place.advance / self.em, place.dx / self.em, place.dy / self.em, words)


@cache
def library() -> Any:
    """HarfBuzz. Raises MissingPartError where it is not installed."""
    hb = open_library("harfbuzz")
    if hb is None:
        raise MissingPartError(
            "Tokens need the HarfBuzz library, which comes with Pango and is not installed. Type: bin/setup"
        )
    pointers = (
        "hb_blob_create",
        "hb_face_create",
        "hb_font_create",
        "hb_buffer_create",
        "hb_face_reference_blob",
    )
    for name in (*pointers, "hb_face_reference_table"):
        getattr(hb, name).restype = ctypes.c_void_p
    hb.hb_blob_create.argtypes = (
        ctypes.c_char_p,
        ctypes.c_uint,
        ctypes.c_int,
        ctypes.c_void_p,
        ctypes.c_void_p,
    )
    hb.hb_buffer_get_glyph_infos.restype = ctypes.POINTER(_Info)
    hb.hb_buffer_get_glyph_positions.restype = ctypes.POINTER(_Position)
    hb.hb_blob_get_data.restype = ctypes.POINTER(ctypes.c_char)
    hb.hb_font_get_glyph_h_advance.restype = ctypes.c_int32
    for name, kinds in _SIGNATURES.items():
        getattr(hb, name).argtypes = kinds
    return hb


_P, _U = ctypes.c_void_p, ctypes.c_uint32
_SIGNATURES = {
    "hb_face_create": (_P, _U),
    "hb_font_create": (_P,),
    "hb_face_get_upem": (_P,),
    "hb_face_reference_table": (_P, _U),
    "hb_face_reference_blob": (_P,),
    "hb_face_destroy": (_P,),
    "hb_blob_get_length": (_P,),
    "hb_blob_get_data": (_P, _P),
    "hb_blob_destroy": (_P,),
    "hb_font_get_nominal_glyph": (_P, _U, _P),
    "hb_font_get_glyph_h_advance": (_P, _U),
    "hb_buffer_add_utf32": (_P, _P, ctypes.c_int, _U, ctypes.c_int),
    "hb_buffer_guess_segment_properties": (_P,),
    "hb_buffer_set_direction": (_P, ctypes.c_int),
    "hb_buffer_get_glyph_infos": (_P, _P),
    "hb_buffer_get_glyph_positions": (_P, _P),
    "hb_buffer_destroy": (_P,),
    "hb_shape": (_P, _P, _P, _U),
    "hb_set_add": (_P, _U),
}


def open_library(name: str) -> Any:
    """A shared library by its short name, or None where it is not installed."""
    names = {"linux": f"lib{name}.so.0", "darwin": f"lib{name}.0.dylib", "win32": f"lib{name}-0.dll"}
    folders = ("", "/opt/homebrew/lib/", "/usr/local/lib/") if sys.platform == "darwin" else ("",)
    for folder in folders:
        try:
            return ctypes.CDLL(folder + names.get(sys.platform, f"lib{name}.so"))
        except OSError:
            continue
    return None
