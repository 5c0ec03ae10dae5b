"""Scripts made to be counted for ever: each question about their setup ends, with an answer or one sentence."""

import json
import time
from collections.abc import Callable

import pytest

import builder
from builder import catalogue
from builder.answers import scripts
from builder.errors import ClockwrightError
from builder.game.script import Script
from builder.game.setup import explaining
from builder.game.setup.branches import Branch
from builder.game.setup.budget import STEPS, TOO_MANY, TooManyWaysError, limited, spend
from builder.game.setup.effects import Change
from builder.game.setup.grammar import LONGEST, MOST_LETTERS, MOST_SENTENCES, read
from builder.game.setup.rules import Distribution
from builder.game.setup.sampler import simulate
from builder.game.teams import Team
from builder.printables.proof_tables import how

pytestmark = [pytest.mark.full, pytest.mark.volume]

#: A guard against hanging, not a measure: each of these took minutes, or all memory.
SOON = 10.0
TEAMS = ("townsfolk", "outsider", "minion", "demon")
OTHERS = tuple("imp chef monk saint butler drunk empath virgin slayer mayor poisoner".split())


def script(*abilities: str) -> Script:
    """A script of characters with these abilities, and some official ones."""
    own = [
        {"id": f"own{place}", "name": f"Own {place}", "team": TEAMS[place % 4], "ability": ability}
        for place, ability in enumerate(abilities)
    ]
    return builder.parse(json.dumps([*own, *OTHERS]))


MADE: dict[str, Callable[[], Script]] = {
    "5 × 40 choices": lambda: script(*["[+1 or -1 Outsider]" * 40] * 5),
    "12 × 2 ranges": lambda: script(*["[+0 to +3 Outsiders]" * 2] * 12),
    "12 × 8 wide ranges": lambda: script(*["[+0 to +20 Outsiders]" * 8] * 12),
    "200 × 4": lambda: script(*["[+1 or -1 Outsider]" * 4] * 200),
    "20 × 200": lambda: script(*["[+1 or -1 Outsider]" * 200] * 20),
    "90 × 900": lambda: script(*["[+1 or -1 Outsider]" * 900] * 90),
    "1,900 × 2": lambda: script(*["[+1 or -1 Outsider]" * 2] * 1_900),
    "1,900 copies": lambda: script(*(f"[+0 to +20 Own {place}]" for place in range(1_900))),
    "15 masks": lambda: script(*(f"You think you are good. [+5 to +20 Own {place}]" for place in range(15))),
    "partners in a ring": lambda: script(*(f"[+the Own {(place + 1) % 200}]" for place in range(200))),
    "any numbers": lambda: script(*["[Any number of Outsiders] [any number of Minions]"] * 200),
    "brackets in brackets": lambda: script("[" * 300_000, "[1]" * 100_000, "[" + "1 " * 299 + "]"),
}
#: Those that are tried each time; the others take longer than they tell.
USUAL = frozenset({"5 × 40 choices", "20 × 200", "brackets in brackets"})
ASKED: dict[str, Callable[[Script], object]] = {
    "problems": builder.problems,
    "setups": scripts.setups,
    "setups for seven": lambda made: scripts.setups(made, 7),
    "a deal": lambda made: scripts.dealt(made, 7, 1, (), ()),
    "a deal for fifteen": lambda made: scripts.dealt(made, 15, 1, (), ()),
    "a deal with ten": lambda made: scripts.dealt(made, 12, 1, tuple(e.id for e in made.entries[:10]), ()),
    "a table": lambda made: scripts.verdict(made, 15, tuple(e.id for e in made.entries[:15])),
}


@pytest.mark.parametrize(
    "name", [name if name in USUAL else pytest.param(name, marks=pytest.mark.slow) for name in MADE]
)
def test_every_question_about_the_setup_ends(name: str) -> None:
    made = MADE[name]()
    for asked, question in ASKED.items():
        start = time.process_time()
        try:
            question(made)
        except ClockwrightError as error:
            assert "\n" not in str(error)  # noqa: PT017  # an answer will do as well
        assert time.process_time() - start < SOON, asked


def test_too_many_ways_are_said_in_each_row_of_the_table() -> None:
    rows = builder.setups(MADE["1,900 × 2"]()).rows
    unknown = [row for row in rows.values() if not row.complete]
    assert unknown
    assert all(row.reasons == (TOO_MANY,) and row.fillable and not row.allowed for row in unknown)


def test_too_many_ways_to_deal_are_said_in_a_sentence() -> None:
    with pytest.raises(ClockwrightError, match="too many possible setups to count"):
        scripts.dealt(MADE["1,900 copies"](), 15, 1, (), ())


def test_too_many_ways_for_many_games_are_said() -> None:
    made = MADE["12 × 8 wide ranges"]()
    assert how(simulate(made, catalogue.rules())) == TOO_MANY


def test_a_script_of_all_official_characters_stays_within_the_limit() -> None:
    everyone = builder.parse(json.dumps([character.id for character in catalogue.everyone()]))
    assert all(row.complete and row.allowed for row in builder.setups(everyone).rows.values())


def test_the_limit_of_the_outer_question_holds_inside() -> None:
    with limited(10):
        with limited(STEPS):
            spend(8)
        with pytest.raises(TooManyWaysError):
            spend(8)


def test_work_outside_of_any_question_is_not_counted() -> None:
    spend(100 * STEPS)


def test_of_many_choices_the_smallest_that_add_up_are_told() -> None:
    sources = tuple((f"Own {n}", f"own{n}", Change(Team.OUTSIDER, (-1, 0, 2))) for n in range(60))
    told = explaining.steps(Branch(sources=sources), Distribution(5, 2, 1, 1), Distribution(4, 3, 1, 1))
    assert tuple(told) == (
        "Own 58 removes 1 Outsider and adds 1 Townsfolk.",
        "Own 59 adds 2 Outsiders in place of 2 Townsfolk.",
    )


def test_more_sentences_in_brackets_than_the_setup_reads_are_a_problem() -> None:
    made = script("You are many. " + "[+1 Outsider]" * (MOST_SENTENCES + 1))
    told = [each.message for each in builder.problems(made) if each.code == "bracket-not-understood"]
    assert len(told) == 1
    assert "has too much text in brackets. The setup ignores everything after 8 sentences" in told[0]


def test_a_bracket_far_down_an_ability_is_a_problem() -> None:
    assert read("x" * MOST_LETTERS + "[+1 Outsider]").is_cut
    assert not read("x" * MOST_LETTERS).is_cut
    assert not read("[+1 Outsider]" * MOST_SENTENCES).is_cut


def test_a_sentence_longer_than_any_rule_is_not_understood() -> None:
    assert read(f"[+1 {'very ' * (LONGEST // 5)}Outsider]").unread
