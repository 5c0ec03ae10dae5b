"""Every choice of what a bracket does is an effect, and every effect is a phrase."""

import pytest

from builder.game.setup import effects as fx, explaining
from builder.game.setup.bracket_choices import KINDS, ChoiceError, effects, effects_of, needed, tidy
from builder.game.teams import Team

TEAMS = (Team.TOWNSFOLK, Team.OUTSIDER)


@pytest.mark.parametrize("what", KINDS)
def test_each_choice_says_something_and_not_without_what_it_needs(what: str) -> None:
    row = {"what": what, "team": "outsider", "value": KINDS[what].example}
    assert effects_of(row, Team.TOWNSFOLK)
    for part in needed(what):
        with pytest.raises(ChoiceError):
            effects_of(row | {part: ""}, Team.TOWNSFOLK)
    assert effects([row, {"what": "sing"}], Team.TOWNSFOLK) == effects_of(row, Team.TOWNSFOLK)


@pytest.mark.parametrize("value", ["0", "1 or", "3-1", "21", "1, 2", "one"])
def test_a_number_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(ChoiceError):
        effects_of({"what": "least", "team": "minion", "value": value}, Team.DEMON)


def test_a_row_is_tidied() -> None:
    assert tidy({"what": "more", "team": None, "value": 2, "x": "y"}) == {"what": "more", "value": "2"}


@pytest.mark.parametrize(
    ("effect", "phrase"),
    [
        (fx.Change(Team.OUTSIDER, (1,), players=10), "+1 Outsider with 10 or more players"),
        (fx.Change(Team.OUTSIDER, (-1,), having="king"), "−1 Outsider while the King is in play"),
        (fx.Among(Team.OUTSIDER, (0, 1, 2, 3)), "0 to 3 Outsiders"),
        (fx.Among(Team.MINION, (1, 3)), "1 or 3 Minions"),
        (fx.Among(Team.MINION, (2,)), "2 Minions"),
        (fx.Exactly(Team.DEMON, 0), "no Demons"),
        (fx.Exactly(Team.OUTSIDER, None), "any number of Outsiders"),
        (fx.Never("spy"), "never with the Spy"),
        (fx.Copies(0, 0), "not in play when the game begins"),
        (fx.Copies(1, 3), "up to 3 of them"),
        (fx.Copies(2, 2), "2 of them"),
        (fx.Copies(2, 3), "2 to 3 of them"),
        (fx.BagTokens(None, 1), "1 more token in the bag than players"),
        (fx.BagTokens(Team.MINION, 2), "2 more tokens of a Minion in the bag than players"),
        (fx.Seats("beside", "good", "demon"), "each good player sits beside the Demon"),
        (fx.Seats("row", "minion", "minion"), "all Minions sit in one row"),
        (fx.Seats("apart", "evil", "evil"), "each evil player sits apart from all others of them"),
        (fx.Replaces(Team.MINION), "all Minions are this character"),
        (fx.Disguise(TEAMS, crosses=True), "swaps seats with the Demon"),
        (fx.Alignment(None, 1), "this player is evil"),
        (fx.Alignment(None, fx.ANY_NUMBER), "all others are evil"),
        (fx.Alignment(Team.OUTSIDER, fx.ANY_NUMBER), "all Outsiders are evil"),
        (fx.Alignment(None, 1, evil=True, teams=TEAMS), "1 good player is evil"),
        (fx.Later(Team.MINION, 1), "as many Minions as usual and 1 more are made on the first night"),
        (fx.Later(Team.MINION, -1), "as many Minions as usual less 1 are made on the first night"),
        (fx.Bluffs("none"), ""),
    ],
    ids=repr,
)
def test_an_effect_is_a_phrase(effect: fx.Effect, phrase: str) -> None:
    assert explaining.effect(effect) == phrase
