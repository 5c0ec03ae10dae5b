"""What an author has read and set aside, with a note; it is carried in the script's `_meta`.

    "clockwright": {"dismissed": [{"code": "many-jinxes", "characters": ["spy", "damsel"], "note": "We like them."}]}

Without `characters` all findings of that code are set aside; with them, the one about just these.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.checks.facts import EXTRAS
from builder.game.ids import key
from builder.game.problem import Problem
from builder.game.script import Script

FIELD = "dismissed"
#: A longer note is cut: it is a remark, not an almanac.
LONGEST_NOTE = 500
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
    extras = script.written_meta.get(EXTRAS) if script.written_meta else None
    written = extras.get(FIELD) if isinstance(extras, Mapping) else None
    return tuple(filter(None, map(_read, written[:_MOST]))) if isinstance(written, list) else ()


def note(problem: Problem, dismissals: Iterable[Dismissal]) -> str | None:
    """The note with which this finding was set aside; None: it was not."""
    return next((each.note for each in dismissals if each.covers(problem.code, problem.characters)), None)


def op(problem: Problem, note: str = "") -> dict[str, Any]:
    """The operation that sets a finding aside, for `fixes.apply`."""
    return {"op": "dismiss", **_written(problem, note)}


def restore_op(problem: Problem) -> dict[str, Any]:
    """The operation that brings a finding back."""
    return {"op": "restore", "code": problem.code, "characters": list(problem.characters)}


def dismissed(extras: object, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Our part of `_meta` with one finding more set aside. Raises LookupError for one that is none."""
    if _read(asked) is None:
        raise LookupError(asked.get("code"))
    kept = restored(extras, asked)
    entry = {name: asked[name] for name in ("code", "characters", "note") if name in asked}
    if "note" in entry:
        entry["note"] = str(entry["note"])[:LONGEST_NOTE]
    return kept | {FIELD: [*_list(kept.get(FIELD)), entry]}


def restored(extras: object, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Our part of `_meta` without what set this finding aside."""
    kept = _dict(extras)
    code, characters = str(asked.get("code")), [str(each) for each in _list(asked.get("characters"))]
    rest = [each for each in _list(kept.get(FIELD)) if not _covers(each, code, characters)]
    without = {name: value for name, value in kept.items() if name != FIELD}
    return without | ({FIELD: rest} if rest else {})


def _covers(written: object, code: str, characters: Iterable[str]) -> bool:
    dismissal = _read(written)
    return dismissal is not None and dismissal.covers(code, characters)


def _read(written: object) -> Dismissal | None:
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


def _written(problem: Problem, note: str) -> dict[str, Any]:
    return {"code": problem.code, "characters": list(problem.characters)} | ({"note": note} if note else {})


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(extras: object) -> dict[str, Any]:
    """Ours, or whatever somebody else wrote under our key, kept beside."""
    if isinstance(extras, dict):
        return dict(extras)
    return {} if extras is None else {"foreign": extras}
