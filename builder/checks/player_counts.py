"""Whether the script can be played with every number of players.

A full script is for 5 to 15 players, a Teensyville script for 5 and 6. A number is out where no legal choice of
characters exists for it: too few of a kind, or partners that are not there.
"""

from collections.abc import Iterable, Iterator

from builder.checks import playing
from builder.checks.facts import Facts
from builder.game.problem import Problem, Severity

CODE = "player-counts"
SEVERITY = Severity.WARNING


def weigh(facts: Facts) -> Iterator[Problem]:
    """Yield one problem that names the numbers of players that are out."""
    out = [players for players in playing.ALL if players not in facts.playable]
    if not out or not facts.playable or facts.script.unknown:
        return
    small = facts.is_small and not set(out) & {5, 6}
    more = "Say so on the sheet, or add" if small else "Add"
    yield Problem(
        code=CODE,
        severity=Severity.NOTICE if small else SEVERITY,
        message=f"This script can be played with {_numbers(facts.playable)} players, not with "
        f"{_numbers(out)}. {playing.lacking(facts.cast, out[0])} {more} characters for more.",
    )


def _numbers(those: Iterable[int]) -> str:
    """`5 to 9`, `5 and 6`, `5 to 9 and 12`."""
    runs: list[list[int]] = []
    for number in those:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    return " and ".join([", ".join(told[:-1]), told[-1]]) if len(told) > 1 else told[0]
