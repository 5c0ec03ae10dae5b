import random

import pytest
from composing import shared
from hand_made import own, read, script

from builder import catalogue
from builder.game import sorting
from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team

STARTS = catalogue.sort_starts()
ROLES = "fixtures/official/resources/data/roles.json"


def order(sorted_script: Script) -> list[str]:
    return [entry.id for entry in sorting.sort(sorted_script, STARTS).entries]


@pytest.mark.parametrize("team", list(Team))
def test_the_official_characters_come_out_in_the_official_order(team: Team) -> None:
    official = [role["id"] for role in read(shared(ROLES)) if role["team"] == team]
    shuffled = random.Random(team.value).sample(official, len(official))  # a shuffle
    assert order(script(*shuffled)) == official


@pytest.mark.parametrize("team", list(Team))
def test_the_order_follows_from_the_official_wording_without_our_figures(team: Team) -> None:
    roles = [role for role in read(shared(ROLES)) if role["team"] == team]
    characters = [Character(role["id"], role["name"], team, role["ability"]) for role in roles]
    shuffled = random.Random(1).sample(characters, len(characters))  # a shuffle
    assert [each.id for each in sorting.sort_characters(shuffled, STARTS)] == [role["id"] for role in roles]


def test_teams_come_in_the_order_of_the_sheet() -> None:
    assert (
        order(script("bootlegger", "angel", "thief", "imp", "spy", "saint", "monk"))
        == ("monk saint spy imp thief angel bootlegger").split()
    )


@pytest.mark.parametrize(
    ("ability", "start"),
    [
        ("Each night*, choose a player: they die.", "Each night*"),
        ("Each night, choose a player.", "Each night"),
        ("Once per game, at night*, choose a player.", "Once per game, at night*"),
        ("Once per game, at dinner, eat.", "Once per game"),
        ("The Demon is drunk.", "The"),
        ("You start knowing that 1 player is evil.", "You start knowing"),
        ('If you are "mad" about it, you might die.', "If you are “mad”"),
        ("On your 1st night, look around.", "On your 1st night"),
        ("Only you know.", None),
        ("There is no Demon.", None),
        ("Your neighbors are drunk.", None),
        ("Goodbye.", None),
        ("", None),
    ],
)
def test_the_longest_opening_that_fits_counts_and_single_words_are_whole_words(
    ability: str, start: str | None
) -> None:
    expected = STARTS.index(start) if start else len(STARTS)
    assert sorting.sort_group(ability, STARTS) == expected


def test_homebrew_stands_where_its_ability_puts_it() -> None:
    digger = own("digger", ability="You start knowing a thing.")
    sleeper = own("sleeper", ability="Nothing ever happens to you.")
    assert order(script("monk", sleeper, digger)) == ["digger", "monk", "sleeper"]


def test_equal_openings_go_by_length_then_name_length_then_name() -> None:
    long = own("aa", ability="Each night, choose two players.")
    short = own("zz", ability="Each night, choose one player.")
    longer_name = own("bbb", ability="Each night, choose one player.")
    other_name = own("cc", ability="Each night, choose one player.")
    assert order(script(longer_name, long, short, other_name)) == ["cc", "zz", "bbb", "aa"]


def test_hermit_is_the_first_outsider_and_atheist_the_last_of_the_townsfolk() -> None:
    stranger = own("stranger", ability="Something odd.")
    outsider = own("waker", Team.OUTSIDER, ability="You start knowing much.")
    assert order(script("atheist", stranger, outsider, "hermit")) == [
        "stranger",
        "atheist",
        "hermit",
        "waker",
    ]


def test_fabled_go_by_id_and_loric_by_name_behind_the_bootlegger() -> None:
    loric = own("aaa", Team.LORIC)
    fabled = own("zorro", Team.FABLED)
    assert (
        order(script(fabled, "djinn", "angel", "pope", "bigwig", loric, "bootlegger"))
        == ("angel djinn zorro bootlegger aaa bigwig pope").split()
    )


def test_ids_that_nobody_knows_stay_together_at_the_end_in_their_order() -> None:
    assert order(script("zzz", "imp", "aaa", "monk", "mmm")) == ["monk", "imp", "zzz", "aaa", "mmm"]


def test_duplicates_keep_their_order_and_nothing_is_lost() -> None:
    before = script("imp", "monk", "imp", "_x_", name="Kept", first_night=("dusk", "monk"))
    after = sorting.sort(before, STARTS)
    assert after.meta == before.meta
    assert sorted(entry.id for entry in after.entries) == sorted(entry.id for entry in before.entries)
    assert [entry.id for entry in after.entries] == ["monk", "imp", "imp", "_x_"]
    assert sorting.sort(after, STARTS) == after


def test_ids_stay_as_they_were_written() -> None:
    assert order(script("Fang Gu", "fortune_teller")) == ["fortune_teller", "Fang Gu"]


def test_every_two_neighbours_are_explained() -> None:
    ordered = sorting.sort(
        script(
            "chef",
            "monk",
            "steward",
            "hermit",
            "saint",
            "atheist",
            "imp",
            "djinn",
            "angel",
            "nobody",
            "nothing",
        ),
        STARTS,
    )
    reasons = sorting.explain(ordered, STARTS)
    same = "both begin with “You start knowing”"
    assert reasons == (
        f"Steward before Chef: {same}, and the ability is shorter (32 and 59 characters).",
        "Chef before Monk: “You start knowing” comes before “Each night*”.",
        "Monk before Atheist: the Atheist is always last of the Townsfolk.",
        "Atheist before Hermit: Townsfolk come before Outsiders.",
        "Hermit before Saint: the Hermit is always first of the Outsiders.",
        "Saint before Imp: Outsiders come before Demons.",
        "Imp before Angel: Demons come before Fabled.",
        "Angel before Djinn: by id.",
        "Djinn before nobody: “nobody” is unknown, and unknown ids come last.",
        "nobody before nothing: “nothing” is unknown, and unknown ids come last.",
    )


def test_names_decide_last_and_doubles_are_told_as_such() -> None:
    same = {"ability": "You smile."}
    ordered = sorting.sort(
        script(own("bob", **same), own("al", **same), own("bea", **same), own("bea", **same)), STARTS
    )
    assert sorting.explain(ordered, STARTS) == (
        "Al before Bea: the abilities begin alike and are equally long, and the name is shorter.",
        "Bea before Bea: they are the same character.",
        "Bea before Bob: by name.",
    )


def test_an_unsorted_script_is_not_explained_away() -> None:
    assert sorting.explain(script("imp", "monk", "zzz", "saint"), STARTS) == (
        "Imp before Monk: this script is not sorted.",
        "Monk before zzz: “zzz” is unknown, and unknown ids come last.",
        "zzz before Saint: this script is not sorted.",
    )
