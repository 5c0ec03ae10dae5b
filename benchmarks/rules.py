"""How long the rules engine takes: `.venv/bin/python benchmarks/rules.py [every]`.

Medians over the community corpus (../shared/corpus, every n-th script), in one process, after one round to warm up.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from jsonschema import Draft7Validator

import builder
from benchmarks.rows import Row
from builder import assets, catalogue
from builder.errors import UnreadableScriptError
from builder.formats.official import format_problems
from builder.game.night import night_sheet
from builder.game.script import Script
from builder.game.setup.dealing import deal
from builder.game.setup.rules import CannotDealError
from builder.game.setup.summary import setups

CORPUS = Path(__file__).resolve().parents[2] / "shared/corpus/community-scripts.jsonl"
RULES = catalogue.rules()
#: Scripts of row 11b, as many as people have published.
CHECKED = 9_630
#: What is timed, and the most milliseconds that its median may take.
TIMED: dict[str, tuple[Callable[[Script], object], float]] = {
    "format check": (lambda script: list(format_problems(script.written())), 0.3),
    "all checks": (builder.problems, 1.5),
    "parse, format, all checks, night order": (lambda script: _everything(script.source), 2),
    "deal for 9 players": (lambda script: deal(script, RULES, 9, seed=1), 2),
    "whole setup table, 5 to 15 players": (lambda script: setups(script, RULES), 10),
}


def _everything(text: str) -> object:
    script = builder.parse(text)
    return builder.problems(script), night_sheet(script, catalogue.night_order())


def scripts(every: int) -> list[Script]:
    """Every n-th script of the corpus that can be read."""
    found = []
    for line in CORPUS.read_text(encoding="utf-8").splitlines()[::every]:
        try:
            found.append(builder.parse(json.dumps(json.loads(line)["script"])))
        except UnreadableScriptError:
            continue
    return found


def milliseconds(work: Callable[[Script], object], some: list[Script]) -> list[float]:
    """How long each script takes, the quickest first."""
    times = []
    for script in some:
        begun = perf_counter()
        with suppress(CannotDealError):
            work(script)
        times.append((perf_counter() - begun) * 1000)
    return sorted(times)


def rows() -> Iterator[Row]:
    """Rows 9, 9b, 10 and 11b: medians over every fourth script of the corpus, and the whole corpus at once."""
    if not CORPUS.exists():
        return
    some = scripts(4)
    validator = Draft7Validator(json.loads(assets.data("schema", "script.json").read_text("utf-8")))
    generic = _median(lambda script: list(validator.iter_errors(script.written())), some)
    numbers = {
        "format check": "9",
        "parse, format, all checks, night order": "9b",
        "deal for 9 players": "10",
    }
    for name, number in numbers.items():
        work, limit = TIMED[name]
        against = (
            {"against": "generic jsonschema", "reference": generic, "times": 5.0} if number == "9" else {}
        )
        yield Row(number, f"{name}, a script", _median(work, some), limit=limit, **against)  # type: ignore[arg-type]
    yield _whole_corpus()


def _median(work: Callable[[Script], object], some: list[Script]) -> float:
    milliseconds(work, some[:20])
    times = milliseconds(work, some)
    return times[len(times) // 2]


def _whole_corpus() -> Row:
    """Seconds to check as many scripts as 9,630, on all cores: the corpus again and again."""
    lines = CORPUS.read_text("utf-8").splitlines()
    many = (lines * (-(-CHECKED // len(lines))))[:CHECKED]
    begun = perf_counter()
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)), get_context("spawn")) as processes:
        found = sum(processes.map(_problems_in, many, chunksize=100))
    took = perf_counter() - begun
    return Row(
        "11b", f"checking {CHECKED:,} scripts on all cores", took, "s", limit=12, remark=f"{found:,} problems"
    )


def _problems_in(line: str) -> int:
    with suppress(UnreadableScriptError):
        return len(builder.problems(builder.parse(json.dumps(json.loads(line)["script"]))))
    return 0


def main() -> int:
    """Print a line for each; the exit status says whether every median keeps to its limit."""
    if not CORPUS.exists():
        print(f"{CORPUS} is not here: nothing to time.")
        return 0
    some = scripts(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
    kept = True
    print(f"{len(some)} scripts; milliseconds: median, 90 of 100, slowest")
    for name, (work, limit) in TIMED.items():
        milliseconds(work, some[:20])
        times = milliseconds(work, some)
        median = times[len(times) // 2]
        kept &= median <= limit
        print(
            f"{name:42} {median:8.2f} {times[len(times) * 9 // 10]:8.2f} {times[-1]:8.2f}   (limit {limit:g})"
        )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
