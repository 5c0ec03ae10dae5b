"""Drop caps: the letter is drawn as a picture and stays in the text, invisible, for searches and screen readers."""

from functools import cache, lru_cache
from typing import Any

from builder.press import colours, resources
from builder.press.drawings import Drawing, drawing, pdf_pen

CAP = "clockwright:cap/"
FACE, TEXT_FACE = "IMFellEnglishSC-Regular", "Alegreya-Regular"
#: Height of a capital in em of the text (two lines), and the letter's share of it.
SIZE = 3.25


def html(letter: str) -> str:
    """The HTML of a drop cap: its picture over the invisible letter."""
    if not is_known(letter):
        return letter
    width = SIZE * _font(FACE)["hmtx"][_glyph(FACE, letter)][0] / _font(FACE)["head"].unitsPerEm + 0.06
    own = _font(TEXT_FACE)["hmtx"][_glyph(TEXT_FACE, letter)][0] / _font(TEXT_FACE)["head"].unitsPerEm
    return (
        f'<span class="cap" style="width:{width:.3f}em;background-image:url(\'{CAP}{ord(letter)}\')"></span>'
        f'<span class="under" style="margin-left:{-own:.3f}em">{letter}</span>'
    )


def is_known(letter: str) -> bool:
    """Whether both faces have the letter."""
    return ord(letter) in _font(FACE).getBestCmap() and ord(letter) in _font(TEXT_FACE).getBestCmap()


@lru_cache(maxsize=128)
def find(url: str) -> Drawing:
    """The drawing of a letter."""
    from fontTools.pens.transformPen import TransformPen

    code = int(url.removeprefix(CAP))
    font = _font(FACE)
    glyphs, top = font.getGlyphSet(), _cap_height(font)
    glyph = glyphs[_glyph(FACE, chr(code))]
    pen = pdf_pen(glyphs)
    glyph.draw(TransformPen(pen, (1, 0, 0, -1, 0, top)))
    content = " ".join(pen.operators).encode()
    return drawing(f"c-{code}", glyph.width, top * 1.02, _accent() + content + b" f")


def svg(code: int) -> str:
    """The same letter as an SVG file, for a browser."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    font = _font(FACE)
    glyphs, top = font.getGlyphSet(), _cap_height(font)
    glyph, pen = glyphs[_glyph(FACE, chr(code))], SVGPathPen(glyphs)
    glyph.draw(TransformPen(pen, (1, 0, 0, -1, 0, top)))
    return colours.filled(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {glyph.width:g} {top * 1.02:g}">'
        f'<path fill="var(--accent)" d="{pen.getCommands()}"/></svg>'
    )


def _accent() -> bytes:
    return b"%.3f %.3f %.3f rg " % colours.parts(colours.value("accent"))


def _cap_height(font: Any) -> float:
    return float(font["OS/2"].sCapHeight or 0.7 * font["head"].unitsPerEm)


def _glyph(face: str, letter: str) -> str:
    name: str = _font(face).getBestCmap()[ord(letter)]
    return name


@cache
def _font(face: str) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(resources.font_file(face), lazy=True)
