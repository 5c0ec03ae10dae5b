"""Hundreds of deals (`bin/test --slow`: thousands) before a judge who knows the rules of the characters.

At every number of players.
"""

from collections import Counter

import deal_oracle
import examples
import pytest
from setting_up import MINIONS, OUTSIDERS, RULES, TOWNSFOLK, full, script

from builder.game.script import Script
from builder.game.setup.dealing import Deal, deal

pytestmark = [pytest.mark.full, pytest.mark.volume]

PLAYERS = range(5, 16)
#: So many deals for each number of players.
EACH = 30 * (examples.MORE if examples.PROFILE == "exploring" else 1)


def dealt(of: Script, **wishes: list[str]) -> list[Deal]:
    """Games for every number of players, each judged."""
    teams = {each.key: each.team.value for each in of.characters}
    others = frozenset(name for name, team in teams.items() if team in ("fabled", "loric"))
    found = []
    for players in PLAYERS:
        for seed in range(EACH):
            each = deal(of, RULES, players, seed=seed, **wishes)
            assert deal_oracle.faults(each, teams, others) == [], (players, seed, each)
            found.append(each)
    return found


def marked(found: list[Deal]) -> Counter[str]:
    return Counter(words for each in found for _, words in each.reminders)


def test_every_state_that_lasts_from_the_setup_on_is_marked() -> None:
    found = dealt(
        script("fortuneteller", "lycanthrope", "grandmother", "bountyhunter", "puzzlemaster", "drunk", "lunatic",
               "eviltwin", "mezepheles", "nodashii", "yaggababble", *TOWNSFOLK[:5], *OUTSIDERS[:1], *MINIONS[:2])
    )  # fmt: skip
    numbers = marked(found)
    assert all(numbers[words] > EACH for words in ("Red Herring", "Faux Paw", "Grandchild", "Drunk", "Twin"))


@pytest.mark.parametrize("who", ["toymaker", "revolutionary"])
def test_a_fabled_has_its_part_of_the_setup(who: str) -> None:
    dealt(full(who))


def test_a_good_player_sits_beside_the_demon_of_every_marionette() -> None:
    found = dealt(full("marionette", "lunatic", "eviltwin"), with_=["marionette"])
    assert {each.players: each.distribution.minion for each in found}[15] == 2


def test_a_granted_ability_brings_its_states_along() -> None:
    of = script("alchemist", "fortuneteller", "lycanthrope", "grandmother", "bountyhunter", "puzzlemaster",
                "drunk", "boffin", "eviltwin", "mezepheles", "spy", "mastermind", "nodashii", "imp",
                *TOWNSFOLK[:9], *OUTSIDERS[:1])  # fmt: skip
    found = dealt(of)
    given = {pair for each in found for pair in each.grants}
    assert {("alchemist", "eviltwin"), ("alchemist", "mezepheles"), ("alchemist", "spy")} <= given
    assert {
        ("boffin", who) for who in ("fortuneteller", "lycanthrope", "puzzlemaster", "bountyhunter")
    } <= given
