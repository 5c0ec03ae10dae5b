import pytest
from setting_up import MINIONS, OUTSIDERS, PLAIN, RULES, TOWNSFOLK, full, own, row, script, verdict

from builder.game.setup.rules import PlayerCountError
from builder.game.setup.summary import setups
from builder.game.teams import Team


def test_a_table_tells_which_outsider_counts_there_can_be_and_why() -> None:
    seven = row(full("baron", "godfather"), 7)
    assert seven.outsiders == (0, 1, 2)
    assert "2 Outsiders: Baron adds 2 Outsiders in place of 2 Townsfolk." in seven.reasons
    assert "1 Outsider: Godfather adds 1 Outsider in place of 1 Townsfolk." in seven.reasons


def test_the_json_has_the_shape_that_others_rely_on() -> None:
    written = setups(full("baron"), RULES, 7).as_json()
    assert written == {
        "players": {
            "7": {
                "base": {"townsfolk": 5, "outsider": 0, "minion": 1, "demon": 1},
                "allowed": [
                    {"townsfolk": 5, "outsider": 0, "minion": 1, "demon": 1},
                    {"townsfolk": 3, "outsider": 2, "minion": 1, "demon": 1},
                ],
                "outsiders": [0, 2],
                "because": [{"id": "baron", "effect": "+2 Outsiders"}],
                "fillable": True,
                "reasons": ["2 Outsiders: Baron adds 2 Outsiders in place of 2 Townsfolk."],
            }
        }
    }
    assert list(setups(full("baron"), RULES).as_json()["players"]) == [str(n) for n in range(5, 16)]


def test_a_teensyville_ends_where_its_townsfolk_do() -> None:
    small = script(*TOWNSFOLK[:6], *OUTSIDERS[:2], *MINIONS[:2], "imp")
    fillable = [players for players, found in setups(small, RULES).rows.items() if found.fillable]
    assert fillable == [5, 6, 7, 8, 9]
    ten = row(small, 10)
    assert not ten.fillable
    assert any("7 Townsfolk (the script has 6)" in reason for reason in ten.reasons)


def test_a_script_without_a_demon_cannot_be_set_up() -> None:
    found = row(script(*[one for one in PLAIN if one != "imp"]), 7)
    assert not found.fillable
    assert any("1 Demon (the script has none)" in reason for reason in found.reasons)


def test_an_atheist_explains_a_script_without_a_demon() -> None:
    assert row(script(*[one for one in PLAIN if one != "imp"], "atheist"), 7).fillable


@pytest.mark.parametrize("players", [-1, 0, 4, 21, 1000])
def test_nobody_plays_with_so_many(players: int) -> None:
    with pytest.raises(PlayerCountError, match=f"5 to 20 players, not {players}"):
        setups(full(), RULES, players)
    with pytest.raises(PlayerCountError):
        verdict(full(), players)


def test_two_characters_that_set_the_outsiders_to_different_numbers_contradict_each_other() -> None:
    three = own("three", Team.DEMON, "Each night*, choose a player: they die. [3 Outsiders]")
    two = own("two", Team.MINION, "You might lie. [2 Outsiders]")
    found = verdict(
        full(three, two), 9, *["chef", "monk", "virgin", "mayor", "saint", "klutz", "butler", "two", "three"]
    )
    assert not found.legal
    assert found.allowed == ()
    [violation] = found.violations
    assert violation.code == "contradictory-effects"
    assert "Three" in violation.message
    assert "Two" in violation.message


@pytest.mark.full
def test_every_official_character_on_one_script_is_no_trouble() -> None:
    from builder import catalogue

    everybody = script(*sorted(catalogue.keys()))
    found = setups(everybody, RULES, 8)
    assert found.rows[8].fillable
    assert not found.complete


def test_a_table_says_of_a_wrong_game_what_is_wrong() -> None:
    of = full("baron")
    said = verdict(of, 7, *["chef", "monk", "virgin", "mayor", "slayer", "baron", "imp"])
    assert said.violations[0].message == (
        "7 players with Baron in play are 3 Townsfolk, 2 Outsiders, 1 Minion and 1 Demon; "
        "this game has 5 Townsfolk, no Outsiders, 1 Minion and 1 Demon."
    )
    assert [v.code for v in verdict(of, 7, "chef", "imp").violations] == ["player-count"]
    assert [
        v.code
        for v in verdict(of, 7, *["chef", "monk", "virgin", "mayor", "frog", "poisoner", "imp"]).violations
    ] == ["not-on-script"]
    assert list(said.as_json()) == ["legal", "allowed", "violations"]


def test_fabled_and_travellers_are_left_out_of_account() -> None:
    assert verdict(
        full("beggar", "angel"),
        7,
        *["chef", "monk", "virgin", "mayor", "slayer", "poisoner", "imp", "beggar", "angel"],
    ).legal


def test_a_fabled_of_the_author_stands_under_its_id_and_without_its_name() -> None:
    guard = own("my_sentinel", Team.FABLED, "There might be others. [+1 Outsider]")
    assert row(full(guard), 9).because == (("my_sentinel", "+1 Outsider"),)


@pytest.mark.parametrize(
    ("who", "made"),
    [
        ("kazali", "as many Minions as usual are made on the first night"),
        ("lordoftyphon", "as many Minions as usual and 1 more are made on the first night"),
        ("summoner", "1 Demon is made on the third night"),
    ],
)
def test_a_table_tells_how_many_are_made_after_the_setup(who: str, made: str) -> None:
    [(identifier, effect)] = row(full(who), 10).because
    assert identifier == who
    assert made in effect.split("; ")


def test_copies_are_told_in_the_words_of_the_rules() -> None:
    assert ("villageidiot", "up to 3 of them") in row(full("villageidiot"), 9).because
    several = ({"type": "selection", "name": "bag-duplicate"},)
    pikeman = own("pikeman", Team.TOWNSFOLK, "You know x. [Max 3 Pikemen]", special=several)
    assert row(full(pikeman), 9).because == (("pikeman", "up to 3 of them"),)
    hannibal = own("hannibal", Team.DEMON, "You kill. [+2 Hannibals]")
    assert row(full(hannibal), 9).because == (("hannibal", "3 of them"),)
