"""What each patch of WeasyPrint saves: `.venv/bin/python -m benchmarks patches`.

Processor time of a print without the patch against that with all of them, the shortest of a few in turns: of a script
after another one (first), and of the same once more (again). A row gives the print of which a patch saves most; one
that saves less than 8 % of every print has to go.
"""

import gc
import os
from collections.abc import Iterator
from itertools import product
from time import process_time

import builder
from benchmarks.rows import Row
from builder import assets
from builder.game.script import Script
from builder.press import weasyprint_patches
from builder.press.almanac import book
from builder.press.weasyprint_patches import line_cache
from builder.settings import settings

DOCUMENTS = (
    ("sheet", "classic"),
    ("sheet", "parchment"),
    ("night", "full"),
    ("night", "strips"),
    ("almanac", "book"),
)
ROUNDS = 4
LEAST = 1.08
#: What has to be off where a patch is.
NEED = {"backgrounds": ("html-parser",), "line-cache": ("text-drawing",)}


def rows() -> Iterator[Row]:
    """A row for each patch that is there to save time."""
    for patch in weasyprint_patches.NAMES:
        if patch != "structure-tree":
            prints = product(DOCUMENTS, (True, False))
            yield max((_row(patch, each, first=first) for each, first in prints), key=_ratio)


def _ratio(row: Row) -> float:
    return row.ratio or 0


def _row(patch: str, document: tuple[str, str], *, first: bool) -> Row:
    others = [name for name in weasyprint_patches.NAMES if name != patch and name not in NEED.get(patch, ())]
    took: dict[str, list[float]] = {"all": [], ",".join(others): []}
    for names in [*took] * ROUNDS:
        took[names].append(_print(names, document, first=first))
    ours, reference = map(min, took.values())
    what = f"{patch}, {' '.join(document)}, {'first' if first else 'again'}"
    return Row("patch", what, ours, against="without it", reference=reference, times=LEAST)


def _print(names: str, document: tuple[str, str], *, first: bool) -> float:
    """Milliseconds of processor time of one print with these patches, after another one."""
    os.environ["CLOCKWRIGHT_PATCHES"] = names
    settings.cache_clear()
    weasyprint_patches.forget()
    line_cache.forget()
    kind, style = document
    builder.render(_script("a-murmur-of-moths" if first else "the-wandering-fair"), kind, style=style)
    book.forget()
    script = _script("the-wandering-fair")
    gc.collect()
    begun = process_time()
    builder.render(script, kind, style=style)
    return (process_time() - begun) * 1000


def _script(name: str) -> Script:
    return builder.parse(assets.data("samples", f"{name}.json"))
