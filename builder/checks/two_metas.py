"""Whether the script introduces itself once.

The `_meta` entry says the script's name and author. With two of them programs differ in which
they believe; ours believes the first.
"""

from collections.abc import Iterator

from builder.game.problem import Fix, Problem, Severity
from builder.game.script import Script

CODE = "two-metas"
SEVERITY = Severity.WARNING


def check(script: Script) -> Iterator[Problem]:
    """Yield every `_meta` after the first."""
    places = [f"$[{position + before}]" for before, (position, _) in enumerate(script.metas)]
    for path in places[1:]:
        yield Problem(
            code=CODE,
            severity=SEVERITY,
            message="There is a second _meta. The first one holds; move what you need there, delete this.",
            path=path,
            fix=Fix("Delete the second _meta", {"op": "remove", "path": path}),
        )
