"""Whether there is a Demon on the script.

A game needs one to kill. Only the Atheist explains a script without: it is a game with no evil at all. The
Summoner is not reason enough: the Demon that comes by the Summoner has to be on the script too.
"""

from collections.abc import Iterator

from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team

CODE = "no-demon"
SEVERITY = Severity.ERROR


def check(script: Script) -> Iterator[Problem]:
    """Yield one problem for a script without a Demon."""
    on_it = {character.key for character in script.characters}
    if any(script.team(Team.DEMON)) or "atheist" in on_it:
        return
    message = "There is no Demon on this script. Add one, such as the Imp."
    if "summoner" in on_it:
        message = (
            "There is no Demon on this script, and the Summoner can only make one that is on it. Add one."
        )
    yield Problem(code=CODE, severity=SEVERITY, message=message)
