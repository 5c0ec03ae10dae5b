import pytest
from setting_up import RULES, full, numbers, outsiders, row, verdict

SCRIPT = full(
    "baron", "godfather", "vigormortis", "fanggu", "balloonist", "summoner", "lilmonsta", "lordoftyphon"
)


@pytest.mark.parametrize(
    ("in_play", "players", "expected"),
    [
        ("baron", 7, {2}),
        ("godfather", 7, {1}),
        ("godfather", 8, {0, 2}),
        ("vigormortis", 7, {0}),
        ("godfather vigormortis", 8, {1}),
        ("baron vigormortis", 7, {1}),
        ("fanggu baron", 9, {5}),
    ],
)
def test_so_many_outsiders_are_allowed_with_these_in_play(
    in_play: str, players: int, expected: set[int]
) -> None:
    assert outsiders(SCRIPT, players, *in_play.split()) == expected


def test_a_balloonist_with_a_hermit_at_ten_means_one_outsider() -> None:
    assert outsiders(full("balloonist", "hermit"), 10, "balloonist", "hermit") == {1}


def test_five_outsiders_cannot_be_filled_on_a_script_with_four() -> None:
    nine = row(full("baron", "fanggu"), 9)
    assert 5 not in nine.outsiders
    assert any(
        "Baron and Fang Gu" in reason and "5 Outsiders (the script has 4)" in reason
        for reason in nine.reasons
    )


@pytest.mark.parametrize(
    ("who", "expected"),
    [("summoner", (8, 0, 2, 0)), ("lilmonsta", (7, 0, 3, 0))],
    ids=["summoner", "lilmonsta"],
)
def test_with_no_demon_player_at_ten_the_numbers_are(who: str, expected: tuple[int, ...]) -> None:
    assert numbers(SCRIPT, 10, who) == {expected}


def test_the_lord_of_typhon_at_ten_leaves_nine_good_seats() -> None:
    found = verdict(SCRIPT, 10, "lordoftyphon").allowed
    assert {(each.minion, each.demon, each.townsfolk + each.outsider) for each in found} == {(0, 1, 9)}
    assert {each.outsider for each in found} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (5, (3, 0, 1, 1)),
        (6, (3, 1, 1, 1)),
        (7, (5, 0, 1, 1)),
        (8, (5, 1, 1, 1)),
        (9, (5, 2, 1, 1)),
        (10, (7, 0, 2, 1)),
        (11, (7, 1, 2, 1)),
        (12, (7, 2, 2, 1)),
        (13, (9, 0, 3, 1)),
        (14, (9, 1, 3, 1)),
        (15, (9, 2, 3, 1)),
        (16, (9, 2, 3, 1)),
        (20, (9, 2, 3, 1)),
    ],
)
def test_without_a_character_that_changes_them_the_numbers_are_the_usual(
    players: int, expected: tuple[int, ...]
) -> None:
    found = row(full(), players)
    assert [tuple(each) for each in found.allowed] == [expected]
    assert tuple(RULES.base(players)) == expected
