"""`setup`, `deal` and `jinxes`: the rules engine from a terminal, in the shapes that other programs rely on."""

import json
from typing import Any

import pytest
from calling import answer, call

SCRIPT = json.dumps(
    [
        {"id": "_meta", "name": "Low Tide"},
        *["washerwoman", "chef", "empath", "monk", "slayer", "mayor", "virgin", "drunk", "saint", "butler"],
        *["recluse", "poisoner", "baron", "spy", "imp"],
    ]
)


def test_setup_gives_every_number_of_players_with_its_reasons() -> None:
    told: Any = answer("setup", "-", given=SCRIPT)
    assert list(told["players"]) == [str(players) for players in range(5, 16)]
    seven = told["players"]["7"]
    assert seven["base"] == {"townsfolk": 5, "outsider": 0, "minion": 1, "demon": 1}
    assert seven["outsiders"] == [0, 2]
    assert seven["fillable"] is True
    assert {"id": "baron", "effect": "+2 Outsiders"} in seven["because"]
    assert any("Baron adds 2 Outsiders" in reason for reason in seven["reasons"])


def test_setup_for_one_number_of_players_gives_that_alone() -> None:
    assert list(answer("setup", "-", "--players", 9, given=SCRIPT)["players"]) == ["9"]


def test_setup_draws_a_bar_for_the_numbers_of_outsiders() -> None:
    result = call("setup", "-", given=SCRIPT)
    assert "      7  5/0/1/1   █·█·· 0 2        5/0/1/1  3/2/1/1" in result.stdout
    assert "Baron: +2 Outsiders" in result.stdout


def test_setup_names_the_characters_of_the_author_and_gives_their_ids_in_json() -> None:
    clerk = {
        "id": "office_clerk",
        "name": "Night Clerk",
        "team": "townsfolk",
        "ability": "You know. [+1 Outsider]",
    }
    guard = {"id": "my_guard", "name": "Guard", "team": "fabled", "ability": "It rains. [-1 or +0 Outsiders]"}
    given = json.dumps([*json.loads(SCRIPT), clerk, guard])
    told = call("setup", "-", given=given).stdout
    assert "  Night Clerk: +1 Outsider\n" in told
    assert "  Guard: −1 or +0 Outsider\n" in told
    assert "office_clerk" not in told
    seven = answer("setup", "-", "--players", 7, given=given)["players"]["7"]
    assert {"office_clerk", "my_guard"} <= {each["id"] for each in seven["because"]}


@pytest.mark.parametrize(
    ("in_play", "legal"),
    [
        ("imp,poisoner,chef,empath,monk,slayer,mayor", True),
        ("imp,baron,chef,empath,monk,slayer,mayor", False),
    ],
)
def test_a_table_is_legal_or_says_what_it_breaks(in_play: str, legal: bool) -> None:
    result = call("setup", "-", "--players", 7, "--in-play", in_play, "--json", given=SCRIPT)
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    assert told["legal"] is legal
    assert bool(told["violations"]) is not legal


def test_a_deal_is_repeated_by_its_seed_and_honours_who_has_to_be_in() -> None:
    asked = ("deal", "-", "--players", 8, "--seed", "tide", "--with", "baron", "--without", "chef")
    first: Any = answer(*asked, given=SCRIPT)
    assert first == answer(*asked, given=SCRIPT)
    assert "baron" in first["characters"]
    assert "chef" not in first["characters"]
    assert len(first["bag"]) == first["players"] == 8
    assert set(first) == {
        *("players", "seed", "characters", "extra", "bag", "distribution", "evil", "bluffs"),
        *("reminders", "steps", "because"),
    }


def test_a_deal_tells_where_the_tokens_of_a_state_that_lasts_all_game_go() -> None:
    some = json.dumps(["lycanthrope", "chef", "monk", "empath", "virgin", "slayer", "poisoner", "imp"])
    asked = ("deal", "-", "--players", 7, "--seed", 1, "--with", "lycanthrope")
    told = call(*asked, given=some).stdout
    assert "Tokens to place" in told
    assert ": Faux Paw" in told
    assert "Faux Paw and registers as evil." in told
    dealt: Any = answer(*asked, given=some)
    assert [marker["token"] for marker in dealt["reminders"]] == ["Faux Paw"]


def test_a_deal_for_people_names_the_evil_the_bluffs_and_the_steps() -> None:
    result = call("deal", "-", "--players", 7, "--seed", 1, given=SCRIPT)
    assert "(evil)" in result.stdout
    assert "Bluffs" in result.stdout
    assert "1. Put these 7 tokens into the bag" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("deal", "-", "--players", 4),
        ("deal", "-", "--players", 21),
        ("deal", "-", "--players", 7, "--with", "nobody"),
        ("setup", "-", "--players", 99),
        ("setup", "-", "--in-play", "imp"),
        ("deal", "-"),
    ],
)
def test_a_question_without_an_answer_is_one_clear_message(arguments: tuple[object, ...]) -> None:
    result = call(*arguments, given=SCRIPT)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: " in result.stderr
    assert "Traceback" not in result.stderr


def test_jinxes_are_listed_with_their_source() -> None:
    script = json.dumps(["spy", "magician", "damsel", "imp", "chef"])
    told: Any = answer("jinxes", "-", given=script)
    assert {frozenset(each["characters"]) for each in told} == {
        frozenset({"spy", "magician"}),
        frozenset({"spy", "damsel"}),
    }
    assert {each["source"] for each in told} == {"official"}
    assert all(each["reason"] for each in told)
    assert "No jinxes apply" in call("jinxes", "-", given=json.dumps(["imp", "chef"])).stdout
