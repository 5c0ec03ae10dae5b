"""The PDF of tokens: what a reader, a screen reader and a printer find in it."""

import hashlib
import io
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import composing
import pypdfium2
import pytest
import structure
from composing import homebrew, script
from pikepdf import Name
from PIL import Image

import builder
from builder import printables
from builder.artefact import Artefact

pytestmark = pytest.mark.full
SAMPLES = sorted(composing.SAMPLES.glob("*.json"))
OTHERS = [
    path
    for path in (
        composing.SHARED / "fixtures" / "homebrew" / "many-alphabets.json",
        composing.SHARED / "fixtures" / "wc25" / "stowedaway.json",
    )
    if path.is_file()
]
STYLES = printables.kinds()["tokens"]
each_document = pytest.mark.parametrize(
    ("path", "style"),
    [(path, style) for path in SAMPLES + OTHERS for style in STYLES],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)


@cache
def document(path: Path, style: str) -> Artefact:
    return builder.render(builder.parse(path), "tokens", style=style)


def words(pdf: bytes) -> str:
    """All text of a PDF, as a reader copies it."""
    with io.BytesIO(pdf) as file:
        opened = pypdfium2.PdfDocument(file)
        return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in opened)


@each_document
def test_every_token_is_a_figure_with_words_in_the_structure_tree(path: Path, style: str) -> None:
    pdf = structure.opened(document(path, style).pdf)
    assert {page.objgen: structure.marked(page).ids for page in pdf.pages} == structure.tree_ids(pdf)
    figures = [each for each in structure.elements(pdf.Root.StructTreeRoot.K) if Name.Figure == each.S]
    assert len(figures) >= 25
    assert all(str(figure.Alt).strip() for figure in figures)
    assert structure.headings(pdf) == [1]


@each_document
def test_all_text_is_tagged_or_decoration_and_every_page_has_its_foot(path: Path, style: str) -> None:
    meta = builder.parse(path).meta
    pages = structure.opened(document(path, style).pdf).pages
    for number, page in enumerate(pages, start=1):
        said = structure.marked(page)
        foot = re.sub(r"\s+", "", said.decoration)
        assert said.unmarked == ""
        assert re.sub(r"\s+", "", meta.author) in foot
        assert f"{number}/{len(pages)}" in foot
        # The credit repeats: read aloud once, on the first page.
        credit = foot if number > 1 else re.sub(r"\s+", "", said.tagged)
        assert "BloodontheClocktoweris©" in credit


@each_document
def test_the_document_says_what_it_is(path: Path, style: str) -> None:
    made = builder.parse(path)
    pdf = structure.opened(document(path, style).pdf)
    assert made.name in str(pdf.docinfo["/Title"])
    assert str(pdf.docinfo["/Author"]) == made.meta.author
    assert pdf.Root.Lang == "en"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    assert pdf.Root.MarkInfo.Marked
    assert all(page.Tabs == Name.S for page in pdf.pages)
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert made.name in metadata["dc:title"]
    for credit in ("The Pandemonium Institute", "game-icons.net", "Open Font License"):
        assert credit in str(pdf.docinfo["/Subject"])
    assert not {"/CreationDate", "/ModDate"} & set(pdf.docinfo.keys())


@each_document
def test_every_font_is_embedded_and_cut_to_its_letters(path: Path, style: str) -> None:
    pdf = structure.opened(document(path, style).pdf)
    fonts = structure.fonts(pdf)
    assert fonts
    for font in fonts:
        descriptor = font.DescendantFonts[0].FontDescriptor
        assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont))
        assert len((descriptor.get("/FontFile2") or descriptor.FontFile3).read_raw_bytes()) < 60_000


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_names_and_abilities_are_copied_as_words(path: Path) -> None:
    made = builder.parse(path)
    # At a line's end a hyphen or stroke is where a reader's program may put a space.
    plain = re.sub(r"(?<=/) ", "", words(document(path, "classic").pdf).replace("\u00a0", " "))
    assert made.characters
    for character in made.characters:
        assert character.name.replace("'", "’") in plain
        first = re.split(r"[\[*\"'.-]", character.ability)[0].strip()
        assert first in plain


def test_bookmarks_lead_to_teams_reminders_and_cards() -> None:
    pdf = structure.opened(document(composing.SAMPLES / "the-wandering-fair.json", "classic").pdf)
    with pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles == [
        "Townsfolk",
        "Outsiders",
        "Minions",
        "Demons",
        "Travellers",
        "Fabled",
        "Loric",
        "About the script",
        "Reminder tokens",
        "Info tokens",
        "Rules",
    ]


def test_the_script_is_inside_unless_it_is_not_wanted() -> None:
    path = composing.SAMPLES / "six-candles.json"
    pdf = structure.opened(document(path, "classic").pdf)
    held = pdf.attachments["script.json"]
    assert held.relationship == Name.Source
    assert builder.parse(held.get_file().read_bytes()) == builder.parse(builder.dump(builder.parse(path)))
    bare = structure.opened(builder.render(builder.parse(path), "tokens", attach=False).pdf)
    assert list(bare.attachments) == []


def test_copies_are_tagged_like_the_first() -> None:
    once = builder.render(script("imp", "monk"), "tokens")
    twice = builder.render(script("imp", "monk"), "tokens", copies=2)
    pdf = structure.opened(twice.pdf)
    assert (twice.pages, len(pdf.pages)) == (2 * once.pages, 2 * once.pages)
    assert {page.objgen: structure.marked(page).ids for page in pdf.pages} == structure.tree_ids(pdf)


def test_letters_of_other_scripts_are_copied_as_they_were_written() -> None:
    made = script(
        homebrew(1, "townsfolk", name="الجني الحكيم", ability="Ω ≠ ω"),
        homebrew(2, "demon", name="Гном", ability="[+1 Outsider]"),
        homebrew(3, "minion", name="הגולם", ability="בכל לילה."),
    )
    pdf = structure.opened(builder.render(made, "tokens", settings={"parts": "characters"}).pdf)
    alts = [str(each.Alt) for each in structure.elements(pdf.Root.StructTreeRoot.K) if "/Alt" in each]
    assert [alt.split(": ")[1].split(".")[0] for alt in alts] == ["الجني الحكيم", "הגולם", "Гном"]
    text = words(builder.render(made, "tokens").pdf)
    assert all(name in text for name in ("الجني", "الحكيم", "Гном", "הגולם", "בכל לילה"))


def test_a_letter_without_a_font_is_a_box_and_a_notice() -> None:
    made = script(homebrew(1, "demon", name="Sphinx 𓂀"))
    document = builder.render(made, "tokens", settings={"parts": "characters"})
    assert [notice.code for notice in document.notices] == ["no-font"]
    assert "𓂀" in document.notices[0].message


# -- Looks -------------------------------------------------------------------------------------------------


def picture(made: Any, title: str, **settings: str) -> Image.Image:
    found = dict(builder.token_pictures(made, dpi=200, settings=settings))
    return Image.open(io.BytesIO(next(body for name, body in found.items() if title in name)))


LONGEST = script(
    homebrew(
        1,
        "minion",
        name="W" * 30,
        ability=composing.prose(240) + " [+2 Outsiders]",
        setup=True,
        firstNight=2,
        otherNight=3,
        reminders=["M" * 30] + ["x"] * 19,
    )
)


@pytest.mark.parametrize("size", ["25", "38", "45", "100"])
@pytest.mark.parametrize("title", ["minion/WWW", "reminders/WWW"])
def test_nothing_of_the_longest_texts_leaves_the_safe_zone(size: str, title: str) -> None:
    """A ring inside the edge, wider than a cut goes astray, shows ground and the fine rule only."""
    image = picture(LONGEST, title, character=size, reminder=str(min(80, int(size)))).convert("RGB")
    width = image.width
    pixels = image.load()
    assert pixels is not None
    edge = {
        pixels[x, y]
        for x in range(width)
        for y in range(width)
        if 0.975 * width / 2 < ((x - width / 2) ** 2 + (y - width / 2) ** 2) ** 0.5 < 0.985 * width / 2
    }
    assert all(min(colour) > 180 for colour in edge)  # type: ignore[type-var, arg-type]


def test_a_picture_of_a_token_is_round_sharp_and_clear_outside() -> None:
    image = picture(script("imp"), "demon/Imp")
    assert (image.mode, image.width, image.height) == ("RGBA", 355, 355)
    assert round(image.info["dpi"][0]) == 200
    assert image.getpixel((3, 3))[3] == 0  # type: ignore[index]
    assert image.getpixel((177, 4))[3] == 255  # type: ignore[index]


def test_plain_tokens_are_white_discs_in_pictures() -> None:
    found = dict(builder.token_pictures(script("imp"), style="plain", dpi=100))
    image = Image.open(io.BytesIO(found["demon/Imp.png"]))
    assert image.getpixel((30, 88)) == (255, 255, 255, 255)


def test_pictures_of_like_tokens_come_once_and_unlike_ones_have_names_of_their_own() -> None:
    made = script("villageidiot", homebrew(1, "minion", name="Twin"), homebrew(2, "minion", name="TWIN"))
    names = [name for name, _ in builder.token_pictures(made, dpi=50)]
    assert names.count("townsfolk/Village Idiot.png") == 1
    assert [name for name in names if "win" in name.lower()] == ["minion/Twin.png", "minion/TWIN (2).png"]


def test_a_picture_needs_a_sensible_number_of_dots() -> None:
    with pytest.raises(builder.ClockwrightError, match="50 to 1200"):
        list(builder.token_pictures(script("imp"), dpi=9))


def ink(pdf: bytes) -> float:
    """How dark the first page is, from 0 to 1."""
    page = (
        pypdfium2.PdfDocument(pdf)[0]
        .render(scale=0.5)
        .to_pil()
        .convert("L")
        .resize((1, 1), Image.Resampling.BOX)
    )
    return 1 - float(page.getpixel((0, 0))) / 255  # type: ignore[arg-type]


def test_saving_ink_leaves_grounds_white() -> None:
    made = composing.sample("six-candles")
    dark = builder.render(made, "tokens", style="dark").pdf
    saving = builder.render(made, "tokens", style="dark", settings={"ink": "saving"}).pdf
    assert ink(saving) < 0.2 * ink(dark)


def test_the_test_page_has_a_square_of_50_mm_that_is_moved_with_the_tokens() -> None:
    def square(**settings: str) -> list[float]:
        pdf = builder.render(script("imp"), "tokens", settings={"calibration": "yes", **settings}).pdf
        page = pypdfium2.PdfDocument(pdf)[0].render(scale=4).to_pil().convert("L")
        dark = page.point(lambda value: 255 * (value < 60)).crop((700, 1200, 1700, 1960))
        box = dark.getbbox()
        assert box is not None
        return [side / 4 * 25.4 / 72 for side in box]

    left, top, right, _ = square()
    assert right - left == pytest.approx(50, abs=0.6)
    moved = square(**{"shift-right": "2", "shift-down": "3"})
    assert (moved[0] - left, moved[1] - top) == pytest.approx((2, 3), abs=0.3)
    assert "print at 100%" in words(
        builder.render(script("imp"), "tokens", settings={"calibration": "yes"}).pdf
    )


# -- Same bytes --------------------------------------------------------------------------------------------


def digest(pdf: bytes) -> str:
    return hashlib.sha256(pdf).hexdigest()


@pytest.mark.parametrize("style", STYLES)
def test_the_same_script_gives_the_same_bytes_after_other_work(style: str) -> None:
    made = composing.sample("the-wandering-fair")
    first = builder.render(made, "tokens", style=style).pdf
    builder.render(script(homebrew(1, "demon", name="占い師 Гном")), "tokens", settings={"face": "readable"})
    assert digest(builder.render(made, "tokens", style=style).pdf) == digest(first)


def test_the_bytes_tell_neither_the_process_nor_what_was_printed_before() -> None:
    path = composing.SAMPLES / "six-candles.json"
    program = (
        "import builder, hashlib, pathlib, sys\n"
        f"script = builder.parse(pathlib.Path({str(path)!r}))\n"
        "for kind in sys.argv[1:]: made = builder.render(script, kind).pdf\n"
        "print(hashlib.sha256(made).hexdigest())"
    )
    digests = [
        subprocess.run(
            [sys.executable, "-c", program, *kinds],
            capture_output=True,
            text=True,
            check=True,
            env={"PATH": "/usr/bin:/bin", "PYTHONHASHSEED": seed, "TZ": zone},
        ).stdout.strip()
        for seed, zone, kinds in (
            ("7", "Asia/Tokyo", ["tokens"]),
            ("8", "America/Lima", ["sheet", "tokens"]),
        )
    ]
    assert digests == [digest(document(path, "classic").pdf)] * 2


def test_strange_letters_in_names_break_nothing() -> None:
    made = script(
        homebrew(
            1, "demon", name=") Tj (\\ <b>&\n\t", ability="/F0 9 Tf <</Alt (x)>> BDC\x00", reminders=["(((\\"]
        ),
        name="</script> “λ” %PDF (",
    )
    rendered = builder.render(made, "tokens")
    pdf = structure.opened(rendered.pdf)
    assert all(structure.marked(page).unmarked == "" for page in pdf.pages)
    held = json.loads(pdf.attachments["script.json"].get_file().read_bytes())
    assert held[0]["name"] == "</script> “λ” %PDF ("
