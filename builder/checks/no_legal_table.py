"""Whether the script can be played at all.

There has to be a legal setup for at least one number of players from 5 to 15: enough Townsfolk, Outsiders, Minions
and Demons, after everything that they change about the setup.
"""

from collections.abc import Iterator

from builder.checks import playing
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.game.setup import impossible
from builder.game.teams import Team
from builder.language import gettext as _

CODE = "no-legal-table"
SEVERITY = Severity.ERROR


def check_facts(facts: Facts) -> Iterator[Finding]:
    if facts.playable or facts.script.unknown or not facts.teams[Team.DEMON]:
        return
    text = _("This script cannot be set up for any number of players. %(lacking)s")
    if impossible.too_few(facts.cast, playing.rules().base(playing.ALL[0])):
        text = _("This script cannot be set up for any number of players. %(lacking)s Add characters.")
    yield Finding(text % {"lacking": playing.lacking(facts.cast, playing.ALL[0])})
