"""A reminder lies by the player who is the character, whatever token that player drew."""

import pytest
from setting_up import PLAIN, RULES, script

from builder import catalogue
from builder.game.setup.dealing import Deal, deal
from builder.game.teams import EVIL_TEAMS, GOOD_TEAMS

SWAPS = script("fortuneteller", "grandmother", "drunk", "lunatic", "marionette", "puzzlemaster", *PLAIN)


def marked(dealt: Deal, text: str) -> tuple[str, str]:
    """The token and the character of the player with a reminder."""
    [seat] = [marker.seat for marker in dealt.markers if marker.text == text]
    assert seat is not None
    return dealt.bag[seat]


def is_good(identifier: str) -> bool:
    found = catalogue.find(identifier)
    return found is not None and found.team in GOOD_TEAMS


@pytest.mark.parametrize(
    "players", [8, *(pytest.param(n, marks=[pytest.mark.full, pytest.mark.volume]) for n in (11, 12, 15))]
)
def test_in_hundreds_of_deals_each_reminder_lies_by_a_player_who_fits_it(players: int) -> None:
    swapped = 0
    for seed in range(90):
        wanted = ("fortuneteller", ("drunk", "lunatic", "marionette")[seed % 3])
        dealt = deal(SWAPS, RULES, players, seed, wanted)
        token, who = marked(dealt, "Red Herring")
        assert is_good(who)
        swapped += token != who
        for name in ("drunk", "marionette"):
            if name in dealt.characters:
                assert marked(dealt, f"Is The {name.capitalize()}")[1] == name
        if "grandmother" in dealt.characters:
            assert is_good(marked(dealt, "Grandchild")[1])
    assert swapped


def test_the_lunatic_is_marked_and_never_the_demon_who_drew_the_lunatics_token() -> None:
    found = 0
    for seed in range(90):
        dealt = deal(SWAPS, RULES, 12, seed, ("fortuneteller", "drunk", "imp", "lunatic"))
        token, who = marked(dealt, "Red Herring")
        assert who not in {"imp", "marionette"}
        found += who == "lunatic"
        assert (token == "imp") or who != "lunatic"  # noqa: S105  # a token of the game
    assert found


def test_a_marker_names_its_owner_and_who_may_have_it() -> None:
    dealt = deal(SWAPS, RULES, 9, 1, ("fortuneteller",))
    [marker] = [each for each in dealt.markers if each.text == "Red Herring"]
    assert (marker.by, marker.may) == ("fortuneteller", ("good",))
    assert EVIL_TEAMS.isdisjoint(
        {found.team for found in [catalogue.find(marked(dealt, "Red Herring")[1])] if found}
    )
