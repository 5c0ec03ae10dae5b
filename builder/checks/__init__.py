"""Checks: one module each, found by looking. A check has a CODE, a SEVERITY, help as docstring, `check`."""

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import islice

from builder.checks.places import order, with_lines
from builder.game.problem import Problem, Severity
from builder.game.script import Script

#: A file with more findings of one check than this is told so; nobody reads on.
MOST = 100


@dataclass(frozen=True, slots=True)
class Check:
    """One check, as `clockwright checks` lists it. `help` is what its author wrote about it."""

    code: str
    severity: Severity
    help: str
    check: Callable[[Script], Iterator[Problem]]

    @property
    def summary(self) -> str:
        """The first line of the help."""
        return self.help.partition("\n")[0]


@cache
def found() -> tuple[Check, ...]:
    """Every check, by code."""
    modules = (import_module(f"{__name__}.{item.name}") for item in pkgutil.iter_modules(__path__))
    checks = (
        Check(module.CODE, module.SEVERITY, (module.__doc__ or "").strip(), module.check)
        for module in modules
        if hasattr(module, "CODE")
    )
    return tuple(sorted(checks, key=lambda check: check.code))


def problems(script: Script) -> list[Problem]:
    """Everything that is wrong with a script or worth a thought, the gravest first, then by its place."""
    findings = [problem for check in found() for problem in _some(check, script)]
    gravity = list(Severity)
    findings.sort(key=lambda problem: (gravity.index(problem.severity), order(problem.path)))
    return with_lines(findings, script)


def _some(check: Check, script: Script) -> Iterator[Problem]:
    findings = check.check(script)
    yield from islice(findings, MOST)
    if (further := next(findings, None)) is not None:
        message = f"There are more than {MOST} findings by “{check.code}”. Mend these first, then look again."
        yield replace(further, message=message, characters=(), path=None, line=None, column=None, fix=None)
