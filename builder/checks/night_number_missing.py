"""Whether every character with a night reminder has a position in the night order.

Apps build the night order from these positions. A reminder without one never shows up in the official app; our
night sheets put it just before dawn.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Finding, Listed, placed
from builder.game.problem import Severity
from builder.game.script import Meta
from builder.language import N_

CODE = "night-number-missing"
SEVERITY = Severity.WARNING
MESSAGES = {
    "first": N_(
        "The %(name)s has a reminder for the first night but no position, so apps don't know when to wake it; "
        "our night sheet puts it just before dawn. Set its position in the first night."
    ),
    "other": N_(
        "The %(name)s has a reminder for the other nights but no position, so apps don't know when to wake it; "
        "our night sheet puts it just before dawn. Set its position among the other nights."
    ),
    "both": N_(
        "The %(name)s has a reminder for the first night and other nights but no position, so apps don't know "
        "when to wake it; our night sheet puts it just before dawn. Set its position in the first night "
        "and among the other nights."
    ),
}


def check_character(each: Listed, meta: Meta) -> Iterator[Finding]:
    lost = [
        field
        for field, _title, has_number, has_reminder in each.nights
        if has_reminder
        and not has_number
        and each.key not in placed(meta.first_night if field == "first" else meta.other_night)
    ]
    yield from phrases.of_nights(each, lost, MESSAGES, "NightReminder")
