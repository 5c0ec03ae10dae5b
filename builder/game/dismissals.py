"""Problems that an author dismissed, each with a note; stored in the script's `_meta`.

    "clockwright": {"dismissed": [{"code": "many-jinxes", "characters": ["spy", "damsel"], "note": "We like them."}]}

Without `characters`, all problems with that code are dismissed; with them, only the one about exactly these.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.game.ids import key
from builder.game.problem import Problem
from builder.game.script import Script

#: The field of our object in `_meta`.
FIELD = "dismissed"
_MOST = 1000

About = frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Dismissal:
    """One problem that the author dismissed."""

    code: str
    #: Keys of the characters that it is about; None: any characters.
    about: About
    note: str = ""

    def covers(self, code: str, characters: Iterable[str]) -> bool:
        """Whether this covers a problem with this code about these characters."""
        return code == self.code and self.about in (None, _about(characters))


def of(script: Script) -> tuple[Dismissal, ...]:
    """The dismissals in a script; invalid ones are skipped (but stay in the file)."""
    written = script.block.get(FIELD)
    return tuple(filter(None, map(read, written[:_MOST]))) if isinstance(written, list) else ()


def note(problem: Problem, dismissals: Iterable[Dismissal]) -> str | None:
    """The note of the dismissal that covers this problem, or None."""
    return next((each.note for each in dismissals if each.covers(problem.code, problem.characters)), None)


def op(problem: Problem, note: str = "") -> dict[str, Any]:
    """The op that dismisses a problem."""
    return _about_it("dismiss", problem) | ({"note": note} if note else {})


def restore_op(problem: Problem) -> dict[str, Any]:
    """The op that restores a dismissed problem."""
    return _about_it("restore", problem)


def _about_it(name: str, problem: Problem) -> dict[str, Any]:
    return {"op": name, "code": problem.code, "characters": list(problem.characters)}


def read(written: object) -> Dismissal | None:
    """Parse a dismissal from a file; None if it is invalid."""
    if not isinstance(written, Mapping) or not isinstance(written.get("code"), str):
        return None
    about = written.get("characters")
    if about is not None and not isinstance(about, list):
        return None
    text = written.get("note")
    return Dismissal(
        written["code"],
        None if about is None else _about(map(str, about)),
        text if isinstance(text, str) else "",
    )


def _about(characters: Iterable[str]) -> frozenset[str]:
    return frozenset(map(key, characters))
