"""Two changes of one script at once: what does not touch the same thing goes together by itself."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder import catalogue
from builder.formats import official
from builder.formats.entries import clockwright, extra_keys
from builder.game.ids import key
from builder.game.script import Script
from builder.library.difference import FIELDS
from builder.library.weaving import woven_in_groups

MISSING = object()
#: Parts of `_meta` that only hold others, and are not named to a person.
HOLDERS = frozenset({"clockwright", "characters", "almanac", "icon"})
#: Lists in which each value stands for itself; in others (`image`, say) the place has a meaning.
SETS = frozenset(
    {"bootlegger", "dismissed", "firstNight", "otherNight", "jinxes", "reminders", "remindersGlobal"}
    | {"special", "tags"}
)
NIGHTS = frozenset({"firstNight", "otherNight"})
Name = tuple[str, int]
#: A team, as people call it; empty where there is but one order.
Group = str


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

    def lost(self, kind: type) -> bool:
        """Whether one of them has it no more, and it was and is of a kind."""
        left = self.theirs if self.mine is MISSING else self.mine
        return MISSING in (self.mine, self.theirs) and isinstance(self.base, kind) and isinstance(left, kind)


@dataclass(frozen=True, slots=True)
class _Merging:
    places: list[str] = field(default_factory=list)

    def value(self, sides: Sides, what: str, of: str, name: str = "") -> Any:  # noqa: ANN401  # JSON
        """What both made of a value; `name` is its field."""
        if sides.theirs in (sides.mine, sides.base):
            return sides.mine
        if sides.mine == sides.base:
            return sides.theirs
        if sides.are(dict) or sides.lost(dict):
            inner = of if name in HOLDERS or not name else f"“{name}”"
            merged = self.fields(sides.map(lambda one: one if isinstance(one, dict) else {}), inner)
            return MISSING if not merged and sides.lost(dict) else merged
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
        order = f"the order of {what}" if name in NIGHTS else ""
        if order and not sides.base and _disagree(sides):
            # Both moved somebody in the order that was worked out until then, which nobody wrote down.
            self.places.append(f"Both changed {order}.")
        return self.together(sides, lambda _: what, lambda _: order)

    def together(
        self,
        sides: Sides,
        called: Callable[[Name], str],
        order: Callable[[Group], str],
        group: Callable[[Name], Group] = lambda _: "",
    ) -> list[Any]:
        """Named values of both; `called` names one to a person, `order` the order of a group where it matters."""
        kept = {}
        for name in dict.fromkeys((*sides.mine, *sides.theirs)):
            value = self._one(sides.part(name), called(name))
            if value is not MISSING:
                kept[name] = value
        orders = ([*sides.base], [*sides.mine], [*sides.theirs])
        names, contested = woven_in_groups(orders, kept, group)
        self.places.extend(f"Both changed {order(one)}." for one in contested if order(one))
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
    team = {**_teams(base), **_teams(theirs), **_teams(mine)}
    entries = merging.together(
        sides.map(_entries), lambda name: f"“{name[0]}”", _order, lambda name: team.get(name, "")
    )
    others = merging.value(sides.map(lambda one: one.other_metas), "a further “_meta”", "the script")
    metas = [(mine.meta_position, {"id": "_meta"} | meta)] if meta else []
    for position, each in sorted([*metas, *others], key=lambda item: -item[0]):
        entries.insert(position, each)
    script = catalogue.resolve(official.assembled(enumerate(entries)))
    return Merged(script, tuple(dict.fromkeys([*merging.places, *_left_alone(base, script)])))


def _left_alone(base: Script, merged: Script) -> Iterator[str]:
    """Whose page, icon or tags one changed while the other took the character away, or gave it another id."""
    extras = clockwright(merged.written_meta or {}).get("characters")
    before, now = (set(extra_keys(entry.id for entry in script.entries)) for script in (base, merged))
    for name in extras if isinstance(extras, dict) else ():
        if name in before - now:
            yield f"What stands beside “{name}” was changed, and it was removed or got another id."


def _entries(script: Script) -> dict[Name, Any]:
    return {name: entry.written for name, entry in zip(_names(script), script.entries, strict=True)}


def _teams(script: Script) -> dict[Name, Group]:
    """The team of each; a sheet has an order inside each team only."""
    return {
        name: entry.character.team.plural if entry.character else ""
        for name, entry in zip(_names(script), script.entries, strict=True)
    }


def _order(team: Group) -> str:
    return f"the order of the {team} of the script" if team else "the order of the script"


def _names(script: Script) -> list[Name]:
    return _named([key(entry.id) or "an entry" for entry in script.entries])


def _disagree(sides: Sides) -> bool:
    """Whether those on both sides stand in two orders."""
    return [one for one in sides.mine if one in sides.theirs] != [
        one for one in sides.theirs if one in sides.mine
    ]


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
