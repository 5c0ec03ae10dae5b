"""How long the press takes: rows 1, 1t, 2, 3, 8 and 11. `.venv/bin/python -m benchmarks press`.

S25 is the sample script of 25 characters; the corpus is ../shared/corpus, where there is one.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import builder
from benchmarks import references, scriptmaker
from benchmarks.rows import Row, milliseconds
from builder import assets
from builder.game.script import Script

S25 = assets.data("samples", "a-murmur-of-moths.json")
CORPUS = Path(__file__).resolve().parents[2] / "shared/corpus/community-scripts.jsonl"
#: Kind, what it is called, most milliseconds, times faster than Chromium and than WeasyPrint by itself, most kilobytes.
DOCUMENTS = (
    ("1", "sheet", "sheet, warm", 90, 3.0, None, 600),
    ("2", "night", "night sheet, warm", 95, 2.5, None, 400),
)
THEMES = sorted(path.stem for path in assets.data("themes").glob("*.json"))
#: More scripts for row 1t, where there are some.
FIXTURES = Path(__file__).resolve().parents[2] / "shared/fixtures"
#: How often each sheet of row 1t is made; the fastest counts.
ROUNDS = 5
SCRIPTS = 40
#: What a worker holds after many documents, in kilobytes.
MEMORY = """
import re, sys
from pathlib import Path
import builder
script = builder.parse(Path(sys.argv[1]))
for number in range(100):
    builder.render(script, ("sheet", "night")[number % 2])
# (What `resource` tells of a child counts what its parent had.)
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def rows() -> Iterator[Row]:
    """Warm, cold, sizes, the corpus."""
    script = builder.parse(S25)
    with TemporaryDirectory() as folder:
        pages = {kind: references.page(script, kind, Path(folder)) for _, kind, *_ in DOCUMENTS}
        for number, kind, what, limit, chromium, plain, kilobytes in DOCUMENTS:
            yield from _warm(script, kind, pages[kind], Row(number, what, 0, limit=limit), (chromium, plain))
            size = len(builder.render(script, kind).pdf) / 1000
            yield Row("8", f"{kind}, file", size, "kB", limit=kilobytes)
        yield from _themed()
        yield from _cold(script, list(pages.values()), Path(folder))
        yield _memory()
        if CORPUS.exists():
            yield from _corpus(Path(folder))


def _warm(script: Script, kind: str, page: Path, row: Row, times: tuple[float | None, ...]) -> Iterator[Row]:
    def ours() -> float:
        return milliseconds(lambda: builder.render(script, kind), rounds=9)

    for name, measure, asked in (
        ("Chromium, warm", references.chromium, times[0]),
        ("WeasyPrint by itself", references.plain_weasyprint, times[1]),
    ):
        before, reference, after = ours(), measure(page), ours()
        yield Row(
            row.number,
            row.what,
            min(before, after),
            limit=row.limit,
            against=name,
            reference=reference,
            times=asked,
        )


def _themed() -> Iterator[Row]:
    """How much more processor time the sheets of several scripts take in each theme; all take turns."""
    folders = (assets.data("samples"), FIXTURES / "wc25", FIXTURES / "homebrew")
    scripts = [builder.parse(path) for folder in folders for path in sorted(folder.glob("*.json"))]
    took: dict[tuple[str, int], float] = {}
    for _ in range(ROUNDS):
        for number, script in enumerate(scripts):
            for theme in ("none", *THEMES):
                begun = process_time()
                builder.render(script, "sheet", theme=theme, fetch=False)
                used = process_time() - begun
                took[theme, number] = min(used, took.get((theme, number), used))
    plain, *worn = (sum(took[theme, number] for number in range(len(scripts))) for theme in ("none", *THEMES))
    for theme, all_of_it in zip(THEMES, worn, strict=True):
        what = f"sheets of {len(scripts)} scripts, warm, more in the theme {theme} (processor time)"
        yield Row("1t", what, 100 * (all_of_it / plain - 1), "%", limit=15)


def _print(given: Path, out: Path, cores: set[int] | None = None) -> None:
    subprocess.run(
        [sys.executable, "-m", "builder.cli", "print", str(given), "-d", str(out)],
        check=True,
        capture_output=True,
        preexec_fn=(lambda: os.sched_setaffinity(0, cores)) if cores else None,
    )


def _cold(script: Script, pages: list[Path], folder: Path) -> Iterator[Row]:
    what = "`clockwright print` (sheet and night sheet), cold, whole process"
    official = folder / "official.json"
    official.write_text(builder.dump(script), "utf-8")
    took = milliseconds(lambda: _print(S25, folder / "out"), rounds=5)
    yield Row(
        "3",
        what,
        took,
        limit=650,
        against="two processes of WeasyPrint by itself",
        reference=references.cold_weasyprint(pages),
        remark=scriptmaker.JSON2PDF,
    )
    theirs = scriptmaker.documents(official)
    yield Row(
        "3",
        what,
        milliseconds(lambda: _print(S25, folder / "out"), rounds=5),
        limit=650,
        against="Scriptmaker",
        reference=theirs,
        times=10,
        remark="" if theirs else scriptmaker.MISSING,
    )


def _memory() -> Row:
    ran = subprocess.run([sys.executable, "-c", MEMORY, str(S25)], capture_output=True, text=True, check=True)
    return Row("8", "a worker after 100 documents", int(ran.stdout) / 1000, "MB", limit=150)


def _corpus(folder: Path) -> Iterator[Row]:
    given = folder / "corpus"
    given.mkdir()
    lines = CORPUS.read_text("utf-8").splitlines()
    for number, line in enumerate(lines[:: len(lines) // SCRIPTS][:SCRIPTS]):
        (given / f"{number}.json").write_text(json.dumps(json.loads(line)["script"]), "utf-8")

    def rate(cores: set[int] | None) -> float:
        begun = perf_counter()
        _print(given, folder / "printed", cores)
        return SCRIPTS / (perf_counter() - begun)

    one = rate({min(os.sched_getaffinity(0))})
    yield Row(
        "11",
        f"{SCRIPTS} scripts of the corpus (sheet and night sheet), all cores",
        rate(None),
        "scripts/s",
        limit=9,
        more_is_better=True,
        against="one core",
        reference=one,
        times=1.8,
    )
