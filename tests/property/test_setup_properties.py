"""What holds of the setup of every script, however strange."""

import random
from dataclasses import replace

import pytest
import setup_oracle as slow
from examples import examples
from hypothesis import assume, given, strategies as st

from builder import catalogue
from builder.game.character import Character
from builder.game.script import Entry, Script
from builder.game.setup.cast import cast
from builder.game.setup.dealing import deal
from builder.game.setup.groups import combinations, groups, is_complete
from builder.game.setup.legality import check_table
from builder.game.setup.rules import CannotDealError
from builder.game.setup.summary import setups
from builder.game.teams import Team

pytestmark = pytest.mark.full

RULES = catalogue.rules()
EVERYBODY = {
    team: sorted(character.id for character in catalogue.everyone() if character.team is team)
    for team in Team
}
SPECIAL = {letter: sorted(name for name, team in slow.TEAM.items() if team == letter) for letter in "TOMD"}
FEW = examples(20)


def _some(team: Team, letter: str, low: int, high: int) -> st.SearchStrategy[list[str]]:
    """Any official characters of a team, those that matter to the setup more often than not."""
    pool = st.sampled_from(SPECIAL[letter]) | st.sampled_from(EVERYBODY[team])
    return st.lists(pool, min_size=low, max_size=high, unique=True)


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    """Official characters in any order, full scripts and thin ones."""
    ids = [
        *draw(_some(Team.TOWNSFOLK, "T", 3, 13)),
        *draw(_some(Team.OUTSIDER, "O", 0, 4)),
        *draw(_some(Team.MINION, "M", 1, 4)),
        *draw(_some(Team.DEMON, "D", 1, 3)),
        *draw(
            st.lists(
                st.sampled_from([*EVERYBODY[Team.FABLED], *EVERYBODY[Team.LORIC]]), max_size=2, unique=True
            )
        ),
    ]
    return _of(draw(st.permutations(ids)))


def _of(ids: list[str]) -> Script:
    return catalogue.resolve(Script(entries=tuple(Entry(one, one) for one in ids)))


PLAYERS = st.integers(5, 15)


@FEW
@given(scripts(), PLAYERS, st.integers(0, 10**6))
def test_whatever_is_dealt_is_legal(of: Script, players: int, seed: int) -> None:
    try:
        dealt = deal(of, RULES, players, seed=seed)
    except CannotDealError:
        assert not setups(of, RULES, players).rows[players].fillable
        return
    said = check_table(of, RULES, players, (*dealt.characters, *dealt.extra))
    assert said.legal, said.violations
    assert dealt.distribution in setups(of, RULES, players).rows[players].allowed
    assert sorted(who for _, who in dealt.bag) == sorted(dealt.characters)


@FEW
@given(scripts(), PLAYERS)
def test_every_allowed_distribution_can_be_met(of: Script, players: int) -> None:
    who, base = cast(of, RULES), RULES.base(players)
    assume(is_complete(who))
    found = {group.distribution for group in groups(who, base, combinations(who))}
    assert found == set(setups(of, RULES, players).rows[players].allowed)


@FEW
@given(scripts(), PLAYERS, st.randoms(use_true_random=False))
def test_the_order_of_the_script_makes_no_difference(of: Script, players: int, dice: random.Random) -> None:
    entries = list(of.entries)
    dice.shuffle(entries)
    other = replace(of, entries=tuple(entries))
    assert setups(other, RULES, players) == setups(of, RULES, players)
    if setups(of, RULES, players).rows[players].fillable:
        assert deal(other, RULES, players, seed=1) == deal(of, RULES, players, seed=1)


@FEW
@given(scripts(), PLAYERS, st.sampled_from([Team.TOWNSFOLK, Team.OUTSIDER, Team.MINION, Team.DEMON]))
def test_another_character_without_an_effect_never_takes_a_possibility_away(
    of: Script, players: int, team: Team
) -> None:
    newcomer = Character("newcomer", "Newcomer", team, "You watch.")
    more = replace(of, entries=(*of.entries, Entry("newcomer", {"id": "newcomer"}, newcomer)))
    before = set(setups(of, RULES, players).rows[players].allowed)
    assert before <= set(setups(more, RULES, players).rows[players].allowed)
