"""The order of the characters on a script."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from operator import le

from builder import catalogue
from builder.checks.check import of_facts
from builder.checks.facts import Facts, Finding, Listed
from builder.game import sorting
from builder.game.problem import Fix, Severity
from builder.game.sorting import SortKey
from builder.language import gettext as _, join, ngettext
from builder.memoize import of_runs

#: At most this many groups of misplaced characters are named, and as many of each.
MOST = 5


@of_facts("not-sorted", Severity.NOTICE, order_matters=True)
def not_sorted(facts: Facts) -> Iterator[Finding]:
    """Whether the characters are in the official order.

    The official order goes by team, then by how the ability begins (“You start knowing” before “Each night”), then by
    length. Players who know it find characters faster. It is a habit, not a rule: the printed base editions don't
    follow it.
    """
    keys = list(chain.from_iterable(_keys(facts.listed, catalogue.sort_starts())))
    if facts.script.unknown or all(map(le, keys, keys[1:])):
        return
    yield Finding(
        _(
            "Not in the official order: %(misplaced)s. It is a habit, not a rule: players who know that "
            "order find characters faster."
        )
        % {"misplaced": "; ".join(islice(_misplaced(facts.listed, keys), MOST))},
        fix=Fix(_("Sort the script"), {"op": "sort"}),
    )


@of_runs
def _keys(some: Sequence[Listed], starts: Sequence[str]) -> list[SortKey]:
    return [sorting.sort_key(each.character, starts) for each in some]


def _misplaced(listed: Sequence[Listed], keys: Sequence[SortKey]) -> Iterator[str]:
    """The characters that stand after one that they should stand before, by that one."""
    found: dict[str, list[str]] = {}
    #: Those that nobody before them should stand behind.
    tops: list[Listed] = []
    top_keys: list[SortKey] = []
    for each, place in zip(listed, keys, strict=True):
        at = bisect_right(top_keys, place)
        if at == len(tops):
            tops.append(each)
            top_keys.append(place)
        else:
            found.setdefault(tops[at].name, []).append(each.name)
    for before, names in found.items():
        shown, more = names[:MOST], len(names) - MOST
        if more > 0:
            shown.append(_("%(count)s more") % {"count": more})
        text = ngettext(
            "%(names)s stands after %(before)s but belongs before",
            "%(names)s stand after %(before)s but belong before",
            len(names),
        )
        yield text % {"names": join(shown), "before": before}
