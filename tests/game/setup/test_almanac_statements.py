"""What three published fan almanacs say about setup; their characters in our own words, as homebrew."""

from setting_up import (
    PLAIN,
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

from builder import catalogue
from builder.game.setup.cast import cast
from builder.game.teams import Team

T, O, M, D = Team.TOWNSFOLK, Team.OUTSIDER, Team.MINION, Team.DEMON  # noqa: E741  # as on every setup sheet

LICH = own("lich", D, "Each night*, you kill somebody, or they turn into you. [-1 Outsider]", setup=True)
KNOGGELVI = own(
    "knoggelvi", D, "Each night*, you kill somebody. Some of your victims poison. [+0 or +1 Outsider]"
)
DUBHLACHAN = own("dubhlachan", D, "Each night*, you kill two who live side by side. [+1 Outsider]")
TURNCOAT = own("turncoat", O, "One of the Townsfolk might win you over. [you are evil]")
PIKEMAN = own("pikeman", T, "Your good neighbours might join you on your 1st night. [Max 3 Pikemen]")
COLONIALIST = own("colonialist", Team.FABLED, "Guests are on this script. [+the Bootlegger ±the Djinn]")
VVV = own("venividivici", D, "Each night*, you kill somebody. [3 Outsiders]")
ITINERANT = own("itinerant", T, "Each night, you see somebody of another type. [+1 Outsider]")
SNAKEBITE = own("snakebite", O, "You have the ability of a Townsfolk, but you think you are that Townsfolk.")
INSIDER = own("insider", T, "The Demon's bluffs are in-play characters.")
CAPO = own("capocrimini", M, "You learn the Outsiders in play. [-1 or +1 Outsider]")


def test_the_lich_takes_away_an_outsider_for_a_townsfolk() -> None:
    assert numbers(full(LICH), 8, "lich") == {(6, 0, 1, 1)}


def test_the_lich_removes_no_outsider_when_there_is_none() -> None:
    assert numbers(full(LICH), 7, "lich") == {(5, 0, 1, 1)}


def test_with_the_knoggelvi_the_storyteller_may_add_an_outsider() -> None:
    assert outsiders(full(KNOGGELVI), 7, "knoggelvi") == {0, 1}


def test_the_dubhlachan_adds_an_outsider_in_place_of_a_townsfolk() -> None:
    assert numbers(full(DUBHLACHAN), 7, "dubhlachan") == {(4, 1, 1, 1)}


def test_the_turncoat_is_evil_from_the_beginning() -> None:
    for deal in deals(full(TURNCOAT), 8, 5, with_=["turncoat"]):
        assert "turncoat" in deal.evil
        assert any("Turncoat is evil: turn the token upside down" in step for step in deal.steps)


def test_there_is_one_pikeman_at_setup_however_many_there_will_be() -> None:
    assert codes(full(PIKEMAN), 7, "pikeman pikeman chef monk virgin poisoner imp") == ["too-many-copies"]
    assert legal(full(PIKEMAN), 7, "pikeman slayer chef monk virgin poisoner imp")


def test_three_pikemen_can_be_in_play_where_the_bag_takes_more() -> None:
    many = own("pikeman", T, PIKEMAN.ability, special=({"type": "selection", "name": "bag-duplicate"},))
    assert legal(full(many), 7, "pikeman pikeman pikeman monk virgin poisoner imp")
    assert not legal(full(many), 7, "pikeman pikeman pikeman pikeman virgin poisoner imp")


def test_the_colonialist_brings_others_of_its_kind_and_changes_no_numbers() -> None:
    assert cast(full(COLONIALIST), catalogue.rules()).problems == ()
    assert [tuple(each) for each in row(full(COLONIALIST), 9).allowed] == [(5, 2, 1, 1)]


def test_the_veni_vidi_vici_sets_three_outsiders_whatever_the_others_say() -> None:
    of = full(VVV, ITINERANT, CAPO)
    for players in (7, 8, 9, 12):
        assert outsiders(of, players, "venividivici") == {3}
        assert outsiders(of, players, "venividivici", "itinerant", "capocrimini") == {3}


def test_the_itinerant_adds_an_outsider() -> None:
    assert outsiders(full(ITINERANT), 9, "itinerant") == {3}


def test_the_snakebite_draws_a_townsfolk_token_that_is_not_in_play() -> None:
    for deal in deals(full(SNAKEBITE), 8, 20, with_=["snakebite"]):
        [token] = [token for token, who in deal.bag if who == "snakebite"]
        assert token in TOWNSFOLK
        assert token not in deal.characters
        assert (token, "Is The Snakebite") in deal.reminders


def test_the_setup_text_of_what_the_snakebite_thinks_to_be_does_not_apply() -> None:
    few = script(SNAKEBITE, ITINERANT, "chef", "monk", "virgin", "mayor", "slayer", "poisoner", "imp")
    assert legal(few, 8, "chef monk virgin mayor slayer snakebite poisoner imp")


def test_with_an_insider_the_bluffs_are_in_play() -> None:
    for deal in deals(full(INSIDER), 9, 10, with_=["insider"]):
        assert len(deal.bluffs) == 3
        assert set(deal.bluffs) <= set(deal.characters)


def test_without_an_insider_in_play_they_are_not() -> None:
    for deal in deals(full(INSIDER), 9, 10, without=["insider"]):
        assert not set(deal.bluffs) & set(deal.characters)


def test_a_renamed_godfather_works_like_the_godfather() -> None:
    assert outsiders(full(CAPO), 8, "capocrimini") == {0, 2}


def test_the_reference_sheets_counts_are_ours() -> None:
    sheet = {
        5: (3, 0, 1, 1), 6: (3, 1, 1, 1), 7: (5, 0, 1, 1), 8: (5, 1, 1, 1), 9: (5, 2, 1, 1), 10: (7, 0, 2, 1),
        11: (7, 1, 2, 1), 12: (7, 2, 2, 1), 13: (9, 0, 3, 1), 14: (9, 1, 3, 1), 15: (9, 2, 3, 1),
    }  # fmt: skip
    assert {players: tuple(catalogue.rules().base(players)) for players in sheet} == sheet


def test_a_lunatic_on_a_reference_sheet_swaps_with_the_demon() -> None:
    for deal in deals(script("lunatic", *PLAIN), 8, 10, with_=["lunatic"]):
        assert ("imp", "lunatic") in deal.bag
        assert ("lunatic", "imp") in deal.bag


def test_a_hannibal_comes_in_pairs_that_think_they_are_good() -> None:
    hannibal = own(
        "hannibal", D, "You think you are a good character, but you are not. [+1 Hannibal]",
        special=({"type": "selection", "name": "bag-disabled"},),
    )  # fmt: skip
    of = script(hannibal, *[one for one in PLAIN if one != "imp"])
    assert (4, 0, 1, 2) in numbers(of, 7, "hannibal", "hannibal")
    assert codes(of, 7, "chef monk virgin mayor slayer poisoner hannibal") == ["too-few-copies"]
    for deal in deals(of, 9, 10):
        tokens = [token for token, who in deal.bag if who == "hannibal"]
        assert len(set(tokens)) == 2
        assert not {"hannibal", *deal.characters} & set(tokens)


def test_a_watcher_takes_away_a_minion() -> None:
    watcher = own("watcher", D, "Each night*, choose a player: they die. [-1 Minion]")
    assert numbers(full(watcher), 10, "watcher") == {(8, 0, 1, 1)}
    assert verdict(full(watcher), 7, "watcher").allowed[0].minion == 0


def test_a_homebrew_demon_that_never_enters_the_bag_is_no_player() -> None:
    cradle = own(
        "cradle",
        D,
        "The Minions rock you. [+1 Minion]",
        special=({"type": "selection", "name": "bag-disabled"},),
    )
    assert numbers(full(cradle), 7, "cradle") == {(5, 0, 2, 0)}
    [deal] = deals(full(cradle), 9, 1, with_=["cradle"])
    assert deal.extra == ("cradle",)
