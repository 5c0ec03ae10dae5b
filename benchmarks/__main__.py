"""Times everything and writes benchmarks/RESULTS.md: `.venv/bin/python -m benchmarks [NAME…]`.

Each NAME is a module of this folder, such as `press`: its rows are measured and printed, and the file stays as it is.
Without one all are run. The exit status says whether every limit was kept. Close other programs first: what else runs
is measured, too.
"""

import argparse
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
    """Every row of these modules, as they are measured; a module may offer none."""
    for name in names:
        rows = getattr(importlib.import_module(f"benchmarks.{name}"), "rows", None)
        for row in rows() if rows else ():
            print(row.line(), flush=True)
            yield row


def _place(row: Row) -> tuple[int, str, str]:
    digits = re.match(r"\d*", row.number)
    return int(digits[0] or 0) if digits else 0, row.number, row.what


def main() -> int:
    """Measures and prints; writes if everything was measured."""
    modules = sorted(
        path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_") and path.stem != "rows"
    )
    reader = argparse.ArgumentParser(
        prog="python -m benchmarks", description=(__doc__ or "").partition("\n")[0]
    )
    reader.add_argument("names", nargs="*", choices=[*modules, []], metavar="NAME", help=", ".join(modules))
    names = reader.parse_args().names
    load = os.getloadavg()[0]
    rows = sorted(measured(names or modules), key=_place)
    if not names:
        head = HEAD.format(
            day=datetime.now(UTC).date(), python=platform.python_version(), cores=os.cpu_count(), load=load
        )
        RESULTS.write_text(head + "".join(f"{row.line()}\n" for row in rows), encoding="utf-8")
    return int(any(False in (row.keeps_its_limit, row.keeps_its_ratio) for row in rows))


if __name__ == "__main__":
    sys.exit(main())
