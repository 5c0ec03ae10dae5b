"""The letters on paper are the right ones: looked at, for text that is copied from a PDF hides a wrong letter."""

from functools import cache
from io import BytesIO

import proofreading
import pytest
import structure
from composing import company, homebrew, script
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat

import builder
from builder.artefact import PDF, Artefact
from builder.press import engine, resources

pytestmark = pytest.mark.full

#: Dots a letter is high, how many become one, and how much two drawings of a word may then differ (of 255): other
#: programs draw edges otherwise, and put letters on whole dots.
SIZE, BLUR, ALIKE = 72, 4, 22.0
WORDS = (
    "Ċlocktower",
    "Ŵyneb",
    "Żółw-Mędrzec",
    "Sìthiche",
    "ṣābu ḫāṭu",
    "Λάμδα",
    "Гном Ґанок",
    "Čapek’s “mad”",
)
FACES = (
    ("Clockwright Text", 400, "AlegreyaSans-Regular"),
    ("Clockwright Text", 700, "AlegreyaSans-Bold"),
    ("Clockwright Serif", 400, "Alegreya-Regular"),
    ("Clockwright Serif", 700, "Alegreya-Bold"),
)


def ink(picture: Image.Image) -> Image.Image:
    """The inked part of a picture, dark on white."""
    grey = picture.convert("L")
    found = ImageChops.invert(grey).point(lambda value: 255 if value > 40 else 0).getbbox()
    assert found, "nothing was printed"
    return grey.crop(found)


def drawn(word: str, file: str) -> Image.Image:
    """A word as one font file draws it, without its neighbours' help."""
    font = ImageFont.truetype(resources.font_file(file), SIZE, layout_engine=ImageFont.Layout.BASIC)
    picture = Image.new("L", (SIZE * len(word) + 40, SIZE * 2), 255)
    ImageDraw.Draw(picture).text((20, 10), word, 0, font)
    return ink(picture)


def printed(word: str, family: str, weight: int, *, readable: bool = False) -> Image.Image:
    """A word as the press prints it, with our usual letters or readable ones."""
    html = (
        f"<style>@page{{size:400mm 60mm;margin:10mm}}p{{margin:0;font:{weight} {SIZE}pt '{family}','Clockwright Rest';"
        "font-kerning:none;font-variant-ligatures:none;white-space:nowrap}</style>"
        f"<p>{word}</p>"
    )
    source = engine.weasyprint().HTML(string=html, url_fetcher=engine.fetcher(), base_url="clockwright:")
    pdf = source.write_pdf(font_config=engine.font_configuration(readable=readable))
    (picture,) = Artefact("test.pdf", PDF, pdf).png(dpi=72)
    return ink(Image.open(BytesIO(picture)))


def difference(one: Image.Image, other: Image.Image) -> float:
    """How unlike two words look when they are laid over each other, from 0 to 255."""
    size = max(one.width, other.width) // BLUR, max(one.height, other.height) // BLUR
    return ImageStat.Stat(ImageChops.difference(one.resize(size), other.resize(size))).mean[0]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(("family", "weight", "file"), FACES)
def test_a_word_of_any_alphabet_has_the_letters_of_our_face(
    word: str, family: str, weight: int, file: str
) -> None:
    expected, found = drawn(word, file), printed(word, family, weight)
    assert found.width == pytest.approx(expected.width, rel=0.03)
    assert difference(expected, found) < ALIKE


@pytest.mark.parametrize(
    ("word", "file"),
    [("Ŵyneb", "Lexend-Bold"), ("Żółw-Mędrzec", "Lexend-Bold"), ("Λάμδα", "AlegreyaSans-Bold")],
)
def test_readable_letters_stand_for_ours_and_ours_for_those_they_lack(word: str, file: str) -> None:
    for family in ("Clockwright Text", "Clockwright Serif"):
        found = printed(word, family, 700, readable=True)
        assert found.width == pytest.approx(drawn(word, file).width, rel=0.03)
        assert difference(drawn(word, file), found) < ALIKE


@pytest.mark.parametrize("word", WORDS)
def test_a_wrong_letter_would_be_seen(word: str) -> None:
    right = drawn(word, "AlegreyaSans-Regular")
    assert difference(right, drawn(word[::-1], "AlegreyaSans-Regular")) > ALIKE
    assert difference(right, drawn(word, "Alegreya-Regular")) > ALIKE


@cache
def fonts_of(style: str, name: str, ability: str = "You win.", **settings: str) -> frozenset[str]:
    """The fonts inside a sheet of one homebrew script."""
    composed = script(homebrew(1, "demon", name=name, ability=ability), name=name)
    document = builder.render(composed, "sheet", style=style, settings=settings)
    with structure.opened(document.pdf) as pdf:
        return frozenset(str(font.BaseFont).partition("+")[2] for font in structure.fonts(pdf))


@pytest.mark.parametrize(("word", "font"), [("القمر", "Clockwright-Arabic"), ("שטן", "Clockwright-Hebrew")])
@pytest.mark.parametrize("face", ["usual", "readable"])
def test_arabic_and_hebrew_need_no_font_of_the_system(word: str, font: str, face: str) -> None:
    found = fonts_of("classic", f"{word} {word}", word, face=face)
    assert any(each.startswith(font) for each in found)
    assert [each for each in found if not each.startswith("Clockwright-")] == []


@pytest.mark.parametrize("title", ["Ṣābu", "Шість свічок", "Μοῖρα"])
def test_a_title_that_the_display_face_lacks_letters_for_is_all_in_the_serif(title: str) -> None:
    document = builder.render(script(homebrew(1, "demon"), name=title), "sheet")
    wide = max(proofreading.pages(document.pdf)[0].body, key=lambda letter: letter.size)
    assert wide.sign in title
    assert "Clockwright-Serif-Bold" in fonts_of("classic", title)


@pytest.mark.parametrize("style", ["classic", "parchment", "plain", "large", "teensy"])
def test_a_readable_sheet_has_no_other_letters(style: str) -> None:
    found = fonts_of(style, "The Long Night", "Each night*, choose a player. [+1 Outsider]", face="readable")
    readable = tuple(family.replace(" ", "-") for family in resources.READABLE)
    assert found
    assert [each for each in found if not each.startswith(readable)] == []


def test_25_characters_in_readable_letters_still_have_one_page() -> None:
    document = builder.render(script(*company(abilities=100)), "sheet", settings={"face": "readable"})
    assert document.pages == 2
    assert document.notices == ()
    assert proofreading.faults(document.pdf) == []
