"""Text never overflows, overlaps or is lost, however long or strange the script is."""

from collections.abc import Callable

import proofreading
import pytest
from composing import TEAMS, THIRTY, company, homebrew, prose, script

import builder
from builder.game.script import Script
from builder.printables.typography import typeset

STYLES = (("sheet", "classic"), ("night", "full"), ("night", "strips"))


def right_to_left() -> Script:
    people = [
        homebrew(
            number,
            team,
            name="سارق القمر",
            ability="كل ليلة، اختر لاعبًا: هو مسموم الليلة والنهار التالي. " * 3 + "[+1 Outsider]",
            firstNight=number + 2,
            firstNightReminder="القمر يختار لاعبًا. :reminder: ثم *YOU ARE*",
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(
        *people, "bootlegger", name="مدينة القمر", author="ליאור", bootlegger=["القمر لا يكذب. " * 20]
    )


def html_like() -> Script:
    people = [
        homebrew(
            number,
            team,
            name="<b>Poof!</b>",
            ability="You vanish: <poof!> & <script>alert(1)</script> {{ 7*7 }} </p></div>",
            firstNight=number + 2,
            firstNightReminder="Say <poof!> & </div>.",
            otherNight=number + 2,
            otherNightReminder="<img src=x onerror=alert(1)> {% for %}",
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, name='<poof!> & "quotes" \\ ; } @page{}', author="</title><script>")


def without_a_space() -> Script:
    people = [
        homebrew(
            number,
            team,
            name="Wm" * 25,
            ability="Unbreakable" * 22,
            firstNight=3,
            firstNightReminder="Donaudampfschiff" * 30,
            otherNight=3,
            otherNightReminder="*" + "W" * 100 + "* " + "w" * 300,
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, "w" * 50, "bootlegger", name="W" * 50, author="Q" * 50, bootlegger=["w" * 500])


def jinxed(reason: int) -> Script:
    """75 jinxes of a script's own."""
    people = [
        homebrew(
            number,
            team,
            name=prose(20, number)[:-1],
            jinxes=[
                {"id": f"made{(number + step) % len(TEAMS)}", "reason": prose(reason, number + step)}
                for step in (1, 2, 3)
            ],
            firstNight=number + 2,
            firstNightReminder="Wake them.",
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, "djinn")


def one_word() -> Script:
    words = {"firstNightReminder": "Wake.", "otherNightReminder": "Kill."}
    people = [
        homebrew(
            number, team, name="Ox", ability="Die.", firstNight=number + 2, otherNight=number + 2, **words
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, name="X")


def writing_without_spaces() -> Script:
    people = [
        homebrew(
            number,
            team,
            name="占い師" * 8,
            ability="毎晩プレイヤーを選ぶ。" * 20,
            firstNight=3,
            firstNightReminder="選ぶ。" * 90,
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, name="占" * 50)


def many_guests() -> Script:
    teams = ("traveller",) * 20 + ("fabled",) * 20 + ("loric",) * 20
    return script(
        *company(teams, names=30, abilities=250), "washerwoman", "imp", name="M" * 50, author="M" * 50
    )


#: Everything a test of overflow prints, by what is strange about it.
EXTREMES: dict[str, Callable[[], Script]] = {
    "a script like any other": lambda: script(*company(abilities=110, reminders=120)),
    "the longest legal texts": lambda: script(
        *company(THIRTY, names=30, abilities=250, reminders=500), name="W" * 50, author="M" * 50
    ),
    "one word each": one_word,
    "201 entries": lambda: script(*company((TEAMS * 9)[:200], abilities=120, reminders=60)),
    "no names and no abilities": lambda: script(*company(names=0, abilities=0)),
    "right to left": right_to_left,
    "text like HTML": html_like,
    "ten long rules": lambda: script(
        *company(), "bootlegger", bootlegger=[prose(400, number) for number in range(10)]
    ),
    "75 jinxes": lambda: jinxed(60),
    "75 long jinxes": lambda: jinxed(500),
    "an empty name": lambda: script(*company(), name="", author=""),
    "no space anywhere": without_a_space,
    "writing that knows no spaces": writing_without_spaces,
    "sixty guests": many_guests,
    "nobody known": lambda: script(*[f"nobody_{number}_{'w' * 30}" for number in range(60)]),
    "nobody at all": script,
    "one Imp": lambda: script("imp"),
}
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
@pytest.mark.parametrize("name", EXTREMES)
@pytest.mark.parametrize(
    ("kind", "style", "paper"), [*((*style, "a4") for style in STYLES), ("sheet", "classic", "letter")]
)
def test_no_text_of_an_extreme_script_leaves_the_page_or_meets_another(
    name: str, kind: str, style: str, paper: str
) -> None:
    check(name, kind, style, paper)


@pytest.mark.full
@pytest.mark.parametrize(("kind", "style"), [("night", "full"), ("night", "strips")])
def test_every_actor_of_a_night_is_on_its_sheet(kind: str, style: str) -> None:
    """A strip that is cut off at the foot of the page would lose them in silence."""
    people = [
        homebrew(n, t, name=f"Q{n}q", firstNight=n + 2, otherNight=n + 2)
        for n, t in enumerate((TEAMS * 9)[:199])
    ]
    document = builder.render(script(*people), kind, style=style)
    printed = proofreading.text(document.pdf)
    assert [each["name"] for each in people if printed.count(each["name"]) < 2] == []
    if style == "strips":
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
