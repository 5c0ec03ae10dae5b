"""Emblems: which one suits a character, which are found by a word, and that a script's differ."""

import itertools
from dataclasses import replace

import pytest

from builder import catalogue, emblems
from builder.game.character import Character, Icon
from builder.game.teams import Team


def homebrew(name: str, ability: str = "", team: Team = Team.TOWNSFOLK) -> Character:
    return Character(name.lower().replace(" ", ""), name, team, ability)


def test_every_official_character_has_an_emblem_of_its_own() -> None:
    chosen = [each.emblem for each in catalogue.everyone()]
    assert len(set(chosen)) == len(chosen) >= 181
    assert set(chosen) <= set(emblems.names())


def test_every_emblem_of_our_table_exists() -> None:
    table = emblems.table()
    ours = {
        *table["words"].values(),
        *table["abilities"].values(),
        *itertools.chain(*table["teams"].values()),
    }
    assert ours <= set(emblems.names())
    assert set(table["teams"]) == set(Team)


@pytest.mark.parametrize(
    ("name", "emblem"),
    [
        ("Baker", "bread"),
        ("The Royal Baker", "bread"),
        ("Bookbinder", "book-cover"),
        ("Candlemaker", "candle-light"),
        ("Recruiting Sergeant", "sergeant"),
        ("Bad Omen", "raven"),
        ("Mail Guard", "guards"),
        ("Clockwinder", "clockwork"),
        ("Puppeteer", "puppet"),
    ],
)
def test_a_name_that_says_what_one_does_shows_it(name: str, emblem: str) -> None:
    assert emblems.suggest(name, "", "townsfolk") == emblem


@pytest.mark.parametrize(
    "name", ["Agnes Baker", "Keziah Mason", "Seth Bishop", "Agatha Crane", "Silas March"]
)
def test_a_surname_is_no_trade(name: str) -> None:
    literal = emblems.suggest(name.split()[1], "", "townsfolk")
    assert literal not in emblems.suggestions(name, "", "townsfolk")[:3]


def test_a_name_that_says_nothing_goes_by_the_ability_and_then_by_the_team() -> None:
    assert emblems.suggest("Qzx", "The player you choose is poisoned.", "minion") == "poison-bottle"
    assert emblems.suggest("Qzx", "", "minion") in emblems.table()["teams"]["minion"]


def test_twenty_strangers_of_one_team_have_twenty_emblems() -> None:
    strangers = [
        homebrew(name) for name in ("Qz", "Yig", "Xo", "Vk", "Ŵy", "占い師", "Гном", "Bru", "Kle", "Gu")
    ]
    strangers += [
        homebrew(f"{name}{name}") for name in ("Qz", "Yig", "Xo", "Vk", "Ŵy", "Bru", "Kle", "Gu", "Ma", "Po")
    ]
    chosen = emblems.assign(strangers)
    assert len(set(chosen.values())) == len(strangers)


def test_who_comes_first_chooses_first_and_official_characters_keep_theirs() -> None:
    lantern, lamp = homebrew("Lantern"), homebrew("Lamp")
    nightwatchman = catalogue.find("nightwatchman")
    assert nightwatchman
    assert emblems.assign([lantern, lamp])["lantern"] == emblems.suggest("Lantern", "", "townsfolk")
    assert emblems.assign([lamp, lantern])["lamp"] == emblems.suggest("Lamp", "", "townsfolk")
    assert emblems.assign([lantern, nightwatchman])["nightwatchman"] == nightwatchman.emblem


def test_more_characters_than_emblems_still_all_have_one() -> None:
    many = [homebrew(f"Qz{number}") for number in range(200)]
    assert all(emblems.body(emblem) for emblem in emblems.assign(many).values())


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("lantern", "lantern"),
        ("lanterns", "lantern"),
        ("evil moon", "evil-moon"),
        ("captain hat", "captain-hat-profile"),
        ("doctor", "caduceus"),
        ("lanten", "lantern"),
        ("SKULL", "skull-ring"),
    ],
)
def test_an_emblem_is_found_by_what_it_shows_or_stands_for(asked: str, found: str) -> None:
    assert found in emblems.search(asked, 60)


@pytest.mark.parametrize("asked", ["", "   ", "占い師", "\x00", "xqzxqz"])
def test_a_search_for_nothing_finds_nothing(asked: str) -> None:
    assert emblems.search(asked) == ()


def test_a_search_gives_no_more_than_wanted() -> None:
    assert len(emblems.search("sword", 5)) == 5


def test_a_word_that_is_no_slip_of_another_is_left_out() -> None:
    assert emblems.search("drowned sailor") == emblems.search("sailor")
    assert emblems.search("lantren")[0] == "lantern"


def test_a_guessed_word_does_not_go_before_one_that_is_known() -> None:
    assert "anchor" in emblems.search("lantren sailor")[:1]


def test_the_emblem_of_an_icon_goes_before_all_others() -> None:
    chosen = replace(homebrew("Baker"), icon=Icon("spider-web"), emblem="bread")
    assert emblems.of(chosen) == "spider-web"
    assert emblems.assign([chosen]) == {"baker": "spider-web"}
