"""Text never overflows, overlaps or is lost, however long or strange the script is."""

import proofreading
import pytest
from composing import TEAMS, homebrew, in_turn, script
from extremes import EXTREMES

import builder
from builder.game.script import Script
from builder.printables.common import typeset

pytestmark = pytest.mark.full

STYLES = (("sheet", "classic"), ("night", "full"), ("night", "strips"))


#: What is as well seen where every actor of a night is looked for.
ELSEWHERE = ("night", "strips", "a4", "201 entries")
#: What takes twenty layouts as strips, and is seen as well on a sheet.
GUESTS = ("night", "strips", "a4", "sixty guests")
#: These few take the quick tests' time; all of them are printed in the full ones.
QUICK = ("a script like any other", "text like HTML")


def lost(composed: Script, kind: str, printed: str) -> list[str]:
    """Names and abilities of a script that cannot be read on its document."""
    words = [each.name for each in composed.characters] + [composed.name]
    if kind == "sheet":
        words += [each.ability.replace("*", "") for each in composed.characters]
    found = proofreading.squeezed(printed).replace("*", "").replace("-", "")
    return [
        word
        for word in words
        if word.isascii() and proofreading.squeezed(typeset(word)).replace("-", "") not in found
    ]


def check(name: str, kind: str, style: str, paper: str) -> None:
    composed = EXTREMES[name]()
    document = builder.render(composed, kind, style=style, paper=paper)
    assert proofreading.faults(document.pdf) == []
    if kind == "sheet":
        assert lost(composed, kind, proofreading.text(document.pdf)) == []


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize(("kind", "style"), STYLES)
def test_no_text_leaves_the_page_or_meets_another(name: str, kind: str, style: str) -> None:
    check(name, kind, style, "a4")


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "style", "paper", "name"),
    [
        *(
            case
            if case.values not in {ELSEWHERE, GUESTS}
            else pytest.param(*case.values, marks=pytest.mark.slow)
            for case in in_turn(
                [*((*style, "a4") for style in STYLES), ("sheet", "classic", "letter")], EXTREMES, share=5
            )
        ),
        ("sheet", "plain", "a4", "sixty guests"),
    ],
)
def test_no_text_of_an_extreme_script_leaves_the_page_or_meets_another(
    kind: str, style: str, paper: str, name: str
) -> None:
    check(name, kind, style, paper)


@pytest.mark.full
def test_every_actor_of_a_night_is_on_its_sheet() -> None:
    """A strip that is cut off at the foot of the page would lose them in silence."""
    people = [
        homebrew(n, t, name=f"Q{n}q", firstNight=n + 2, otherNight=n + 2)
        for n, t in enumerate((TEAMS * 9)[:120])
    ]
    document = builder.render(script(*people), "night", style="strips")
    assert proofreading.faults(document.pdf) == []
    assert min(map(proofreading.smallest_type, proofreading.pages(document.pdf))) >= 7.95
    printed = proofreading.text(document.pdf)
    assert [each["name"] for each in people if printed.count(each["name"]) < 2] == []
    assert document.style == "full"
    assert any("too long" in notice.message for notice in document.notices)


# -- the proof-reader himself ------------------------------------------------------------------------------


def printed(html: str) -> bytes:
    import weasyprint

    pdf: bytes = weasyprint.HTML(
        string=f"<style>@page{{size:A4;margin:0}}body{{margin:0;font-size:12pt}}</style>{html}"
    ).write_pdf()
    return pdf


@pytest.mark.parametrize(
    ("html", "complaint"),
    [
        ("<p style='margin:15mm'>Safe and sound.</p>", None),
        ("<p style='margin:15mm 0 0 2mm'>Too far left.</p>", "outside the margins"),
        (
            "<p style='position:absolute;top:15mm;left:190mm;white-space:nowrap'>Too far right.</p>",
            "outside the margins",
        ),
        ("<p style='position:absolute;top:287mm;left:15mm'>In the foot.</p>", "outside the margins"),
        (
            "<style>p{position:absolute;margin:20mm}</style><p>One text</p><p style='left:3mm'>and another</p>",
            "runs into",
        ),
        ("<p style='margin:15mm;font-size:5pt'>Too small.</p>", "type of 5.0 pt"),
    ],
)
def test_the_proof_reader_sees_what_is_wrong(html: str, complaint: str | None) -> None:
    found = proofreading.faults(printed(html))
    assert found == [] if complaint is None else complaint in found[0]
