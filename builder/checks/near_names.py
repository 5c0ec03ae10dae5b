"""Whether character names are easy to tell apart.

Two characters with nearly the same name get mixed up in conversation, on Grimoire tokens and in the Storyteller's
notes.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice

from builder import catalogue
from builder.checks.facts import Facts, Finding
from builder.game.ids import key
from builder.game.problem import Severity
from builder.language import gettext as _

CODE = "near-names"
SEVERITY = Severity.WARNING
#: One more than are told.
ENOUGH = 101


def check_facts(facts: Facts) -> Iterator[Finding]:
    if not facts.custom:
        return
    limits = catalogue.check_thresholds(CODE)
    own = {each.key for each in facts.custom}
    names = tuple((key(each.name), each.key in own) for each in facts.listed)
    for first, second in _pairs(names, limits["shortest"], limits["alike"]):
        one, other = facts.listed[first], facts.listed[second]
        yield Finding(
            _alike_names(one.name, other.name),
            (one.id, other.id),
            path=(other if other.key in own else one).path,
        )


@lru_cache(maxsize=16)
def _pairs(names: tuple[tuple[str, bool], ...], shortest: int, alike: float) -> tuple[tuple[int, int], ...]:
    """The places of the first of those whose names are alike, where one of both is the script's own."""
    from rapidfuzz.fuzz import ratio

    def is_alike(one: str, other: str) -> bool:
        if one == other:
            return bool(one)
        lengths = len(one), len(other)
        if min(lengths) < shortest or abs(lengths[0] - lengths[1]) > 2:
            return False
        return ratio(one, other) >= alike

    found = (
        (first, second)
        for (first, (one, is_own)), (second, (other, is_too)) in combinations(enumerate(names), 2)
        if (is_own or is_too) and is_alike(one, other)
    )
    return tuple(islice(found, ENOUGH))


def _alike_names(one: str, other: str) -> str:
    if one == other:
        return _(
            "%(name)s is the name of two characters, so players will mix them up. Rename one of them."
        ) % {"name": one}
    return _(
        "%(name)s and %(other)s have nearly the same name, so players will mix them up. Rename one of them."
    ) % {"name": one, "other": other}
