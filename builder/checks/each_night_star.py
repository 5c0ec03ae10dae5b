"""Whether “each night” and the night numbers agree.

“Each night*”, with an asterisk, means not on the first night; “Each night” without one means on the first night
too. Programs wake a character by its night numbers, players read the ability: both should say the same.
"""

import re
from collections.abc import Iterator

from builder.checks.facts import Facts, Listed
from builder.game.ids import key
from builder.game.problem import Fix, Problem, Severity

CODE = "each-night-star"
SEVERITY = Severity.WARNING
STAR = re.compile(r"^(?:each|every) night ?\*", re.IGNORECASE)
PLAIN = re.compile(r"^(?:each|every) night(?=[,:])", re.IGNORECASE)
#: Something else happens at the start: a bracket that the Storyteller sees to, a first choice.
START = re.compile(r"\[|\b(?:start|(?:1st|first) night)\b", re.IGNORECASE)


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield each character of the script's own whose ability and numbers disagree."""
    listed = frozenset(map(key, facts.script.meta.first_night or ()))
    for each in facts.custom:
        ability = each.character.ability
        first, other = (each.character.first_night or 0) > 0, (each.character.other_night or 0) > 0
        if first and STAR.search(ability) and not START.search(ability):
            told = (
                "says “each night*”, which is not on the first night, but has a first-night number. Take "
                "the asterisk out, or write 0 as the number"
            )
            yield _problem(each, told, "firstNight", 0)
        elif other and not first and each.key not in listed and PLAIN.search(ability):
            told = (
                "says “each night”, which includes the first, but has no first-night number. Write “each "
                "night*”, or give it a number"
            )
            yield _problem(each, told, "ability", None)


def _problem(each: Listed, told: str, field: str, value: int | None) -> Problem:
    path = f"{each.path}.{field}"
    return Problem(
        code=CODE,
        severity=SEVERITY,
        message=f"{each.name} {told}.",
        characters=(each.id,),
        path=path,
        fix=None
        if value is None
        else Fix("Do not wake it on the first night", {"op": "set", "path": path, "value": value}),
    )
