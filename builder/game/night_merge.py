"""Order the rows of one night: by number, by an older scale, or by the author's own list."""

import math
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import urlsplit

from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.language import N_, join, ngettext


class Step(StrEnum):
    """The kinds of rows of a night sheet."""

    DUSK = "dusk"
    MINION_INFO = "minioninfo"
    DEMON_INFO = "demoninfo"
    DAWN = "dawn"
    CHARACTER = "character"

    @property
    def is_info(self) -> bool:
        """Whether the evil team learns each other in this step."""
        return self in {Step.MINION_INFO, Step.DEMON_INFO}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a night sheet."""

    kind: Step
    #: The id as the script writes it; for a step of the night its keyword (`dusk`).
    id: str
    name: str
    #: What to do, with its marks (`:reminder:`, `*INFO TOKEN*`); see `game.markup`.
    reminder: str = ""
    #: Who acts; None for the steps of the night, and for an unknown id in the author's own order.
    character: Character | None = None
    #: When the row is skipped or changed on this script ("Skip it if …"); same marks.
    note: str = ""
    #: Whether its place is a guess: the character has no position, or the author's own order leaves it out.
    is_guessed: bool = False

    def guessed(self, *, is_guessed: bool) -> "Row":
        """The row with another answer to that; itself if it is the same: what is made of a row is cached for it."""
        return self if self.is_guessed == is_guessed else replace(self, is_guessed=is_guessed)


#: Rank among equal numbers: guessed rows, then official characters, then homebrew.
GUESSED, OFFICIAL, HOMEBREW = -1, 0, 1
_STRANGERS = {
    "first": N_(
        "The script's night order (first night) lists %(names)s, which the script does not have. It was "
        "left out."
    ),
    "other": N_(
        "The script's night order (other nights) lists %(names)s, which the script does not have. It was "
        "left out."
    ),
}

_OLD_FIRST, _OLD_OTHER = 11, 2
#: The code of the problem that tells of Bloodstar's older scale, and its first numbers.
OLDER_SCALE = "night-order-older-scale"
OLD_NUMBERS = {"firstNight": _OLD_FIRST, "otherNight": _OLD_OTHER}


class Place(NamedTuple):
    """A row and its sort position; `at` is the index of its entry in the script."""

    number: float
    rank: int
    at: int
    row: Row

    @property
    def order(self) -> tuple[float, int, int]:
        """By number; ties by rank, then by the script's own order."""
        return self[:3]


@dataclass(frozen=True, slots=True)
class Merged:
    """One night in the author's order."""

    rows: tuple[Row, ...]
    notices: tuple[Problem, ...]
    #: Ids that the author listed.
    listed: frozenset[str]


def names(rows: Iterable[Row]) -> str:
    """`Imp`, `Imp and Spy`, `Imp, Spy and Monk`; each name once."""
    return join(dict.fromkeys(row.name for row in rows))


def infos_before_old_numbers(
    script: Script, steps: Sequence[Place], actors: Sequence[Place]
) -> list[Place] | None:
    """The info steps before the first character, for a script numbered on Bloodstar's older scale.

    There Minion info was 5 and Demon info 8, and first nights are numbered from 11. None: the script uses the
    current scale.
    """
    acting = [place for place in actors if place.rank == HOMEBREW]
    if any(place.rank == OFFICIAL for place in actors) or not acting:
        return None
    earliest = min(place.number for place in acting)
    is_new = all(place.number < earliest for place in steps if place.row.kind.is_info)
    if is_new or not _from_bloodstar(script):
        return None
    early = math.nextafter(earliest, -math.inf)
    return [place._replace(number=early) if place.row.kind.is_info else place for place in steps]


def _from_bloodstar(script: Script) -> bool:
    try:
        host = urlsplit(script.meta.almanac.strip()).hostname or ""
    except ValueError:
        host = ""
    return host == "bloodstar.xyz" or host.endswith(".bloodstar.xyz") or _numbered_like_bloodstar(script)


def _numbered_like_bloodstar(script: Script) -> bool:
    """Whether the ids share a suffix (`_fall_of_rome`) and are numbered consecutively from 11 and 2."""
    own = [entry for entry in script.entries if entry.is_custom and entry.character]
    if len(own) < 2 or not _share_a_suffix([entry.id for entry in own]):
        return False
    characters = [entry.character for entry in own if entry.character]
    first = sorted(c.first_night for c in characters if c.first_night and c.first_night > 0)
    other = sorted(c.other_night for c in characters if c.other_night and c.other_night > 0)
    return _counts_up(first, _OLD_FIRST) and (not other or _counts_up(other, _OLD_OTHER))


def _share_a_suffix(ids: Sequence[str]) -> bool:
    """Whether all ids share the same suffix after an underscore."""
    return any(
        all(identifier.endswith(ids[0][start:]) for identifier in ids)
        for start, letter in enumerate(ids[0])
        if letter == "_" and start
    )


def _counts_up(numbers: Sequence[float], start: int) -> bool:
    """Whether the numbers begin at `start` and are integers (gaps are characters that were not exported)."""
    return bool(numbers) and numbers[0] == start and all(float(number).is_integer() for number in numbers)


def by_author(script: Script, written: Sequence[str], computed: Sequence[Place], night: str) -> Merged:
    """The night in the order in `_meta`; unlisted characters go to their computed positions."""
    by_key = {key(place.row.id): place for place in computed}
    sleeping = {entry.key: entry for entry in reversed(script.entries)}
    rows: list[Row] = []
    strangers: list[str] = []
    for identifier in written:
        known = by_key.get(key(identifier))
        if known:
            if known.row.kind is Step.CHARACTER or known.row not in rows:
                rows.append(known.row.guessed(is_guessed=False))
        elif entry := sleeping.get(key(identifier)):
            name = entry.character.name if entry.character else entry.id
            rows.append(Row(Step.CHARACTER, entry.id, name, "", entry.character))
        else:
            strangers.append(identifier)
    listed = frozenset(row.id for row in rows)
    missing = [place for place in computed if place.row.id not in listed]
    for place in missing:
        is_guessed = place.row.kind is Step.CHARACTER
        rows.insert(_slot(place, rows, by_key), place.row.guessed(is_guessed=is_guessed))
    return Merged(
        tuple(rows), tuple(_author_notices(missing, strangers, night, f"$[{script.meta_position}]")), listed
    )


def _slot(place: Place, rows: Sequence[Row], by_key: dict[str, Place]) -> int:
    """The index where a row disturbs the computed order least; the last of equally good ones."""
    if place.row.kind is Step.DUSK:
        return 0
    orders = [by_key[key(row.id)].order if key(row.id) in by_key else None for row in rows]
    faults = sum(order is not None and order < place.order for order in orders)
    best, slot = faults, 0
    for index, order in enumerate(orders, start=1):
        if order is not None:
            faults += 1 if order > place.order else -1
        if faults <= best:
            best, slot = faults, index
    return slot


def _author_notices(
    missing: Sequence[Place], strangers: Sequence[str], night: str, meta: str
) -> Iterator[Problem]:
    acting = [place.row for place in missing if place.row.kind is Step.CHARACTER]
    if acting:
        yield Problem(
            "night-order-incomplete",
            Severity.NOTICE,
            ngettext(
                "The script's night order leaves out %(names)s; the official order places it.",
                "The script's night order leaves out %(names)s; the official order places them.",
                len(acting),
            )
            % {"names": names(acting)},
            tuple(row.id for row in acting),
            path=f"{meta}.{night}Night",
        )
    if strangers:
        quoted = ", ".join(f"“{identifier}”" for identifier in dict.fromkeys(strangers))
        yield Problem(
            "night-order-stranger",
            Severity.NOTICE,
            _STRANGERS[night] % {"names": quoted},
            tuple(dict.fromkeys(strangers)),
            path=f"{meta}.{night}Night",
        )


def fitted(numbers: Sequence[float | None], fixed: Collection[int]) -> list[float | None]:
    """Numbers that put rows into this order for programs that only sort by them.

    Those of the `fixed` rows (indexes) stay, and of the others as many as possible; None is a row to be numbered.
    """
    stays = sorted(fixed)
    anchors = [stays[each] for each in _longest_rise([numbers[index] or 0 for index in stays])]
    kept: list[int] = []
    low, start = 0.0, 0
    for anchor in [*anchors, len(numbers)]:
        high = (numbers[anchor] or 0) if anchor < len(numbers) else math.inf
        free = [index for index in range(start, anchor) if index not in fixed]
        fitting = [index for index in free if low < (numbers[index] or 0) < high]
        kept += [fitting[each] for each in _longest_rise([numbers[index] or 0 for index in fitting])]
        low, start = high, anchor + 1
    found, low, start = list(numbers), 0.0, 0
    for index in [*sorted([*anchors, *kept]), len(numbers)]:
        gap = [each for each in range(start, index) if each not in fixed]
        high = (numbers[index] or 0) if index < len(numbers) else math.floor(low) + len(gap) + 1
        for each, number in zip(gap, _between(low, high, len(gap)), strict=True):
            found[each] = number
        low, start = high, index + 1
    return found


def counted(numbers: Sequence[float | None], first: int) -> list[float | None]:
    """Numbers for rows in this order on the older scale, which counts up; those that rise stay."""
    if None not in numbers and len(_longest_rise([number or 0 for number in numbers])) == len(numbers):
        return list(numbers)
    return [*range(first, first + len(numbers))]


def _longest_rise(numbers: Sequence[float]) -> list[int]:
    """The indexes of a longest rising subsequence."""
    ends: list[int] = []
    before: list[int] = []
    for index, number in enumerate(numbers):
        length = bisect_left(ends, number, key=numbers.__getitem__)
        before.append(ends[length - 1] if length else -1)
        ends[length : length + 1] = [index]
    found: list[int] = []
    index = ends[-1] if ends else -1
    while index >= 0:
        found.append(index)
        index = before[index]
    return found[::-1]


def _between(low: float, high: float, count: int) -> list[float]:
    """Evenly spaced numbers in a gap, with as few decimals as keep them apart."""
    exact = [low + (high - low) * place / (count + 1) for place in range(1, count + 1)]
    for digits in range(10):
        found = [round(number, digits) for number in exact]
        every = [low, *found, high]
        if all(one < other for one, other in pairwise(every)):
            return [int(number) if number == int(number) else number for number in found]
    return exact
