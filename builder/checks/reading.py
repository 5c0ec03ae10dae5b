"""Whether Clockwright had to correct the file to read it.

Comments, an extra comma, single quotes, words without quotes, a field given twice, an encoding other than UTF-8:
Clockwright reads them, other apps don't. Exports have none of them.
"""

from collections.abc import Iterator

from builder.game.problem import Problem, Severity
from builder.game.script import Script

CODE = "reading"
SEVERITY = Severity.WARNING


def check(script: Script) -> Iterator[Problem]:
    yield from script.reading
