"""JSON text: parsed to values that are safe to walk through, and its size.

Parsed values are finite, shallow, and valid Unicode.
"""

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby
from typing import Any

from builder.formats.official.lenient_json import MOST_DIGITS, Reader
from builder.formats.official.schema import is_meta
from builder.formats.source import (
    DEEPEST,
    DEEPEST_TOLD,
    LIMIT,
    MOST_VALUES,
    Remark,
    refuse,
    refuse_depth,
    refuse_number,
    remark_problem,
    set_aside,
    text_of,
)
from builder.game.problem import Problem
from builder.language import gettext as _
from builder.memoize import Memo, mark, of_runs, of_values

#: Half a letter, written as an escape; group 1 if its other half is missing.
HALF = re.compile(r"\\\\|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)")
#: Python's output for numbers that JSON does not have.
NO_NUMBER = ("NaN", "Infinity")
INDENT = "  "
#: The same at the end of a line of an indented file, where every text ends with its quote; and half a letter as it is.
NUMBER_AT_END = re.compile("(?:NaN|Infinity),?$", re.MULTILINE)
HALF_LETTER = re.compile("[\ud800-\udfff]")
#: How deep the extra fields of a character are in a file: list, `_meta`, `clockwright`, `characters`.
EXTRA_FIELDS = 4
#: Writes parts of a list or an object: name, value, name, value, and how deep they are.
Runs = Callable[[Sequence[Any], int], list[str]]
#: The text of each character and of its extra fields, by content.
_TEXTS: Memo[str] = Memo()


def read_value(source: bytes | str) -> tuple[Any, str, tuple[Problem, ...]]:
    """The JSON value in a file, its text (without large pictures), and the slips. Raises UnreadableScriptError."""
    smaller, aside = set_aside(source)
    text, notices = text_of(smaller)
    value, slips = parse(text)
    problems = (*notices, *(remark_problem(slip, text) for slip in slips))
    return aside.back(value) if aside else value, text, problems


def parse(text: str) -> tuple[Any, tuple[Remark, ...]]:
    """The value, and every slip that was tolerated. Raises UnreadableScriptError."""
    members = repeats = 0

    def member_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal members, repeats
        found = dict(pairs)
        members += len(pairs)
        repeats += len(pairs) - len(found)
        return found

    remarks: tuple[Remark, ...] = ()
    try:
        value = json.loads(
            text, object_pairs_hook=member_dict, parse_constant=_finite, parse_float=_finite, parse_int=_whole
        )
        clean = not repeats
    except RecursionError:
        refuse_depth()
    except ValueError:
        clean = False
    if clean:
        _check_shape(value, members)
    else:
        reader = Reader(text)
        value = reader.read()
        remarks = (*reader.remarks.values(), *reader.repeated.values())
    _check_letters(text, value)
    return value, remarks


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(digits[:MOST_DIGITS])
    return int(digits)


def _check_shape(value: object, members: int) -> None:
    """Refuse a value that is too deep or too large; `members` is the number of fields, repeated ones included."""
    values = members
    for depth, level in enumerate(levels(value)):
        if depth > DEEPEST:
            refuse_depth()
        values += sum(len(outer) for outer in level if isinstance(outer, list))
    if values > MOST_VALUES:
        refuse_number()


def levels(value: object) -> Iterator[list[Any]]:
    """The lists and objects of a value, level by level."""
    level = _inner([[value]])
    while level:
        yield level
        level = _inner(level)


def _inner(level: list[Any]) -> list[Any]:
    """The lists and objects inside these, one level down."""
    return [
        inner
        for outer in level
        for inner in (outer.values() if isinstance(outer, dict) else outer if isinstance(outer, list) else ())
        if isinstance(inner, (dict, list))
    ]


def indented(items: list[Any]) -> str:
    """A script file of these values, as `json.dumps` indents it; parts with known content are not written anew."""
    return "".join(_file(items, lambda flat, depth: [_run(flat, depth)]))


def pieces(items: list[Any]) -> list[str]:
    """The same in pieces. The values must never be changed: the same objects as before are the same pieces."""
    return list(_file(items, _runs))


def _file(items: list[Any], runs: Runs) -> Iterator[str]:
    return chain("[", _members(items, 1, runs), ["\n]" if items else "]"])


def _members(holder: list[Any] | dict[str, Any], depth: int, runs: Runs) -> Iterator[str]:
    """The text of the parts of a list or an object, on lines of their own."""
    named = holder.items() if isinstance(holder, dict) else [(None, each) for each in holder]
    start, comma = "\n" + INDENT * depth, ""
    is_deepest = depth == EXTRA_FIELDS
    groups = [(False, named)] if is_deepest else groupby(named, lambda pair: _is_opened(pair[1], depth))
    for is_opened, some in groups:
        if is_opened:
            for name, each in some:
                title = "" if name is None else f"{json.dumps(name, ensure_ascii=False)}: "
                yield f"{comma}{start}{title}{{"
                yield from _members(each, depth + 1, runs)
                yield f"{start}}}"
                comma = ","
        else:
            flat = [part for pair in some for part in pair]
            if not comma:
                yield _run(flat[:2], depth)[1:]
                flat, comma = flat[2:], ","
            yield from runs(flat, depth)


def _is_opened(value: Any, depth: int) -> bool:
    """Whether its parts are written one by one: that of `_meta`, and of the objects in it that hold extra fields."""
    return isinstance(value, dict) and bool(value) and (depth > 1 or is_meta(value))


def _run(flat: Sequence[Any], depth: int) -> str:
    """The text of a few parts, given as name, value, name, value; each after a comma."""
    found = []
    for name, each in zip(flat[::2], flat[1::2], strict=True):
        content = mark(each)
        key = None if content is None else (depth, name, content)
        found.append("," + _TEXTS.get(key, partial(_member, name, each, depth)))
    return "".join(found)


_runs = of_runs(_run)


def _member(name: str | None, value: Any, depth: int) -> str:
    text = json.dumps([value] if name is None else {name: value}, ensure_ascii=False, indent=len(INDENT))
    return text[1:-2].replace("\n", "\n" + INDENT * (depth - 1))


def _check_letters(text: str, value: object) -> None:
    if text.isascii() and "\\u" not in text:
        return
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        halves = (found.start() for found in HALF.finditer(text) if found[1])
        refuse(
            "half-letter",
            _(
                "There is half a character here (a lone surrogate), which cannot be printed. Type the "
                "character again."
            ),
            text,
            next(halves, 0),
        )


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a value as JSON."""

    #: Nesting depth of lists and objects, and number of values.
    depth: int
    values: int
    #: Length on one line; 0 if it is too deep to be measured, which is refused anyway.
    letters: int
    #: Whether it can be written to a file: no half letters, NaN or Infinity.
    is_writable: bool


def size(value: Any) -> Size:
    """The size of a value."""
    counts = [sum(len(inner) for inner in level) for level in levels(value)]
    if len(counts) > DEEPEST_TOLD:
        return Size(len(counts), sum(counts), 0, is_writable=True)
    text = json.dumps(value, ensure_ascii=False)
    return Size(len(counts), sum(counts), len(text), is_writable=_is_writable(value, text))


def is_safe(pieces: Sequence[str]) -> bool:
    """Whether a value is surely within all limits and can be written, by its `pieces`: a line for each part."""
    return sum(map(len, pieces)) <= LIMIT and sum(map(_lines, pieces)) <= MOST_VALUES


@of_values()
def _lines(piece: str) -> int:
    """The number of lines; more than there may be if something is too deep, or half a letter, NaN or Infinity."""
    is_deep = "\n" + INDENT * DEEPEST_TOLD in piece
    is_no_number = any(word in piece for word in NO_NUMBER) and NUMBER_AT_END.search(piece)
    has_half_letter = not piece.isascii() and HALF_LETTER.search(piece)
    return MOST_VALUES + 1 if is_deep or is_no_number or has_half_letter else piece.count("\n")


def _is_writable(value: Any, text: str) -> bool:
    try:
        text.encode()
        if any(word in text for word in NO_NUMBER):
            json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True
