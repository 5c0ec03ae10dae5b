"""What a homebrew ability is understood to do, by its author's ticks or by its wording."""

import pytest

from builder import catalogue
from builder.checks import facts
from builder.formats import official
from builder.game import tags
from builder.game.tags import Source
from builder.game.teams import Team


def read(ability: str, team: Team = Team.TOWNSFOLK) -> frozenset[str]:
    return tags.by_wording(ability, team, catalogue.tag_words())


@pytest.mark.parametrize(
    ("ability", "tag"),
    [
        ("Each night, choose a player: they are drunk until dusk.", "drunkenness"),
        ("When you die, poison a player.", "poison"),
        ("Your neighbours can’t die at night.", "protection"),
        ("You are safe from the Demon.", "protection"),
        ("Once per game, at night, choose a dead player: they come back to life.", "resurrection"),
        ("Each night*, you learn how many players lied today.", "information"),
        ("Each night*, you learn how many players lied today.", "ongoing"),
        ("You start knowing 1 Minion.", "start-knowing"),
        ("On your first night, choose a player: you learn their character.", "start-knowing"),
        ("Once per game, at night*, choose a player: they die.", "night-death"),
        ("The 1st player to choose you becomes evil.", "extra-evil"),
        ("You are a sheep. [1 Townsfolk is evil]", "extra-evil"),
        ("You might register as evil.", "misregistration"),
        ("You think you are a Townsfolk.", "misled"),
        ("Choose a player: they must be “mad” that they are the Demon.", "madness"),
        ("You hide. [−1 Outsider]", "outsiders"),
    ],
)
def test_the_usual_words_are_understood(ability: str, tag: str) -> None:
    assert tag in read(ability)


@pytest.mark.parametrize(
    ("ability", "tag"),
    [
        ("Each night*, choose a player: if they are drunk, you die.", "drunkenness"),
        ("Your ability works even if you are drunk or poisoned.", "poison"),
        ("If a player dies at night, you may nominate twice.", "extra-death"),
        ("Choose a player: if they nominate tomorrow, they die.", "night-death"),
        ("If you become evil, all players learn this.", "extra-evil"),
        ("Each night, choose a player: they learn that they were chosen.", "information"),
        ("You have 2 votes.", "protection"),
    ],
)
def test_conditions_and_other_peoples_business_are_not_mistaken_for_it(ability: str, tag: str) -> None:
    assert tag not in read(ability)


def test_a_demons_kill_is_no_extra_death_but_two_are() -> None:
    assert "night-death" not in read("Each night*, choose a player: they die.", Team.DEMON)
    assert "night-death" in read("Each night*, choose 2 players: they die.", Team.DEMON)


@pytest.mark.parametrize(
    "tag", ["drunkenness", "poison", "protection", "information", "start-knowing", "misregistration"]
)
def test_the_words_agree_with_the_data_of_official_characters(tag: str) -> None:
    players = [
        each for each in catalogue.everyone() if each.team in (Team.TOWNSFOLK, Team.OUTSIDER, Team.MINION)
    ]
    does = {each.id for each in players if tag in each.tags}
    told = {each.id for each in players if tag in read(each.ability, each.team)}
    assert len(does & told) >= 0.75 * len(does), sorted(does - told)
    assert len(told - does) <= 0.15 * len(told), sorted(told - does)


OWN = """[{"id": "_meta", "name": "x", "clockwright": {"characters": {"diver": {"tags": ["poison"]}}}},
  {"id": "diver", "name": "Diver", "team": "townsfolk", "ability": "You are safe from the Demon."},
  {"id": "pilot", "name": "Pilot", "team": "townsfolk", "ability": "You are safe from the Demon."},
  {"id": "monk", "name": "Monk", "team": "townsfolk", "ability": "You pray."}, "poisoner", "imp"]"""


def test_the_author_goes_before_the_wording_and_it_is_known_which_it_was() -> None:
    known = facts.of(catalogue.resolve(official.read(OWN))).by_key
    assert (known["diver"].tags, known["diver"].source) == ({"poison"}, Source.AUTHOR)
    assert (known["pilot"].tags, known["pilot"].source) == ({"protection"}, Source.WORDING)
    assert known["monk"].source is Source.DATA
    assert "protection" in known["monk"].tags
    assert known["poisoner"].source is Source.DATA


@pytest.mark.parametrize("ability", ["", "[", "*" * 5000, "if " * 2000, "choose a player: they die " * 400])
def test_odd_and_endless_abilities_are_read_quickly(ability: str) -> None:
    assert isinstance(read(ability), frozenset)
