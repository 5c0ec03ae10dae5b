"""Text on tokens: letters of every script, lines that fit, names on a curve."""

import json
import statistics
from dataclasses import replace
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

import builder
from builder import catalogue
from builder.game import markup
from builder.game.markup import Mark, Piece
from builder.press import resources
from builder.press.pdf_objects import MM
from builder.press.tokens import character, shaping, typesetting
from builder.press.tokens.ink import Ink, palette
from builder.press.tokens.pdf_file import Resources
from builder.press.tokens.typesetting import Dome, Line
from builder.printables import tokens


def shown(line: Line) -> str:
    """A line as it stands on paper, from left to right, each stretch in its reading order."""
    return "".join(atom.text for atom in line.atoms)


def parts(text: str) -> list[typesetting.Atom]:
    return typesetting.atoms(markup.ability(text), markup.direction(text))


def lines(text: str, width: float, most: int) -> list[str] | None:
    found = typesetting.broken(typesetting.words(parts(text)), width, most)
    return None if found is None else [shown(line) for line in found]


# -- Letters -----------------------------------------------------------------------------------------------


def test_a_title_is_set_in_the_display_face_only_where_that_has_every_letter() -> None:
    assert shaping.voice_of("Washerwoman") == "display"
    assert shaping.voice_of("Гном") == shaping.voice_of("占い師") == "name"


@pytest.mark.parametrize(
    ("text", "file"),
    [("Imp", "AlegreyaSans-Regular"), ("الجن", "NotoSansArabic-Regular"), ("גולם", "NotoSansHebrew-Regular")],
)
def test_our_own_fonts_set_latin_arabic_and_hebrew(text: str, file: str) -> None:
    (stretch,) = shaping.stretches(text, shaping.files("text", readable=False))
    assert stretch.face.path.stem == file
    assert not stretch.is_lost


def test_signs_stay_with_the_letters_before_them() -> None:
    assert len(shaping.stretches("גולם (3).", shaping.files("text", readable=False))) == 1


def test_a_letter_that_no_font_has_is_known_to_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shaping, "_of_the_system", lambda _letter: None)
    shaping.stretches.cache_clear()
    lost = [
        stretch.text
        for stretch in shaping.stretches("a𓂀\u200d b", shaping.files("text", readable=False))
        if stretch.is_lost
    ]
    shaping.stretches.cache_clear()
    assert lost == ["𓂀"]


@pytest.mark.parametrize(("file", "is_thin"), [("AlegreyaSans-Regular", True), ("AlegreyaSans-Bold", False)])
def test_names_from_a_font_of_the_system_without_a_bold_get_an_outline(
    monkeypatch: pytest.MonkeyPatch, file: str, is_thin: bool
) -> None:
    system = shaping.Face(resources.font_file(file), is_ours=False)
    monkeypatch.setattr(shaping, "_of_the_system", lambda _letter: system)
    shaping.stretches.cache_clear()
    typesetting._shaped_in.cache_clear()
    name, plain = (typesetting.line("𓂀 Imp", "ltr", voice) for voice in ("name", "text"))
    shaping.stretches.cache_clear()
    typesetting._shaped_in.cache_clear()
    assert [atom.is_thin for atom in name.atoms] == [is_thin, False, False]
    assert not any(atom.is_thin for atom in plain.atoms)
    ink = Ink(Resources(), palette("classic", saving=False))
    with ink.moved(0, 0):
        ink.colour("#ff0000")
        ink.curved(name, 10, 50, "Imp")
        ink.text(name, 10, 0, 0)
    said = " ".join(ink.operators)
    assert said.count("q 1 0 0 RG 0.312 w 2 Tr BT") == (2 if is_thin else 0)
    assert said.count("q ") == said.count("Q")


def test_a_readable_face_takes_the_place_of_ours() -> None:
    assert (
        shaping.stretches("Imp", shaping.files("display", readable=True))[0].face.path.stem == "Lexend-Bold"
    )


def test_arabic_letters_join() -> None:
    (atom,) = typesetting.line("بيت", "rtl", "text").atoms
    alone = [glyph.id for letter in "بيت" for glyph in atom.face.shape(letter, rtl=True)]
    assert [glyph.id for glyph in atom.glyphs][::-1] != alone
    assert "".join(glyph.text for glyph in atom.glyphs[::-1]) == "بيت"


def test_a_font_is_cut_to_the_glyphs_that_are_used() -> None:
    (atom,) = typesetting.line("Imp", "ltr", "text").atoms
    body = atom.face.subset(glyph.id for glyph in atom.glyphs)
    with TTFont(BytesIO(body)) as font:
        drawn = {
            number for number, name in enumerate(font.getGlyphOrder()) if font["glyf"][name].numberOfContours
        }
        assert drawn - {0} == {glyph.id for glyph in atom.glyphs}
        assert "GSUB" not in font
    assert len(body) < 20_000


def test_a_font_that_cannot_be_cut_is_embedded_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise shaping.hb.HarfBuzzError

    (atom,) = typesetting.line("Imp", "ltr", "text").atoms
    monkeypatch.setattr(shaping.hb, "subset", fail)
    assert atom.face.subset([1]) == atom.face.path.read_bytes()


# -- Both directions ---------------------------------------------------------------------------------------


def test_hebrew_runs_from_right_to_left_and_numbers_in_it_from_left_to_right() -> None:
    assert shown(typesetting.line("עד 3 לילות", "rtl", "text")) == "לילות 3 עד"


def test_latin_in_hebrew_keeps_its_own_order() -> None:
    assert shown(typesetting.line("זה Fang Gu כאן", "rtl", "text")) == "כאן Fang Gu זה"


def test_text_of_one_direction_needs_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shaping, "_library", lambda: pytest.fail("asked"))
    assert shaping.levels("Each night*, choose.", "ltr") == (0,) * 20


# -- Lines -------------------------------------------------------------------------------------------------


def test_words_are_spread_evenly_over_as_few_lines_as_they_need() -> None:
    assert lines("one two three four five six", 9, 5) == ["one two three", "four five six"]


def test_what_does_not_fit_is_said() -> None:
    assert lines("one two three four five six", 3, 2) is None
    assert lines("mountaineer", 3, 9) is None


def test_lines_are_piled_up_from_the_lowest() -> None:
    some = typesetting.words(parts("so it goes on and on and on"))
    found = typesetting.piled(some, [8, 4, 2])
    assert found is not None
    assert [shown(line) for line in found] == ["so it goes", "on and on and on"]


def test_japanese_breaks_between_letters_but_never_before_a_comma() -> None:
    found = lines("毎晩、選びます。", 3, 4)
    assert found is not None
    assert "".join(found) == "毎晩、選びます。"
    assert not any(line.startswith(("、", "。")) for line in found)


def test_brackets_are_bold_and_a_star_does_not_part_from_its_word() -> None:
    found = parts("Each night*, die. [+1 Outsider]")
    assert {atom.face.path.stem for atom in found if "Outsider" in atom.text} == {"AlegreyaSans-Bold"}
    star = next(atom for atom in found if atom.text == "*")
    assert not star.may_begin


def test_a_word_wider_than_everything_is_broken_between_letters() -> None:
    found = typesetting.in_letters(parts("w" * 40), 5)
    assert len(found) == 40
    assert typesetting.broken(typesetting.words(found), 5, 40)


def test_lines_in_a_dome_stay_inside_it_and_between_the_leaves() -> None:
    dome = Dome(radius=60, foot=-20, leaves=0, between=50)
    some = typesetting.words(
        parts("a fairly long text that needs several lines to say what it has to say " * 2)
    )
    block = typesetting.in_dome(some, 5, dome, 1.1)
    assert block is not None
    for number, line in enumerate(block.lines[::-1]):
        baseline = dome.foot + typesetting.DESCENT * 5 + number * 1.1 * 5
        corner = ((line.width * 5 / 2) ** 2 + (baseline + typesetting.CAPITAL * 5) ** 2) ** 0.5
        assert corner <= 60.01
        if baseline - typesetting.DESCENT * 5 < dome.leaves:
            assert line.width * 5 <= dome.between + 0.01


def test_only_lines_beside_the_marks_at_the_top_are_shorter() -> None:
    bare = Dome(radius=60, foot=-20, leaves=-60, between=50)
    marked = replace(bare, top=54, marks=20)
    assert marked.width(30, 40) == bare.width(30, 40)
    assert marked.width(45, 52) < bare.width(45, 52)
    assert marked.width(50, 54) == 0


def test_abilities_of_official_characters_are_eight_points_and_more() -> None:
    script = builder.parse(json.dumps([{"id": each.id} for each in catalogue.everyone()]))
    faces = [face for face in tokens.content(script).faces if face.shape == "character" and face.words]
    layouts = [character.lay_out(face, 22.5 * MM, readable=False) for face in faces]
    sizes = [found.ability.size for found in layouts if found.ability]
    assert len(sizes) == len(faces) > 150
    assert min(sizes) > 8
    assert statistics.mean(sizes) > 9
    assert min(found.picture for found in layouts) > 0.33 * 22.5 * MM


@pytest.mark.parametrize("length", [1, 30, 300, 3000])
def test_a_text_of_any_length_fits_a_card(length: int) -> None:
    block = typesetting.in_box(parts("word " * length), 200, 100, largest=20)
    assert block.height <= 101
    assert " ".join(shown(line).strip() for line in block.lines).split() == ["word"] * length
    assert max(line.width for line in block.lines) * block.size <= 200.01


# -- Curves ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Imp", "The Most Noble Lord of Typhonia", "W" * 30, "الجني الحكيم", ""])
def test_a_name_keeps_to_its_part_of_the_circle(name: str) -> None:
    found = typesetting.on_curve(
        name, markup.direction(name), radius=50, angle=61, largest=13, voice="name", readable=False
    )
    assert found.angle <= 61
    assert 3 < found.size <= 13


def test_short_names_are_of_one_size() -> None:
    def size(name: str) -> float:
        return typesetting.on_curve(
            name, "ltr", radius=50, angle=61, largest=13, voice="display", readable=False
        ).size

    assert size("Imp") == size("Monk") == 13


def test_marks_choose_the_weight() -> None:
    made = typesetting.atoms((Piece(Mark.TEXT, "not "), Piece(Mark.BOLD, "now")), "ltr")
    assert [atom.face.path.stem for atom in made if not atom.is_space] == [
        "AlegreyaSans-Regular",
        "AlegreyaSans-Bold",
    ]
