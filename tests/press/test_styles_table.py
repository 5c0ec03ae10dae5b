"""The table cards as they come off the press: nothing overflows, everything asked for is there."""

from collections.abc import Callable

import proofreading
import pytest
from composing import SHARED, TEAMS, company, homebrew, in_turn, jinxed, prose, sample, script

import builder
from builder.game.script import Script

pytestmark = pytest.mark.full


def long_cards() -> Script:
    people = [
        homebrew(
            number,
            team,
            firstNight=number + 2,
            firstNightReminder=f"Show *{'W' * 100}{number}* and *{prose(118, number)[:-1]}*.",
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, name="W" * 50, author="M" * 50)


CHANGES = f"{prose(120)} [+1 Outsider] {prose(60)} [-1 or +1 Outsider. Most players are Legion]"
SCRIPTS: dict[str, Callable[[], Script]] = {
    "a full script": lambda: sample("a-murmur-of-moths"),
    "every team": lambda: sample("the-wandering-fair"),
    "Teensyville": lambda: sample("six-candles"),
    "201 entries": lambda: script(*company((TEAMS * 9)[:200], names=30, abilities=120)),
    "60 jinxes": lambda: jinxed(names=20),
    "long cards of its own": long_cards,
    "everybody changes the counts": lambda: script(
        *(homebrew(n, team, name=prose(30, n), ability=CHANGES) for n, team in enumerate(TEAMS))
    ),
    "nobody at all": script,
}
SETTINGS = {"names": "Ada,Grace Hopper,عادل,Эмма,占い師," + "W" * 60, "players": "", "ink": "saving"}


def words(settings: dict[str, str], style: str = "classic") -> str:
    return proofreading.text(
        builder.render(sample("the-wandering-fair"), "table", style=style, settings=settings).pdf
    )


@pytest.mark.parametrize("style", ["classic", "plain"])
def test_nothing_leaves_its_card_on_a_script_like_any_other(style: str) -> None:
    document = builder.render(
        sample("the-wandering-fair"), "table", style=style, settings={"players": "12", "names": "Ada,Bo"}
    )
    assert proofreading.faults(document.pdf) == []
    assert document.pages == 8


@pytest.mark.parametrize(
    ("style", "paper", "name"),
    [
        *in_turn([("classic", "a4")], SCRIPTS),
        pytest.param("classic", "letter", "every team", marks=pytest.mark.slow),
        ("classic", "letter", "long cards of its own"),
        *(("plain", "letter", name) for name in ("every team", "everybody changes the counts")),
    ],
)
def test_nothing_leaves_its_card_on_an_extreme_script(style: str, paper: str, name: str) -> None:
    document = builder.render(SCRIPTS[name](), "table", style=style, paper=paper, settings=SETTINGS)
    assert proofreading.faults(document.pdf) == []


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
def test_cards_in_many_alphabets_stay_on_their_paper() -> None:
    composed = builder.parse(SHARED / "fixtures" / "homebrew" / "many-alphabets.json")
    assert proofreading.faults(builder.render(composed, "table").pdf) == []


@pytest.mark.parametrize("players", ["5", "15", "20"])
def test_a_bag_for_any_number_of_players_stays_on_one_page(players: str) -> None:
    document = builder.render(
        sample("the-wandering-fair"),
        "table",
        settings={"cards": "bag,notes", "players": players, "seed": "7"},
    )
    assert document.pages == 2
    assert proofreading.faults(document.pdf) == []


def test_the_cards_say_what_they_are_for() -> None:
    printed = words({"cards": "counts,bluffs,info", "players": ""})
    for sentence in ("How many of each", "Bluffs", "Balloonist", "DID YOU NOMINATE TODAY?", "Townsfolk"):
        assert proofreading.squeezed(sentence).lower() in printed.lower()


def test_a_name_card_is_read_from_both_sides() -> None:
    document = builder.render(
        sample("the-wandering-fair"), "table", settings={"cards": "names", "names": "Wilhelmina"}
    )
    (page,) = proofreading.pages(document.pdf)
    angles = {round(letter.angle) % 360 for letter in page.body if letter.sign == "W"}
    assert angles == {0, 180}


def test_cards_to_show_are_read_at_arms_length() -> None:
    document = builder.render(sample("the-wandering-fair"), "table", settings={"cards": "info"})
    (page,) = proofreading.pages(document.pdf)
    assert proofreading.smallest_type(page) >= 19.9
