import hashlib
import itertools
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import composing
import pytest
import structure
from pikepdf import Name

import builder
from builder.artefact import Artefact

pytestmark = pytest.mark.full
FIXTURES = composing.SHARED / "fixtures"
SAMPLES = sorted(composing.SAMPLES.glob("*.json"))
OTHERS = [
    path
    for path in (
        FIXTURES / "homebrew" / "fall-of-rome.json",
        FIXTURES / "homebrew" / "many-alphabets.json",
        FIXTURES / "wc25" / "stowedaway.json",
    )
    if path.is_file()
]
STYLES = (
    ("sheet", "classic"),
    ("sheet", "parchment"),
    ("sheet", "large"),
    ("night", "full"),
    ("night", "strips"),
)
#: The sample with every team, and the smallest.
FULL = composing.SAMPLES / "the-wandering-fair.json"
SMALL = composing.SAMPLES / "six-candles.json"
#: Bytes that a document may have.
MOST = {"sheet": 600_000, "night": 400_000}
CREDIT = "Blood on the Clocktower is ©"
#: Of the styles, what every run prints in other processes, too: columns, and strips.
ELSEWHERE = STYLES[1], STYLES[4]


@cache
def document(path: Path, kind: str, style: str) -> Artefact:
    return builder.render(builder.parse(path), kind, style=style)


#: Each script in another style; every style's marks and tags are judged by the validators of test_pdfua.py, too.
each_script = pytest.mark.parametrize(
    ("path", "kind", "style"),
    [(path, *STYLES[number % len(STYLES)]) for number, path in enumerate(SAMPLES + OTHERS)],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)


@each_script
def test_every_marked_text_is_in_the_structure_tree(path: Path, kind: str, style: str) -> None:
    pdf = structure.opened(document(path, kind, style).pdf)
    held = structure.tree_ids(pdf)
    assert {page.objgen: structure.marked(page).ids for page in pdf.pages} == held
    assert all(held.values())


@each_script
def test_all_text_is_tagged_and_a_foot_that_repeats_is_decoration(path: Path, kind: str, style: str) -> None:
    pdf = structure.opened(document(path, kind, style).pdf)
    for page in pdf.pages:
        said = structure.marked(page)
        assert said.unmarked == ""
        assert (CREDIT in said.decoration) == (len(pdf.pages) > 1)
        assert (CREDIT in said.tagged) == (len(pdf.pages) == 1)


@each_script
def test_every_page_names_script_and_author(path: Path, kind: str, style: str) -> None:
    meta = builder.parse(path).meta
    pages = structure.opened(document(path, kind, style).pdf).pages
    for number, page in enumerate(pages, start=1):
        foot = re.sub(r"\s+", "", structure.marked(page).decoration)
        assert re.sub(r"\s+", "", meta.name) in foot
        assert re.sub(r"\s+", "", meta.author) in foot
        assert f"{number}/{len(pages)}" in foot


@each_script
def test_every_figure_has_words(path: Path, kind: str, style: str) -> None:
    pdf = structure.opened(document(path, kind, style).pdf)
    wordless = [
        element
        for element in structure.elements(pdf.Root.StructTreeRoot.K)
        if Name.Figure == element.S and not element.get("/Alt")
    ]
    assert wordless == []


@each_script
def test_headings_begin_at_one_and_skip_no_level(path: Path, kind: str, style: str) -> None:
    levels = structure.headings(structure.opened(document(path, kind, style).pdf))
    assert levels[0] == 1
    assert max(after - before for before, after in itertools.pairwise(levels)) <= 1


@each_script
def test_the_document_says_what_it_is(path: Path, kind: str, style: str) -> None:
    script = builder.parse(path)
    pdf = structure.opened(document(path, kind, style).pdf)
    assert script.name in str(pdf.docinfo["/Title"])
    assert str(pdf.docinfo["/Author"]) == script.meta.author
    assert pdf.Root.Lang == "en"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    assert pdf.Root.MarkInfo.Marked
    assert all(page.Tabs == Name.S for page in pdf.pages)
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"


@each_script
def test_the_metadata_credits_the_game_the_emblems_and_the_fonts(path: Path, kind: str, style: str) -> None:
    pdf = structure.opened(document(path, kind, style).pdf)
    subject = str(pdf.docinfo["/Subject"])
    for credit in ("The Pandemonium Institute", "game-icons.net", "CC BY 3.0", "Open Font License"):
        assert credit in subject


@each_script
def test_bookmarks_lead_to_the_parts(path: Path, kind: str, style: str) -> None:
    with structure.opened(document(path, kind, style).pdf).open_outline() as outline:
        titles = [item.title for top in outline.root for item in (top, *top.children)]
    wanted = ["Townsfolk", "Demons", "Counts"] if kind == "sheet" else ["First Night", "Other Nights"]
    assert [title for title in titles if title in wanted] == wanted


@each_script
def test_every_font_is_embedded_and_cut_to_its_letters(path: Path, kind: str, style: str) -> None:
    pdf = structure.opened(document(path, kind, style).pdf)
    for font in structure.fonts(pdf):
        descriptor = font.DescendantFonts[0].FontDescriptor
        assert {"/FontFile2", "/FontFile3"} & set(descriptor.keys())
        assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont))
        assert len((descriptor.get("/FontFile2") or descriptor.FontFile3).read_raw_bytes()) < 60_000


@each_script
def test_the_script_is_inside(path: Path, kind: str, style: str) -> None:
    pdf = structure.opened(document(path, kind, style).pdf)
    assert list(pdf.attachments) == ["script.json"]
    held = pdf.attachments["script.json"]
    assert held.relationship == Name.Source
    assert [file.UF for file in pdf.Root.AF] == ["script.json"]
    assert builder.parse(held.get_file().read_bytes()) == builder.parse(builder.dump(builder.parse(path)))


@each_script
def test_nothing_leads_outside(path: Path, kind: str, style: str) -> None:
    objects = [*structure.opened(document(path, kind, style).pdf).objects]
    assert len(objects) > 100
    for each in objects:
        written = repr(each)
        assert "/URI" not in written
        assert "/Launch" not in written
        assert "/JavaScript" not in written
        assert "file:" not in written


@each_script
def test_no_document_tells_of_this_machine_or_day(path: Path, kind: str, style: str) -> None:
    pdf = structure.opened(document(path, kind, style).pdf)
    assert not {"/CreationDate", "/ModDate"} & set(pdf.docinfo.keys())
    written = pdf.Root.Metadata.read_bytes() + b"".join(repr(each).encode() for each in pdf.objects)
    assert str(composing.ROOT).encode() not in written
    dates = set(re.findall(rb"D:(\d{4})|(20\d\d)-\d\d-\d\dT", written))
    assert dates <= {(b"2000", b"")}


@pytest.mark.parametrize(("kind", "style"), STYLES)
@pytest.mark.parametrize(
    "path", [path if path == FULL else pytest.param(path, marks=pytest.mark.slow) for path in SAMPLES]
)
def test_the_files_are_small(path: Path, kind: str, style: str) -> None:
    assert len(document(path, kind, style).pdf) <= MOST[kind]


@each_script
def test_the_file_of_any_script_is_small(path: Path, kind: str, style: str) -> None:
    assert len(document(path, kind, style).pdf) <= MOST[kind]


@pytest.mark.parametrize(("kind", "style"), STYLES)
def test_without_attach_nothing_of_the_file_is_inside(kind: str, style: str) -> None:
    script = composing.script("imp", "monk")
    pdf = structure.opened(builder.render(script, kind, style=style, attach=False).pdf)
    assert list(pdf.attachments) == []
    assert not [each for each in pdf.objects if "/EmbeddedFile" in repr(each)]


def test_private_notes_in_the_file_stay_out_of_the_printed_words() -> None:
    script = composing.script("imp", "monk", clockwright={"notes": "the host cheats"})
    bare = builder.render(script, "sheet", attach=False).pdf
    assert b"cheats" not in b"".join(repr(each).encode() for each in structure.opened(bare).objects)


def test_the_attachment_of_a_script_with_strange_letters_is_its_own_json() -> None:
    script = composing.script(*composing.company(), name="</script> “λ” 占い師")
    pdf = structure.opened(builder.render(script, "sheet").pdf)
    held = json.loads(pdf.attachments["script.json"].get_file().read_bytes())
    assert held[0]["name"] == "</script> “λ” 占い師"


def digest(pdf: bytes) -> str:
    return hashlib.sha256(pdf).hexdigest()


def test_the_same_script_gives_the_same_bytes_after_other_work() -> None:
    first = {look: digest(document(SMALL, *look).pdf) for look in STYLES}
    for other in ("sheet", "night"):
        builder.render(composing.script("monk", "imp"), other, paper="letter")
    again = {
        (kind, style): digest(builder.render(builder.parse(SMALL), kind, style=style).pdf)
        for kind, style in reversed(STYLES)
    }
    assert again == first


@pytest.mark.parametrize("styles", [ELSEWHERE, pytest.param(STYLES, marks=pytest.mark.slow)], ids=len)
def test_two_processes_at_once_give_the_same_bytes_as_this_one(styles: tuple[tuple[str, str], ...]) -> None:
    program = (
        "import builder, hashlib, pathlib\n"
        f"script = builder.parse(pathlib.Path({str(SMALL)!r}))\n"
        f"for kind, style in {styles!r}:\n"
        "    print(hashlib.sha256(builder.render(script, kind, style=style).pdf).hexdigest())"
    )
    presses = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            text=True,
            env={"PATH": "/usr/bin:/bin", "PYTHONHASHSEED": seed, "TZ": zone},
        )
        for seed, zone in (("1", "Asia/Tokyo"), ("2", "America/Lima"))
    ]
    said = [press.communicate()[0].split() for press in presses]
    here = [digest(document(SMALL, *style).pdf) for style in styles]
    assert said == [here, here]


def test_another_script_has_another_id() -> None:
    pdfs = [document(path, "sheet", "classic").pdf for path in (FULL, SAMPLES[0])]
    assert len({bytes(structure.opened(pdf).trailer.ID[0]) for pdf in pdfs}) == 2
