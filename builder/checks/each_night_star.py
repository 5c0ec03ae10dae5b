"""Whether “each night” in an ability agrees with the night order.

“Each night*”, with an asterisk, means not on the first night; “Each night” without one includes the first night.
Apps wake a character by its position in the night order, players read the ability: both should say the same.
"""

import re
from collections.abc import Iterator

from builder.checks.facts import Finding, Listed, placed
from builder.game.character import bare
from builder.game.problem import Fix, Severity
from builder.game.script import Meta
from builder.language import gettext as _

CODE = "each-night-star"
SEVERITY = Severity.WARNING
STAR = re.compile(r"^(?:each|every) night ?\*", re.IGNORECASE)
PLAIN = re.compile(r"^(?:each|every) night(?=[,:])", re.IGNORECASE)
#: Somebody acts: “Each night, the 1st player to choose you …” only waits for others.
ACTS = re.compile(r"^(?:each|every) night(?: ?\*|[,:]\s+(?:you\b|choose\b))", re.IGNORECASE)
#: Something else happens at the start: a bracket that the Storyteller sees to, a first choice.
START = re.compile(r"\[|\b(?:start|(?:1st|first) night)\b", re.IGNORECASE)


def check_character(each: Listed, meta: Meta) -> Iterator[Finding]:
    ability = each.character.ability
    first, other = (each.character.first_night or 0) > 0, (each.character.other_night or 0) > 0
    if first and STAR.search(ability) and not START.search(ability):
        told = _(
            "The ability of the %(name)s says “each night*”, other nights only, but it has a place in the "
            "first night. Clear the first night, or remove the asterisk."
        )
        yield _problem(each, told, "firstNight", 0)
    elif other and not first and each.key not in placed(meta.first_night) and PLAIN.search(ability):
        told = _(
            "The ability of the %(name)s says “each night”, but it has no place in the first night. Write "
            "“each night*”, or set its position in the first night."
        )
        yield _problem(each, told, "ability", None)
    elif (
        not other
        and ACTS.search(ability)
        and not each.character.other_night_reminder.strip()
        and each.key not in placed(meta.other_night)
    ):
        told = _(
            "The ability of the %(name)s says “each night”, but it has no place among the other nights, so "
            "no app wakes it. Set its position among the other nights."
        )
        yield _problem(each, told, "ability", None)


def _problem(each: Listed, told: str, field: str, value: int | None) -> Finding:
    path = f"{each.path}.{field}"
    return Finding(
        told % {"name": bare(each.name)},
        (each.id,),
        path=path,
        fix=None
        if value is None
        else Fix(_("Clear the first night"), {"op": "set", "path": path, "value": value}),
    )
