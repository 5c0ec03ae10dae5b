"""What an author has read and set aside, with a note; it is carried in the script's `_meta`.

    "clockwright": {"dismissed": [{"code": "many-jinxes", "characters": ["spy", "damsel"], "note": "We like them."}]}

Without `characters` all findings of that code are set aside; with them, the one about just these.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.game.ids import key
from builder.game.problem import Problem
from builder.game.script import Script

#: Our part of `_meta`, and its field.
OURS, FIELD = "clockwright", "dismissed"
_MOST = 1000

About = frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Dismissal:
    """One finding that the author set aside."""

    code: str
    #: Keys of the characters that it is about; None: whoever it is about.
    about: About
    note: str = ""

    def covers(self, code: str, characters: Iterable[str]) -> bool:
        """Whether a finding of this code about these characters is meant."""
        return code == self.code and self.about in (None, _about(characters))


def of(script: Script) -> tuple[Dismissal, ...]:
    """What the script's author set aside; what cannot be read is passed over (and kept in the file)."""
    extras = script.written_meta.get(OURS) if script.written_meta else None
    written = extras.get(FIELD) if isinstance(extras, Mapping) else None
    return tuple(filter(None, map(read, written[:_MOST]))) if isinstance(written, list) else ()


def note(problem: Problem, dismissals: Iterable[Dismissal]) -> str | None:
    """The note with which this finding was set aside; None: it was not."""
    return next((each.note for each in dismissals if each.covers(problem.code, problem.characters)), None)


def op(problem: Problem, note: str = "") -> dict[str, Any]:
    """The op that sets a finding aside."""
    return _about_it("dismiss", problem) | ({"note": note} if note else {})


def restore_op(problem: Problem) -> dict[str, Any]:
    """The op that brings a finding back."""
    return _about_it("restore", problem)


def _about_it(name: str, problem: Problem) -> dict[str, Any]:
    return {"op": name, "code": problem.code, "characters": list(problem.characters)}


def read(written: object) -> Dismissal | None:
    """A dismissal as a file has it; None for what is none."""
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
