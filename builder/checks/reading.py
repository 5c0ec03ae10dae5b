"""What had to be forgiven so that the file could be read.

Comments, a comma too many, single quotes, words without quotes, a field given twice, another encoding than
UTF-8: we read it, other programs will not. The export is clean.
"""

from collections.abc import Iterator

from builder.game.problem import Problem, Severity
from builder.game.script import Script

CODE = "reading"
SEVERITY = Severity.WARNING


def check(script: Script) -> Iterator[Problem]:
    """Yield each slip that was forgiven when the file was read."""
    yield from script.reading
