"""Documents wear their theme: all kinds, with the same bytes for the same input, and none where none is wanted."""

import base64
import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import conforming
import pikepdf
import proofreading
import pytest
from composing import sample
from PIL import Image
from small_font import font

import builder
from builder import artefacts, printables, themes
from builder.artefact import PrintRequest
from builder.press import dressing, fonts, frames, grounds, ornaments, theme_files
from builder.themes import loading, resolving, tones

pytestmark = pytest.mark.full
SAMPLE = Path(__file__).parents[2] / "data" / "samples" / "six-candles.json"
FEW = '["imp", "baron", "monk", "spy", "chef"]'
OFFICE = SAMPLE.with_name("the-dead-letter-office.json")
FONTS = Path(__file__).parents[2] / "static" / "vendor" / "fonts"


@pytest.fixture(scope="module")
def script() -> Any:
    """A few characters; what a theme does to every team is judged where a rich theme conforms."""
    return builder.parse(FEW)


def theme(name: str) -> themes.Theme:
    return resolving.resolved(loading.packed(loading.by_name(name).fields))


def ground(pdf: bytes) -> tuple[int, int, int]:
    """The color in the margin of the first page."""
    import pypdfium2

    opened = pypdfium2.PdfDocument(io.BytesIO(pdf))
    try:
        picture = opened[0].render(scale=0.5).to_pil().convert("RGB")
    finally:
        opened.close()
    found = picture.getpixel((picture.width // 2, 2))
    assert isinstance(found, tuple)
    return (int(found[0]), int(found[1]), int(found[2]))


def is_dark(pdf: bytes) -> bool:
    return sum(ground(pdf)) < 300


def test_a_document_wears_its_theme_and_only_that(script: Any) -> None:
    plain = builder.render(script, "sheet")
    worn = builder.render(script, "sheet", theme="observatory")
    assert is_dark(worn.pdf)
    assert not is_dark(plain.pdf)
    assert plain.pdf == builder.render(script, "sheet", theme="none").pdf
    assert themes.current() == themes.PLAIN


@pytest.mark.parametrize(
    ("kind", "style"),
    [
        ("night", "full"),
        ("night", "strips"),
        ("table", "classic"),
        ("guide", "player"),
    ],
)
def test_every_kind_wears_it(kind: str, style: str, script: Any) -> None:
    assert is_dark(builder.render(script, kind, style=style, theme="observatory").pdf)


@pytest.mark.parametrize("asked", [{"style": "plain"}, {"settings": {"ink": "saving"}}])
def test_plain_styles_and_saved_ink_are_on_white_paper(asked: dict[str, Any], script: Any) -> None:
    assert ground(builder.render(script, "sheet", theme="observatory", **asked).pdf) == (255, 255, 255)


def test_tokens_wear_it_on_white_paper(script: Any) -> None:
    worn = builder.render(script, "tokens", theme="observatory")
    assert ground(worn.pdf) == (255, 255, 255)
    assert worn.pdf != builder.render(script, "tokens").pdf
    first = next(builder.token_pictures(script, dpi=60, theme="observatory"))
    assert first[1] != next(builder.token_pictures(script, dpi=60))[1]


def test_share_pictures_wear_it(script: Any) -> None:
    worn = builder.share_pictures(script, theme="observatory", attach=False)
    assert worn["wide"] != builder.share_pictures(script, attach=False)["wide"]


@pytest.mark.parametrize("said", ["observatory", {"extends": "observatory", "title": "Ours"}])
def test_a_script_has_its_own_theme(said: Any) -> None:
    entries = json.loads(SAMPLE.read_bytes())
    entries[0].setdefault("clockwright", {})["theme"] = said
    script = builder.parse(json.dumps(entries))
    assert is_dark(builder.render(script, "sheet").pdf)
    assert not is_dark(builder.render(script, "sheet", theme="none").pdf)


def test_a_theme_of_a_script_that_cannot_be_used_is_told() -> None:
    entries = json.loads(SAMPLE.read_bytes())
    entries[0].setdefault("clockwright", {})["theme"] = {"ink": "red"}
    printed = builder.render(builder.parse(json.dumps(entries)), "sheet")
    assert [each.code for each in printed.notices].count("no-theme") == 1
    assert not is_dark(printed.pdf)


def test_fonts_and_a_picture_of_ones_own(tmp_path: Path) -> None:
    from PIL import Image

    Image.effect_noise((500, 700), 120).convert("RGB").save(tmp_path / "noise.jpg")
    tmp_path.joinpath("own.ttf").write_bytes(FONTS.joinpath("Lexend-Bold.ttf").read_bytes())
    fields = {"title": "Own", "paper": {"picture": "noise.jpg"}, "fonts": {"text": "own.ttf"}}
    tmp_path.joinpath("theme.json").write_text(json.dumps(fields))
    text = theme_files.taken_in(loading.from_path(tmp_path))
    assert len(text) < 1000
    wanted = artefacts.judged(PrintRequest("sheet", paper="a4", theme=text))
    made = artefacts.make(FEW, wanted)
    with pikepdf.open(io.BytesIO(made.body)) as pdf:
        pictures = [len(each.read_raw_bytes()) for page in pdf.pages for each in page.get_images().values()]
    assert 10_000 < max(pictures) < 1_500_000
    assert "body{background:url(data:image/jpeg;base64," in builder.almanac_page(
        builder.parse(FEW), theme=text
    )
    with themes.using(theme_files.worn(text)):
        own = word_width("Washerwoman")
    assert own == pytest.approx(sum(_advances("Lexend-Bold")[ord(each)] for each in "Washerwoman"))
    assert own != word_width("Washerwoman")


def word_width(word: str) -> float:
    return fonts.word_width(word, fonts.face())


def _advances(name: str) -> dict[int, float]:
    return fonts.advances(FONTS / f"{name}.ttf")


def test_fonts_of_both_kinds_of_outlines_conform(tmp_path: Path) -> None:
    letters = "".join(map(chr, range(32, 127)))
    tmp_path.joinpath("a.ttf").write_bytes(font(letters=letters))
    tmp_path.joinpath("b.otf").write_bytes(font(letters=letters, is_cff=True))
    tmp_path.joinpath("theme.json").write_text('{"fonts": {"text": "a.ttf", "heading": "b.otf"}}')
    text = theme_files.taken_in(loading.from_path(tmp_path))
    few = builder.parse(FEW)
    for kind in ("night", "tokens"):
        assert conforming.faults(builder.render(few, kind, theme=text).pdf) == []


def test_web_pages_wear_it(script: Any) -> None:
    page = builder.almanac_page(script, theme="observatory")
    assert ":root{color-scheme:dark;--paper:#131a33;" in page
    assert "color-scheme:dark;--paper" not in builder.almanac_page(script)


def test_letters_that_a_font_lacks_are_told(tmp_path: Path) -> None:
    tmp_path.joinpath("own.ttf").write_bytes(font(letters=" Chef"))
    tmp_path.joinpath("theme.json").write_text('{"title": "Few", "fonts": {"text": "own.ttf"}}')
    text = theme_files.taken_in(loading.from_path(tmp_path))
    printed = builder.render(builder.parse(FEW), "night", theme=text)
    (told,) = (each.message for each in printed.notices if each.code == "theme-letters")
    assert "“Few”" in told
    letters = told.partition(": ")[2]
    assert "I" in letters
    assert not set("Chef") & set(letters)


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A theme with everything that a theme can have."""
    from PIL import Image

    folder = tmp_path_factory.mktemp("rich")
    Image.effect_noise((600, 800), 90).convert("RGB").save(folder / "noise.jpg")
    Image.new("RGB", (300, 120), "#226644").save(folder / "logo.png")
    folder.joinpath("own.ttf").write_bytes(FONTS.joinpath("Lexend-Regular.ttf").read_bytes())
    fields = {
        "title": "Rich",
        "extends": "vespers",
        "paper": {"picture": "noise.jpg", "texture": "linen", "edge": "torn"},
        "fonts": {"heading": "Alegreya", "text": {"regular": "own.ttf"}},
        "ornaments": {
            "flourish": "waves",
            "corner": "angle",
            "divider": "dots",
            "leaf": "sprig",
            "cap": "ink",
        },
        "logo": {"picture": "logo.png"},
        "pictures": {"art": "painted", "ring": False},
        "density": "airy",
        "cards": {"shape": "square"},
    }
    folder.joinpath("theme.json").write_text(json.dumps(fields))
    return theme_files.taken_in(loading.from_path(folder))


@pytest.mark.parametrize(
    ("kind", "style"),
    [
        ("sheet", "classic"),
        pytest.param("sheet", "parchment", marks=pytest.mark.slow),
        pytest.param("night", "glyphs", marks=pytest.mark.slow),
        pytest.param("almanac", "bloodstar", marks=pytest.mark.slow),
        ("tokens", "classic"),
    ],
)
def test_a_rich_theme_conforms(kind: str, style: str, rich: str, fair: Any) -> None:
    printed = builder.render(fair, kind, style=style, theme=rich)
    assert conforming.faults(printed.pdf, style) == []
    assert printed.pdf == builder.render(fair, kind, style=style, theme=rich).pdf


def test_many_pages_share_one_ground() -> None:
    script = builder.parse(FEW)
    plain = builder.render(script, "almanac", style="reference", attach=False)
    worn = builder.render(script, "almanac", style="reference", theme="observatory", attach=False)
    assert worn.pages > 5
    assert is_dark(worn.pdf)
    assert len(worn.pdf) < len(plain.pdf) + 60_000


def test_files_of_a_theme_are_not_attached_to_documents() -> None:
    noise = base64.b64encode(Random(1).randbytes(60_000)).decode()
    entries = json.loads(SAMPLE.read_bytes())
    for said, kept in (
        ({"title": "Small"}, True),
        ({"logo": {"picture": f"data:image/png;base64,{noise}"}}, False),
    ):
        entries[0].setdefault("clockwright", {})["theme"] = said
        printed = builder.render(builder.parse(json.dumps(entries)), "night")
        with pikepdf.open(io.BytesIO(printed.pdf)) as pdf:
            attached = pdf.attachments["script.json"].get_file().read_bytes()
        assert (b'"theme"' in attached) == kept


@pytest.fixture(scope="module")
def framed() -> bytes:
    """An almanac with a frame around each page."""
    return builder.render(builder.parse(FEW), "almanac", theme="vespers").pdf


def test_an_almanac_in_a_frame_keeps_clear_of_the_index_at_its_edge(framed: bytes) -> None:
    assert proofreading.faults(framed) == []


def test_the_foot_of_an_almanac_stands_above_the_frame(framed: bytes) -> None:
    for page in proofreading.pages(framed):
        lowest = min(letter.bottom for letter in page.letters)
        assert lowest > (frames.AROUND + 2 * frames.DEPTH) * proofreading.MM


def test_an_opening_too_long_for_a_page_is_set_at_full_size() -> None:
    written = json.loads(OFFICE.read_bytes())
    for each in written[0]["clockwright"]["characters"].values():
        del each["almanac"]  # of the chapters, the opening has the names
    made = builder.render(builder.parse(json.dumps(written)), "almanac", theme="pier")
    opening = proofreading.pages(made.pdf)[1]
    assert "Synopsis" in opening.text
    assert min(letter.size for letter in opening.body if letter.size > proofreading.FOOT_SIZE + 2.2) > 10.5


@pytest.mark.parametrize("name", sorted(loading.ours().keys() - {"pier"}))  # whose plain paper hides it
def test_no_line_crosses_a_heading_where_nothing_hides_it(name: str) -> None:
    with themes.using(theme(name)):
        rules = dressing.page_rules(printables.papers()["a4"])
    for heading in (".team h2", ".part h2", ".block h2"):
        assert f"{heading}::before" in rules.split("{top:100%}")[0].rsplit("}", 1)[1]


def test_the_width_of_names_is_that_of_the_bold_of_the_theme() -> None:
    ours = fonts.bold_width("Fortune Teller") / fonts.word_width("FortuneTeller", fonts.face())
    with themes.using(theme("chart")):
        theirs = fonts.bold_width("Fortune Teller") / fonts.word_width("FortuneTeller", fonts.face())
    assert theirs > ours + 0.03


@pytest.mark.parametrize("name", loading.ours())
def test_a_pen_shows_on_whatever_is_there_to_write_on(name: str) -> None:
    worn = theme(name)
    field = worn.values["write"]
    ground = worn.values["paper"] if field == "transparent" else field
    assert tones.contrast("#000000", ground) >= 9
    assert tones.contrast(worn.values["write-rule"], ground) >= 1.5
    with themes.using(worn):
        assert f'fill="{field}"' in ornaments.svg("box")


def test_boxes_circles_and_lines_of_a_dark_theme_are_pale() -> None:
    printed = builder.render(sample("six-candles"), "night", style="strips", theme="observatory")
    assert is_dark(printed.pdf)
    picture = Image.open(io.BytesIO(printed.png(50)[0])).convert("L")
    assert sum(picture.histogram()[190:]) > 0.1 * picture.width * picture.height


def test_no_lines_of_a_night_sky_run_through_texts() -> None:
    with themes.using(theme("observatory")):
        drawn = grounds.svg(themes.current().ground, 210, 297)  # type: ignore[arg-type]
    assert not re.search(r"a\d+ \d+ 0 0 0", drawn)


@pytest.mark.parametrize("rule", sorted(dressing.RULES))
def test_a_head_has_a_rule_below_it_and_no_frame(rule: str) -> None:
    packed = loading.packed({"title": "T", "ornaments": {"rule": rule}})
    with themes.using(resolving.resolved(packed)):
        rules = dressing.page_rules(printables.papers()["a4"])
    assert "header{border-bottom:" in rules
