"""How long everything for one script takes: row 7. `.venv/bin/python -m benchmarks everything`.

Sheet, night sheet, almanac and tokens, one after another in this process and then in two warm ones.
"""

from collections.abc import Iterator

import builder
from benchmarks.rows import Row, milliseconds
from builder import assets

SCRIPT = assets.data("samples", "a-murmur-of-moths.json")
#: The longest first, so that both processes are done at about the same time.
KINDS = ("almanac", "tokens", "night", "sheet")


def rows() -> Iterator[Row]:
    """All of it, warm, against our own one after another."""
    script = builder.parse(SCRIPT)
    one = milliseconds(lambda: [builder.render(script, kind) for kind in KINDS], rounds=3)
    with builder.pool(workers=2) as press:
        for _ in range(2):  # both processes have seen every kind
            list(press.render_each([(script, kind) for kind in (*KINDS, *reversed(KINDS))]))
        two = milliseconds(lambda: list(press.render_each([(script, kind) for kind in KINDS])), rounds=3)
    yield Row(
        "7",
        "sheet, night sheet, almanac and tokens of a script, two cores, warm",
        two,
        limit=900,
        against="one after another",
        reference=one,
        times=1.8,
    )
