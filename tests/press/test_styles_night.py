"""Night sheets as they come off the press, by the light of a candle."""

from collections.abc import Callable
from functools import cache

import proofreading
import pytest
from composing import SHARED, TEAMS, THIRTY, company, homebrew, in_turn, jinxed, sample, script

import builder
from builder import printables
from builder.artefact import Artefact
from builder.game.markup import Mark
from builder.game.script import Script

pytestmark = pytest.mark.full

STYLES = printables.kinds()["night"]
#: Under 8 points nobody reads at night; a letter is measured to a tenth.
LEAST = 7.95
#: What test_overflow.py prints in every run: strips of so many that they become full sheets.
ELSEWHERE = ("strips", "a4", "201 entries")


def one_word() -> Script:
    return script(
        *(
            homebrew(
                number,
                team,
                name="Ox",
                firstNight=number + 2,
                otherNight=number + 2,
                firstNightReminder="Wake.",
                otherNightReminder=":reminder:",
            )
            for number, team in enumerate(TEAMS)
        )
    )


def conditions() -> Script:
    """Every step a condition with much that hangs on it."""
    words = (
        "If they did (or not): :reminder: mark them, wake the next & show *THESE CHARACTERS ARE NOT IN PLAY*. "
        * 4
    )
    return script(
        *(
            homebrew(number, team, otherNight=number + 2, otherNightReminder=words[:500])
            for number, team in enumerate(TEAMS)
        )
    )


SCRIPTS: dict[str, Callable[[], Script]] = {
    "a full script": lambda: sample("a-murmur-of-moths"),
    "every team": lambda: sample("the-wandering-fair"),
    "Teensyville": lambda: sample("six-candles"),
    "201 entries": lambda: script(*company((TEAMS * 9)[:200], abilities=30, reminders=60)),
    "the longest legal texts": lambda: script(
        *company(THIRTY, names=30, abilities=30, reminders=500), name="W" * 50, author="M" * 50
    ),
    "one word each": one_word,
    "conditions": conditions,
    "60 jinxes": lambda: jinxed(reminder="Wake them. :reminder: If not, show *YOU ARE*."),
}


def printed(name: str, style: str, paper: str = "a4") -> Artefact:
    return _printed(name, style, paper)


@cache
def _printed(name: str, style: str, paper: str) -> Artefact:
    return builder.render(SCRIPTS[name](), "night", style=style, paper=paper)


def check(document: Artefact) -> None:
    assert proofreading.faults(document.pdf) == []
    for page in proofreading.pages(document.pdf):
        assert proofreading.smallest_type(page) >= LEAST


@pytest.mark.parametrize("style", STYLES)
def test_no_letter_is_too_small_or_out_of_place_on_a_crowded_night(style: str) -> None:
    document = printed("every team", style)
    assert document.style == style
    check(document)


@pytest.mark.full
@pytest.mark.parametrize(
    ("style", "paper", "name"),
    [
        *(
            case if case.values != ELSEWHERE else pytest.param(*case.values, marks=pytest.mark.slow)
            for case in in_turn([(style, "a4") for style in STYLES], SCRIPTS)
        ),
        *((style, "letter", "every team") for style in STYLES),
    ],
)
def test_no_letter_of_an_extreme_script_is_too_small_or_out_of_place(
    name: str, style: str, paper: str
) -> None:
    check(printed(name, style, paper))


@pytest.mark.full
@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
@pytest.mark.parametrize("style", STYLES)
def test_nights_in_many_alphabets_stay_on_their_paper(style: str) -> None:
    script = builder.parse(SHARED / "fixtures" / "homebrew" / "many-alphabets.json")
    check(builder.render(script, "night", style=style))


@pytest.mark.full
@pytest.mark.parametrize("settings", [{"ink": "saving"}, {"face": "readable"}])
def test_common_choices_leave_everything_in_its_place(settings: dict[str, str]) -> None:
    for style in STYLES:
        check(builder.render(sample("six-candles"), "night", style=style, settings=settings))


@pytest.mark.parametrize("style", ["full", "glyphs"])
@pytest.mark.parametrize("name", ["a full script", "every team", "Teensyville"])
def test_a_night_of_a_sample_stands_on_one_page(style: str, name: str) -> None:
    assert printed(name, style).pages == 2


def test_a_crowded_night_still_has_a_line_for_every_step() -> None:
    first = proofreading.pages(printed("every team", "full").pdf)[0].text.replace("\r\n", "\n")
    assert "Wake each Village Idiot" in first
    assert any(line.startswith("Wake each Village Idiot") for line in first.split("\n"))


def ink(style: str, **settings: str) -> float:
    """How dark the darkest hundredth of the page is that a card stands on: the part of black pixels."""
    from io import BytesIO

    from PIL import Image

    composed = script("imp", "cerenovus", name="A")
    document = builder.render(composed, "night", style=style, settings=settings)
    picture = Image.open(BytesIO(document.png(60)[1])).convert("L")
    return sum(picture.histogram()[:60]) / (picture.width * picture.height)


def test_saving_ink_leaves_the_dark_cards_white() -> None:
    assert ink("full", ink="saving") < 0.8 * ink("full")


def test_no_step_of_the_full_night_sheet_ends_with_one_short_word_alone() -> None:
    rows = [
        row
        for page in printables.module("night").content(sample("a-murmur-of-moths")).nights
        for row in page.rows
    ]
    steps = [
        step for row in rows for step in row.steps if step[-1].mark is Mark.TEXT and len(step[-1].text) > 30
    ]
    assert len(steps) > 10
    for step in steps:
        assert len(step[-1].text.rpartition(" ")[2]) >= 9, step[-1].text
