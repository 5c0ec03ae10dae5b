"""Whether apps know which characters change the setup.

An ability with square brackets, such as [+1 Outsider], changes the setup. “Changes the setup” tells apps, which
mark the token and remind the Storyteller. Both should agree.
"""

import re
from collections.abc import Iterator

from builder import catalogue
from builder.checks.facts import Finding, Listed
from builder.game.character import bare
from builder.game.problem import Fix, Severity
from builder.game.script import Meta
from builder.game.teams import COUNTED_TEAMS
from builder.language import N_
from builder.language import gettext as _

CODE = "setup-flag"
SEVERITY = Severity.WARNING
#: The label of the box in the editor.
SWITCH = N_("Changes the setup")
BRACKET = re.compile(r"[\[［][^\[\]［］]{2,600}[\]］]")
#: Abilities that change the setup though they have no bracket: their token is not the one in the bag.
UNTOLD = re.compile(
    r"\bthink you|\bdo(?: not|n['’]t) know|\bin (?:the|your) bag\b|\binstead of\b", re.IGNORECASE
)


def check_character(each: Listed, _meta: Meta) -> Iterator[Finding]:
    bracket = bool(BRACKET.search(each.character.ability))
    if bracket and not each.character.setup:
        told = _("The ability of the %(name)s changes the setup. Turn on “%(switch)s”, so apps show it.") % {
            "name": bare(each.name),
            "switch": SWITCH,
        }
        yield _problem(each, told, on=True)
    elif each.character.setup and not bracket and not _silent(each):
        told = _(
            "The %(name)s has “%(switch)s” on, but its ability has no brackets, so players don't see what "
            "changes. Write the change in brackets, or turn it off."
        ) % {"name": bare(each.name), "switch": SWITCH}
        yield _problem(each, told, on=False)


def _silent(each: Listed) -> bool:
    """Whether it changes the setup without a word in brackets, as Drunk and Sentinel do."""
    return (
        each.team not in COUNTED_TEAMS
        or bool(each.character.special)
        or bool(UNTOLD.search(each.character.ability))
        or catalogue.find(each.key) is not None
    )


def _problem(each: Listed, told: str, *, on: bool) -> Finding:
    path = f"{each.path}.setup"
    return Finding(
        told,
        (each.id,),
        path=path,
        fix=Fix(
            (_("Turn “%(switch)s” on") if on else _("Turn “%(switch)s” off")) % {"switch": SWITCH},
            {"op": "set", "path": path, "value": on},
        ),
    )
