"""Every document conforms to PDF/UA-1 and PDF/A-3, as two validators judge that are not ours."""

import itertools
import json
from collections.abc import Iterator
from functools import cache

import composing
import conforming
import pytest
import structure
from pikepdf import Name

import builder
from builder import assets, printables
from builder.artefact import Artefact
from builder.game.script import Script

pytestmark = pytest.mark.full
KINDS = ("sheet", "night", "almanac", "tokens", "table", "guide", "proof", "booklet", "boxes")
LOOKS = [(kind, style) for kind in KINDS for style in printables.kinds()[kind]]
PAPERS = ("a4", "letter")
STICKERS = tuple(
    path.stem for path in sorted(assets.data("papers").glob("*.json")) if path.stem not in PAPERS
)
HOMEBREW = composing.SHARED / "fixtures" / "homebrew"
CORPUS = composing.SHARED / "corpus" / "community-scripts.jsonl"
#: Of the corpus, every so many.
STEP = 12
#: Settings that print what is not printed usually.
MORE = {
    "table": {
        "cards": "counts,bluffs,jinxes,info,names,notes,blank,back",
        "names": "Ada,Grace",
    },
    "sheet": {"back": "none", "qr": "script", "art": "painted"},
    "tokens": {"calibration": "yes", "versions": "both", "art": "painted", "cut": "marks"},
}


@cache
def _script(name: str) -> Script:
    if name == "a-few":
        return _every_sixth()
    if name == "an-alphabet":
        return _right_to_left()
    if name == "the-longest":
        return composing.script(*(composing.homebrew(each, _TEAMS[each % 5]) for each in range(201)))
    if name == "the-thickest":
        return _of_many_words()
    if name.startswith("corpus-"):
        line = CORPUS.read_text("utf-8").splitlines()[int(name.removeprefix("corpus-"))]
        return builder.parse(json.dumps(json.loads(line)["script"]))
    own = composing.SAMPLES / f"{name}.json"
    return builder.parse(own if own.is_file() else HOMEBREW / f"{name}.json")


_TEAMS = ("townsfolk", "outsider", "minion", "demon", "traveller")


def _every_sixth() -> Script:
    """Of the sample with every team every sixth character, with a page of an almanac each."""
    meta, *entries = json.loads((composing.SAMPLES / "the-wandering-fair.json").read_bytes())
    return builder.parse(json.dumps([meta, *entries[::6]]))


def _of_many_words() -> Script:
    """A script whose almanac has over 200 pages."""
    text = "\n\n".join(composing.prose(900, start) for start in range(6))
    words = {"almanac": {"overview": text, "examples": [text, text], "rules": [composing.prose(200)] * 5}}
    return composing.script(
        *(composing.homebrew(each, _TEAMS[each % 5]) for each in range(60)),
        clockwright={"characters": {f"made{each}": words for each in range(60)}},
    )


def _right_to_left() -> Script:
    """A script whose letters are drawn in parts, and run from right to left."""
    return composing.script(
        composing.homebrew(
            1, "townsfolk", name="الحكواتي", ability="كل ليلة، اختر لاعباً: تعرف إن كان شريراً."
        ),
        composing.homebrew(2, "outsider", name="השוער", ability="בכל לילה*, בחר שחקן."),
        composing.homebrew(3, "minion", name="Żółw-Mędrzec", ability="Raz na grę, w nocy*, wskaż 2 graczy."),
        "imp",
        "monk",
        "spy",
        "magician",
        name="ليلة القصص",
        author="Ζωή",
    )


def _names() -> Iterator[str]:
    yield from (path.stem for path in sorted(composing.SAMPLES.glob("*.json")))
    yield from ("an-alphabet", "the-longest", "the-thickest")
    yield from (path.stem for path in sorted(HOMEBREW.glob("*.json")))
    lines = CORPUS.read_text("utf-8").splitlines() if CORPUS.is_file() else []
    yield from (f"corpus-{number}" for number in range(0, len(lines), STEP))


@cache
def _document(name: str, kind: str, style: str) -> Artefact:
    return builder.render(_script(name), kind, style=style)


#: A script for each style of tokens.
SHORT = ("six-candles", "the-wandering-fair", "an-alphabet")


@pytest.mark.parametrize(("style", "name"), list(zip(printables.kinds()["tokens"], SHORT, strict=True)))
def test_each_look_of_tokens_conforms(style: str, name: str) -> None:
    """All other looks are judged by test_weasyprint_patches.py, which prints each of them anyway."""
    assert conforming.faults(_document(name, "tokens", style).pdf, style) == []


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "style"), LOOKS)
def test_every_look_conforms_with_every_script(kind: str, style: str) -> None:
    """Not a test for each script: over a thousand more would be collected in every run, by each of its processes."""
    papers = PAPERS + (STICKERS if kind == "tokens" else ())
    settings = ({}, MORE[kind]) if kind in MORE else ({},)
    for name, paper, chosen in itertools.product(_names(), papers, settings):
        document = builder.render(_script(name), kind, style=style, paper=paper, settings=chosen)
        assert conforming.faults(document.pdf, style) == [], (name, paper, chosen)


@pytest.mark.parametrize(
    ("kind", "settings"), [("tokens", MORE["tokens"]), ("table", {"cards": "bag", "players": "7"})]
)
def test_painted_tokens_and_a_dealt_bag_conform(kind: str, settings: dict[str, str]) -> None:
    document = builder.render(_script("six-candles"), kind, style="classic", settings=settings)
    assert conforming.faults(document.pdf) == []


def test_a_document_without_its_script_conforms_too() -> None:
    pdf = builder.render(_script("six-candles"), "night", style="full", attach=False).pdf
    assert conforming.faults(pdf) == []


def _links() -> list[str]:
    pdf = structure.opened(_document("a-few", "almanac", "book").pdf)
    return [str(link.Contents) for page in pdf.pages for link in page.obj.get("/Annots", ())]


def test_a_link_says_where_it_leads_in_words() -> None:
    said = _links()
    assert said.count("Night Order") == 1
    assert not [words for words in said if words.startswith("c-") or not words]


def test_each_line_of_the_contents_is_one_link_in_order() -> None:
    names = [each.name for each in _script("a-few").characters]
    assert len(names) > 4
    assert _links()[: 2 + len(names)] == ["Synopsis", "Difficulty", *names]


@pytest.mark.parametrize(("kind", "style"), [("night", "strips"), ("tokens", "plain")])
def test_a_page_by_itself_says_the_credit_aloud_and_last(kind: str, style: str) -> None:
    settings = {"only": "imp", "parts": "characters"} if kind == "tokens" else {}
    document = builder.render(_script("the-wandering-fair"), kind, style=style, settings=settings)
    pdf = structure.opened(document.pdf)
    (page,) = pdf.pages
    assert "Blood on the Clocktower is ©" in structure.marked(page).tagged
    assert list(structure.elements(pdf.Root.StructTreeRoot.K))[-1].S == Name.P
    assert conforming.faults(document.pdf) == []


@pytest.mark.parametrize(("kind", "style"), [("sheet", "classic"), ("table", "classic")])
def test_no_element_is_empty_and_no_heading_stands_in_a_heading(kind: str, style: str) -> None:
    pdf = structure.opened(_document("the-wandering-fair", kind, style).pdf)
    found = list(structure.elements(pdf.Root.StructTreeRoot.K))
    cells = {Name.TD, Name.TH}
    assert [each.S for each in found if each.S not in cells and not each.get("/K")] == []
    assert [each.S for each in found if "/H" in str(each.S) and each.P.get("/S") == each.S] == []


def test_each_head_of_a_table_says_what_it_heads() -> None:
    pdf = structure.opened(_document("the-wandering-fair", "sheet", "classic").pdf)
    heads = [each for each in structure.elements(pdf.Root.StructTreeRoot.K) if each.S == Name.TH]
    assert {str(head.A.Scope) for head in heads} == {"/Row", "/Column"}


def test_the_colors_of_a_page_are_those_of_screens_whenever_it_is_printed() -> None:
    pdf = structure.opened(_document("six-candles", "tokens", "classic").pdf)
    (intent,) = pdf.Root.OutputIntents
    profile = intent.DestOutputProfile.read_bytes()
    assert profile[16:20] == b"RGB "
    assert profile[24:30] == bytes.fromhex("07d000010001")
