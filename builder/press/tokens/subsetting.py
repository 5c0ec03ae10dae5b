"""Cuts fonts to the glyphs that a document uses: by HarfBuzz, else by fontTools, which is slower."""

import ctypes
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from typing import Any

from builder.press.tokens.shaping import Face, library, open_library

_POINTER = ctypes.c_void_p
_DROP_TABLES = 3  # HB_SUBSET_SETS_DROP_TABLE_TAG
_NO_HINTING, _RETAIN_GLYPH_IDS, _NOTDEF = 0x01, 0x02, 0x40
#: Tables that a font in a PDF does not need.
_USELESS = (b"BASE", b"DSIG", b"GDEF", b"GPOS", b"GSUB", b"JSTF", b"MATH", b"SVG ", b"meta", b"STAT")


def subset(face: Face, glyphs: Iterable[int]) -> bytes:
    """A font file with these glyphs under their own numbers, and no others."""
    kept = sorted(glyphs)
    return _quick_subset(face, kept) or _slow_subset(face, kept)


def _quick_subset(face: Face, kept: list[int]) -> bytes:
    """Nothing where the library's subsetter is missing or gives up."""
    cutter = _cutter()
    if cutter is None:
        return b""
    hb, wish = library(), cutter.hb_subset_input_create_or_fail()
    try:
        wanted = cutter.hb_subset_input_glyph_set(wish)
        for glyph in kept:
            hb.hb_set_add(wanted, glyph)
        useless = cutter.hb_subset_input_set(wish, _DROP_TABLES)
        for name in _USELESS:
            hb.hb_set_add(useless, int.from_bytes(name, "big"))
        cutter.hb_subset_input_set_flags(wish, _NO_HINTING | _RETAIN_GLYPH_IDS | _NOTDEF)
        made = cutter.hb_subset_or_fail(face.pointer, wish)
        return _bytes_of(made) if made else b""
    finally:
        cutter.hb_subset_input_destroy(wish)


def _bytes_of(face: int) -> bytes:
    hb = library()
    blob, length = hb.hb_face_reference_blob(face), ctypes.c_uint()
    data = hb.hb_blob_get_data(blob, ctypes.byref(length))
    body = ctypes.string_at(data, length.value)
    hb.hb_blob_destroy(blob)
    hb.hb_face_destroy(face)
    return body


def _slow_subset(face: Face, kept: list[int]) -> bytes:
    from fontTools import subset as cutter
    from fontTools.ttLib import TTFont

    options = cutter.Options(retain_gids=True, hinting=False, notdef_outline=True, recalc_timestamp=False)
    options.drop_tables += [name.decode().strip() for name in _USELESS]
    made = cutter.Subsetter(options)
    made.populate(gids=kept)
    target = BytesIO()
    with TTFont(face.path, fontNumber=face.index, recalcTimestamp=False) as font:
        made.subset(font)
        font.save(target)
    return target.getvalue()


@cache
def _cutter() -> Any:
    """HarfBuzz' subsetter, or None where only its shaper is installed."""
    hb = open_library("harfbuzz-subset")
    if hb is None or not hasattr(hb, "hb_subset_or_fail"):
        return None
    for name in (
        "hb_subset_input_create_or_fail",
        "hb_subset_input_glyph_set",
        "hb_subset_input_set",
        "hb_subset_or_fail",
    ):
        getattr(hb, name).restype = ctypes.c_void_p
    hb.hb_subset_input_glyph_set.argtypes = hb.hb_subset_input_destroy.argtypes = (_POINTER,)
    hb.hb_subset_input_set.argtypes = (_POINTER, ctypes.c_int)
    hb.hb_subset_input_set_flags.argtypes = (_POINTER, ctypes.c_uint)
    hb.hb_subset_or_fail.argtypes = (_POINTER, _POINTER)
    return hb
