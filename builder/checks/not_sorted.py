"""Whether the characters are in the official order.

The official order goes by team, then by how the ability begins (“You start knowing” before “Each night”), then by
length. Players who know it find characters faster. It is a habit, not a rule: the printed base editions don't
follow it.
"""

from collections.abc import Iterator
from operator import le

from builder import catalogue
from builder.checks.facts import Facts, Finding, Listed
from builder.game import sorting
from builder.game.character import Character
from builder.game.problem import Fix, Severity
from builder.game.sorting import SortKey
from builder.language import gettext as _

CODE = "not-sorted"
SEVERITY = Severity.NOTICE
ORDER_MATTERS = True


def check_facts(facts: Facts) -> Iterator[Finding]:
    keys = [_key(each) for each in facts.listed]
    if facts.script.unknown or all(map(le, keys, keys[1:])):
        return
    late = next(index for index in range(1, len(keys)) if keys[index] < keys[index - 1])
    yield Finding(
        _(
            "The characters are not in the official order: %(name)s comes after "
            "%(before)s. Players who know that order find characters faster."
        )
        % {"name": facts.listed[late].name, "before": facts.listed[late - 1].name},
        fix=Fix(_("Sort the script"), {"op": "sort"}),
    )


def _key(each: Listed) -> SortKey:
    return _official(each.key) if not each.custom else _of(each.character)


@catalogue.per_wording
def _official(identifier: str) -> SortKey:
    character = catalogue.find(identifier)
    assert character is not None  # noqa: S101  # it was resolved by this id
    return _of(character)


def _of(character: Character) -> SortKey:
    return sorting.sort_key(character, catalogue.sort_starts())
