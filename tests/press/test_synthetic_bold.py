"""Letters that should be bold and have no bold font are thickened; all others are drawn as they are."""

import re
from io import BytesIO

import pikepdf
import pytest

import builder
from builder import assets
from builder.press import fonts

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
    ),
]
NAME = "人形遣い"


def drawn(name: str) -> bytes:
    """What the first page of a sheet with one character draws."""
    own = f'{{"id": "own", "name": "{name}", "team": "demon", "ability": "Each night*, choose a player."}}'
    made = builder.render(builder.parse(f"[{own}]"), "sheet", style="classic")
    with pikepdf.open(BytesIO(made.pdf)) as pdf:
        page = pdf.pages[0]
        page.contents_coalesce()
        return page.Contents.read_bytes()


@pytest.mark.skipif(not fonts._system_has(NAME[0]), reason="no font of the system has Japanese letters")
def test_a_name_whose_font_has_no_bold_face_is_thickened_in_its_color_and_nothing_after_it() -> None:
    page = drawn(NAME)
    assert page.count(b"\n2 Tr") == page.count(b"\n0 Tr") == 1
    thick = page[page.index(b"\n2 Tr") : page.index(b"\n0 Tr")]
    assert len(re.findall(rb"[0-9a-f]{4}", thick)) == len(NAME)
    before = page[: page.index(b"\n2 Tr")]
    filled, outlined = (re.findall(rb"\n([\d. ]+) " + sign, before)[-1] for sign in (b"rg", b"RG"))
    assert filled == outlined


def test_a_name_in_a_font_of_ours_is_drawn_as_it_is() -> None:
    assert b" Tr" not in drawn("Puppeteer")
