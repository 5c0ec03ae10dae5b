"""Scripts on all cores: each is made in a child process that can be killed without harm to the rest."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial

from builder.cli import making, terminal
from builder.cli.making import Failed, Made, Wanted
from builder.settings import settings

#: With fewer scripts than this the children would cost more time than they save.
WORTH_IT = 4


@dataclass(frozen=True, slots=True)
class Job:
    """One script to print."""

    #: As the person gave it; and its place among all.
    given: str
    index: int
    name: str
    #: Opening of its file names, different from every other's.
    stem: str
    data: bytes
    wanted: tuple[Wanted, ...]


def run(
    jobs: Sequence[Job], advance: Callable[[str, str], None], workers: int | None = None
) -> Iterator[tuple[Job, list[Made | Failed]]]:
    """Each script with its documents, in the order in which they are finished.

    `advance` is told the script and the kind of each document that is done; `workers` children run at once, else as
    many as there are cores.
    """
    from builder.press import forked

    if forked.is_possible():
        yield from _fork(jobs, advance, workers or cores())
        return
    many = len(jobs) >= WORTH_IT
    results = _spread(jobs, workers or cores()) if many else _make_here(jobs)
    for job, found in results:
        for wanted in job.wanted:
            advance(job.name, wanted.kind)
        yield job, found


def _make_here(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Made | Failed]]]:
    for job in jobs:
        with _watched(job):
            results = making.make(job.data, job.wanted)
        yield job, results


def _fork(
    jobs: Sequence[Job], advance: Callable[[str, str], None], workers: int
) -> Iterator[tuple[Job, list[Made | Failed]]]:
    """Documents in children that are forked with all they need; they grow faster with each."""
    from builder.press import forked

    making.load()
    limits = settings()
    asked = [(job, wanted) for job in jobs for wanted in job.wanted]
    answers = forked.answers(
        [partial(making.make, job.data, (wanted,)) for job, wanted in asked],
        at_once=workers,
        limits=forked.Limits(limits.render_seconds, limits.render_memory_mb),
    )
    results: dict[Job, dict[Wanted, Made | Failed]] = {job: {} for job in jobs}
    with closing(answers):
        for number, answer in answers:
            job, wanted = asked[number]
            found = _answer(answer, (wanted,), limits.render_seconds)
            results[job][wanted] = found[0]
            advance(job.name, wanted.kind)
            if len(results[job]) == len(job.wanted):
                yield job, [results[job][each] for each in job.wanted]


@contextmanager
def _watched(job: Job) -> Iterator[None]:
    """Ends the program when a script takes longer than a render may: nothing else stops a layout.

    What was written before is whole, for files are written whole or not at all.
    """
    seconds = settings().render_seconds * len(job.wanted)
    name = terminal.one_line(job.name)

    def give_up() -> None:
        terminal.complain(f"{name} took longer than {seconds} seconds to lay out, so the work was stopped.")
        os._exit(1)

    timer = threading.Timer(seconds, give_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def cores() -> int:
    """How many children may run at once."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _spread(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Job, list[Made | Failed]]]:
    from builder.press.workers import processes

    limits = settings()
    seconds = limits.render_seconds
    pool = processes(
        min(workers, len(jobs)),
        seconds=seconds * max(len(job.wanted) for job in jobs),
        memory_mb=limits.render_memory_mb,
        preload="builder.cli.making",
    )
    finished = False
    try:
        running: dict[Future[list[Made | Failed]], Job] = {
            pool.schedule(making.make, args=(job.data, job.wanted), timeout=seconds * len(job.wanted)): job
            for job in jobs
        }
        for future in as_completed(running):
            # Popped, so that finished documents do not pile up in memory.
            job = running.pop(future)
            yield job, _result(future, job, seconds * len(job.wanted))
        finished = True
    finally:
        if finished:
            pool.close()
        else:
            pool.stop()
        pool.join()


def _result(future: Future[list[Made | Failed]], job: Job, seconds: float) -> list[Made | Failed]:
    try:
        answer: list[Made | Failed] | Exception = future.result()
    except Exception as error:  # noqa: BLE001  # a dead child must not end the batch
        answer = error
    return _answer(answer, job.wanted, seconds)


def _answer(
    answer: list[Made | Failed] | Exception, wanted: Sequence[Wanted], seconds: float
) -> list[Made | Failed]:
    """What a child made, or why there is nothing."""
    if isinstance(answer, TimeoutError):
        reason = f"It took longer than {seconds:g} seconds, so the work was stopped."
    elif isinstance(answer, Exception):
        name = type(answer).__name__
        reason = f"The process that made it ended early ({name}), most likely for want of memory."
    else:
        return answer
    return [Failed(each, reason) for each in wanted]
