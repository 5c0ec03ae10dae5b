"""Whether a position in the night order is below zero.

The position says when a character wakes: 0 means never, higher numbers mean later. Negative numbers have no
meaning. Clockwright reads them as 0.
"""

from collections.abc import Iterator

from builder.game.problem import Fix, Problem, Severity
from builder.game.script import Script

CODE = "negative-night-number"
SEVERITY = Severity.WARNING
FIELDS = (
    ("firstNight", "first_night", "in the first night"),
    ("otherNight", "other_night", "among the other nights"),
)


def check(script: Script) -> Iterator[Problem]:
    """Yield each number below zero."""
    for entry, path in zip(script.entries, script.places(), strict=True):
        character = entry.character
        if character is None or not entry.is_custom:
            continue
        for written, name, title in FIELDS:
            number = getattr(character, name)
            if number is not None and number < 0:
                yield Problem(
                    code=CODE,
                    severity=SEVERITY,
                    message=f"The position of {character.name} {title} is {number}. Use 0 for never.",
                    characters=(entry.id,),
                    path=f"{path}.{written}",
                    fix=Fix("Set it to 0", {"op": "set", "path": f"{path}.{written}", "value": 0}),
                )
