"""Answers about the matchups of a script."""

from builder.answers.shapes import Matched
from builder.game.script import Script
from builder.wording import matchups


def matched(script: Script) -> Matched:
    """What happens when characters of a script meet, and what nobody on it explains."""
    found = matchups.of(script)
    return {
        "remarks": [
            {
                "rule": each.rule,
                "kind": each.kind.value,
                "characters": list(each.characters),
                "message": each.message,
            }
            for each in found.remarks
        ],
        "missing": [
            {"rule": each.rule, "message": each.message, "candidates": list(each.candidates)}
            for each in found.missing
        ],
    }
