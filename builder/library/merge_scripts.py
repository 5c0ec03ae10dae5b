"""Three-way merge of scripts: combines two changes that do not touch the same thing, field by field.

Of sequences, the order of names and the words of a text are merged.
"""

import json
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any, TypeVar

from builder import catalogue
from builder.formats import official
from builder.formats.official.entries import extra_keys
from builder.formats.official.schema import rule
from builder.game.ids import key
from builder.game.script import Script, renames
from builder.language import N_, gettext as _
from builder.library.labels import FIELDS, name_of

Item = TypeVar("Item", bound=Hashable)
Kind = TypeVar("Kind", bound=Hashable)


def merge_orders(
    base: Sequence[Item], mine: Sequence[Item], theirs: Sequence[Item], kept: Collection[Item]
) -> tuple[list[Item], bool]:
    """Merges two orders; also returns whether both sides reordered them differently (then mine wins).

    The result has the order of the side that changed it; a name that only the other side added follows its predecessor.
    """
    common = set(base) & set(mine) & set(theirs)
    before, ours, others = ([name for name in side if name in common] for side in (base, mine, theirs))
    is_contested = others not in (before, ours) and ours != before
    moved = displaced(before, others) if ours == before else set()
    floating = moved | (set(theirs) - set(mine))
    behind = _behind([name for name in theirs if name in kept], floating)
    fixed = [name for name in mine if name in kept and name not in floating]
    return _placed(fixed, behind), is_contested


def merge_orders_in_groups(
    sides: tuple[Sequence[Item], Sequence[Item], Sequence[Item]],
    kept: Collection[Item],
    group: Callable[[Item], Kind],
) -> tuple[list[Item], list[Kind]]:
    """Same as `merge_orders`, with an order in each group only; also returns the groups that both reordered."""
    grouped: defaultdict[Kind, tuple[list[Item], list[Item], list[Item]]] = defaultdict(lambda: ([], [], []))
    for side, names in enumerate(sides):
        for name in names:
            grouped[group(name)][side].append(name)
    whole, _ = merge_orders(*sides, kept)
    parts = {one: merge_orders(*grouped[one], kept) for one in dict.fromkeys(map(group, whole))}
    following = {one: iter(order) for one, (order, _) in parts.items()}
    return [next(following[group(name)]) for name in whole], [one for one in parts if parts[one][1]]


def displaced(before: Sequence[Item], after: Sequence[Item]) -> set[Item]:
    """The fewest names that have to move to get from one order to the other."""
    place = {name: index for index, name in enumerate(before)}
    return set(after) - {after[index] for index in _longest_increasing([place[name] for name in after])}


def _longest_increasing(numbers: Sequence[int]) -> list[int]:
    """The indices of a longest increasing subsequence (patience sorting)."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int | None] = []
    for index, number in enumerate(numbers):
        length = bisect_left(tails, number)
        previous.append(ends[length - 1] if length else None)
        tails[length : length + 1] = [number]
        ends[length : length + 1] = [index]
    found, at = [], ends[-1] if ends else None
    while at is not None:
        found.append(at)
        at = previous[at]
    return found


def _behind(order: Sequence[Item], floating: Collection[Item]) -> dict[Item | None, Item]:
    """By name, the name without a position yet that directly follows it."""
    return {before: name for before, name in zip((None, *order), order, strict=False) if name in floating}


def _placed(fixed: Sequence[Item], behind: dict[Item | None, Item]) -> list[Item]:
    order: list[Item] = []
    for name in (None, *fixed):
        if name is not None:
            order.append(name)
        after = behind.get(name)
        while after is not None:
            order.append(after)
            after = behind.get(after)
    return order


#: Each word with the space before it, so that words at the end of a text are only added.
WORD = re.compile(r"\s*\S+|\s+\Z")
#: How many pairs of equal words are compared at most: a hostile text has one word 10,000 times.
MOST_PAIRS = 1_000_000
#: A change: from and to (words of the base), and the words in their place.
Hunk = tuple[int, int, str]


def merge_texts(base: str, mine: str, theirs: str) -> str | None:
    """Both changes of a text; None if they touch the same place.

    Between two changes there is at least one word that nobody changed.
    """
    words = WORD.findall(base)
    ours, other = _hunks(words, mine), _hunks(words, theirs)
    if ours is None or other is None:
        return None
    found: list[Hunk] = []
    for hunk in sorted({*ours, *other}):
        if not found or hunk[0] > found[-1][1]:
            found.append(hunk)
            continue
        both = _longer(found[-1], hunk)
        if both is None:
            return None
        found[-1] = both
    return "".join(_applied(words, found))


def _hunks(words: Sequence[str], text: str) -> list[Hunk] | None:
    """The changes from the words to a text; None if they take too long to find."""
    fresh = WORD.findall(text)
    start = _same(words, fresh)
    rest, fresh_rest = words[start:], fresh[start:]
    end = _same(rest[::-1], fresh_rest[::-1])
    rest, fresh_rest = rest[: len(rest) - end], fresh_rest[: len(fresh_rest) - end]
    counts = Counter(fresh_rest)
    if sum(counts[word] for word in rest) > MOST_PAIRS:
        return None
    changes = SequenceMatcher(None, rest, fresh_rest, autojunk=False).get_opcodes()
    return [
        (start + first, start + last, "".join(fresh_rest[one:other]))
        for kind, first, last, one, other in changes
        if kind != "equal"
    ]


def _same(words: Sequence[str], others: Sequence[str]) -> int:
    """How many words at the beginning are equal."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False)))


def _longer(one: Hunk, other: Hunk) -> Hunk | None:
    """Of two changes of one place, the one that continues the other: somebody went on typing."""
    if one[:2] != other[:2]:
        return None
    short, long = sorted((one[2], other[2]), key=len)
    return (*one[:2], long) if short and long.startswith(short) else None


def _applied(words: Sequence[str], hunks: Sequence[Hunk]) -> Iterator[str]:
    at = 0
    for first, last, text in hunks:
        yield from words[at:first]
        yield text
        at = last
    yield from words[at:]


MISSING = object()
#: Parts of `_meta` that only contain others, and are not named to a person.
HOLDERS = frozenset({"clockwright", "characters", "almanac", "icon"})
#: Lists that are sets of values; in other lists (`image`, for example) the position has a meaning.
SETS = frozenset(
    {
        "bootlegger",
        "dismissed",
        "keywords",
        "styleOff",
        "firstNight",
        "otherNight",
        "jinxes",
        "reminders",
        "remindersGlobal",
    }
    | {"special", "tags"}
)
NIGHTS = frozenset({"firstNight", "otherNight"})
#: Texts whose changes at separate places go together, and lists of paragraphs, which are one text in a form.
PROSE = frozenset(
    {"ability", "flavor", "firstNightReminder", "otherNightReminder", "reason", "notes", "overview", "tip"}
    | {"optionalRule", "synopsis", "audience", "changelog", "dedication", "disclaimer", "iconCredits"}
    | {"fontCredits", "coverCredits"}
)
PARAGRAPHS = frozenset({"rules", "examples", "howToRun", "advice", "warnings", "playGuide"})
BREAK = "\n\n"
THE_SCRIPT = N_("the script")
#: Names of the parts of a character that are not in the official format.
EXTRA_FIELDS: Mapping[str, str] = {
    each: each for each in ("overview", "rules", "examples", "advice", "tip", "warnings", "notes", "tags")
} | {"howToRun": N_("“How to run”"), "optionalRule": N_("optional rule"), "export": N_("export switch")}
Name = tuple[str, int]
#: The name of a team; empty if there is only one order.
Group = str


@dataclass(frozen=True, slots=True)
class Sides:
    """Three versions of a value: base, mine and theirs."""

    base: Any
    mine: Any
    theirs: Any

    def map(self, work: Callable[[Any], Any]) -> "Sides":
        """Applies a function to each version."""
        return Sides(work(self.base), work(self.mine), work(self.theirs))

    def part(self, name: Any) -> "Sides":
        """The part of each version with a name."""
        return self.map(lambda one: one.get(name, MISSING))

    def are(self, kind: type) -> bool:
        """Whether mine and theirs are of a type."""
        return isinstance(self.mine, kind) and isinstance(self.theirs, kind)

    def lost(self, kind: type) -> bool:
        """Whether one side removed a value of a type, and the other side did not."""
        left = self.theirs if self.mine is MISSING else self.mine
        return MISSING in (self.mine, self.theirs) and isinstance(self.base, kind) and isinstance(left, kind)


@dataclass(frozen=True, slots=True)
class Merge:
    """Merges the changes of both sides since the base, and collects the conflicts."""

    #: Names of the characters to which `_meta` refers, and of those that got another id on either side.
    called: Mapping[str, str]
    renamed: Collection[str]
    places: list[str] = field(default_factory=list)

    def value(self, sides: Sides, what: str, of: str, name: str = "") -> Any:
        """Merges a value; `name` is its field."""
        if sides.theirs in (sides.mine, sides.base):
            return sides.mine
        if sides.mine == sides.base:
            return sides.theirs
        if sides.are(dict) or sides.lost(dict):
            is_part = name in HOLDERS or not name or of != THE_SCRIPT
            inner = of if is_part else f"“{self.called.get(name, name)}”"
            merged = self.fields(sides.map(lambda one: one if isinstance(one, dict) else {}), inner)
            return MISSING if not merged and sides.lost(dict) else merged
        if sides.are(list) and name in SETS:
            return self.items(sides.map(lambda one: one if isinstance(one, list) else []), what, name)
        if (both := _prose(sides, name)) is not None:
            return both
        self.places.append(_("Both changed %(what)s.") % {"what": what})
        return sides.mine

    def fields(self, sides: Sides, of: str) -> dict[str, Any]:
        """Merges an object, field by field."""
        merged: dict[str, Any] = {}
        for name in dict.fromkeys((*sides.mine, *sides.theirs)):
            value = self.value(sides.part(name), _part(name, of), of, name)
            if value is not MISSING:
                merged[name] = value
        return merged

    def items(self, sides: Sides, what: str, name: str) -> list[Any]:
        """Merges a list by the identity of its values."""
        sides = sides.map(lambda one: dict(zip(named([_label(value) for value in one]), one, strict=True)))
        gone = sides.base.keys() - sides.mine.keys() - sides.theirs.keys()
        if gone and sides.mine.keys() - sides.base.keys() and sides.theirs.keys() - sides.base.keys():
            self.places.append(
                _("Both changed %(what)s.") % {"what": what}
            )  # each replaced it with something else
            return [*sides.mine.values()]
        order = _("the order of %(what)s") % {"what": what} if name in NIGHTS else ""
        if order and not sides.base and _disagree(sides):
            # Both moved a character in the default order, which was not stored before.
            self.places.append(_("Both changed %(what)s.") % {"what": order})
        return self.merged_list(sides, lambda _name: what, lambda _group: order)

    def merged_list(
        self,
        sides: Sides,
        called: Callable[[Name], str],
        order: Callable[[Group], str],
        group: Callable[[Name], Group] = lambda _name: "",
    ) -> list[Any]:
        """Merges named values; `called` gives the name of one for a person, `order` the order of a group."""
        merged = {}
        for name in dict.fromkeys((*sides.mine, *sides.theirs)):
            value = self._one(sides.part(name), called(name), is_renamed=name[0] in self.renamed)
            if value is not MISSING:
                merged[name] = value
        orders = ([*sides.base], [*sides.mine], [*sides.theirs])
        names, contested = merge_orders_in_groups(orders, merged, group)
        self.places.extend(
            _("Both changed %(what)s.") % {"what": order(one)} for one in contested if order(one)
        )
        return [merged[name] for name in names]

    def _one(self, sides: Sides, what: str, *, is_renamed: bool) -> Any:
        if MISSING not in (sides.mine, sides.theirs) or sides.base is MISSING:
            return self._present(sides, what)
        left = sides.theirs if sides.mine is MISSING else sides.mine
        if left in (MISSING, sides.base):
            return MISSING
        if sides.mine is MISSING:
            text = _("%(what)s was changed while you removed it.")
            if is_renamed:
                text = _("%(what)s was changed while you gave it another id.")
        else:
            text = _("%(what)s was removed while you changed it.")
            if is_renamed:
                text = _("%(what)s got another id while you changed it.")
        self.places.append(text % {"what": what})
        return sides.mine

    def _present(self, sides: Sides, what: str) -> Any:
        """The values that are on both sides, or were added on one."""
        if sides.mine is MISSING:
            return sides.theirs
        return sides.mine if sides.theirs is MISSING else self.value(sides, what, what)


def _prose(sides: Sides, name: str) -> str | list[str] | None:
    """Both changes of a text or of a list of paragraphs; None if they touch the same place."""
    texts = (sides.base, sides.mine, sides.theirs)
    if name in PROSE and all(isinstance(each, str) for each in texts):
        return merge_texts(*texts)
    if name in PARAGRAPHS and all(map(_is_paragraphs, texts)):
        merged = merge_texts(*(BREAK.join(each) for each in texts))
        return None if merged is None else [each for each in merged.split(BREAK) if each.strip()]
    return None


def _is_paragraphs(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and BREAK not in each for each in value)


def _part(name: str, of: str) -> str:
    """The name of a field for a person, with its owner."""
    titles = FIELDS if of == THE_SCRIPT else EXTRA_FIELDS
    title = titles.get(name)
    if not title and of != THE_SCRIPT:
        title = rule("character")["properties"].get(name, {}).get("title")
    return (
        _("the %(title)s of %(of)s") % {"title": _(title), "of": of}
        if title
        else _("“%(name)s” of %(of)s") % {"name": name, "of": of}
    )


def _disagree(sides: Sides) -> bool:
    """Whether those on both sides are in different orders."""
    return [one for one in sides.mine if one in sides.theirs] != [
        one for one in sides.theirs if one in sides.mine
    ]


def named(labels: Sequence[str]) -> list[Name]:
    """Names that distinguish equal values: the first, the second, and so on."""
    seen: Counter[str] = Counter()
    names = []
    for label in labels:
        seen[label] += 1
        names.append((label, seen[label]))
    return names


def _label(value: Any) -> str:
    """The identity of a value in a list: the id of a jinx, else the whole value."""
    if isinstance(value, dict) and isinstance(value.get("id"), str):
        return key(value["id"])
    return json.dumps(value, sort_keys=True)


@dataclass(frozen=True, slots=True)
class Merged:
    """Both changes in one script; `places` names the conflicts (where the script has my change)."""

    script: Script
    places: tuple[str, ...]


def merge(base: Script, mine: Script, theirs: Script) -> Merged:
    """Merges the changes of both sides since `base` into one script."""
    sides = Sides(base, mine, theirs)
    merging = Merge(_names_of_extras(sides), {*renames(base, mine), *renames(base, theirs)})
    meta = merging.fields(sides.map(lambda one: dict(one.written_meta or {})), THE_SCRIPT)
    people = {**_people(base), **_people(theirs), **_people(mine)}
    team = {**_teams(base), **_teams(theirs), **_teams(mine)}
    entries = merging.merged_list(
        sides.map(_entries), lambda name: f"“{people[name]}”", _order_of_team, lambda name: team.get(name, "")
    )
    others = merging.value(sides.map(lambda one: one.other_metas), _("a further “_meta”"), THE_SCRIPT)
    metas = [(mine.meta_position, {"id": "_meta"} | meta)] if meta else []
    for position, each in sorted([*metas, *others], key=lambda item: -item[0]):
        entries.insert(position, each)
    script = catalogue.resolve(official.assembled(enumerate(entries)))
    return Merged(script, tuple(dict.fromkeys([*merging.places, *_left_alone(base, script, merging.called)])))


def _left_alone(base: Script, merged: Script, called: Mapping[str, str]) -> Iterator[str]:
    """Characters whose page, icon or tags one side changed while the other removed or renamed them."""
    extras = merged.block.get("characters")
    before, now = (set(extra_keys(entry.id for entry in script.entries)) for script in (base, merged))
    for name in extras if isinstance(extras, dict) else ():
        if name in before - now:
            who = called.get(name, name)
            yield _(
                "The almanac page, icon or notes of “%(who)s” were changed, and it was removed or got "
                "another ID."
            ) % {"who": who}


def _people(script: Script) -> dict[Name, str]:
    return {name: name_of(entry) for name, entry in zip(_names(script), script.entries, strict=True)}


def _names_of_extras(sides: Sides) -> dict[str, str]:
    """The same, by the names under which `_meta` refers to them."""
    return {
        name: name_of(entry)
        for script in (sides.base, sides.theirs, sides.mine)
        for name, entry in zip(extra_keys(each.id for each in script.entries), script.entries, strict=True)
    }


def _entries(script: Script) -> dict[Name, Any]:
    return {name: entry.written for name, entry in zip(_names(script), script.entries, strict=True)}


def _teams(script: Script) -> dict[Name, Group]:
    """The team of each character; a sheet has an order inside each team only."""
    return {
        name: entry.character.team.heading if entry.character else ""
        for name, entry in zip(_names(script), script.entries, strict=True)
    }


def _order_of_team(team: Group) -> str:
    return (
        _("the order of the %(team)s of the script") % {"team": team}
        if team
        else _("the order of the script")
    )


def _names(script: Script) -> list[Name]:
    return named([key(entry.id) or "an entry" for entry in script.entries])
