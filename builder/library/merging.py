"""Two changes of one script at once: what does not touch the same thing goes together by itself."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder import catalogue
from builder.formats import official
from builder.game.ids import key
from builder.game.script import Script
from builder.library.difference import FIELDS
from builder.library.weaving import woven

MISSING = object()
#: Parts of `_meta` that only hold others, and are not named to a person.
HOLDERS = frozenset({"clockwright", "characters"})
#: Lists in which each value stands for itself; in others (`image`, say) the place has a meaning.
SETS = frozenset(
    {"bootlegger", "dismissed", "firstNight", "otherNight", "jinxes", "reminders", "remindersGlobal"}
    | {"special", "tags"}
)
NIGHTS = frozenset({"firstNight", "otherNight"})
Name = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Merged:
    """Both changes in one script; `places` says where they contradict each other (then mine stands there)."""

    script: Script
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sides:
    """The same thing three times: as it was, as I have it, as they have it."""

    base: Any
    mine: Any
    theirs: Any

    def map(self, work: Callable[[Any], Any]) -> "Sides":
        """The same part of each."""
        return Sides(work(self.base), work(self.mine), work(self.theirs))

    def part(self, name: Any) -> "Sides":  # noqa: ANN401  # a key
        """What each has under a name."""
        return self.map(lambda one: one.get(name, MISSING))

    def are(self, kind: type) -> bool:
        """Whether mine and theirs are of a kind."""
        return isinstance(self.mine, kind) and isinstance(self.theirs, kind)


@dataclass(frozen=True, slots=True)
class _Merging:
    places: list[str] = field(default_factory=list)

    def value(self, sides: Sides, what: str, of: str, name: str = "") -> Any:  # noqa: ANN401  # JSON
        """What both made of a value; `name` is its field."""
        if sides.theirs in (sides.mine, sides.base):
            return sides.mine
        if sides.mine == sides.base:
            return sides.theirs
        if sides.are(dict):
            inner = of if name in HOLDERS or not name else f"“{name}”"
            return self.fields(sides.map(lambda one: one if isinstance(one, dict) else {}), inner)
        if sides.are(list) and name in SETS:
            return self.items(sides.map(lambda one: one if isinstance(one, list) else []), what, name)
        self.places.append(f"Both changed {what}.")
        return sides.mine

    def fields(self, sides: Sides, of: str) -> dict[str, Any]:
        """An object, field by field."""
        merged: dict[str, Any] = {}
        for name in dict.fromkeys((*sides.mine, *sides.theirs)):
            what = f"the {FIELDS[name]} of {of}" if name in FIELDS else f"“{name}” of {of}"
            value = self.value(sides.part(name), what, of, name)
            if value is not MISSING:
                merged[name] = value
        return merged

    def items(self, sides: Sides, what: str, name: str) -> list[Any]:
        """A list, each of its values for itself."""
        sides = sides.map(lambda one: dict(zip(_named([_label(value) for value in one]), one, strict=True)))
        gone = sides.base.keys() - sides.mine.keys() - sides.theirs.keys()
        if gone and sides.mine.keys() - sides.base.keys() and sides.theirs.keys() - sides.base.keys():
            self.places.append(f"Both changed {what}.")  # each put something else in its place
            return [*sides.mine.values()]
        return self.together(sides, lambda _: what, what if name in NIGHTS else "")

    def together(self, sides: Sides, called: Callable[[Name], str], order: str = "") -> list[Any]:
        """Named values of both; `called` names one to a person, `order` their order where it matters."""
        kept = {}
        for name in dict.fromkeys((*sides.mine, *sides.theirs)):
            value = self._one(sides.part(name), called(name))
            if value is not MISSING:
                kept[name] = value
        names, both = woven([*sides.base], [*sides.mine], [*sides.theirs], kept)
        if both and order:
            self.places.append(f"Both changed the order of {order}.")
        return [kept[name] for name in names]

    def _one(self, sides: Sides, what: str) -> Any:  # noqa: ANN401  # JSON
        if MISSING not in (sides.mine, sides.theirs) or sides.base is MISSING:
            return self._present(sides, what)
        left = sides.theirs if sides.mine is MISSING else sides.mine
        if left in (MISSING, sides.base):
            return MISSING
        self.places.append(
            f"{what} was changed while you removed it."
            if sides.mine is MISSING
            else f"{what} was removed while you changed it."
        )
        return sides.mine

    def _present(self, sides: Sides, what: str) -> Any:  # noqa: ANN401  # JSON
        """Who is on both sides, or was added on one."""
        if sides.mine is MISSING:
            return sides.theirs
        return sides.mine if sides.theirs is MISSING else self.value(sides, what, what)


def merge(base: Script, mine: Script, theirs: Script) -> Merged:
    """One script with what both changed since `base`."""
    merging, sides = _Merging(), Sides(base, mine, theirs)
    meta = merging.fields(sides.map(lambda one: dict(one.written_meta or {})), "the script")
    entries = merging.together(sides.map(_entries), lambda name: f"“{name[0]}”", "the script")
    others = merging.value(sides.map(lambda one: one.other_metas), "a further “_meta”", "the script")
    metas = [(mine.meta_position, {"id": "_meta"} | meta)] if meta else []
    for position, each in sorted([*metas, *others], key=lambda item: -item[0]):
        entries.insert(position, each)
    script = catalogue.resolve(official.assembled(enumerate(entries)))
    return Merged(script, tuple(dict.fromkeys(merging.places)))


def _entries(script: Script) -> dict[Name, Any]:
    names = _named([key(entry.id) or "an entry" for entry in script.entries])
    return {name: entry.written for name, entry in zip(names, script.entries, strict=True)}


def _named(labels: Sequence[str]) -> list[Name]:
    """Names that tell two alike apart: the first, the second, and so on."""
    seen: Counter[str] = Counter()
    names = []
    for label in labels:
        seen[label] += 1
        names.append((label, seen[label]))
    return names


def _label(value: Any) -> str:  # noqa: ANN401  # JSON
    """By what a value of a list is known: the id of a jinx, else all of it."""
    if isinstance(value, dict) and isinstance(value.get("id"), str):
        return key(value["id"])
    return json.dumps(value, sort_keys=True)
