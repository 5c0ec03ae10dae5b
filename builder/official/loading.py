"""Parse the publisher's JSON files to safe values; every fault is reported."""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from builder.errors import OfficialFilesError
from builder.language import gettext as _

#: Maximum nesting.
DEEPEST = 8
#: Control characters except line ends and tabs, and half letters.
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(slots=True)
class Faults:
    """Collects everything wrong with the files, to report it at once."""

    told: list[str] = field(default_factory=list)

    def add(self, place: str, fault: str) -> None:
        """Add a fault; `place` is such as `roles.json, character 12 (imp)`."""
        self.told.append(f"{place}: {fault}")

    def check(self, origin: str) -> None:
        """Raise OfficialFilesError if there are any."""
        if self.told:
            raise OfficialFilesError(origin, self.told)

    def text(self, place: str, item: dict[str, Any], name: str, longest: int, *, needed: bool = False) -> str:
        """A text of an entry; empty, with a fault, if it is invalid."""
        value = item.get(name, None if needed else "")
        if not isinstance(value, str) or (needed and not value.strip()):
            self.add(
                place,
                (_("“%(name)s” is missing") if value in (None, "") else _("“%(name)s” is not a text"))
                % {"name": name},
            )
        elif len(value) > longest:
            self.add(
                place,
                _("“%(name)s” is longer than %(longest)s characters") % {"name": name, "longest": longest},
            )
        elif _UNSEEN.search(value):
            self.add(place, _("“%(name)s” has characters that cannot be printed") % {"name": name})
        else:
            return value
        return ""

    def items(self, place: str, item: dict[str, Any], name: str, longest: int) -> list[Any]:
        """A list of an entry; empty, with a fault, if it is invalid."""
        value = item.get(name, [])
        if not isinstance(value, list):
            self.add(place, _("“%(name)s” is not a list") % {"name": name})
        elif len(value) > longest:
            self.add(
                place, _("“%(name)s” has more than %(longest)s entries") % {"name": name, "longest": longest}
            )
        else:
            return value
        return []


def load(data: bytes, name: str, faults: Faults) -> Any:
    """The value in one file; None, with a fault, if it is invalid."""
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_constant=_finite, parse_float=_finite)
    except UnicodeDecodeError:
        faults.add(name, _("it is not UTF-8 text"))
    except RecursionError:
        faults.add(name, _("it is nested too deep"))
    except ValueError as error:
        faults.add(name, _why(data, error))
    else:
        if max((depth for depth, _unused in enumerate(_levels(value), 1)), default=0) <= DEEPEST:
            return value
        faults.add(name, _("it is nested too deep"))
    return None


def _why(data: bytes, error: ValueError) -> str:
    if data.lstrip()[:1] == b"<":
        return _("it is a web page, not JSON")
    if isinstance(error, json.JSONDecodeError):
        text = _("it is not JSON from line %(line)s, column %(column)s")
        if error.pos >= len(error.doc.rstrip()) - 1:
            text = _("it is not JSON from line %(line)s, column %(column)s (it ends too early)")
        return text % {"line": error.lineno, "column": error.colno}
    return _("it has a number that is not valid")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def _levels(value: object) -> Iterator[list[Any]]:
    """The lists and objects of a value, level by level; stops one level beyond the limit."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _unused in range(DEEPEST + 1):
        if not level:
            return
        yield level
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
