"""Checks that ask the rules of setup: partners, the Baron, numbers of players. The rules are a table given here."""

import json
from typing import Any

import pytest

import builder
from builder import catalogue, editing
from builder.checks import playing
from builder.game.problem import Problem
from builder.game.setup.rules import Rules

FULL = json.loads(
    """["washerwoman", "grandmother", "librarian", "general", "dreamer", "oracle", "monk", "gambler", "courtier",
    "seamstress", "fisherman", "princess", "butler", "golem", "mutant", "puzzlemaster", "harpy", "pithag", "eviltwin",
    "yaggababble", "po", "vigormortis"]"""
)
EFFECTS: dict[str, tuple[dict[str, Any], ...]] = {
    "baron": ({"effect": "change", "team": "outsider", "options": [2]},),
    "choirboy": ({"effect": "partner", "name": "king"},),
    "huntsman": ({"effect": "partner", "name": "damsel"},),
    "atheist": ({"effect": "no-rules"},),
    "sentinel": ({"effect": "change", "team": "outsider", "options": [-1, 0, 1]},),
    "lilmonsta": (
        {"effect": "nobody"},
        {"effect": "exactly", "team": "demon", "number": 0},
        {"effect": "change", "team": "minion", "options": [1]},
    ),
}


@pytest.fixture(autouse=True)
def _rules(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Rules(catalogue.setup_counts(), catalogue.jinxes(), catalogue.find, EFFECTS)
    monkeypatch.setattr(playing, "rules", lambda: table)


def found(code: str, *ids: str | dict[str, str]) -> list[Problem]:
    return [problem for problem in builder.problems(builder.parse(json.dumps(ids))) if problem.code == code]


@pytest.mark.parametrize(("who", "partner"), [("choirboy", "king"), ("huntsman", "damsel")])
def test_whoever_needs_a_partner_is_told_and_gets_it_at_the_press_of_a_button(who: str, partner: str) -> None:
    (problem,) = found("missing-partner", *FULL, "baron", who)
    assert problem.characters == (who,)
    assert problem.fix is not None
    mended = editing.change(builder.parse(json.dumps([*FULL, "baron", who])), problem.fix.op).script
    assert partner in {entry.id for entry in mended.entries}
    assert not [each for each in builder.problems(mended) if each.code == "missing-partner"]


def test_a_baron_wants_four_outsiders() -> None:
    assert not found("too-few-outsiders", *FULL, "baron")
    (problem,) = found("too-few-outsiders", *(each for each in FULL if each != "mutant"), "baron")
    assert "up to 4 are in play, and this script has 3" in problem.message


def test_all_who_add_outsiders_are_looked_at_within_one_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    floods = [
        {"id": f"flood{number}", "name": f"Flood {number}", "team": "minion", "ability": "[+2 Outsiders]"}
        for number in range(4)
    ]
    monkeypatch.setattr(playing, "MOST_STEPS", 2_000)  # enough for one of them, not for four
    without = [each for each in FULL if each != "mutant"]
    first, *_unused, last = found("too-few-outsiders", *without, *floods)
    assert "together with a character that removes Outsiders" in first.message
    assert last.message.endswith(
        "can add 2 Outsiders, so a game may need 4; this script has 3. Add Outsiders."
    )


def test_a_baron_on_a_script_for_six_wants_three() -> None:
    small = "washerwoman general dreamer monk gambler courtier butler mutant baron imp".split()
    (problem,) = found("too-few-outsiders", *small)
    assert "a game may need 3; this script has 2" in problem.message
    assert not found("too-few-outsiders", *small, "klutz")


def test_an_atheist_makes_a_script_without_minions_playable() -> None:
    good = ["chef", "empath", "monk", "butler", "imp"]
    assert found("no-legal-table", *good)
    assert not found("no-legal-table", *good, "atheist")


def test_one_minion_is_not_enough_for_lil_monsta() -> None:
    (problem,) = found("no-legal-table", "chef", "empath", "monk", "sage", "mayor", "poisoner", "lilmonsta")
    assert (
        "Lil' Monsta (+1 Minion; no Demons; no player is this character) leaves no legal game"
        in problem.message
    )
    assert "Add 1 Minion or 1 Demon" in problem.message


@pytest.mark.parametrize("fabled", ["sentinel", "spiritofivory", "fibbin"])
def test_a_fabled_takes_no_number_of_players_away(fabled: str) -> None:
    assert not found("player-counts", *FULL, "baron", fabled)


def test_numbers_of_players_that_are_out_are_named_with_what_is_lacking() -> None:
    (problem,) = found("player-counts", *FULL[5:])
    assert problem.message.startswith(
        "This script can be played with 5 to 12 players, not with 13 to 15. 13 players need 9 Townsfolk"
        " (the script has 7)."
    )


def test_a_baron_makes_up_for_missing_townsfolk() -> None:
    assert not found("player-counts", *FULL[4:], "baron")
