"""Why a script has no legal table: what is named, and what would mend it."""

import json

import pytest

import builder
from builder import catalogue, language
from builder.game.setup import impossible
from builder.game.setup.cast import cast
from builder.game.setup.rules import CannotDealError
from builder.game.setup.sampler import simulate

GOOD = ["chef", "empath", "monk", "sage", "mayor", "butler"]


def own(team: str, ability: str) -> dict[str, str]:
    return {"id": "hexer", "name": "Hexer", "team": team, "ability": ability}


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (["poisoner"], "5 players need 1 Demon (the script has none)."),
        (
            [own("minion", "Hex. [+5 Outsiders]"), "imp"],
            ("Hexer (+5 Outsiders) leaves no legal game for 5 players. Change its ability, or add 1 Minion."),
        ),
        (
            ["poisoner", own("demon", "Hex. [+the King]")],
            (
                "The Hexer is only in play together with the King, which is not on this script, and no legal "
                "game for 5 players is without the Hexer. Add the King, or change the ability."
            ),
        ),
        (
            ["choirboy", "poisoner", "imp"],
            (
                "The Choirboy is only in play together with the King, which is not on this script, and no legal "
                "game for 5 players is without the Choirboy. Add the King."
            ),
        ),
        (
            ["poisoner", "imp", own("fabled", "All hex. [+9 Minions]")],
            (
                "Hexer (+9 Minions) leaves no legal game for 5 players. Change its ability, or remove it from "
                "the script."
            ),
        ),
    ],
)
def test_the_reason_names_who_forbids_it_and_what_mends_it(others: list[object], said: str) -> None:
    good = GOOD[:2] + GOOD[-1:] if "choirboy" in others else GOOD
    script = builder.parse(json.dumps([*good, *others]).encode())
    row = builder.setups(script).rows[5]
    assert not row.fillable
    assert row.reasons[-1] == said
    with pytest.raises(CannotDealError) as refused:
        builder.deal(script, 5)
    assert str(refused.value) == said


def test_official_characters_that_forbid_it_are_mended_by_the_fewest_more_characters() -> None:
    townsfolk = ["washerwoman", "librarian", "investigator", "undertaker"]
    ids = [*GOOD, *townsfolk, "saint", "spy", "baron", "fanggu"]
    script = builder.parse(json.dumps(ids).encode())
    with pytest.raises(CannotDealError) as refused:
        builder.deal(script, 10)
    assert str(refused.value) == (
        "Together, these leave no legal game for 10 players: Baron (+2 Outsiders) and Fang Gu (+1 Outsider). "
        "Add 1 Outsider, 1 Minion or 1 Demon."
    )
    for mended in ("recluse", "poisoner", "imp"):
        builder.deal(builder.parse(json.dumps([*ids, mended]).encode()), 10)


def test_how_many_more_are_enough_is_only_said_if_it_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impossible, "MOST_MORE", 0)
    monkeypatch.setattr(impossible, "_is_possible", lambda who, _base: not who.special)
    townsfolk = ["washerwoman", "librarian", "investigator", "undertaker"]
    script = builder.parse(json.dumps([*GOOD, *townsfolk, "poisoner", "fanggu"]).encode())
    who, base = cast(script, catalogue.rules()), catalogue.rules().base(7)
    assert impossible.why(who, base) == (
        "Fang Gu (+1 Outsider) leaves no legal game for 7 players. Add Demons."
    )


def test_one_character_is_not_together_with_itself() -> None:
    townsfolk = ["washerwoman", "librarian", "investigator", "undertaker"]
    script = builder.parse(json.dumps([*GOOD[:-1], *townsfolk, "poisoner", "fanggu"]).encode())
    who, base = cast(script, catalogue.rules()), catalogue.rules().base(8)
    assert impossible.why(who, base) == (
        "Fang Gu (+1 Outsider) leaves no legal game for 8 players. Add 2 Outsiders."
    )


def test_changes_that_only_together_forbid_it_are_all_named() -> None:
    others = [
        own("minion", "Hex. [+1 Outsider]"),
        own("demon", "Hex. [+1 Outsider]") | {"id": "vex", "name": "Vex"},
    ]
    row = builder.setups(builder.parse(json.dumps([*GOOD, "saint", *others]).encode())).rows[8]
    assert row.reasons[-1].startswith(
        "Together, these leave no legal game for 8 players: Hexer (+1 Outsider) and Vex (+1 Outsider)."
    )


def vex(ability: str) -> dict[str, str]:
    return own("demon", ability) | {"id": "vex", "name": "Vex"}


def reason_for(others: list[object], players: int = 5) -> str:
    return builder.setups(builder.parse(json.dumps([*GOOD, *others]).encode())).rows[players].reasons[-1]


def test_two_of_which_each_alone_forbids_it_are_not_mended_by_changing_one() -> None:
    said = reason_for([own("minion", "Hex. [+the King]"), vex("Vex. [+the Fang Gu]")])
    assert said == (
        "These leave no legal game for 5 players, even if one of them changes: Hexer (+the King) "
        "and Vex (+0 or +1 Demon; +the Fang Gu). Change several of their abilities, or add characters."
    )


@pytest.mark.parametrize(("name", "most"), [("MOST_TRIED", 1), ("MOST_COMBINATIONS", 1)])
def test_what_was_not_tried_out_is_not_said_to_change_nothing(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(impossible, name, most)
    said = reason_for([own("minion", "Hex. [+the King]"), vex("Vex. [+the Fang Gu]")])
    assert said == (
        "Too many characters change the setup to find out why there is no legal game for 5 players."
    )


@pytest.mark.parametrize(("tag", "name"), [("en", "Village Idiot"), ("de", "Dorftrottel")])
def test_a_character_that_is_not_on_the_script_has_its_official_name(tag: str, name: str) -> None:
    with language.using(tag):
        assert f" {name}" in reason_for(["poisoner", vex("Vex. [+the Village Idiot]")])


def test_a_simulation_asks_for_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impossible, "reason", lambda *_: pytest.fail("nobody reads it"))
    script = builder.parse(json.dumps([*GOOD, "poisoner", vex("Vex. [+the King]")]).encode())
    assert simulate(script, catalogue.rules()).impossible
