"""Rules differ between editions: effects are data, so another table can be loaded."""

import pytest
from setting_up import RULES, TOWNSFOLK, full, instead, numbers, outsiders, script, verdict

from builder.game.setup.effects import EffectError


def test_the_huntsman_once_put_the_damsel_in_an_outsiders_place() -> None:
    older = instead(
        huntsman=[{"effect": "partner", "name": "damsel", "adds": [0], "source": "an older edition"}]
    )
    of = full("huntsman", "damsel")
    assert outsiders(of, 8, "huntsman", rules=older) == {1}
    assert outsiders(of, 7, "huntsman", rules=older) == set()


def test_the_balloonist_once_always_added_an_outsider() -> None:
    older = instead(
        balloonist=[{"effect": "change", "team": "outsider", "options": [1], "source": "an older edition"}]
    )
    assert outsiders(full("balloonist"), 7, "balloonist", rules=older) == {1}
    assert outsiders(full("balloonist"), 7, "balloonist") == {0, 1}


def test_riot_once_replaced_all_minions() -> None:
    older = instead(riot=[{"effect": "replaces", "team": "minion", "source": "an older edition"}])
    of = script("riot", *TOWNSFOLK, "poisoner", "saint", "klutz")
    assert numbers(of, 10, "riot", rules=older) == {(7, 0, 0, 3)}
    table = [*TOWNSFOLK[:7], "riot", "riot", "riot"]
    assert verdict(of, 10, *table, rules=older).legal
    assert not verdict(of, 10, *table).legal


def test_a_table_that_cannot_be_read_says_what_is_wrong_with_it() -> None:
    broken = instead(baron=[{"effect": "adds", "team": "outsider"}])
    with pytest.raises(EffectError, match="cannot be read"):
        outsiders(full("baron"), 7, rules=broken)


def test_another_table_leaves_the_official_one_alone() -> None:
    instead(baron=[])
    assert outsiders(full("baron"), 7, "baron", rules=RULES) == {2}
