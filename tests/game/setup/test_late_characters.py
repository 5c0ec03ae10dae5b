"""Characters that enter play after the Demon, and what a Lunatic draws if no Demon token is in the bag."""

import pytest
from setting_up import PLAIN, RULES, script

from builder.game.setup.dealing import deal
from builder.game.setup.rules import CannotDealError

SCRIPT = script("lilmonsta", "marionette", "lunatic", "legion", "baron", *PLAIN)
MADE = "make a good player next to the Demon the Marionette"


@pytest.mark.parametrize("seed", range(8))
def test_a_marionette_that_must_be_in_play_comes_after_lil_monsta(seed: int) -> None:
    dealt = deal(SCRIPT, RULES, 10, seed, ("lilmonsta", "marionette"))
    assert "lilmonsta" in dealt.extra
    assert "marionette" not in dealt.characters
    assert any(MADE in step for step in dealt.steps)


@pytest.mark.parametrize("seed", range(8))
def test_a_marionette_that_must_not_be_in_play_is_not_made_later(seed: int) -> None:
    dealt = deal(SCRIPT, RULES, 10, seed, ("lilmonsta",), ("marionette",))
    assert not any("Marionette" in step for step in dealt.steps)


def test_what_no_rule_allows_is_still_refused() -> None:
    with pytest.raises(CannotDealError):
        deal(SCRIPT, RULES, 10, 1, ("lilmonsta", "marionette", "imp"))


@pytest.mark.parametrize("seed", range(8))
def test_a_lone_lunatic_draws_no_legion_if_there_is_another_demon(seed: int) -> None:
    dealt = deal(SCRIPT, RULES, 11, seed, ("lilmonsta", "lunatic"))
    assert [token for token, who in dealt.bag if who == "lunatic"] == ["imp"]
