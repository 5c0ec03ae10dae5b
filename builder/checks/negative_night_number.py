"""Whether a position in the night order is below zero.

The position says when a character wakes: 0 means never, higher numbers mean later. Negative numbers have no
meaning. Clockwright reads them as 0.
"""

from collections.abc import Iterator

from builder.checks.facts import Finding
from builder.game.character import bare
from builder.game.problem import Fix, Severity
from builder.game.script import Script
from builder.language import N_
from builder.language import gettext as _

CODE = "negative-night-number"
SEVERITY = Severity.WARNING
FIELDS = (
    (
        "firstNight",
        "first_night",
        N_("The position of the %(name)s in the first night is %(number)s. Use 0 for never."),
    ),
    (
        "otherNight",
        "other_night",
        N_("The position of the %(name)s among the other nights is %(number)s. Use 0 for never."),
    ),
)


def check(script: Script) -> Iterator[Finding]:
    for entry, path in zip(script.entries, script.places(), strict=True):
        character = entry.character
        if character is None or not entry.is_custom:
            continue
        for written, name, told in FIELDS:
            number = getattr(character, name)
            if number is not None and number < 0:
                yield Finding(
                    told % {"name": bare(character.name), "number": number},
                    (entry.id,),
                    path=f"{path}.{written}",
                    fix=Fix(_("Set it to 0"), {"op": "set", "path": f"{path}.{written}", "value": 0}),
                )
