"""Character sheets in every style: what a player holds in the hand, and what none of them may ever do."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import groupby

import conforming
import proofreading
import pytest
import structure
from composing import TEAMS, THIRTY, company, homebrew, in_turn, jinxed, prose, sample, script, shared
from PIL import Image, ImageChops, ImageStat

import builder
from builder import printables
from builder.artefact import Artefact
from builder.game.script import Script
from builder.press import engine, printing, spreading, typeset
from builder.press.drawings import Pictures
from builder.printables import common, sheet
from builder.printables.options import Options
from builder.prose import NO_BREAK

pytestmark = pytest.mark.full

STYLES = printables.kinds()["sheet"]
MM = 72 / 25.4
DPI = 100


def many_alphabets() -> Script:
    return builder.parse(shared("fixtures/homebrew/many-alphabets.json"))


SCRIPTS: dict[str, Callable[[], Script]] = {
    "a full script": lambda: sample("a-murmur-of-moths"),
    "every team": lambda: sample("the-wandering-fair"),
    "Teensyville": lambda: sample("six-candles"),
    "201 entries": lambda: script(*company((TEAMS * 9)[:200], abilities=120)),
    "the longest legal texts": lambda: script(
        *company(THIRTY, names=30, abilities=250), name="W" * 50, author="M" * 50
    ),
    "one word each": lambda: script(
        *(homebrew(n, team, name="Ox", ability="Die.") for n, team in enumerate(TEAMS))
    ),
    "many alphabets": many_alphabets,
    "ten long rules": lambda: script(
        *company(), "bootlegger", bootlegger=[prose(400, number) for number in range(10)]
    ),
    "60 jinxes": jinxed,
}


def printed(style: str, composed: Script, paper: str = "a4", **settings: str) -> Artefact:
    return _printed(style, builder.dump(composed), paper, *sorted(settings.items()))


@cache
def _printed(style: str, text: str, paper: str, *settings: tuple[str, str]) -> Artefact:
    return builder.render(builder.parse(text), "sheet", style=style, paper=paper, settings=dict(settings))


def pages(style: str, composed: Script, **settings: str) -> list[proofreading.Page]:
    return proofreading.pages(printed(style, composed, **settings).pdf)


def pictures(document: Artefact) -> list[Image.Image]:
    found = [Image.open(BytesIO(png)).convert("RGB") for png in document.png(DPI)]
    assert found
    return found


def type_size(page: proofreading.Page) -> float:
    """The size in which most of a page is set, in points."""
    return Counter(round(letter.size, 2) for letter in page.body).most_common(1)[0][0]


def lost(composed: Script, document: Artefact) -> list[str]:
    """Names and abilities that cannot be read on the sheet."""
    words = [composed.name]
    for each in composed.characters:
        words += [each.name, each.ability.replace("*", "")]
    found = proofreading.text(document.pdf).replace("*", "").replace("-", "")
    return [word for word in words if word.isascii() and squeezed(word) not in found]


def squeezed(word: str) -> str:
    return proofreading.squeezed(sheet.typeset(word)).replace("-", "")


@pytest.mark.full
@pytest.mark.parametrize(("style", "name"), in_turn([(style,) for style in STYLES[1:]], SCRIPTS, share=5))
def test_no_text_is_lost_or_leaves_the_page_or_meets_another(style: str, name: str) -> None:
    composed = SCRIPTS[name]()
    document = printed(style, composed)
    assert proofreading.faults(document.pdf) == []
    assert lost(composed, document) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("style", "name"),
    in_turn(
        [(style,) for style in STYLES], ["every team", "Teensyville", "the longest legal texts"], share=3
    ),
)
def test_letter_paper_and_readable_letters_hold_it_all_as_well(style: str, name: str) -> None:
    composed = SCRIPTS[name]()
    document = printed(style, composed, "letter", face="readable", ink="saving")
    assert proofreading.faults(document.pdf) == []
    assert lost(composed, document) == []


@pytest.mark.parametrize("style", STYLES)
def test_every_page_names_script_author_and_number_and_gives_credit(style: str, moths: Script) -> None:
    found = pages(style, moths)
    for page in found:
        foot = "".join(letter.sign for letter in page.letters if proofreading.is_foot(letter))
        assert "AMurmurofMothsbyClockwright" in foot
        assert "©StevenMedwayandThePandemoniumInstitute" in foot
        assert f"{page.number}/{len(found)}" in foot


# -- parchment ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["a-murmur-of-moths", pytest.param("the-dead-letter-office", marks=pytest.mark.slow)]
)
def test_parchment_fills_its_page_with_large_type_and_pictures(name: str) -> None:
    front, _ = pages("parchment", sample(name))
    assert type_size(front) >= 9.5
    assert 0.85 <= proofreading.used(front) <= 0.99
    assert 12 <= tallest_picture(printed("parchment", sample(name))) <= 15


@pytest.mark.parametrize("name", ["a-murmur-of-moths", "the-dead-letter-office", "the-wandering-fair"])
def test_no_other_division_makes_the_columns_on_paper_more_equal(name: str) -> None:
    paper = printables.papers()["a4"]
    order = printing.Order("sheet", "parchment", sheet.content(sample(name)), paper)
    with engine.patched():
        balanced, _, document, _ = printing._balanced(order)
    heights = spreading.row_heights(document)
    assert [len(each) for each in heights][:4] == [len(b.rows) for b in sheet.content(sample(name)).blocks]
    assert balanced.content.divided(heights) is balanced.content


def tallest_picture(document: Artefact) -> float:
    """How high (mm) the tallest picture in the left column of the front page is."""
    picture = pictures(document)[0].convert("L")
    dots = DPI / 25.4
    column = picture.crop((int(20.5 * dots), int(28 * dots), int(34 * dots), picture.height - int(14 * dots)))
    inked = [column.crop((0, y, column.width, y + 1)).getextrema()[0] < 150 for y in range(column.height)]
    return max(len([*run]) for dark, run in groupby(inked) if dark) / dots


def test_the_band_and_the_tint_of_parchment_are_gone_in_ink_saving(moths: Script) -> None:
    full, saving = (pictures(printed("parchment", moths, ink=ink))[0] for ink in ("full", "saving"))
    for place in ((60, 700), (400, 20), (800, 1000)):
        assert full.getpixel(place) != (255, 255, 255)
        assert saving.getpixel(place) == (255, 255, 255)
    ink = [255 - ImageStat.Stat(picture.convert("L")).mean[0] for picture in (full, saving)]
    assert ink[1] < 0.6 * ink[0]


@pytest.mark.full
def test_a_part_of_a_team_stays_on_one_page() -> None:
    """Its two columns are read one after the other: over a page's foot they would be out of order."""
    people = [
        homebrew(number, team, ability=f"Rule {number:03}: {prose(110, number)}")
        for number, team in enumerate((TEAMS * 3)[:70])
    ]
    composed = script(*people)
    on = [
        {
            each.id
            for each in composed.characters
            if squeezed(each.ability) in proofreading.squeezed(page.text)
        }
        for page in pages("parchment", composed)
    ]
    for block in sheet.content(composed).blocks:
        for part in block.parts:
            members = {row.icon.id for row in (*part.left, *part.right)}
            assert sum(members <= found for found in on) == 1


def head_of(page: proofreading.Page) -> str:
    """What stands over the text of a page."""
    return "".join(letter.sign for letter in page.letters if letter.bottom > page.height - 9 * MM)


def test_a_page_on_which_a_team_runs_on_says_whose_it_is() -> None:
    everybody = script(*company((TEAMS * 4)[:100], abilities=120), "bureaucrat")
    *front, back = map(head_of, pages("classic", everybody))
    assert len(front) == 3
    assert front[0] == back == ""
    assert {head.removesuffix(",continued") for head in front[1:]} <= {
        "Townsfolk",
        "Outsiders",
        "Minions",
        "Demons",
    }
    assert front[1] == "Townsfolk,continued"


def test_a_page_that_begins_with_a_new_team_continues_nothing() -> None:
    html = typeset.html("sheet", "classic", sheet.content(script(*company(TEAMS), "bureaucrat")))
    measures = "".join(
        f"--{part}-size:10pt;--{part}-gap:1pt;--{part}-names:90pt;--{part}-small:9pt;"
        for part in ("front", "back")
    )
    sheets = [
        *map(engine.stylesheet, engine.style_files("sheet", "classic")),
        engine.small_stylesheet(f":root{{{measures}}}.team{{break-before:page}}"),
    ]
    made = engine.page(html).render(
        stylesheets=sheets, font_config=engine.font_configuration(), cache=Pictures(), pdf_variant="pdf/ua-1"
    )
    assert len(made.pages) > 4
    assert "continued" not in proofreading.text(made.write_pdf())


@pytest.mark.full
def test_jinxes_that_run_on_say_so() -> None:
    heads = [head_of(page) for page in pages("parchment", jinxed())]
    assert "Jinxes,continued" in heads


def test_fabled_and_loric_of_one_character_each_share_a_row_on_parchment() -> None:
    alone, both = (pages("parchment", script("imp", "djinn", *more))[-1] for more in ((), ("bootlegger",)))
    assert proofreading.used(both) == pytest.approx(proofreading.used(alone), abs=0.02)
    assert "Bootlegger" in both.text


# -- plain and large ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("style", "back"), in_turn([("plain",), ("large",)], ["facts", "nights", "none"], share=2)
)
def test_plain_sheets_are_black_and_white(style: str, back: str, fair: Script) -> None:
    for picture in pictures(printed(style, fair, back=back)):
        red, green, blue = picture.split()
        coloured = ImageChops.lighter(ImageChops.difference(red, green), ImageChops.difference(green, blue))
        assert coloured.getextrema()[1] <= 8
        grey = picture.convert("L").histogram()[20:250]
        assert max(grey) < 0.005 * picture.width * picture.height  # edges of letters, and no tint


def test_a_team_on_a_plain_sheet_is_told_by_mark_and_heading(fair: Script) -> None:
    written = typeset.html("sheet", "plain", sheet.content(fair))
    for team in ("townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric"):
        assert f"clockwright:ornament/black-{team}" in written
    assert "clockwright:emblem/black/" in written
    assert "clockwright:emblem/demon/" not in written


def test_a_script_cannot_make_its_words_look_like_a_picture() -> None:
    trick = "url('clockwright:emblem/demon/imp')"
    written = typeset.html("sheet", "plain", sheet.content(script(homebrew(1, "demon", name=trick))))
    assert "emblem/demon/imp" in written


@pytest.mark.parametrize("back", ["facts", "none"])
def test_large_print_has_14_points_everywhere_and_needs_no_excuse(fair: Script, back: str) -> None:
    document = printed("large", fair, back=back, qr="https://almanac.example")
    assert document.notices == ()
    for page in pages("large", fair, back=back, qr="https://almanac.example"):
        assert min(letter.size for letter in page.body if letter.size > 11.1) >= 13.9  # but for its head


def test_large_print_names_the_script_at_the_head_of_further_pages(fair: Script) -> None:
    first, *others = pages("large", fair)
    assert len(others) >= 2
    for page in others:
        head = "".join(letter.sign for letter in page.letters if letter.bottom > page.height - 22 * MM)
        upper = "".join(letter.sign for letter in page.letters if letter.bottom > page.height - 34 * MM)
        assert upper.count("TheWanderingFair") == 1, "the back says the name in its own heading"
        assert f"{page.number}/{1 + len(others)}" in head
    assert first.text.count("The Wandering Fair") == 2  # its title and its foot


def test_no_row_of_large_print_is_split_between_pages() -> None:
    composed = script(*company(abilities=250))
    text = [page.text.replace(NO_BREAK, " ").replace("\r\n", " ") for page in pages("large", composed)]
    assert composed.characters
    for character in composed.characters:
        assert any(character.ability in page for page in text)


# -- teensy ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_two_halves_of_a_teensy_page_are_the_same(paper: str) -> None:
    for page in pictures(printed("teensy", sample("six-candles"), paper)):
        middle = page.height // 2
        height = int(125 / 25.4 * DPI) if paper == "a4" else int(116 / 25.4 * DPI)
        upper = page.crop((0, 30, page.width, 30 + height))
        lower = page.crop((0, 30 + middle, page.width, 30 + middle + height))
        assert ImageStat.Stat(ImageChops.difference(upper, lower).convert("L")).mean[0] < 3
        cut = page.crop((0, middle - 4, page.width, middle + 4)).convert("L")
        assert cut.getextrema()[0] < 128


def test_a_screen_reader_says_a_teensy_sheet_once() -> None:
    pdf = structure.opened(printed("teensy", sample("six-candles")).pdf)
    for page in pdf.pages:
        read = structure.marked(page)
        assert proofreading.squeezed(read.tagged).count("SixCandles") == 1
        assert proofreading.squeezed(read.decoration).count("SixCandles") == 3
        assert read.unmarked == ""
    with pdf.open_outline() as outline:
        assert len(outline.root) == 1


def test_both_halves_say_whose_they_are_and_give_credit() -> None:
    for page in pages("teensy", sample("six-candles")):
        words = proofreading.squeezed(page.text)
        assert words.count("SixCandlesbyClockwright") >= 2
        assert words.count("ThePandemoniumInstitute") == 2
        assert words.count(f"{page.number}/2") == 2


def test_a_script_too_long_for_half_a_page_becomes_a_classic_sheet(moths: Script) -> None:
    document = printed("teensy", moths)
    assert document.style == "classic"
    assert (
        "too long for the style “teensy”, so it was printed in the style “classic”"
        in document.notices[0].message
    )


@pytest.mark.full
def test_a_back_too_long_for_half_a_page_counts_as_well() -> None:
    people = [homebrew(n, team) for n, team in enumerate(("townsfolk",) * 6 + ("minion", "demon"))]
    document = printed("teensy", script(*people, bootlegger=[prose(400, n) for n in range(9)]))
    assert document.style == "classic"


# -- logo --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_the_logo_stands_beside_the_title_or_in_its_place(style: str) -> None:
    logo = "clockwright:ornament/flourish"
    shown, hidden = (script("imp", name="Six Moons", hideTitle=hide) for hide in (False, True))
    beside = typeset.html("sheet", style, sheet.content(shown, Options(logo=logo)))
    instead = typeset.html("sheet", style, sheet.content(hidden, Options(logo=logo)))
    assert f'src="{logo}" alt="Logo of Six Moons"' in beside
    assert 'dir="ltr">Six Moons</h1>' in beside
    assert f'<h1 class="title"><img class="logo" src="{logo}" alt="Six Moons"></h1>' in instead
    assert 'dir="ltr">Six Moons</h1>' not in instead


def test_each_of_several_copies_begins_on_a_new_sheet_of_paper() -> None:
    held = script(*(homebrew(number, TEAMS[number % 25], ability=prose(200, number)) for number in range(40)))
    one, two = (builder.render(held, "sheet", copies=copies) for copies in (1, 2))
    assert one.pages == 3, "an odd number of pages is what this test is about"
    assert two.pages == 8
    assert conforming.faults(two.pdf, "classic") == []
    blank = [
        ImageStat.Stat(Image.open(BytesIO(png)).convert("L")).extrema[0][0] == 255 for png in two.png(20)
    ]
    assert blank == [False, False, False, True] * 2


@pytest.mark.parametrize("words", ["[+0 to +2 Village Idiots. 1 extra is drunk]", "[+1 Outsider]"])
def test_setup_text_stays_whole_on_a_long_line(words: str) -> None:
    pieces = common.ability(f"Each night, choose a player: you learn their alignment. {words}")
    last = typeset.wide(pieces)[-1]
    assert last.text == " " + words.replace(" ", "\xa0")


def test_the_last_words_in_italics_are_kept_together_too() -> None:
    assert "the\xa0script." in typeset.printed("*Drafted from the characters of the script.*")
