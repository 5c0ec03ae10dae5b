"""JSON text: parsed to values that are safe to walk through, and its size.

Parsed values are finite, shallow, and valid Unicode.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
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
from builder.memoize import Memo, mark

#: Half a letter, written as an escape; group 1 if its other half is missing.
HALF = re.compile(r"\\\\|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)")
#: Python's output for numbers that JSON does not have.
NO_NUMBER = ("NaN", "Infinity")
INDENT = "  "
#: How deep the extra fields of a character are in a file: list, `_meta`, `clockwright`, `characters`.
EXTRA_FIELDS = 4
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
    """A script file of these values, as `json.dumps` indents it; what an edit leaves as it was is not written anew."""
    return f"[{','.join(_members(items, 1))}\n]" if items else "[]"


def _members(holder: list[Any] | dict[str, Any], depth: int) -> Iterator[str]:
    """The text of each part of a list or an object, on lines of its own."""
    named = holder.items() if isinstance(holder, dict) else ((None, each) for each in holder)
    for name, each in named:
        if isinstance(each, dict) and each and (is_meta(each) if depth == 1 else depth < EXTRA_FIELDS):
            start = "\n" + INDENT * depth
            title = "" if name is None else f"{json.dumps(name, ensure_ascii=False)}: "
            yield f"{start}{title}{{{','.join(_members(each, depth + 1))}{start}}}"
        else:
            content = mark(each)
            key = None if content is None else (depth, name, content)
            yield _TEXTS.get(key, partial(_member, name, each, depth))


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


def is_safe(value: Any, text: str) -> bool:
    """Whether a value is surely within all limits and can be written, by its indented text: a line for each part."""
    is_small = len(text) <= LIMIT and text.count("\n") <= MOST_VALUES
    return is_small and "\n" + INDENT * DEEPEST_TOLD not in text and _is_writable(value, text)


def _is_writable(value: Any, text: str) -> bool:
    try:
        text.encode()
        if any(word in text for word in NO_NUMBER):
            json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True
