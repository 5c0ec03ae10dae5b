"""The engine against a judge that looks at every table: allowed numbers, legality, and who can be in play together."""

import random

import pytest
import setup_oracle as slow
from examples import examples
from hypothesis import given, strategies as st

from builder import catalogue
from builder.game.script import Entry, Script
from builder.game.setup.cast import Cast, cast
from builder.game.setup.groups import combinations, groups
from builder.game.setup.legality import judge
from builder.game.setup.summary import setups

pytestmark = pytest.mark.full

RULES = catalogue.rules()
POOL = {letter: sorted(name for name, team in slow.TEAM.items() if team == letter) for letter in "TOMD"}
ABILITIES_INSIDE = {"alchemist", "amnesiac", "boffin"}


def _few(letter: str, low: int, high: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(POOL[letter]), min_size=low, max_size=high, unique=True)


@st.composite
def small_scripts(draw: st.DrawFn) -> tuple[frozenset[str], int]:
    """Up to ten characters, and five to nine players. An ability inside an ability is left out."""
    ids = {*draw(_few("T", 3, 6)), *draw(_few("O", 0, 3)), *draw(_few("M", 1, 3)), *draw(_few("D", 1, 2))}
    for name in sorted(ids & ABILITIES_INSIDE)[1:]:
        ids.discard(name)
    ids |= draw(st.sets(st.sampled_from(["sentinel", "pope", "spiritofivory"]), max_size=1))
    if ids >= {"boffin", "villageidiot"}:
        ids.discard("pope")  # Which of many alike tables leaves the Demon an ability is not told apart there.
    players = draw(st.sampled_from([5, 6, 7] if len(ids) > 10 else [5, 6, 7, 8, 9]))
    return frozenset(ids), players


def _script(ids: frozenset[str]) -> Script:
    return catalogue.resolve(Script(entries=tuple(Entry(one, one) for one in sorted(ids))))


def _special(who: Cast, table: slow.Table) -> frozenset[str]:
    """Those of a table who matter to the setup; under the Atheist nobody else does."""
    return frozenset({"atheist"} if "atheist" in table else {m.key for m in who.special} & table.keys())


@examples(40)
@given(small_scripts())
def test_allowed_numbers_company_and_verdicts_are_the_same(case: tuple[frozenset[str], int]) -> None:
    ids, players = case
    of, base = _script(ids), RULES.base(players)
    who = cast(of, RULES)
    expected = slow.legal_tables(set(ids), players)
    found = list(groups(who, base, combinations(who)))

    assert {tuple(group.distribution) for group in found} == {slow.numbers(table) for table in expected}
    assert {tuple(each) for each in setups(of, RULES, players).rows[players].allowed} == {
        slow.numbers(table) for table in expected
    }
    together = {(frozenset(m.key for m in group.members), tuple(group.distribution)) for group in found}
    assert together == {(_special(who, table), slow.numbers(table)) for table in expected}
    every = list(slow.tables(set(ids), players))
    for table in random.Random(0).sample(every, min(40, len(every))):
        in_play = list(table.elements())
        assert judge(who, base, in_play).legal == slow.legal(table, players, set(ids)), in_play
