"""Fonts inside published web pages: small, the same every time, with the letters of the page."""

import base64
import re
from io import BytesIO

import pytest

from builder.press.almanac import web_page

PAGE = "<style>/* fonts */</style><h1>Owls &amp; Æthers</h1>"


def test_a_page_has_both_fonts_inside_and_nothing_to_fetch() -> None:
    page = web_page.with_fonts(PAGE)
    fonts = re.findall(r"url\(([^)]+)\)", page)
    assert len(fonts) == 2
    assert all(font.startswith("data:font/woff2;base64,") for font in fonts)
    assert len(page) < 60_000
    assert page == web_page.with_fonts(PAGE)


@pytest.mark.parametrize("family", web_page.FONTS)
def test_the_fonts_have_the_letters_of_the_page(family: str) -> None:
    from fontTools.ttLib import TTFont

    rule = next(line for line in web_page.with_fonts(PAGE).split("@font-face") if family in line)
    body = re.search(r"base64,([^)]+)", rule)
    assert body
    letters = TTFont(BytesIO(base64.b64decode(body[1]))).getBestCmap()
    assert {ord(letter) for letter in "Owls&Æ"} <= letters.keys()
    assert ord("Q") not in letters
