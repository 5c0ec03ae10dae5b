"""The scripts on the table: read from the library, those used last kept ready."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from builder import catalogue, checks, formats
from builder.cache import MemoryCache
from builder.errors import LibraryError
from builder.formats.carriers import script_pictures
from builder.game.problem import Problem
from builder.game.script import Script
from builder.library import Library, Saved

#: Bytes that answers of one kind may cost, and what an answer costs for each letter of its script.
BUDGET = 32_000_000
COST = 6
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opened:
    """A script as it lies on the table."""

    id: str
    script: Script
    #: Its JSON: what the press prints and what can be downloaded.
    official: str
    revision: int
    changed: datetime
    can_undo: bool = False
    can_redo: bool = False

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it, or worth a thought."""
        return FINDINGS.get(self.official, lambda: tuple(checks.problems(self.script)))

    @property
    def file(self) -> str:
        """Its JSON as a file for elsewhere: the pictures that only this machine has are in it."""
        whole = script_pictures.carried(self.script)
        return self.official if whole is self.script else formats.write(whole)

    @property
    def path(self) -> str:
        """Where its pages begin."""
        return f"/s/{self.id}"


class Memory:
    """Answers that were worked out lately, by the text of the script and the wording they are in."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._answers: MemoryCache[tuple[str, str], tuple[object]] = MemoryCache(budget)

    @property
    def bytes(self) -> int:
        """What it holds costs so many bytes, by the length of the texts."""
        return self._answers.bytes

    def get(self, about: str, work: Callable[[], T]) -> T:
        """The answer about a script, worked out if it is not known."""
        name = (about, catalogue.wording().stamp)
        known = self._answers.get(name)
        if known is None:
            known = self._answers.put(name, (work(),), COST * len(about))
        return known[0]  # type: ignore[return-value]  # what `work` gave

    def __contains__(self, about: str) -> bool:
        """Whether the answer is known already."""
        return (about, catalogue.wording().stamp) in self._answers


FINDINGS = Memory()


@dataclass(frozen=True, slots=True)
class ScriptStore:
    """The library as pages use it. Every method may raise LibraryError, a sentence for a person."""

    library: Library

    def put(self, script: Script, label: str = "Opened", *, owner: str = "") -> Opened:
        """Keeps a script under a new address; pictures that it carries are kept beside it, each once."""
        return opened(self.library.create(script, owner=owner, label=label))

    def get(self, identifier: str, revision: int | None = None) -> Opened | None:
        """The script under this id, as it is or as it was; None where there is none (any more)."""
        saved = self.library.get(identifier, revision)
        return opened(saved) if saved else None

    @property
    def is_writable(self) -> bool:
        """Whether a change could be saved now."""
        try:
            self.library.check_writable()
        except LibraryError:
            return False
        return True


def opened(saved: Saved) -> Opened:
    """A saved script as pages show it."""
    return Opened(
        saved.id,
        saved.script,
        saved.source,
        saved.revision,
        saved.changed,
        saved.can_undo,
        saved.can_redo,
    )
