"""From text to a JSON value that is safe to walk through: finite, shallow, and clean Unicode."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from builder.formats.official.json_scalars import MOST_DIGITS
from builder.formats.official.lenient_json import Reader
from builder.formats.remarks import Remark
from builder.formats.source import DEEPEST, MOST_VALUES, refuse, refuse_depth, refuse_number

#: Half of a letter, written as an escape; group 1 where its other half is missing.
HALF = re.compile(r"\\\\|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)")


def parse(text: str) -> tuple[Any, tuple[Remark, ...]]:
    """The value, and every slip that was forgiven. Raises UnreadableScriptError."""
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
    """Refuse what is too deep or too much; `members` is the number of fields, repeated ones too."""
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
    """The lists and objects inside of these, one level down."""
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
            "Half of a letter stands here (a lone surrogate); nobody can print it. Write the letter again.",
            text,
            next(halves, 0),
        )
