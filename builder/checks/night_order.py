"""Whether Clockwright had to guess a position in the night order.

Homebrew characters wake by their number or by a custom order in the script. If that is missing, uses an older
scale or differs from the official order, Clockwright chooses a position. Check that it is the right one.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.game.night import night_sheet
from builder.game.problem import Problem, Severity
from builder.game.script import Script

CODE = "night-order"
SEVERITY = Severity.NOTICE
#: Guesses that a check of their own tells, with a remedy.
TOLD_ELSEWHERE = frozenset({"night-order-guessed", "night-order-stranger"})


def check(script: Script) -> Iterator[Problem]:
    notices = night_sheet(script, catalogue.night_order()).notices
    return (notice for notice in notices if notice.code not in TOLD_ELSEWHERE)
