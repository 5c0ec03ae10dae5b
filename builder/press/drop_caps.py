"""Drop caps: the letter is drawn as a picture and stays in the text, invisible, for searches and screen readers."""

from functools import lru_cache
from typing import Any

from builder import themes
from builder.press import colours, fonts, resources
from builder.press.drawings import CAP, Drawing, drawing, font, pdf_pen

FACE, TEXT_FACE = "IMFellEnglishSC-Regular", "Alegreya-Regular"
#: Height of a capital in em of the text (two lines), and the letter's share of it.
SIZE = 3.25


def html(letter: str) -> str:
    """The HTML of a drop cap: its picture over the invisible letter."""
    if not is_known(letter):
        return letter
    gap = 0.06 if resources.worn(FACE) == FACE else 0.2
    width, own = SIZE * _advance(FACE, letter) + gap, _advance(TEXT_FACE, letter)
    return (
        f'<span class="cap" style="width:{width:.3f}em;background-image:url(\'{CAP}{ord(letter)}\')"></span>'
        f'<span class="under" style="margin-left:{-own:.3f}em">{letter}</span>'
    )


def _advance(face: str, letter: str) -> float:
    """The width of a letter in em."""
    return fonts.advances(resources.font_file(resources.worn(face)))[ord(letter)]


def is_known(letter: str) -> bool:
    """Whether both faces have the letter, and the theme wants drop caps."""
    has_caps = themes.current().ornaments.get("cap") != "none"
    return has_caps and fonts.covers(FACE, letter) and fonts.covers(TEXT_FACE, letter)


def find(url: str) -> Drawing:
    """The drawing of a letter."""
    return _find(url, resources.worn(FACE), colours.value(_colour()))


@lru_cache(maxsize=128)
def _find(url: str, face: str, colour: str) -> Drawing:
    from fontTools.pens.transformPen import TransformPen

    code = int(url.removeprefix(CAP))
    glyphs, glyph, top = _glyph(face, code)
    pen = pdf_pen(glyphs)
    glyph.draw(TransformPen(pen, (1, 0, 0, -1, 0, top)))
    content = " ".join(pen.operators).encode()
    fill = b"%.3f %.3f %.3f rg " % colours.parts(colour)
    return drawing(f"c-{code}", glyph.width, top * 1.02, fill + content + b" f")


def svg(code: int) -> str:
    """The same letter as an SVG file, for a browser."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    glyphs, glyph, top = _glyph(resources.worn(FACE), code)
    pen = SVGPathPen(glyphs)
    glyph.draw(TransformPen(pen, (1, 0, 0, -1, 0, top)))
    return colours.filled(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {glyph.width:g} {top * 1.02:g}">'
        f'<path fill="var(--{_colour()})" d="{pen.getCommands()}"/></svg>'
    )


def _colour() -> str:
    """The name of the colour of drop caps."""
    return themes.current().ornaments.get("cap") or "accent"


def _glyph(face: str, code: int) -> tuple[Any, Any, float]:
    """The glyphs of a face, that of a letter, and the height of a capital."""
    opened = font(face)
    glyphs = opened.getGlyphSet()
    height = float(opened["OS/2"].sCapHeight or 0.7 * opened["head"].unitsPerEm)
    return glyphs, glyphs[opened.getBestCmap()[code]], height
