"""Whether the file follows the official script format.

This covers everything that differs from the format: texts and lists over the limit, missing and unknown fields,
wrong types, too few or too many entries. Clockwright reads most of it anyway. Its exports contain what the
official app accepts, and carry the rest where the app ignores it.
"""

from collections.abc import Iterator

from builder.formats import official
from builder.game.problem import Problem, Severity
from builder.game.script import Script

CODE = "format"
SEVERITY = Severity.ERROR


def check(script: Script) -> Iterator[Problem]:
    yield from official.format_problems(script.written())
