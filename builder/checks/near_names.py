"""Whether names can be told apart.

Two characters with nearly the same name are mixed up in talk, on grimoire tokens and in the Storyteller's
notes.
"""

from collections.abc import Iterator
from itertools import combinations

from builder import catalogue
from builder.checks.facts import Facts
from builder.game.ids import key
from builder.game.problem import Problem, Severity

CODE = "near-names"
SEVERITY = Severity.WARNING


def weigh(facts: Facts) -> Iterator[Problem]:
    """Yield each pair of nearly equal names in which at least one is the script's own."""
    if not facts.custom:
        return
    limits = catalogue.check_limits(CODE)
    own = {each.key for each in facts.custom}
    known = [(each, key(each.name)) for each in facts.listed]
    for (one, name), (other, second) in combinations(known, 2):
        if (one.key in own or other.key in own) and _alike(name, second, limits["shortest"], limits["alike"]):
            yield Problem(
                code=CODE,
                severity=SEVERITY,
                message=f"{_both(one.name, other.name)}, and will be mixed up at the table. Rename one of "
                "them.",
                characters=(one.id, other.id),
                path=(other if other.key in own else one).path,
            )


def _both(one: str, other: str) -> str:
    if one == other:
        return f"{one} is the name of two characters"
    return f"{one} and {other} have nearly the same name"


def _alike(one: str, other: str, shortest: int, alike: float) -> bool:
    if one == other:
        return bool(one)
    if min(len(one), len(other)) < shortest or abs(len(one) - len(other)) > 2:  # noqa: PLR2004  # cannot be alike
        return False
    from rapidfuzz import fuzz  # noqa: PLC0415  # most scripts have no names of their own

    return fuzz.ratio(one, other) >= alike
