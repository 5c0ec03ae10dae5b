"""Whether the official app takes the file as it is.

Every departure from the official script format: texts and lists over a limit, missing and unknown fields,
wrong types, too few or too many entries. Most of it is read nevertheless; our export writes what the app
takes, and carries what has no place there in `_meta`.
"""

from collections.abc import Iterator

from builder.formats import official
from builder.game.problem import Problem, Severity
from builder.game.script import Script

CODE = "format"
SEVERITY = Severity.ERROR


def check(script: Script) -> Iterator[Problem]:
    """Yield each fault of the format with its place."""
    yield from official.format_problems(script.written())
