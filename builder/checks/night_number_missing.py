"""Whether every character with a night reminder has a position in the night order.

Apps build the night order from these positions. A reminder without one never shows up in the official app; our
night sheets put it just before dawn.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Facts
from builder.game.ids import key
from builder.game.problem import Problem, Severity

CODE = "night-number-missing"
SEVERITY = Severity.WARNING
PLACES = {"first": "in the first night", "other": "among the other nights"}


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield each character of the script's own with only half of it."""
    for each in facts.custom:
        lost = [
            (field, title)
            for field, title, has_number, has_reminder in each.nights
            if has_reminder and not has_number and each.key not in _placed(facts, field)
        ]
        if lost:
            where = " and ".join(PLACES[field] for field, _ in lost)
            yield Problem(
                code=CODE,
                severity=SEVERITY,
                message=f"{each.name} has a reminder for the {phrases.listed(title for _, title in lost)} "
                "but no position, so apps don't know when to wake it; our night sheet puts it just before "
                f"dawn. Set its position {where}.",
                characters=(each.id,),
                path=f"{each.path}.{lost[0][0]}NightReminder",
            )


def _placed(facts: Facts, field: str) -> frozenset[str]:
    """Whom the script's own order of this night places."""
    meta = facts.script.meta
    return frozenset(map(key, (meta.first_night if field == "first" else meta.other_night) or ()))
