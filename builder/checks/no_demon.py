"""Whether there is a Demon on the script.

A game needs a Demon to kill. Only the Atheist allows a script without one: a game with no evil at all. The
Summoner doesn't, because the Demon that it creates has to be on the script too.
"""

from collections.abc import Iterator

from builder.checks.facts import Finding
from builder.game.problem import Severity
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _

CODE = "no-demon"
SEVERITY = Severity.ERROR


def check(script: Script) -> Iterator[Finding]:
    on_it = {character.key for character in script.characters}
    if any(script.team(Team.DEMON)) or "atheist" in on_it:
        return
    message = _("There is no Demon on this script. Add one, such as the Imp.")
    if "summoner" in on_it:
        message = _(
            "There is no Demon on this script, and the Summoner can only make one that is on it. Add one."
        )
    yield Finding(message)
