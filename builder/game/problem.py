"""What is wrong with a script, or worth a second look: a value, never an exception."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from builder.language import gettext as _


class Severity(StrEnum):
    """How much a problem matters, most severe first."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Fix:
    """A fix that a button can apply; `op` is plain JSON."""

    label: str
    op: Mapping[str, Any]


def on_line(message: str, line: int, column: int | None = None) -> str:
    """A message with its place in a file before it."""
    text = _("Line %(line)s: %(message)s")
    if column is not None:
        text = _("Line %(line)s, column %(column)s: %(message)s")
    return text % {"line": line, "column": column, "message": message}


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: what, where, which characters, and what to do."""

    code: str
    severity: Severity
    #: A complete sentence for a person; names the place and the remedy.
    message: str
    #: Ids as written.
    characters: tuple[str, ...] = ()
    #: The JSON path, such as `$[6].ability`; None: the whole script. “Line 8: ” before the message derives from it.
    path: str | None = None
    line: int | None = None
    column: int | None = None
    fix: Fix | None = None

    @property
    def plain_message(self) -> str:
        """The message without its place in a file."""
        if self.line is None:
            return self.message
        places = (on_line("", self.line), on_line("", self.line, self.column or 0))
        return next(
            (self.message.removeprefix(each) for each in places if self.message.startswith(each)),
            self.message,
        )

    def as_json(self) -> dict[str, Any]:
        """The JSON object for `--json` and the HTTP API."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": str(self.message),
            "characters": list(self.characters),
            "path": self.path,
            "line": self.line,
            "fix": {"label": str(self.fix.label), "op": dict(self.fix.op)} if self.fix else None,
        }
