"""Each row of the table of setup effects (game-facts §3)."""

import pytest
from setting_up import (
    MINIONS,
    TOWNSFOLK,
    codes,
    deals,
    full,
    legal,
    numbers,
    outsiders,
    own,
    row,
    script,
    verdict,
)

from builder.game.teams import Team

GOOD7 = "chef empath monk virgin slayer"


@pytest.mark.parametrize(
    ("who", "players", "expected"),
    [
        ("baron", 8, {3}),
        ("fanggu", 7, {1}),
        ("fanggu", 9, {3}),
        ("vigormortis", 9, {1}),
        ("godfather", 9, {1, 3}),
        ("balloonist", 7, {0, 1}),
        ("balloonist", 9, {2, 3}),
        ("xaan", 9, {0, 1, 2, 3, 4}),
        ("kazali", 9, {0, 1, 2, 3, 4}),
    ],
)
def test_outsiders_that_a_character_adds_or_takes_away(who: str, players: int, expected: set[int]) -> None:
    assert outsiders(full(who), players, who) == expected


def test_a_sentinel_puts_one_outsider_more_or_fewer_in_question() -> None:
    assert outsiders(full("sentinel"), 8) == {0, 1, 2}
    assert outsiders(full("sentinel"), 7) == {0, 1}


def test_the_hermit_may_remove_himself_wherever_he_is_on_the_script() -> None:
    assert outsiders(full("hermit"), 8) == {0, 1}
    assert outsiders(full("hermit"), 8, "hermit") == {1}
    assert outsiders(full("hermit"), 9, "hermit") == {1, 2}
    assert legal(full("hermit"), 8, "chef empath monk virgin slayer mayor poisoner imp")


def test_xaan_overrides_the_baron() -> None:
    assert outsiders(full("xaan", "baron"), 10, "xaan", "baron") == {0, 1, 2, 3, 4}


def test_no_minion_is_in_play_before_the_kazali_has_chosen() -> None:
    assert legal(full("kazali"), 7, f"{GOOD7} saint kazali")
    assert codes(full("kazali"), 7, f"{GOOD7} poisoner kazali") == ["counts"]


def test_the_kazali_needs_enough_minions_on_the_script() -> None:
    few = script("kazali", "poisoner", *TOWNSFOLK, "saint")
    assert row(few, 9).fillable
    assert not row(few, 10).fillable
    assert codes(
        few, 10, "washerwoman librarian investigator chef empath monk undertaker virgin slayer kazali"
    ) == ["too-few-later"]


def test_the_lord_of_typhon_makes_one_minion_more_than_usual() -> None:
    two = script("lordoftyphon", *MINIONS[:2], *TOWNSFOLK, "saint")
    assert row(two, 9).fillable
    assert not row(two, 10).fillable


def test_the_summoner_leaves_the_demon_for_a_townsfolk() -> None:
    assert numbers(full("summoner"), 7, "summoner") == {(6, 0, 1, 0)}
    assert codes(full("summoner"), 7, f"{GOOD7} summoner imp") == ["counts"]


def test_lil_monsta_is_no_player() -> None:
    assert legal(full("lilmonsta"), 7, f"{GOOD7} poisoner witch lilmonsta")
    assert not legal(full("lilmonsta"), 7, f"{GOOD7} poisoner witch")
    assert not legal(full("lilmonsta", "summoner"), 7, f"{GOOD7} poisoner summoner lilmonsta")


@pytest.mark.parametrize(("players", "fewest"), [(5, 3), (8, 5), (10, 6), (15, 8)])
def test_legion_is_more_than_half_and_never_everybody(players: int, fewest: int) -> None:
    found = verdict(full("legion"), players, "legion").allowed
    assert {each.demon for each in found} == set(range(fewest, players))
    assert {each.minion for each in found} == {0}


def test_beside_legion_there_is_no_other_demon() -> None:
    assert legal(full("legion"), 7, "legion legion legion legion legion chef saint")
    assert codes(full("legion"), 7, "legion legion legion legion imp chef saint") == ["counts"]
    assert not legal(full("legion"), 7, "legion legion legion legion legion chef poisoner")


def test_under_the_atheist_everybody_is_good_and_anything_goes() -> None:
    assert legal(full("atheist", "choirboy"), 7, "atheist chef chef chef choirboy saint saint")
    assert not legal(full("atheist"), 7, "atheist chef empath monk virgin slayer poisoner")


def test_riot_changes_nothing() -> None:
    assert numbers(full("riot"), 7, "riot") == {(5, 0, 1, 1)}


def test_up_to_three_village_idiots_are_among_the_townsfolk() -> None:
    assert legal(full("villageidiot"), 7, "villageidiot villageidiot villageidiot chef monk poisoner imp")
    assert codes(
        full("villageidiot"), 7, "villageidiot villageidiot villageidiot villageidiot chef poisoner imp"
    ) == ["too-many-copies"]


def test_the_choirboy_needs_the_king() -> None:
    both = full("choirboy", "king")
    assert legal(both, 7, "choirboy king chef monk virgin poisoner imp")
    assert codes(both, 7, "choirboy slayer chef monk virgin poisoner imp") == ["partner-missing"]
    assert legal(both, 7, "king slayer chef monk virgin poisoner imp")


def test_a_choirboy_without_a_king_on_the_script_is_never_in_play() -> None:
    [violation] = verdict(
        full("choirboy"), 7, *["choirboy", "slayer", "chef", "monk", "virgin", "poisoner", "imp"]
    ).violations
    assert violation.message == "Choirboy needs the King in play, but the King is not on the script."


def test_the_damsel_of_a_huntsman_is_one_of_the_outsiders_or_one_more() -> None:
    assert outsiders(full("huntsman", "damsel"), 7, "huntsman") == {1}
    assert outsiders(full("huntsman", "damsel"), 8, "huntsman") == {1, 2}
    assert codes(full("huntsman", "damsel"), 8, "huntsman chef monk virgin mayor saint poisoner imp") == [
        "partner-missing"
    ]


def test_a_drunk_needs_a_townsfolk_token_that_is_not_in_play() -> None:
    few = script("drunk", "chef", "monk", "virgin", "poisoner", "imp")
    assert codes(few, 6, "chef monk virgin drunk poisoner imp") == ["no-token"]
    assert legal(
        script("drunk", "chef", "monk", "virgin", "mayor", "poisoner", "imp"),
        6,
        "chef monk virgin drunk poisoner imp",
    )


def test_a_spare_village_idiot_token_serves_the_drunk() -> None:
    few = script("drunk", "chef", "monk", "villageidiot", "poisoner", "imp")
    assert legal(few, 6, "chef monk villageidiot drunk poisoner imp")


def test_the_setup_text_of_what_the_drunk_thinks_to_be_does_not_apply() -> None:
    assert outsiders(full("drunk", "atheist"), 8, "drunk") == {1}


def test_a_marionette_with_an_outsiders_token_leaves_one_outsider_fewer() -> None:
    assert numbers(full("marionette"), 8, "marionette") == {(5, 1, 1, 1), (6, 0, 1, 1)}
    assert numbers(full("marionette"), 7, "marionette") == {(5, 0, 1, 1)}


def test_a_marionette_who_thinks_to_be_the_balloonist_may_have_added_an_outsider() -> None:
    assert outsiders(full("marionette", "balloonist"), 7, "marionette") == {0, 1}


def test_a_marionette_who_thinks_to_be_the_huntsman_has_added_the_damsel() -> None:
    both = full("marionette", "huntsman", "damsel")
    assert legal(both, 7, "chef monk virgin mayor damsel marionette imp")
    assert not legal(both, 7, "chef monk virgin mayor saint marionette imp")


@pytest.mark.parametrize("demon", ["kazali", "lilmonsta"])
def test_a_marionette_enters_play_after_such_a_demon(demon: str) -> None:
    seats = (
        "chef monk virgin mayor slayer saint"
        if demon == "kazali"
        else "chef monk virgin mayor slayer poisoner"
    )
    assert "jinxed" in codes(full("marionette", demon), 7, f"{seats} marionette {demon}")


def test_the_seat_of_a_marionette_to_come_is_good_at_setup() -> None:
    assert numbers(full("marionette", "lilmonsta"), 7, "lilmonsta") == {(5, 0, 2, 0), (6, 0, 1, 0)}
    assert numbers(full("marionette", "summoner"), 7, "summoner") == {(6, 0, 1, 0)}
    assert (9, 0, 1, 0) in numbers(full("marionette", "summoner"), 10, "summoner")


def test_of_three_minions_only_one_is_in_the_bag_where_the_marionette_comes_late() -> None:
    assert numbers(full("marionette", "lilmonsta"), 10, "lilmonsta") == {
        (7, 0, 3, 0),
        (8, 0, 2, 0),
        (9, 0, 1, 0),
    }


def test_of_four_minions_two_are_made_late_where_the_marionette_comes_late() -> None:
    assert numbers(full("marionette", "lilmonsta"), 13, "lilmonsta") == {(9, 0, 4, 0), (11, 0, 2, 0)}


def test_the_minion_to_be_made_with_a_late_marionette_has_to_be_on_the_script() -> None:
    table = "summoner " + " ".join(TOWNSFOLK[:12])
    assert not legal(script("marionette", "summoner", *TOWNSFOLK, "imp"), 13, table)
    assert legal(script("marionette", "summoner", "witch", *TOWNSFOLK, "imp"), 13, table)


def test_a_lunatic_changes_no_numbers() -> None:
    assert numbers(full("lunatic"), 8, "lunatic") == {(5, 1, 1, 1)}


def test_the_setup_of_a_granted_ability_applies() -> None:
    assert outsiders(full("alchemist", "baron"), 7, "alchemist") == {0, 2}
    assert outsiders(full("boffin", "balloonist"), 7, "boffin") == {0, 1}
    assert outsiders(full("amnesiac", "balloonist"), 7, "amnesiac") == {0, 1}
    assert outsiders(full("alchemist", "boffin", "balloonist"), 7, "alchemist") == {0, 1}


def test_an_alchemist_summoner_leaves_no_demon() -> None:
    assert legal(full("alchemist", "summoner"), 7, "alchemist chef empath monk virgin slayer poisoner")


def test_an_alchemist_may_have_the_ability_of_a_minion_in_play() -> None:
    assert outsiders(full("alchemist", "baron"), 10, "alchemist", "baron") == {2, 4}


def test_the_boffin_and_the_amnesiac_have_abilities_out_of_play_only() -> None:
    for who in ("boffin", "amnesiac"):
        assert outsiders(full(who, "balloonist"), 10, who, "balloonist") == {0, 1}


def test_an_alchemist_never_has_a_mastermind_in_play_or_a_boffin_in_play() -> None:
    both = script("alchemist", "mastermind", "boffin", *TOWNSFOLK, "imp")
    for each in deals(both, 10, 20, with_=["alchemist", "mastermind", "boffin"]):
        assert "alchemist" not in dict(each.grants)


def test_of_three_minions_with_a_marionette_one_is_made_on_the_first_night() -> None:
    assert numbers(full("marionette"), 13, "marionette") == {(10, 0, 2, 1)}
    assert numbers(full("marionette"), 15, "marionette") == {(10, 2, 2, 1), (11, 1, 2, 1)}
    assert numbers(full("marionette"), 12, "marionette") == {(7, 2, 2, 1), (8, 1, 2, 1)}
    assert {tuple(each) for each in row(full("marionette"), 13).allowed} == {(9, 0, 3, 1), (10, 0, 2, 1)}


def test_the_minion_to_be_made_beside_a_marionette_has_to_be_on_the_script() -> None:
    table = [*TOWNSFOLK[:10], "marionette", "poisoner", "imp"]
    assert codes(script("marionette", "poisoner", *TOWNSFOLK, "imp"), 13, " ".join(table)) == [
        "too-few-later"
    ]
    assert legal(script("marionette", "poisoner", "witch", *TOWNSFOLK, "imp"), 13, " ".join(table))


def test_a_pope_lets_outsiders_be_in_play_twice_in_place_of_townsfolk() -> None:
    assert legal(full("pope"), 8, "chef monk virgin mayor saint saint poisoner imp")
    assert legal(full("pope"), 8, "chef chef monk virgin mayor saint poisoner imp")
    assert not legal(full("pope"), 8, "chef monk virgin mayor saint klutz poisoner imp")
    assert codes(full(), 8, "chef chef monk virgin mayor saint poisoner imp") == ["too-many-copies"]
    assert not legal(full("pope"), 10, "chef empath monk virgin mayor slayer soldier poisoner poisoner imp")


@pytest.mark.parametrize("who", ["gardener", "tor", "deusexfiasco", "bootlegger", "spiritofivory"])
def test_some_fabled_and_loric_leave_the_numbers_alone(who: str) -> None:
    assert [tuple(each) for each in row(full(who), 9).allowed] == [(5, 2, 1, 1)]


def test_a_spirit_of_ivory_allows_one_extra_evil_player() -> None:
    assert legal(full("spiritofivory", "bountyhunter"), 7, "bountyhunter chef monk virgin mayor poisoner imp")


def test_a_spirit_of_ivory_forbids_a_second() -> None:
    traitor = own("traitor", Team.OUTSIDER, "You might be won over. [you are evil]")
    table = "bountyhunter chef monk virgin mayor traitor poisoner imp"
    assert legal(full(traitor, "bountyhunter"), 8, table)
    assert codes(full(traitor, "bountyhunter", "spiritofivory"), 8, table) == ["too-many-evil"]


def test_a_village_idiots_ability_is_given_while_there_is_a_spare_token() -> None:
    # The Huntsman's cannot be given here: there is no Damsel.
    few = script("boffin", "villageidiot", "huntsman", "chef", "monk", "virgin", "imp")
    assert legal(few, 7, "villageidiot villageidiot chef monk virgin boffin imp")
    fewer = script("boffin", "villageidiot", "huntsman", "chef", "monk", "imp")
    assert not legal(fewer, 7, "villageidiot villageidiot villageidiot chef monk boffin imp")


def test_a_removed_hermit_is_told_of() -> None:
    steps = verdict(
        full("hermit"), 8, *["chef", "empath", "monk", "virgin", "slayer", "mayor", "poisoner", "imp"]
    ).steps
    assert steps == ("Hermit (removed) removes 1 Outsider and adds 1 Townsfolk.",)


@pytest.mark.parametrize("other", ["baron", "godfather", "pithag", "spy", "widow"])
def test_a_heretic_is_never_in_play_with(other: str) -> None:
    found = verdict(full("heretic", other), 8, "heretic", other)
    assert "jinxed" in [violation.code for violation in found.violations]


def test_a_hermit_with_a_heretic_on_the_script_keeps_the_heretics_jinxes() -> None:
    found = verdict(full("hermit", "heretic", "spy"), 8, "hermit", "spy")
    assert "jinxed" in [violation.code for violation in found.violations]
    assert "jinxed" not in [v.code for v in verdict(full("hermit", "spy"), 8, "hermit", "spy").violations]


@pytest.mark.parametrize("minion", ["marionette", "organgrinder", "spy", "widow", "wraith"])
def test_such_a_minion_is_in_play_with_an_alchemist_who_has_its_ability(minion: str) -> None:
    only = script("alchemist", minion, *TOWNSFOLK, "imp", "saint", "klutz")
    assert legal(only, 7, f"alchemist chef monk virgin mayor {minion} imp")
