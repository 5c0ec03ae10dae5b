"""What is done quickly looks as WeasyPrint would have done it."""

import io
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import composing
import conforming
import extremes
import plain_press as plain_press_module
import pypdfium2
import pytest
import same_document
from PIL import ImageChops

import builder
from builder import assets, printables
from builder.artefact import Artefact
from builder.game.script import Script
from builder.press import engine, sharing, weasyprint_patches
from builder.press.weasyprint_patches import html_parser, line_cache

pytestmark = pytest.mark.full

needs_press = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)
MOTHS = assets.data("samples", "a-murmur-of-moths.json")
#: Kinds that have a writer of their own.
NOT_WEASYPRINT = {"tokens"}
SAMPLE = "a sample"
#: Looks that every run prints in many alphabets; the others with a sample.
EVERY_RUN = dict.fromkeys([("sheet", "classic"), ("night", "strips"), ("table", "classic")], "many alphabets")


@pytest.fixture(scope="module", autouse=True)
def _every_patch_is_on() -> None:
    """Fails where a patch is off because a library has changed: these tests would compare WeasyPrint with itself."""
    if not assets.static("vendor", "fonts").is_dir():
        return
    engine.weasyprint()
    off = [f"{each.patch.name}: {each.off}" for each in weasyprint_patches.states() if each.is_fault]
    if off:
        pytest.fail(
            "These tests prove nothing while patches are off. First write the table of checked sources, as"
            " builder/press/weasyprint_patches/checked_sources.py says: .venv/bin/python bin/checked_sources.py\n"
            + "\n".join(off),
            pytrace=False,
        )


@pytest.fixture(scope="session")
def plain_press() -> Iterator[plain_press_module.PlainPress]:
    """A process that prints without any of our patches."""
    with plain_press_module.opened() as press:
        yield press


#: Of the characters every so many, in kinds that make many pages or columns of them.
SPARSE = {"almanac": 7, "proof": 10}
#: Of these, every so many of the sample; tests of their own see that the whole of it is printed in each style.
THINNED = {"sheet": 2, "night": 2, "table": 2, "guide": 3, "booklet": 3}


def sample(every: int) -> Script:
    """A script with every team and jinxes, a part of it, or a few characters with prose for an almanac."""
    name = "the-wandering-fair" if every <= 3 else "the-dead-letter-office"
    meta, *entries = json.loads(assets.data("samples", f"{name}.json").read_bytes())
    return builder.parse(json.dumps([meta, *entries[::every]]))


def many_alphabets(every: int) -> Script:
    """Every character speaks another language, two of these from right to left."""
    tongues = [extremes.MATRIX[name]().entries for name in ("Greek", "Hebrew", "Japanese", "Arabic", "Irish")]
    people = [tongues[place % len(tongues)][place].written for place in range(len(composing.TEAMS))]
    return composing.script(
        *people[:: every if every == 1 else every + 1],
        "bootlegger",
        name="לילה νύχτα",
        bootlegger=["灯。" * 20],
    )


SCRIPTS = {SAMPLE: sample, "many alphabets": many_alphabets}


def everything() -> list[Any]:
    """Every style of every kind that WeasyPrint prints, with each script; every run prints each style with one."""
    return [
        pytest.param(
            kind,
            style,
            name,
            marks=() if name == EVERY_RUN.get((kind, style), SAMPLE) else pytest.mark.slow,
        )
        for kind, styles in printables.kinds().items()
        for style in styles
        for name in SCRIPTS
        if kind not in NOT_WEASYPRINT
    ]


def script_for(kind: str, style: str, name: str) -> str:
    """The JSON of a script that fits the style; a few characters are enough where they make many pages."""
    if (kind, name) == ("proof", SAMPLE):  # whose games are dealt quickly
        return builder.dump(composing.sample("six-candles"))
    if name == SAMPLE and kind in THINNED and style != "teensy":
        return builder.dump(sample(THINNED[kind]))
    return builder.dump(SCRIPTS[name](SPARSE.get(kind, 5 if style == "teensy" else 1)))


@cache
def printed(kind: str, style: str, name: str) -> Artefact:
    return builder.render(builder.parse(script_for(kind, style, name)), kind, style=style)


each_look = pytest.mark.parametrize(("kind", "style", "name"), everything())


@needs_press
@each_look
def test_a_document_is_the_same_with_and_without_our_patches(
    plain_press: plain_press_module.PlainPress, kind: str, style: str, name: str
) -> None:
    ours = printed(kind, style, name)
    assert ours.style == style, (
        f"The {kind} “{name}” is too long for the style “{style}”, and was printed as “{ours.style}”. Every style"
        " prints the sample the-wandering-fair, of which this is a part: give"
        f" templates/print/{kind}/{style}/style.json a smaller “smallest”, or one more entry at the end of “densities”"
        " (smaller rows, other CSS). See docs/printing.md, “A look of your own”."
    )
    theirs = plain_press.document(script_for(kind, style, name), kind, style)
    assert same_document.differences(ours.pdf, theirs) == []


@needs_press
@each_look
def test_a_document_conforms(kind: str, style: str, name: str) -> None:
    """Here since each look is printed here; test_pdfua.py has the tokens, and each look with every script."""
    assert conforming.faults(printed(kind, style, name).pdf, style) == []


@needs_press
@pytest.mark.full
@pytest.mark.parametrize(
    ("shape", "name"), composing.in_turn([(shape,) for shape in sharing.SHAPES], SCRIPTS, share=2)
)
def test_a_picture_to_share_is_the_same_with_and_without_our_patches(
    plain_press: plain_press_module.PlainPress, shape: str, name: str
) -> None:
    script = script_for("share", shape, name)
    ours = plain_press_module.share_picture(script, shape)
    assert same_document.differences(ours, plain_press.share_picture(script, shape)) == []


def pictures(pdf: bytes) -> list[Any]:
    with io.BytesIO(pdf) as file:
        return [page.render(scale=1.4).to_pil().convert("L") for page in pypdfium2.PdfDocument(file)]


PAGES = [
    ("div{border-bottom:2pt solid #a00;width:80px;height:30px}", "<div></div>"),
    ("div{border-left:3pt solid;border-radius:4px;width:80px;height:30px}", "<div></div>"),
    ("div{border:1pt solid;border-top:4pt dotted blue;width:80px;height:30px}", "<div></div>"),
    ("div{background:#ddd;width:80px;height:40px}", "<div></div>"),
    ("div{width:50%;margin-inline-start:10px;background:#ddd;height:20%}", "<div>Inside</div>"),
    (
        "p{text-align:justify;width:90px;letter-spacing:1px}",
        "<p>Each night, choose a player: they die.</p>",
    ),
    ("p{text-decoration:underline;direction:rtl}", "<p>Under a line</p>"),
    ("p{white-space:pre-line}", "<p>One\nTwo\nThree</p>"),
    ("li{color:#060}", "<ul><li>One</li><li>Two</li></ul>"),
    ("p{text-align:center;width:80px}", f"<p>{'Each night, they die. ' * 3}</p>"),
    ("p{text-align:right;white-space:pre-wrap;width:80px}", "<p>  Two  spaces   and three </p>"),
    ("p{width:44px;overflow-wrap:break-word}", "<p>Grandmothers Ravenkeeper\u00a0and\u00a0Monk</p>"),
    ("p{text-indent:2em;direction:rtl;text-align:start}", "<p>\u05d0\u05d1\u05d2 one</p><p> </p>"),
    ("p{outline:2px solid #00a;letter-spacing:2px;font-size:7.3pt}", "<p>With <b>an outline</b></p>"),
    ("p{visibility:hidden}", "<p>Hidden</p><p style='visibility:visible'>Shown</p>"),
    (
        "td{background:#ddd;vertical-align:middle}.a{width:20px;min-height:30px}.b{height:9px;padding:3px}",
        "<table><tr><td class='a'></td><td>Text</td><td class='b'></td></tr></table>",
    ),
    (
        "i{display:inline-block;width:9px;height:14px;min-height:20px;background:#a00;margin:-2px 3px}",
        "<p>One <i></i> two <i style='position:relative;top:4px'></i> three <i style='width:auto'></i></p>",
    ),
    (
        "@page{@top-center{content:'Head'}@left-middle{background:#aaa}@bottom-right{content:counter(page)}}",
        "<p>Between head and foot</p>",
    ),
]


def plain_page(css: str, body: str) -> tuple[str, str]:
    return (
        f'<!doctype html>\n<html lang="en"><head><title>Plain</title></head><body>{body}</body></html>',
        "@page{size:40mm;margin:3mm}body{font-size:8pt}" + css,
    )


@needs_press
@pytest.mark.parametrize(("css", "body"), PAGES)
def test_a_plain_page_looks_the_same_with_and_without_our_patches(
    plain_press: plain_press_module.PlainPress, css: str, body: str
) -> None:
    page = plain_page(css, body)
    (ours,), (theirs,) = pictures(plain_press_module.page(*page)), pictures(plain_press.page(*page))
    assert ours.getextrema() != (255, 255)
    _, most = ImageChops.difference(ours, theirs).getextrema()
    assert most < 64  # the edge of a line may be a little softer


@needs_press
@pytest.mark.parametrize(("css", "body"), PAGES)
def test_our_tree_of_a_plain_page_looks_as_that_of_a_parser_of_html(css: str, body: str) -> None:
    html, rules = plain_page(css, body)
    sheets = [engine.small_stylesheet(rules)]
    slow = engine.weasyprint().HTML(string=html, url_fetcher=engine.fetcher(), base_url=engine.BASE)
    with engine.patched():
        (ours,), (theirs,) = (
            pictures(page.render(stylesheets=sheets, font_config=engine.font_configuration()).write_pdf())
            for page in (engine.page(html), slow)
        )
    assert ours.getextrema() != (255, 255)
    assert ImageChops.difference(ours, theirs).getbbox() is None


def test_a_picture_leaves_the_style_of_its_element() -> None:
    tree = html_parser.parse(
        "<!doctype html>\n<html><body><i style=\"background-image:url('clockwright:emblem/demon/imp')\"></i>"
        "<img src='x' alt=''><b style=\"color:red\"></b></body></html>"
    )
    assert tree is not None
    pictured, _, coloured = tree[0]
    assert pictured.attrib == {html_parser.PICTURE: "clockwright:emblem/demon/imp"}
    assert coloured.attrib == {"style": "color:red"}


@pytest.mark.parametrize("html", ["<html><p>a\x01b</p></html>", "<html><p>open</html>", "<p>\ud800</p>", ""])
def test_what_is_no_xml_is_left_to_the_parser_of_html(html: str) -> None:
    assert html_parser.parse(html) is None


def test_rows_of_a_table_stand_in_a_group_as_html_has_them() -> None:
    tree = html_parser.parse(
        "<!doctype html>\n<html><body><table><caption>C</caption><thead><tr/></thead><tr id='a'/><tr/></table>"
        "<table><tbody><tr/></tbody></table></body></html>"
    )
    assert tree is not None
    first, second = tree[0]
    assert [[child.tag, len(child)] for child in first] == [["caption", 0], ["thead", 1], ["tbody", 2]]
    assert first[2][0].get("id") == "a"
    assert [[child.tag, len(child)] for child in second] == [["tbody", 1]]


@needs_press
def test_a_name_with_a_control_character_prints_all_the_same() -> None:
    script = builder.parse(json.dumps([{"id": "_meta", "name": "Odd\x01Name"}, "imp", "chef"]))
    printed = same_document.texts(builder.render(script, "sheet").pdf)
    assert printed[0].startswith("Odd\x01Name\r\nChef You start knowing")


@needs_press
def test_a_document_has_the_same_bytes_whatever_lines_are_kept() -> None:
    script = builder.parse(MOTHS)
    line_cache.forget()
    alone = builder.render(script, "night", style="strips").pdf
    builder.render(script, "sheet")  # the same names, in another size
    builder.render(script, "night", style="full")
    assert builder.render(script, "night", style="strips").pdf == alone


@needs_press
def test_a_line_that_is_kept_lets_go_of_its_document() -> None:
    line_cache.forget()
    builder.render(builder.parse(MOTHS), "sheet")
    lines = [line for line, *_ in line_cache._lines.values()]
    assert len(lines) > 50
    assert [line.text for line in lines if line.style is not None] == []


@needs_press
def test_no_more_lines_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_cache, "SIZE", 20)
    line_cache.forget()
    pdf = builder.render(builder.parse(MOTHS), "sheet").pdf
    assert len(line_cache._lines) == 20
    monkeypatch.undo()
    assert builder.render(builder.parse(MOTHS), "sheet").pdf == pdf


def looks() -> list[tuple[str, str]]:
    folders = assets.templates("print")
    return [
        (kind, path.parent.name)
        for kind in ("sheet", "night", "table", "guide")
        for path in folders.joinpath(kind).glob("*/page.html")
    ]


@needs_press
@pytest.mark.parametrize(("kind", "style"), looks())
def test_no_style_sheet_of_a_document_asks_for_more_than_a_place_tells(kind: str, style: str) -> None:
    """Else every rule would be tried on every element of every document."""
    paths = engine.style_files(kind, style)
    assert paths
    for path in paths:
        sheet = engine.stylesheet(path)
        assert sheet.clockwright_kept, path
        assert not sheet.matcher.id_selectors, path


RULES = """
p { color: #111; margin: 0 }
p:first-child { color: #222; border-top: 1px solid }
h2 + p { color: #333 }
div p:last-child::after { content: "!"; color: #444 }
[dir="rtl"] p { color: #555; float: right }
.one .two { font-size: 1.5em; text-decoration: underline; page: broad }
.two + .two { padding-inline-start: 2em; position: relative }
"""
BODY = """
<div><h2 id="a">One</h2><p>Two</p><p>Three</p></div>
<div dir="rtl"><p lang="he">Four</p><p style="color: #666">Five <b>six</b></p></div>
<div class="one"><p class="two">Seven</p><p class="two">Eight</p><p><span class="two">Nine</span></p></div>
<table><tr><th>Ten</th><td>Eleven</td></tr></table><ul><li>Twelve</li></ul>
"""


@needs_press
def test_an_element_has_the_style_that_weasyprint_gives_it_whether_its_place_is_known_or_new() -> None:
    html = f'<!doctype html><html lang="en"><head><title>T</title></head><body>{BODY}</body></html>'

    def pdf(sheet: Any) -> bytes:
        with engine.patched():
            made: bytes = engine.page(html).render(stylesheets=[sheet]).write_pdf(pdf_identifier=b"x")
        return made

    plain = engine.weasyprint().CSS(string=RULES)
    slowly = pdf(plain)
    quickly = engine.small_stylesheet(RULES)
    assert (quickly.clockwright_kept, quickly.clockwright_root_only) == (True, False)
    assert [pdf(quickly), pdf(quickly)] == [slowly, slowly]


@needs_press
@pytest.mark.parametrize("rule", ["p ~ p { color: red }", "p:nth-child(2) { color: red }", "a + b + p { }"])
def test_a_rule_that_asks_for_more_than_a_place_tells_is_left_to_weasyprint(rule: str) -> None:
    assert not engine.small_stylesheet(rule).clockwright_kept
