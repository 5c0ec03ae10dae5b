"""Opened scripts: loaded from the library, with the most recent ones cached."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from builder import catalogue, checks, formats
from builder.cache import MemoryCache
from builder.errors import LibraryError
from builder.formats.carriers import script_pictures
from builder.game.problem import Problem
from builder.game.script import Script
from builder.library import Library, Saved

#: Bytes for each cache of results, and the cost of a result per letter of its script.
BUDGET = 12_000_000
COST = 6
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opened:
    """A script as pages use it."""

    id: str
    script: Script
    #: Its JSON, for printing and downloading.
    official: str
    revision: int
    changed: datetime
    can_undo: bool = False
    can_redo: bool = False

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Its problems."""
        return FINDINGS.get(self.official, lambda: tuple(checks.problems(self.script)))

    @property
    def file(self) -> str:
        """Its JSON as a file for other programs, with the uploaded pictures embedded."""
        whole = script_pictures.carried(self.script)
        return self.official if whole is self.script else formats.write(whole)

    @property
    def moment(self) -> datetime:
        """When it was saved, in UTC."""
        return self.changed.replace(tzinfo=UTC)

    @property
    def path(self) -> str:
        """The path under which its pages are."""
        return f"/s/{self.id}"


class Memory:
    """Cache of computed results, by the text of the script and the wording."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._answers: MemoryCache[tuple[str, str], tuple[object]] = MemoryCache(budget)

    def get(self, about: str, work: Callable[[], T]) -> T:
        """Returns the result for a script, computed if it is not cached."""
        name = (about, catalogue.wording().stamp)
        known = self._answers.get(name)
        if known is None:
            known = self._answers.put(name, (work(),), COST * len(about))
        return known[0]  # type: ignore[return-value]  # the return value of `work`

    def __contains__(self, about: str) -> bool:
        """Whether the result is cached."""
        return (about, catalogue.wording().stamp) in self._answers


FINDINGS = Memory()


@dataclass(frozen=True, slots=True)
class ScriptStore:
    """The library as pages use it. Every method may raise LibraryError, a sentence for a person."""

    library: Library

    def put(self, script: Script, label: str = "Opened", *, owner: str = "") -> Opened:
        """Saves a script under a new address; pictures in it are saved as files, each once."""
        return opened(self.library.create(script, owner=owner, label=label))

    def get(self, identifier: str, revision: int | None = None) -> Opened | None:
        """The script with this id, current or at a revision; None if there is none (any more)."""
        saved = self.library.get(identifier, revision)
        return opened(saved) if saved else None

    def binned(self, identifier: str) -> Opened | None:
        """The script with this id if it is in the bin; else None."""
        saved = self.library.binned(identifier)
        return opened(saved) if saved else None

    @property
    def is_writable(self) -> bool:
        """Whether a change can be saved now."""
        try:
            self.library.check_writable()
        except LibraryError:
            return False
        return True


def opened(saved: Saved) -> Opened:
    """Wraps a saved script for pages."""
    state = saved.revision, saved.changed, saved.can_undo, saved.can_redo
    return Opened(saved.id, saved.script, saved.source, *state)
