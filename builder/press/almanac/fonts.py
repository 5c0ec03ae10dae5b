"""The letters of a book: each page remembers which it used, and the bound book embeds those and no others."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Which letters of a face a page uses: their widths, the words they stand for, letters that the face lacks."""

    widths: dict[int, int] = field(default_factory=dict)
    to_unicode: dict[int, str] = field(default_factory=dict)
    missing: dict[int, int] = field(default_factory=dict)


class PageFonts(dict[int, Any]):
    """The fonts of one page, as WeasyPrint asks for them: copies that remember what this page used."""

    def __init__(self, *, readable: bool) -> None:
        super().__init__()
        self._readable = readable

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in known_fonts(self._readable)

    def __missing__(self, key: int) -> Any:
        super().__setitem__(key, unused(key, readable=self._readable))
        return self[key]

    def __setitem__(self, key: int, font: Any) -> None:
        known_fonts(self._readable).setdefault(key, font)
        super().__setitem__(key, unused(key, readable=self._readable))

    def used(self) -> dict[int, Glyphs]:
        """What the page used of each."""
        return {key: Glyphs(font.widths, font.to_unicode, font.missing) for key, font in self.items()}


@cache
def known_fonts(readable: bool) -> dict[int, Any]:  # noqa: ARG001  # it is the key of the cache
    """Every font that a page of this process was drawn with, by WeasyPrint's key; readable ones have others' names."""
    return {}


def unused(key: int, *, readable: bool) -> Any:
    """A copy of a font of which nothing is used yet."""
    font = copy.copy(known_fonts(readable)[key])
    font.widths, font.to_unicode, font.missing = {}, {}, {}

    def clean(used: Mapping[int, str], hinting: bool) -> None:
        lacks = frozenset(font.missing)
        font.file_content, font.variations = _cleaned(readable, key, frozenset(used), lacks, hinting)

    font.clean = clean
    # Letters that it lacks are numbered by themselves, not in the order in which they come up: so pages agree.
    most = max(1, 2**16 - 1 - font.glyph_count)
    font.get_unused_glyph_id = lambda letter: font.missing.setdefault(
        letter, font.glyph_count + letter % most
    )
    return font


@lru_cache(maxsize=24)
def _cleaned(
    readable: bool,
    key: int,
    used: frozenset[int],
    missing: frozenset[int],
    hinting: bool,
) -> tuple[bytes, Any]:
    """A font with some letters and no others: mostly the same ones as before, when one page of a book changed."""
    font = copy.copy(known_fonts(readable)[key])
    font.variations, font.missing = dict(font.variations), dict.fromkeys(missing)
    font.clean(dict.fromkeys(sorted(used), ""), hinting)
    return font.file_content, font.variations


def merge(fonts: dict[int, Any], glyphs: Mapping[int, Glyphs], *, readable: bool) -> None:
    """Adds what a page used to the fonts of a book; where two pages differ, the first one holds."""
    for key, more in glyphs.items():
        if key not in fonts:
            fonts[key] = unused(key, readable=readable)
        font = fonts[key]
        font.widths = {**more.widths, **font.widths}
        font.to_unicode = {**more.to_unicode, **font.to_unicode}
        font.missing = {**more.missing, **font.missing}
