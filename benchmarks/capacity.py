"""How many workers how many people need: measured CPU seconds of jobs, then a simulation of a Friday evening.

`.venv/bin/python -m benchmarks.capacity` writes the tables of docs/capacity.md anew. The simulation has a fixed seed.
On a machine that is busy with something else, CPU seconds are too many: the tables then say so.
"""

import argparse
import heapq
import json
import os
import random
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.press import CORPUS
from benchmarks.rows import Row
from builder import artefacts
from builder.artefact import PrintRequest
from builder.artefacts.web_jobs import PAGES
from builder.farm.jobs import CLAIM_LASTS

DOCUMENT = Path(__file__).parents[1] / "docs/capacity.md"
SAMPLES = sorted(Path(__file__).parents[1].joinpath("data/samples").glob("*.json"))
MARK = "<!-- written by benchmarks/capacity.py from here -->\n"
#: Share of each kind in what has to be made; `pages` are the pictures of a sheet on a page of the app.
MIX: Mapping[str, float] = {"pages": 0.5, "sheet": 0.25, "night": 0.15, "tokens": 0.05, "almanac": 0.05}
#: Assumptions: documents that have to be made for one person in a month, and the share of a month's in its worst hour.
DOCUMENTS, WORST_HOUR = 12, 0.03
USERS = (1_000, 50_000, 1_000_000)
#: Seconds within which 95 % are to be made; days that documents are stored; seconds between two kills of one worker.
GOAL, DAYS, LIFE = 2.0, 30, 3600.0
MOST_WORKERS = 400
HEAD = (
    "| users a month | documents a second | workers | busy | p50 | p95 | p99 | longest queue | killed of 20,000 |"
    " memory | documents stored |"
)
#: How many documents are simulated, however long that takes.
ARRIVALS = 20_000
SCRIPTS, SEED = 12, 7


@dataclass(frozen=True, slots=True)
class Kind:
    """What jobs of one kind take."""

    seconds: Sequence[float]
    megabytes: float


@dataclass(frozen=True, slots=True)
class Evening:
    """What an hour would be like."""

    workers: int
    p50: float
    p95: float
    p99: float
    #: Share of the workers' time that is used, jobs made twice, and the most jobs that waited.
    busy: float
    again: int
    queue: int


def rows(scripts: int = SCRIPTS) -> Iterator[Row]:
    """The capacity of 100 workers."""
    evening = simulate(measure(scripts), 1_000_000, 100)
    yield Row(
        "19",
        "a Friday evening of 1,000,000 users a month, 100 workers killed once an hour (simulated): p95",
        evening.p95,
        "s",
        limit=GOAL,
        remark=f"{evening.busy:.0%} busy, {evening.again} made twice",
    )


def measure(scripts: int = SCRIPTS) -> Mapping[str, Kind]:
    """CPU seconds of each kind of job with so many scripts, in this process, warm."""
    if CORPUS.is_file():
        lines = CORPUS.read_text("utf-8").splitlines()
        sources = [
            json.dumps(json.loads(line)["script"]) for line in lines[:: len(lines) // scripts][:scripts]
        ]
    else:
        sources = [path.read_text("utf-8") for path in SAMPLES]
    times: dict[str, list[float]] = {kind: [] for kind in MIX}
    sizes: dict[str, list[int]] = {kind: [] for kind in MIX}
    for source in (sources[0], *sources):
        document = b""
        for kind in ("sheet", *(kind for kind in MIX if kind != "sheet")):
            wanted = PrintRequest(kind, paper="a4") if kind != "pages" else PrintRequest(PAGES.kind, dpi=100)
            start = time.process_time()
            made = artefacts.make(document if kind == "pages" else source, wanted)
            times[kind].append(time.process_time() - start)
            sizes[kind].append(len(made.packed()))
            document = made.body if kind == "sheet" else document
    return {kind: Kind(times[kind][1:], statistics.fmean(sizes[kind]) / 1e6) for kind in MIX}


def simulate(kinds: Mapping[str, Kind], users: int, workers: int) -> Evening:
    """The rate of the worst hour of a month: random arrivals, first come first served, workers that are killed.

    A job whose worker is killed begins again when its claim has expired. Each worker has one core.
    """
    dice = random.Random(SEED)  # noqa: S311  # no secret
    rate = users * DOCUMENTS * WORST_HOUR / 3600
    free = [0.0] * workers  # when each worker is free
    waits, used, again, moment = [], 0.0, 0, 0.0
    started: list[float] = []
    queue = most = 0
    for _ in range(ARRIVALS):
        moment += dice.expovariate(rate)
        kind = dice.choices(list(MIX), list(MIX.values()))[0]
        ready = moment
        while True:
            seconds = dice.choice(kinds[kind].seconds)
            begin = max(heapq.heappop(free), ready)
            dies = dice.expovariate(1 / LIFE)
            if dies > seconds:
                break
            again += 1
            used += dies
            heapq.heappush(free, begin + dies + 5)  # the container starts again
            ready = begin + dies + CLAIM_LASTS
        heapq.heappush(free, begin + seconds)
        used += seconds
        waits.append(begin + seconds - moment)
        heapq.heappush(started, begin)
        queue += 1
        while started and started[0] <= moment:
            heapq.heappop(started)
            queue -= 1
        most = max(most, queue)
    cuts = statistics.quantiles(waits, n=100)
    return Evening(workers, cuts[49], cuts[94], cuts[98], used / (workers * moment), again, most)


def workers_for(kinds: Mapping[str, Kind], users: int) -> Evening:
    """The fewest workers that make 95 % within the goal."""
    low, high = 1, MOST_WORKERS
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if simulate(kinds, users, middle).p95 <= GOAL else (middle + 1, high)
    return simulate(kinds, users, low)


def tables(kinds: Mapping[str, Kind], load: float = 1) -> str:
    """What was measured and what follows, in Markdown. `load` is how many programs wanted a core on average."""
    cores = os.cpu_count() or 1
    busy = f" The machine was busy: {load:.0f} programs on {cores} cores, so a quiet one needs fewer seconds."
    measured = (
        f"Measured on {datetime.now(UTC).date()} with {len(kinds['sheet'].seconds)} scripts, one core, warm."
    )
    lines = [
        measured + (f"{busy}\n" if load > cores else "\n"),
        "| kind | share | CPU seconds, median | p95 | megabytes |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, kind in kinds.items():
        p95 = statistics.quantiles(kind.seconds, n=20)[18]
        lines.append(
            f"| {name} | {MIX[name]:.0%} | {statistics.median(kind.seconds):.2f} | {p95:.2f} | {kind.megabytes:.2f} |"
        )
    lines += [
        f"\nThe worst hour, simulated, with the fewest workers for which p95 is at most {GOAL:g} s:\n",
        HEAD,
        "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    size = sum(MIX[name] * kind.megabytes for name, kind in kinds.items())
    for users in USERS:
        found = workers_for(kinds, users)
        stored = users * DOCUMENTS * DAYS / 30 * size / 1000
        lines.append(
            f"| {users:,} | {users * DOCUMENTS * WORST_HOUR / 3600:.1f} | {found.workers} | {found.busy:.0%} |"
            f" {found.p50:.2f} s | {found.p95:.2f} s | {found.p99:.2f} s | {found.queue} | {found.again} |"
            f" {found.workers * 0.5:.1f} GB | {stored:,.1f} GB |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measures, simulates and writes."""
    argparse.ArgumentParser(prog="python -m benchmarks.capacity", description=__doc__).parse_args()
    words = DOCUMENT.read_text("utf-8").partition(MARK)[0]
    kinds = measure()
    DOCUMENT.write_text(words + MARK + "\n" + tables(kinds, os.getloadavg()[1]), "utf-8")


if __name__ == "__main__":
    main()
