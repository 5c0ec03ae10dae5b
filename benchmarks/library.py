"""How long the library takes: a script of 30 characters, and a list of a thousand scripts, in a file on this disk."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

import builder
from benchmarks.rows import Row, milliseconds
from builder.library import Library, Saved, revisions
from builder.settings import Settings

SAMPLE = Path(__file__).resolve().parents[1] / "data/samples/a-murmur-of-moths.json"
MORE = ("imp", "baron", "spy", "recluse", "virgin")
LISTED = 1000
CHANGES = 60


def rows() -> Iterator[Row]:
    """Opening, saving and listing; a save is on the disk when it is done."""
    with tempfile.TemporaryDirectory() as folder:
        library = Library.open(Settings(data=folder))
        held = library.create(_thirty("Timed"))
        yield Row(
            "13", "library: get a script of 30", milliseconds(lambda: library.get(held.id), 50), limit=5
        )
        yield Row("13b", "library: save it, durably", _saving(library, held), limit=10)
        with library._writing() as connection:  # noqa: SLF001  # a thousand commits are not the point here
            for number in range(LISTED):
                revisions.create(connection, _thirty(f"Script {number}"), "", "New")
        yield Row("13c", f"library: list {LISTED} scripts", milliseconds(library.scripts), limit=50)
        yield Row(
            "13d", "library: search them", milliseconds(lambda: library.scripts("script 77 imp")), limit=50
        )
        library.close()


def _saving(library: Library, held: Saved) -> float:
    """The median of so many changes. The script that holds was looked at before, as a page does."""
    times = []
    for number in range(CHANGES):
        changed = _thirty(f"Timed {number}")
        library.get(held.id)
        begun = perf_counter()
        saved = library.save(held.id, changed, expected=held.revision, label="Name")
        times.append((perf_counter() - begun) * 1000)
        assert isinstance(saved, Saved)  # noqa: S101  # nobody else saves
        held = saved
    return median(times)


def _thirty(name: str) -> builder.Script:
    meta, *entries = json.loads(SAMPLE.read_text("utf-8"))
    return builder.parse(json.dumps([meta | {"name": name}, *entries, *MORE]))
