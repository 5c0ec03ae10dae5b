"""Checks, found in the modules of this room, one module a concept: `check` has the three decorators that make one.

Write `of_characters` if it depends on one homebrew character and the script's details only: after an edit it looks at
few characters again. Else write `of_facts` unless you need the entries as written (`of_script`): `facts.listed` has the
known characters only, each once. A check yields a `Finding`, or (but for `of_characters`) a `Problem` if it has another
code. Set `order_matters=True` if reordering the same characters could change whether the check reports anything;
otherwise its silence is cached until a character changes (`silence`).
A message begins with a name, or with one of `places.OPENINGS`: “Line 8: ” is put before it.
"""

import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import islice

from builder.checks import facts, silence
from builder.checks.check import Check
from builder.checks.facts import Facts
from builder.checks.places import order, with_lines
from builder.game import dismissals
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.language import gettext as _

#: Beyond this many problems of one check, the rest are only counted.
MOST = 100
GRAVITY = {severity: place for place, severity in enumerate(Severity)}


@cache
def found() -> tuple[Check, ...]:
    """Every check, by code."""
    modules = (import_module(f"{__name__}.{item.name}") for item in pkgutil.iter_modules(__path__))
    checks = {each for module in modules for each in vars(module).values() if isinstance(each, Check)}
    return tuple(sorted(checks, key=lambda check: check.code))


def problems(script: Script, *, dismissed: bool = False) -> list[Problem]:
    """Everything that is wrong with a script or worth a second look, most severe first, then by position.

    Dismissed problems are left out unless `dismissed` is set.
    """
    findings = _findings(script)
    aside = () if dismissed else dismissals.of(script)
    if aside:
        findings = [problem for problem in findings if dismissals.note(problem, aside) is None]
    findings.sort(key=lambda problem: (GRAVITY[problem.severity], order(problem.path)))
    return with_lines(findings, script)


def dismissed(script: Script) -> list[tuple[Problem, str]]:
    """The problems that the author dismissed, each with the author's note."""
    aside = dismissals.of(script)
    noted = (
        ((each, dismissals.note(each, aside)) for each in problems(script, dismissed=True)) if aside else ()
    )
    return [(problem, note) for problem, note in noted if note is not None]


def _findings(script: Script) -> list[Problem]:
    """The problems of all checks. Skips checks that found nothing for the same characters in another order."""
    known, quiet = facts.of(script), silence.silent(script)
    pending = [check for check in found() if check.order_matters or check.code not in quiet]
    findings = {check.code: list(_some(check, known)) for check in pending}
    if not quiet:
        silence.remember(script, frozenset(code for code, some in findings.items() if not some))
    return [problem for some in findings.values() for problem in some]


def _some(check: Check, known: Facts) -> Iterator[Problem]:
    findings = check.check_facts(known)
    yield from islice(findings, MOST)
    if (further := next(findings, None)) is not None:
        message = _(
            "The check “%(code)s” found more than %(most)s problems. Fix these first, then check again."
        ) % {"code": check.code, "most": MOST}
        yield replace(further, message=message, characters=(), path=None, line=None, column=None, fix=None)
