"""A check: a function that looks for one thing, with its code and severity. Its docstring is its help."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import cleandoc
from itertools import chain

from builder import catalogue
from builder.catalogue import Wording
from builder.checks import facts
from builder.checks.facts import Facts, Finding, Listed
from builder.game.problem import Problem, Severity
from builder.game.script import Meta, Script
from builder.language import gettext as _
from builder.memoize import of_runs

Find = Callable[[Facts], Iterator[Finding | Problem]]


@dataclass(frozen=True, slots=True)
class Check:
    """One check, as listed by `clockwright checks`."""

    code: str
    severity: Severity
    help: str
    find: Find
    #: Whether the order of a script affects if it reports anything.
    order_matters: bool = False

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


def of_facts(code: str, severity: Severity, *, order_matters: bool = False) -> Callable[[Find], Check]:
    """Decorates a check of the facts about a script."""
    return lambda find: Check(code, severity, cleandoc(find.__doc__ or ""), find, order_matters)


def of_script(
    code: str, severity: Severity
) -> Callable[[Callable[[Script], Iterator[Finding | Problem]]], Check]:
    """Decorates a check of the entries as written."""
    return lambda find: Check(code, severity, cleandoc(find.__doc__ or ""), lambda known: find(known.script))


def of_characters(
    code: str, severity: Severity
) -> Callable[[Callable[[Listed, Meta], Iterator[Finding]]], Check]:
    """Decorates a check of one homebrew character; what it finds about some is cached until one of them changes."""

    def made(find: Callable[[Listed, Meta], Iterator[Finding]]) -> Check:
        @of_runs
        def about(some: tuple[Listed, ...], meta: Meta, _wording: Wording) -> list[Finding]:
            return [finding for each in some for finding in find(each, meta)]

        def every(known: Facts) -> Iterator[Finding]:
            return chain.from_iterable(about(known.custom, known.script.meta, catalogue.wording()))

        return Check(code, severity, cleandoc(find.__doc__ or ""), every)

    return made
