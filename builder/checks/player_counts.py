"""Whether the script can be played with every number of players.

A full script is for 5 to 15 players, a Teensyville script for 5 or 6. Some numbers may have no legal setup: a team
has too few characters, or a character needs another that is not on the script.
"""

from collections.abc import Iterator

from builder.checks import playing
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.language import gettext as _
from builder.prose_lists import join_ranges

CODE = "player-counts"
SEVERITY = Severity.WARNING


def check_facts(facts: Facts) -> Iterator[Finding]:
    out = [players for players in playing.ALL if players not in facts.playable]
    if not out or not facts.playable or facts.script.unknown:
        return
    small = facts.is_small and not set(out) & {5, 6}
    text = _(
        "This script can be played with %(numbers)s players, not with %(others)s. %(lacking)s Add "
        "characters to allow more."
    )
    if small:
        text = _(
            "This script can be played with %(numbers)s players, not with %(others)s. %(lacking)s Say so "
            "on the sheet, or add characters to allow more."
        )
    yield Finding(
        text
        % {
            "numbers": join_ranges(facts.playable),
            "others": join_ranges(out),
            "lacking": playing.lacking(facts.cast, out[0]),
        },
        severity=Severity.NOTICE if small else SEVERITY,
    )
