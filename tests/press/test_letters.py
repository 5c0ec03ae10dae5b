"""What a font says of its letters, against a library that reads fonts in full."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from builder import assets
from builder.press import fonts

FONTS = sorted(assets.static("vendor", "fonts").glob("*.ttf"))


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_every_letter_has_the_glyph_and_the_width_that_its_font_says(path: Path) -> None:
    with TTFont(path, lazy=True) as font:
        known = {letter: name for letter, name in font.getBestCmap().items() if font.getGlyphID(name)}
        widths = {letter: font["hmtx"][name][0] / font["head"].unitsPerEm for letter, name in known.items()}
        assert fonts.glyphs(path) == {letter: font.getGlyphID(name) for letter, name in known.items()}
    assert fonts.advances(path) == widths


def test_a_font_with_no_table_that_we_know_is_said_by_name(tmp_path: Path) -> None:
    font = TTFont(FONTS[0])
    font["cmap"].tables = [table for table in font["cmap"].tables if table.format not in {4, 12}]
    font.save(tmp_path / "odd.ttf")
    with pytest.raises(ValueError, match=r"odd\.ttf has no table of letters"):
        fonts.glyphs(tmp_path / "odd.ttf")


def test_a_face_covers_a_text_that_it_has_every_letter_of() -> None:
    assert fonts.covers("AlegreyaSans-Regular", "Zażółć gęślą jaźń")
    assert not fonts.covers("AlegreyaSans-Regular", "Zażółć שלום")


def test_letters_of_any_of_our_faces_are_missing_nowhere() -> None:
    assert list(fonts.missing("Zażółć\tשלום\nمرحبا")) == []
