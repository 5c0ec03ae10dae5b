"""What is on the back of a character sheet, or on no back at all; and its QR code."""

from collections.abc import Callable
from functools import cache
from io import BytesIO

import conforming
import proofreading
import pytest
import zxingcpp
from composing import TEAMS, company, homebrew, in_turn, prose, sample, script
from PIL import Image

import builder
from builder import printables
from builder.artefact import Artefact
from builder.errors import UnknownChoiceError
from builder.game.script import Script
from builder.press import drawings
from builder.printables import sheet

pytestmark = pytest.mark.full

STYLES = printables.kinds()["sheet"]
LINK = "https://almanac.example/a-murmur-of-moths"
#: For half a page.
SMALL = ("townsfolk",) * 5 + ("outsider", "minion", "demon")


def printed(composed: Script, style: str = "classic", **settings: str) -> Artefact:
    return _printed(builder.dump(composed), style, *sorted(settings.items()))


@cache
def _printed(text: str, style: str, *settings: tuple[str, str]) -> Artefact:
    return builder.render(builder.parse(text), "sheet", style=style, settings=dict(settings), fetch=False)


def words(document: Artefact) -> str:
    return proofreading.text(document.pdf).replace("-", "")


def squeezed(text: str) -> str:
    return proofreading.squeezed(sheet.typeset(text)).replace("-", "").replace("*", "").replace("\u2060", "")


def codes(document: Artefact) -> list[str]:
    """What a scanner of another maker reads from the printed pages, at 150 dots per inch."""
    pages = [Image.open(BytesIO(png)) for png in document.png(150)]
    return [code.text for page in pages for code in zxingcpp.read_barcodes(page)]


def of_style(style: str) -> Script:
    return sample("six-candles" if style == "teensy" else "the-wandering-fair")


@pytest.mark.parametrize(("back", "style"), in_turn([("none",), ("nights",)], STYLES, share=2))
def test_every_style_prints_each_back_and_nothing_meets_another_text(back: str, style: str) -> None:
    document = printed(of_style(style), style, back=back)
    assert document.style == style
    assert proofreading.faults(document.pdf) == []
    assert conforming.faults(document.pdf, style) == []


def test_one_page_has_jinxes_counts_rules_and_what_the_guests_do(fair: Script) -> None:
    document = printed(fair, back="none")
    assert (document.pages, document.notices) == (1, ())
    content = sheet.content(fair)
    found = words(document).replace("*", "")
    for block in (*content.blocks, *content.back):
        for row in block.rows:
            assert squeezed("".join(piece.text for piece in row.ability)) in found
    for jinx in content.jinxes:
        assert squeezed("".join(piece.text for piece in jinx.reason)) in found
    assert squeezed(content.rules[0]) in found
    assert "Players56789101112131415" in found


def test_what_one_page_has_no_room_for_is_left_out_and_said() -> None:
    crowded = script(*company(abilities=300), "bureaucrat", bootlegger=["Nobody whistles."])
    document = printed(crowded, back="none")
    assert document.pages == 1
    assert [notice.code for notice in document.notices] == ["facts-left-out"]
    assert "player counts" in document.notices[0].message
    assert "rules" not in document.notices[0].message
    assert "Nobodywhistles" in words(document)
    assert proofreading.faults(document.pdf) == []


def test_characters_that_need_two_pages_lose_nothing() -> None:
    document = printed(script(*company(TEAMS * 2, abilities=150), "bureaucrat"), back="none")
    assert document.pages > 1
    assert [notice.code for notice in document.notices] == ["runs-on"]
    assert "Players56789101112131415" in words(document)


def test_the_back_has_both_nights_and_what_else_there_is_between_them(fair: Script) -> None:
    front, back = proofreading.pages(printed(fair, back="nights").pdf)
    assert "First Night" in back.text
    assert "Other Nights" in back.text
    turned = "".join(letter.sign for letter in back.body if 170 < letter.angle < 190)
    assert turned.startswith("OtherNights")
    assert "DuskBarista" in turned
    assert "NoDemoncanhavetheDrunkability" in proofreading.squeezed(back.text)
    assert "Magician" in front.text


def test_facts_that_do_not_fit_between_the_nights_have_a_page_of_their_own() -> None:
    talkative = script(*company(), bootlegger=[prose(400, number) for number in range(9)])
    document = printed(talkative, back="nights")
    assert document.pages == 3
    assert [notice.code for notice in document.notices] == ["facts-moved"]
    assert all(squeezed(prose(400, number)) in words(document) for number in range(9))


@pytest.mark.parametrize(
    ("style", "composed"),
    [
        ("large", lambda: sample("six-candles")),
        ("classic", lambda: script(*company(TEAMS * 2, abilities=40, reminders=20))),
    ],
)
def test_nights_that_do_not_fit_are_refused_in_words(style: str, composed: Callable[[], Script]) -> None:
    document = printed(composed(), style, back="nights")
    assert "no-nights" in [notice.code for notice in document.notices]
    assert "OtherNights" not in words(document)
    assert "Players56789101112131415" in words(document)


def test_half_pages_have_their_nights_twice() -> None:
    text = words(printed(sample("six-candles"), "teensy", back="nights"))
    assert text.count("FirstNight") == text.count("OtherNights") == 2


# -- codes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("back", "style"), in_turn([("none",), ("nights",), ("facts",)], STYLES, share=3))
def test_a_scanner_reads_the_address_from_every_kind_of_sheet(back: str, style: str) -> None:
    document = printed(script(*company(SMALL, abilities=60)), style, back=back, qr=LINK)
    assert document.notices == () or style == "large"
    assert codes(document) == [LINK] * (2 if style == "teensy" else 1)


@pytest.mark.parametrize("back", ["facts", "nights"])
def test_a_scanner_reads_the_script_itself(moths: Script, back: str) -> None:
    (link,) = codes(printed(moths, back=back, qr="script"))
    again = builder.parse(link)
    assert [entry.id for entry in again.entries] == [entry.id for entry in moths.entries]


def test_the_almanac_of_the_script_is_opened_where_there_is_one() -> None:
    linked = script("imp", "baron", almanac=LINK)
    assert codes(printed(linked, qr="almanac")) == [LINK]
    document = printed(script("imp", "baron"), qr="almanac")
    assert [notice.code for notice in document.notices] == ["no-almanac-link"]
    assert len(codes(document)) == 1


def test_a_script_too_long_for_a_code_has_none_and_says_so() -> None:
    document = printed(script(*company(abilities=120)), qr="script")
    assert [notice.code for notice in document.notices] == ["no-code"]
    assert codes(document) == []


@pytest.mark.parametrize("letters", [20, 60, 300, 858])
def test_modules_are_half_a_millimeter_and_more(letters: int) -> None:
    link = "https://" + "x" * (letters - 8)
    side, _, _ = drawings.Pictures()[drawings.qr_address(link)].get_intrinsic_size(None, None)
    modules = drawings.qr_code(link, framed=True).width
    assert 0.5 <= side / 96 * 25.4 / modules <= 0.7001
    assert side / 96 * 25.4 <= 53


def test_a_code_of_anything_else_is_refused(moths: Script) -> None:
    with pytest.raises(UnknownChoiceError, match="almanac, the script or an address"):
        printed(moths, qr="javascript:alert(1)")


# -- pictures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sheet", "night", "almanac"])
def test_emblems_are_painted_if_wanted(kind: str) -> None:
    composed = script("imp", "baron", homebrew(1, "townsfolk"))
    usual, painted = (
        builder.render(composed, kind, settings={"art": art}, fetch=False).pdf
        for art in ("emblem", "painted")
    )
    assert usual.count(b"/Subtype /Image") == usual.count(b"/Subtype/Image") == 0
    assert painted.count(b"/Subtype /Image") + painted.count(b"/Subtype/Image") >= 2


def test_a_sheet_for_the_photocopier_keeps_black_emblems() -> None:
    emblems, painted = (
        printed(script("imp", "baron"), "plain", art=art).pdf for art in ("emblem", "painted")
    )
    assert len(emblems) == len(painted)
