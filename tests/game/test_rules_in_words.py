"""What a Storyteller is told to do is what the rules say: sentences that were once wrong or could be read wrongly."""

import re

import pytest

from builder import catalogue
from builder.game.character import Character


def _of(who: str) -> Character:
    found = catalogue.find(who)
    assert found
    return found


@pytest.mark.parametrize("night", ["first_night_reminder", "other_night_reminder"])
def test_the_philosopher_takes_the_token_of_a_character_that_is_not_in_play_only(night: str) -> None:
    told = getattr(_of("philosopher"), night)
    assert "Not in play: swap in its token" in told
    assert re.search(r"In play: mark its player\. :reminder:$", told)


def test_the_no_dashii_poisons_its_own_neighbors_not_the_victims() -> None:
    assert "each side of the No Dashii" in _of("nodashii").other_night_reminder


def test_the_gambler_chooses_a_player_so_that_a_goon_sees_it() -> None:
    assert "choose a player" in _of("gambler").ability
    assert "chooses a player" in _of("gambler").other_night_reminder


def test_the_po_attacks_thrice_once_for_each_night_without_a_choice() -> None:
    assert "If marked *3 ATTACKS*, take the mark off" in _of("po").other_night_reminder


@pytest.mark.parametrize(
    ("who", "said", "unsaid"),
    [
        ("preacher", "a chosen Minion is told", "a Minion learns"),
        ("princess", "your nomination gets a player executed", "you nominated"),
        ("bigwig", "the only one who may speak", "nobody else"),
        ("clockmaker", "the Minion nearest to it", "the nearest Minion"),
        ("bountyhunter", "the one you know", "last one"),
        ("thief", "is subtracted", "-1"),
        ("plaguedoctor", "has a Minion ability", "takes on"),
        ("courtier", "choose a character", "of your choice"),
    ],
)
def test_an_ability_can_be_read_in_one_way_only(who: str, said: str, unsaid: str) -> None:
    assert said in _of(who).ability
    assert unsaid not in _of(who).ability


@pytest.mark.parametrize(
    ("who", "said", "unsaid"),
    [
        ("exorcist", "does not wake to act", "does not wake again"),
        ("fanggu", "this would kill an Outsider", "an Outsider would die"),
        ("cultleader", "that turns the Cult Leader", "If theirs changes"),
        ("pukka", "before dies :reminder:", "token. :reminder:"),
        ("flowergirl", "a Demon voted today", "is marked"),
    ],
)
def test_a_reminder_of_other_nights_can_be_read_in_one_way_only(who: str, said: str, unsaid: str) -> None:
    assert said in _of(who).other_night_reminder
    assert unsaid not in _of(who).other_night_reminder


@pytest.mark.parametrize(
    ("who", "said", "unsaid"),
    [
        ("cultleader", "that turns the Cult Leader", "If theirs changes"),
        ("boffin", "apart, with a Poppy Grower", "together"),
        ("lordoftyphon", "different Minions", "Choose players"),
        ("poppygrower", "or the Toymaker", "With 7 or more players, still"),
    ],
)
def test_a_reminder_of_the_first_night_can_be_read_in_one_way_only(who: str, said: str, unsaid: str) -> None:
    assert said in _of(who).first_night_reminder
    assert unsaid not in _of(who).first_night_reminder


def test_nobody_dies_at_night_by_the_harpy() -> None:
    assert "night-death" not in _of("harpy").tags
