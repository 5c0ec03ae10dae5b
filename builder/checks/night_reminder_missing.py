"""Whether every character that wakes has a night reminder.

A position without a reminder gives the Storyteller a row with a name and nothing to do.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Facts
from builder.game.problem import Problem, Severity

CODE = "night-reminder-missing"
SEVERITY = Severity.NOTICE


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield each character of the script's own with only half of it."""
    for each in facts.custom:
        silent = [
            (field, title)
            for field, title, has_number, has_reminder in each.nights
            if has_number and not has_reminder
        ]
        if silent:
            nights = phrases.listed(title for _, title in silent)
            yield Problem(
                code=CODE,
                severity=SEVERITY,
                message=f"{each.name} has a position for the {nights} but no reminder, so its row in the night "
                f"order is empty. Write a reminder for the {nights}, or clear the position.",
                characters=(each.id,),
                path=f"{each.path}.{silent[0][0]}Night",
            )
