"""Times everything and writes benchmarks/RESULTS.md: `.venv/bin/python -m benchmarks [NAME…]`.

Each NAME is a module of this folder, such as `press`; without one all are run. The exit status says whether every
limit was kept. Close other programs first: what else runs is measured, too.
"""

import importlib
import os
import platform
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.rows import Row

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "RESULTS.md"
HEAD = """# What it takes

Written by `.venv/bin/python -m benchmarks` on {day}: Python {python}, {cores} cores, load before {load:.1f}. A
reference was timed in the same run on the same machine, so the ratios travel better than the milliseconds.

| # | what | ours | limit | against | ratio | |
|---|---|---:|---|---|---|---|
"""


def measured(names: list[str]) -> Iterator[Row]:
    """Every row of the modules that offer some, as they are measured."""
    for path in sorted(FOLDER.glob("*.py")):
        if (names and path.stem not in names) or path.stem.startswith("_") or path.stem == "rows":
            continue
        rows = getattr(importlib.import_module(f"benchmarks.{path.stem}"), "rows", None)
        for row in rows() if rows else ():
            print(row.line(), flush=True)
            yield row


def _place(row: Row) -> tuple[int, str, str]:
    digits = re.match(r"\d*", row.number)
    return int(digits[0] or 0) if digits else 0, row.number, row.what


def main() -> int:
    """Measures, prints and writes."""
    load = os.getloadavg()[0]
    rows = sorted(measured(sys.argv[1:]), key=_place)
    head = HEAD.format(
        day=datetime.now(UTC).date(), python=platform.python_version(), cores=os.cpu_count(), load=load
    )
    RESULTS.write_text(head + "".join(f"{row.line()}\n" for row in rows), encoding="utf-8")
    return int(any(False in (row.keeps_its_limit, row.keeps_its_ratio) for row in rows))


if __name__ == "__main__":
    sys.exit(main())
