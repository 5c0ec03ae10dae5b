"""Whether every character that wakes has a night reminder.

A position without a reminder gives the Storyteller a row with a name and nothing to do.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Finding, Listed
from builder.game.problem import Severity
from builder.game.script import Meta
from builder.language import N_

CODE = "night-reminder-missing"
SEVERITY = Severity.NOTICE
MESSAGES = {
    "first": N_(
        "The %(name)s has a position for the first night but no reminder, so its row in the night order is "
        "empty. Write a reminder for the first night, or clear the position."
    ),
    "other": N_(
        "The %(name)s has a position for the other nights but no reminder, so its row in the night order is "
        "empty. Write a reminder for the other nights, or clear the position."
    ),
    "both": N_(
        "The %(name)s has a position for the first night and other nights but no reminder, so its row in the "
        "night order is empty. Write a reminder for the first night and other nights, or clear the "
        "position."
    ),
}


def check_character(each: Listed, _meta: Meta) -> Iterator[Finding]:
    silent = [field for field, _title, has_number, has_text in each.nights if has_number and not has_text]
    yield from phrases.of_nights(each, silent, MESSAGES, "Night")
