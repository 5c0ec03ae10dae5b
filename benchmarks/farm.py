"""The farm against the local pool, and what it loses under kills: `.venv/bin/python -m benchmarks farm`.

Two workers on this machine, with Redis and (for the last row) an S3 server as in the tests. With two numbers it takes
fewer scripts, and fewer documents under kills: `python -m benchmarks.farm 40 60`.
"""

import hashlib
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import farm_workers  # the servers of the tests
import redis_server
import s3_server

from benchmarks.press import CORPUS
from benchmarks.rows import Row
from builder.artefact import Artefact, PrintRequest
from builder.artefacts.runner import LocalRunner, Runner, farm
from builder.errors import RenderError, UnavailableError
from builder.settings import Settings

SCRIPTS, KILLED, EVERY, AWAY = 400, 500, 5.0, 20.0
#: So many times the local pool and the farm take turns.
TURNS = 8
SHEET = PrintRequest("sheet", paper="a4")
Sources = Sequence[bytes]


@dataclass
class Outcome:
    """What became of documents that were asked for."""

    #: SHA-256 of each document by its number.
    made: dict[int, str]
    seconds: float
    #: Why documents were not made.
    errors: list[str]

    def add(self, more: "Outcome", start: int) -> None:
        """Adds what became of those from number `start` on."""
        self.made |= {start + number: found for number, found in more.made.items()}
        self.seconds += more.seconds
        self.errors += more.errors


def rows(scripts: int = SCRIPTS, killed: int = KILLED) -> Iterator[Row]:
    """The rate of two workers; then documents lost under kills, a restart of the broker, a store that is away."""
    sources = _sources(max(scripts, killed))
    ours, theirs = Outcome({}, 0, []), Outcome({}, 0, [])
    with _servers() as (_, settings):
        # One worker with two processes: two workers would each have a helper for long documents.
        with (
            LocalRunner(2, settings, helpers=False) as local,
            farm_workers.working(settings, 2, 1),
            farm(settings, queue="bulk") as runner,
        ):
            _print(local, sources[:2])
            _print(runner, [b'["imp"]', b'["chef"]'])
            # Both print the same scripts, in turns, as machines become faster and slower; the farm also stores them.
            for start in range(0, scripts, scripts // TURNS):
                part = range(start, min(scripts, start + scripts // TURNS))
                for runs, outcome in ((local, ours), (runner, theirs)):
                    outcome.add(_print(runs, sources[part.start : part.stop]), part.start)
            local_rate = scripts / ours.seconds
            ours.add(_print(local, sources[scripts:]), scripts)
        yield Row(
            "17",
            f"{scripts} scripts of the corpus (sheets) on the farm, 2 at once",
            scripts / theirs.seconds,
            "scripts/s",
            more_is_better=True,
            against="local pool of 2",
            reference=local_rate,
            times=0.9,
            remark=_remark(theirs, ours),
        )
    yield from _faults(sources[:killed], ours)


def _faults(sources: Sources, right: Outcome) -> Iterator[Row]:
    for number, what, harm in (
        ("17b", f"a worker killed every {EVERY:g} s", _kill_workers),
        ("17c", "broker killed and restarted in the middle", _restart_broker),
    ):
        with _servers() as (broker, settings):
            workers = [farm_workers.FarmWorker(settings, 1) for _ in range(2)]
            with farm(settings, queue="bulk") as runner, _meanwhile(harm, settings, broker, workers) as count:
                found = _print(runner, sources)
            for worker in workers:
                worker.kill()
        lost, different = len(sources) - len(found.made), _different(found, right)
        yield Row(
            number,
            f"{len(sources)} documents, {what}: lost or different",
            lost + different,
            "documents",
            limit=0,
            remark=f"{len(count)} × harmed, {found.seconds:.0f} s; {', '.join(found.errors[:2])}",
        )
    yield _store_away(sources[:60], right)


def _store_away(sources: Sources, right: Outcome) -> Row:
    with s3_server.started() as store, _servers() as (_, local), _environment(store.environment):
        settings = replace(local, artefacts=store.url)
        with farm_workers.working(settings, 1, 2), farm(settings, queue="bulk") as runner:
            asked = [runner.submit(source, SHEET) for source in sources]
            next(as_completed(asked))
            store.pause()
            back = threading.Timer(AWAY, store.go_on)
            back.start()
            first = _taken(asked)
            back.join()
            refused = sum("does not answer" in error for error in first.errors)
            again = _print(runner, sources, patience=30)
    wrong = len(sources) - len(again.made) + _different(again, right) + _different(first, right)
    return Row(
        "17d",
        f"{len(sources)} documents, S3 away for {AWAY:g} s, then asked for again: lost, half written or different",
        wrong + len(first.errors) - refused,
        "documents",
        limit=0,
        remark=f"{refused} refused with a sentence meanwhile",
    )


def _kill_workers(
    settings: Settings, _: redis_server.RedisServer, workers: list[farm_workers.FarmWorker], turn: int
) -> bool:
    workers[turn % 2].kill()
    workers[turn % 2] = farm_workers.FarmWorker(settings, 1)
    return True


def _restart_broker(_: Settings, broker: redis_server.RedisServer, __: object, turn: int) -> bool:
    if turn != 1:
        return False
    broker.kill()
    time.sleep(2)
    broker.start()
    return True


@contextmanager
def _meanwhile(harm: Callable[..., bool], *given: object) -> Iterator[list[int]]:
    """Does harm every few seconds in a thread, until the block ends; the list says when."""
    ended, done = threading.Event(), list[int]()

    def work() -> None:
        turn = 0
        while not ended.wait(EVERY):
            if harm(*given, turn):
                done.append(turn)
            turn += 1

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield done
    finally:
        ended.set()
        thread.join()


@contextmanager
def _servers() -> Iterator[tuple[redis_server.RedisServer, Settings]]:
    with redis_server.started() as broker, tempfile.TemporaryDirectory() as folder:
        yield broker, Settings(broker=broker.address, data=folder, artefacts=f"file://{folder}")


@contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    os.environ.update(values)
    try:
        yield
    finally:
        for name in values:
            del os.environ[name]


def _sources(count: int) -> Sources:
    """Scripts of the corpus, each another one; without a corpus, variants of a sample."""
    if CORPUS.is_file():
        lines = CORPUS.read_text("utf-8").splitlines()
        step = max(1, len(lines) // count)
        return [json.dumps(json.loads(line)["script"]).encode() for line in lines[::step][:count]]
    sample = Path(__file__).parents[1] / "data/samples/a-murmur-of-moths.json"
    entries = json.loads(sample.read_text("utf-8"))
    return [json.dumps([*entries[:1], *entries[1 + n % 9 :]]).encode() + b" " * n for n in range(count)]


def _print(runner: Runner, sources: Sources, patience: float = 0) -> Outcome:
    begun = time.perf_counter()
    end = time.monotonic() + patience
    while True:
        try:
            asked: list[Future[Artefact]] = [runner.submit(source, SHEET) for source in sources]
            break
        except UnavailableError:
            if time.monotonic() > end:
                raise
            time.sleep(0.5)
    outcome = _taken(asked)
    outcome.seconds = time.perf_counter() - begun
    return outcome


def _taken(asked: Sequence["Future[Artefact]"]) -> Outcome:
    numbers = {future: number for number, future in enumerate(asked)}
    outcome = Outcome({}, 0, [])
    for future in as_completed(numbers):
        try:
            outcome.made[numbers[future]] = hashlib.sha256(future.result().body).hexdigest()
        except RenderError as error:
            outcome.errors.append(str(error))
    return outcome


def _different(found: Outcome, right: Outcome) -> int:
    return sum(found.made[number] != right.made[number] for number in found.made.keys() & right.made.keys())


def _remark(found: Outcome, right: Outcome) -> str:
    return f"{_different(found, right)} different, {len(found.errors)} not made"


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        for row in rows(*map(int, sys.argv[1:3])):
            print(row.line(), flush=True)
