"""Whether each team has about as many characters as usual.

A full script has 13 Townsfolk, 4 Outsiders, 4 Minions and 1 to 4 Demons. A Teensyville script, for 5 or 6 players,
has 6, 2, 2 and 1 or 2. With fewer, players soon work out who is in play. With many more, nobody can remember them
all, and the print on the sheet gets small.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.game.teams import COUNTED_TEAMS
from builder.language import gettext as _

CODE = "counts"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    kind = "teensyville" if facts.is_small else "full"
    usual = catalogue.check_thresholds(CODE)[kind]
    told = [
        _("%(characters)s (usual: %(usual)s)") % {"characters": team.counted(number), "usual": habit}
        for team in COUNTED_TEAMS
        for number, (habit, fewest, most) in [(len(facts.teams[team]), usual[team.value])]
        if number and not fewest <= number <= most
    ]
    if told:
        text = _(
            "Unusual for a full script: %(teams)s. Too few give away who is in play; too many are hard to "
            "remember. Add or remove some."
        )
        if facts.is_small:
            text = _(
                "Unusual for a script for 5 or 6 players: %(teams)s. Too few give away who is in play; too "
                "many are hard to remember. Add or remove some."
            )
        yield Finding(text % {"teams": phrases.listed(told)})
