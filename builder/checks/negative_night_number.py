"""Whether every night number is one.

Numbers say when a character wakes: 0 is never, higher is later. Below 0 means nothing; we read it as never.
"""

from collections.abc import Iterator

from builder.game.problem import Fix, Problem, Severity
from builder.game.script import Script

CODE = "negative-night-number"
SEVERITY = Severity.WARNING
FIELDS = (("firstNight", "first_night", "first-night"), ("otherNight", "other_night", "other-nights"))


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
                    message=f"The {title} number of {character.name} is {number}. Write 0 for never.",
                    characters=(entry.id,),
                    path=f"{path}.{written}",
                    fix=Fix("Write 0", {"op": "set", "path": f"{path}.{written}", "value": 0}),
                )
