"""Breaks text into lines that fit between given edges and are as even as they can be."""

from collections.abc import Sequence
from dataclasses import dataclass

from builder.press.tokens import bidi
from builder.press.tokens.typesetting import Atom, Line

#: Longer texts fill their lines anyway.
MOST_TO_EVEN = 70


@dataclass(frozen=True, slots=True)
class Word:
    """What stays together, with the space before it; its width (em) is without that."""

    space: Atom | None
    atoms: tuple[Atom, ...]
    width: float


def words(parts: Sequence[Atom]) -> list[Word]:
    """What stays together on a line."""
    found: list[Word] = []
    space: Atom | None = None
    for atom in parts:
        if atom.is_space:
            space = atom
        elif found and space is None and not atom.may_begin:
            before = found[-1]
            found[-1] = Word(before.space, (*before.atoms, atom), before.width + atom.width)
        else:
            found.append(Word(space, (atom,), atom.width))
            space = None
    return found


def broken(some: Sequence[Word], width: float, most: int) -> list[Line] | None:
    """Words on at most so many lines of one width (em), as few and then as even as they can be; None: no room."""
    found: list[tuple[int, int]] = []
    end = 0
    while end < len(some) and len(found) < most:
        start, end = end, end + 1
        used = some[start].width
        while end < len(some) and used + some[end].width + _gap(some[end]) <= width:
            used, end = used + some[end].width + _gap(some[end]), end + 1
        if used > width:
            return None
        found.append((start, end))
    return _lines(some, found, [width] * len(found)) if end == len(some) else None


def piled(some: Sequence[Word], widths: Sequence[float]) -> list[Line] | None:
    """Words on lines filled from the lowest upwards, of which this is how wide each may be (em); None: no room."""
    found: list[tuple[int, int]] = []
    start = len(some)
    for width in widths:
        if not start:
            break
        end, start = start, start - 1
        used = some[start].width
        while start and used + some[start - 1].width + _gap(some[start]) <= width:
            used, start = used + some[start - 1].width + _gap(some[start]), start - 1
        if used > width:
            return None
        found.insert(0, (start, end))
    return _lines(some, found, widths[: len(found)][::-1]) if not start else None


def _lines(some: Sequence[Word], breaks: list[tuple[int, int]], widths: Sequence[float]) -> list[Line]:
    if len(breaks) > 1 and len(some) <= MOST_TO_EVEN:
        breaks = _even(some, widths) or breaks
    return [_line(some[start:end]) for start, end in breaks]


def _gap(word: Word) -> float:
    return word.space.width if word.space else 0.0


def _even(some: Sequence[Word], widths: Sequence[float]) -> list[tuple[int, int]] | None:
    """Breaks by which every line is as full as the others, measured by its own room, as nearly as can be."""
    fill = min(1.0, sum(word.width for word in some) / sum(widths))
    #: For each number of words set so far: how uneven they are at best, and where the lines broke.
    best: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {0: (0.0, ())}
    for room in widths:
        after: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {}
        for start, (cost, breaks) in best.items():
            used = 0.0
            for end in range(start + 1, len(some) + 1):
                word = some[end - 1]
                used += word.width + (_gap(word) if end - 1 > start else 0.0)
                if used > room:
                    break
                total = cost + (used / room - fill) ** 2
                if end not in after or total < after[end][0]:
                    after[end] = (total, (*breaks, (start, end)))
        best = after
    found = best.get(len(some))
    return list(found[1]) if found else None


def _line(some: Sequence[Word]) -> Line:
    atoms = [
        atom
        for number, word in enumerate(some)
        for atom in ((word.space, *word.atoms) if word.space and number else word.atoms)
    ]
    return Line(tuple(bidi.visual(atoms)), sum(atom.width for atom in atoms))
