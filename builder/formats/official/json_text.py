"""JSON text: parsed to values that are safe to walk through, written with indent, and its size.

Parsed values are finite, shallow, and valid Unicode. Sizes of characters are cached: an edit measures the whole script.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from builder.formats.carriers.embedded_pictures import set_aside
from builder.formats.official.json_scalars import MOST_DIGITS
from builder.formats.official.lenient_json import Reader
from builder.formats.source import (
    DEEPEST,
    DEEPEST_TOLD,
    MOST_VALUES,
    Remark,
    refuse,
    refuse_depth,
    refuse_number,
    remark_problem,
    text_of,
)
from builder.game.problem import Problem
from builder.language import gettext as _
from builder.memoize import Memo, mark, of_runs

#: Half a letter, written as an escape; group 1 if its other half is missing.
HALF = re.compile(r"\\\\|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)")
#: Depths of objects whose size is cached: characters of a script, and their extra fields in `_meta`.
CACHED_DEPTHS = (1, 4)
#: Python's output for numbers that JSON does not have.
NO_NUMBER = ("NaN", "Infinity")


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


_INDENTED: Memo[str] = Memo()
_ENCODER = json.JSONEncoder(ensure_ascii=False)


def indented(value: Any, step: str = "  ", depth: int = 0) -> str:
    """A value as indented text, without escapes. Its parts are cached separately.

    `depth` is the number of steps to indent its lines, except the first.
    """
    if not isinstance(value, dict | list | tuple) or not value:
        return _ENCODER.encode(value)
    if depth and not _is_outer(value, depth) and (name := mark(value)):
        return _INDENTED.get((name, step, depth), lambda: _moved_in(value, step, depth))
    # Large, or one of its members is: they are formatted separately.
    if isinstance(value, dict):
        opening, closing = "{}"
        parts = [f"{_ENCODER.encode(key)}: {indented(each, step, depth + 1)}" for key, each in value.items()]
    else:
        opening, closing = "[]"
        parts = [indented(each, step, depth + 1) for each in value]
    end = f"\n{step * depth}"
    return f"{opening}{end}{step}" + f",{end}{step}".join(parts) + f"{end}{closing}"


def _moved_in(value: Any, step: str, depth: int) -> str:
    # Line ends inside texts are escaped: every remaining one begins a line.
    return json.dumps(value, ensure_ascii=False, indent=step).replace("\n", f"\n{step * depth}")


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a value as JSON."""

    #: Nesting depth of lists and objects, and number of values.
    depth: int
    values: int
    #: Length on one line.
    letters: int
    #: Whether it can be written to a file: no half letters, NaN or Infinity.
    is_writable: bool


_SIZES: Memo[Size] = Memo()


def size(value: Any) -> Size:
    """The size of a value, computed from the cached sizes of its objects."""
    parts: list[tuple[int, Size]] = []
    frame = _measured(_framed(value, 0, parts))
    return Size(
        depth=max([frame.depth, *(depth + part.depth for depth, part in parts)]),
        values=frame.values + sum(part.values for _unused, part in parts),
        letters=frame.letters + sum(part.letters for _unused, part in parts),
        is_writable=frame.is_writable and all(part.is_writable for _unused, part in parts),
    )


def _framed(value: Any, depth: int, parts: list[tuple[int, Size]]) -> Any:
    """The value with a digit for each cached object; their depths and sizes go to `parts`."""
    if depth >= max(CACHED_DEPTHS) or not isinstance(value, dict | list):
        return value
    framed: list[Any] = []
    cached: list[Any] = []
    has_cached = depth + 1 in CACHED_DEPTHS
    for each in value.values() if isinstance(value, dict) else value:
        if has_cached and isinstance(each, dict) and not _is_outer(each, depth + 1):
            cached.append(each)
            framed.append(0)
        else:
            framed.append(_framed(each, depth + 1, parts))
    parts += [(depth + 1, part) for part in _sizes(cached)]
    return dict(zip(value, framed, strict=True)) if isinstance(value, dict) else framed


@of_runs
def _sizes(values: tuple[Any, ...]) -> Size:
    """The total size of some objects, each without the digit that stands for it."""
    sizes = [_SIZES.get(mark(each), partial(_measured, each)) for each in values]
    return Size(
        depth=max(each.depth for each in sizes),
        values=sum(each.values for each in sizes),
        letters=sum(each.letters - 1 for each in sizes),
        is_writable=all(each.is_writable for each in sizes),
    )


def _measured(value: Any) -> Size:
    counts = [sum(len(inner) for inner in level) for level in levels(value)]
    if len(counts) > DEEPEST_TOLD:  # refused anyway; too deep to measure
        return Size(len(counts), sum(counts), 0, is_writable=True)
    text = json.dumps(value, ensure_ascii=False)
    return Size(len(counts), sum(counts), len(text), is_writable=_is_writable(value, text))


def _is_writable(value: Any, text: str) -> bool:
    if text.isascii() and not any(word in text for word in NO_NUMBER):
        return True
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


def _is_outer(value: object, depth: int) -> bool:
    """Whether a value in a script file may contain objects that are cached themselves: `_meta`, our object in it."""
    return (
        isinstance(value, dict)
        and depth < max(CACHED_DEPTHS)
        and (depth not in CACHED_DEPTHS or value.get("id") == "_meta")
    )
