"""Checks: one module each, discovered automatically. A check has a CODE, a SEVERITY, help as docstring, and a function.

Write `check_character(each, meta)` if it depends on one homebrew character and the script's details only: after an
edit it looks at few characters again. Else write `check_facts(facts)` unless you need the entries as written:
`facts.listed` has the known characters only, each once. Otherwise write `check(script)`. They yield a `Finding`, or
(but for `check_character`) a `Problem` if it has another code. Set
`ORDER_MATTERS = True` if reordering the same characters could change whether the check reports anything; otherwise its
silence is cached until a character changes (`silence`).
A message begins with a name, or with one of `places.OPENINGS`: “Line 8: ” is put before it.
"""

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import chain, islice
from types import ModuleType

from builder import catalogue
from builder.catalogue import Wording
from builder.checks import facts, silence
from builder.checks.facts import Facts, Finding, Listed
from builder.checks.places import order, with_lines
from builder.game import dismissals
from builder.game.problem import Problem, Severity
from builder.game.script import Meta, Script
from builder.language import gettext as _
from builder.memoize import of_runs

#: Beyond this many problems of one check, the rest are only counted.
MOST = 100
Find = Callable[[Facts], Iterator[Finding | Problem]]
GRAVITY = {severity: place for place, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Check:
    """One check, as listed by `clockwright checks`. `help` is its docstring."""

    code: str
    severity: Severity
    help: str
    find: Find
    #: Whether the order of a script affects if it reports anything.
    order_matters: bool

    def check(self, script: Script) -> Iterator[Problem]:
        """The problems that this check alone finds."""
        return self.check_facts(facts.of(script))

    def check_facts(self, known: Facts) -> Iterator[Problem]:
        """The same of facts that are already known."""
        for each in self.find(known):
            if isinstance(each, Problem):
                yield each
            else:
                severity = each.severity or self.severity
                yield Problem(self.code, severity, each.message, each.characters, each.path, fix=each.fix)

    @property
    def summary(self) -> str:
        """The first line of the help, in the current language."""
        return _(self.help.partition("\n")[0])


@cache
def found() -> tuple[Check, ...]:
    """Every check, by code."""
    modules = (import_module(f"{__name__}.{item.name}") for item in pkgutil.iter_modules(__path__))
    checks = (
        Check(
            module.CODE,
            module.SEVERITY,
            (module.__doc__ or "").strip(),
            _function_of(module),
            getattr(module, "ORDER_MATTERS", False),
        )
        for module in modules
        if hasattr(module, "CODE")
    )
    return tuple(sorted(checks, key=lambda check: check.code))


def _function_of(module: ModuleType) -> Find:
    if hasattr(module, "check_character"):
        return _of_characters(module.check_character)
    find: Find | None = getattr(module, "check_facts", None)
    return find or (lambda known: module.check(known.script))


def _of_characters(check: Callable[[Listed, Meta], Iterator[Finding]]) -> Find:
    """A check of all homebrew characters; what it finds about some is cached until one of them changes."""

    @of_runs
    def about(some: tuple[Listed, ...], meta: Meta, _wording: Wording) -> list[Finding]:
        return [finding for each in some for finding in check(each, meta)]

    return lambda known: chain.from_iterable(about(known.custom, known.script.meta, catalogue.wording()))


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
