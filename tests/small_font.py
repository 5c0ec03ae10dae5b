"""Makes small fonts, some of them hostile."""

import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.ttProgram import Program


def font(*, rights: int = 0, letters: str = " Aa", program: bool = False, is_cff: bool = False) -> bytes:
    """A small font, whose letters are triangles."""
    names = [".notdef", *(f"g{ord(letter)}" for letter in letters)]
    pen = T2CharStringPen(600, None) if is_cff else TTGlyphPen(None)
    for place in ((0, 0), (0, 500), (500, 500)):
        (pen.lineTo if place != (0, 0) else pen.moveTo)(place)
    pen.closePath()
    made = FontBuilder(1000, isTTF=not is_cff)
    made.setupGlyphOrder(names)
    made.setupCharacterMap({ord(letter): f"g{ord(letter)}" for letter in letters})
    if is_cff:
        made.setupCFF("Evil", {}, dict.fromkeys(names, pen.getCharString()), {})
    else:
        made.setupGlyf(dict.fromkeys(names, pen.glyph()))
    made.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": "Evil", "styleName": "Regular"})
    made.setupOS2(fsType=rights)
    made.setupPost()
    if program:
        for tag in ("fpgm", "prep"):
            made.font[tag] = newTable(tag)
            made.font[tag].program = Program()
            made.font[tag].program.fromBytecode(b"\x2c" * 40)
        made.font["SVG "] = newTable("SVG ")
        made.font["SVG "].docList = [("<svg><script>alert(1)</script></svg>", 1, 1)]
    target = io.BytesIO()
    made.save(target)
    return target.getvalue()
