"""The beginner's guide as it comes off the press: two pages and one, whatever the script."""

from collections.abc import Callable
from functools import cache

import proofreading
import pytest
from composing import TEAMS, homebrew, in_turn, prose, sample, script
from extremes import EXTREMES

import builder
from builder import catalogue
from builder.artefact import Artefact
from builder.game.script import Script
from builder.printables.common import typeset

PAGES = {"player": 2, "storyteller": 1}
LOOKS = [("player", "a4"), ("storyteller", "letter"), ("player", "letter"), ("storyteller", "a4")]
CHANGES = f"{prose(120)} [+1 Outsider] {prose(60)} [-1 or +1 Outsider. Most players are Legion]"
SCRIPTS: dict[str, Callable[[], Script]] = {
    "every team": lambda: sample("the-wandering-fair"),
    "Teensyville": lambda: sample("six-candles"),
    "everybody changes the counts": lambda: script(
        *(homebrew(n, team, name=prose(30, n), ability=CHANGES) for n, team in enumerate(TEAMS))
    ),
    "a name of many letters": lambda: script("imp", name="Verylongname " * 20, author="Somebody Else " * 12),
    **{
        name: EXTREMES[name]
        for name in (
            "the longest legal texts",
            "201 entries",
            "right to left",
            "text like HTML",
            "no space anywhere",
            "writing that knows no spaces",
            "75 long jinxes",
            "sixty guests",
            "an empty name",
            "nobody at all",
        )
    },
}


def printed(style: str, paper: str = "a4", name: str = "every team") -> Artefact:
    return _printed(style, paper, name)


@cache
def _printed(style: str, paper: str, name: str) -> Artefact:
    return builder.render(SCRIPTS[name](), "guide", style=style, paper=paper)


@pytest.mark.parametrize(("style", "pages"), PAGES.items())
def test_a_guide_has_two_pages_and_a_check_list_one(style: str, pages: int) -> None:
    document = printed(style)
    assert document.pages == pages
    assert document.notices == ()
    assert proofreading.faults(document.pdf) == []


@pytest.mark.full
@pytest.mark.parametrize(("style", "paper", "name"), in_turn(LOOKS, SCRIPTS))
def test_a_guide_has_as_many_pages_with_an_extreme_script(style: str, paper: str, name: str) -> None:
    document = printed(style, paper, name)
    assert document.pages == PAGES[style]
    assert proofreading.faults(document.pdf) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("style", "paper", "name"), in_turn(LOOKS, ["every team", "201 entries", "75 long jinxes"])
)
def test_a_guide_for_those_who_save_ink_and_like_other_letters_has_as_many_pages(
    style: str, paper: str, name: str
) -> None:
    settings = {"ink": "saving", "face": "readable"}
    document = builder.render(SCRIPTS[name](), "guide", style=style, paper=paper, settings=settings)
    assert document.pages == PAGES[style]
    assert proofreading.faults(document.pdf) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("style", "paper"),
    # Every run looks at the paper of each style that other tests print, `bin/test --slow` at the other as well.
    [look if look[1] == "a4" else pytest.param(*look, marks=pytest.mark.slow) for look in LOOKS],
)
def test_the_letters_of_a_guide_are_never_small(style: str, paper: str) -> None:
    pages = proofreading.pages(printed(style, paper).pdf)
    sizes = [proofreading.smallest_type(page) for page in pages]
    assert min(sizes) >= 8, sizes


@pytest.mark.full
def test_a_check_list_that_no_page_holds_runs_on_and_loses_nobody() -> None:
    teams = (TEAMS * 5)[:110]
    composed = script(
        *(
            homebrew(n, team, name=f"Maker {n}", ability=f"Hum. [{prose(110, n)}]")
            for n, team in enumerate(teams)
        )
    )
    document = builder.render(composed, "guide", style="storyteller")
    assert document.pages > 1
    assert proofreading.faults(document.pdf) == []
    printed = proofreading.text(document.pdf)
    assert [n for n in range(110) if f"Maker{n}" not in printed] == []


@pytest.mark.full
def test_the_check_list_of_all_official_characters_names_each_that_changes_the_setup() -> None:
    composed = script(*[each.id for each in catalogue.everyone()])
    printed = proofreading.text(builder.render(composed, "guide", style="storyteller").pdf)
    names = [typeset(each.name) for each in catalogue.everyone() if each.setup_effects]
    assert [name for name in names if proofreading.squeezed(name) not in printed] == []
