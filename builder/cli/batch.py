"""Scripts on all cores: each document is made in a process that can be killed without harm to the rest."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass

from builder.cli import making
from builder.cli.making import Failed, Made, Wanted
from builder.errors import ClockwrightError
from builder.settings import settings

#: What processes load beforehand.
PRELOAD = ("builder.cli.making",)


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


def prepare() -> None:
    """Has the press loaded in another process while this one reads scripts."""
    from builder.press import workers

    workers.prepare(PRELOAD)


def run(
    jobs: Sequence[Job], advance: Callable[[str, str], None], workers: int | None = None
) -> Iterator[tuple[Job, list[Made | Failed]]]:
    """Each script with its documents, in the order in which they are finished.

    `advance` is told the script and the kind of each document that is done; so many `workers` are at work at once,
    else as many as there are cores.
    """
    from builder.press.workers import Workers, cores

    limits = settings()
    count = min(workers or cores(), sum(len(job.wanted) for job in jobs)) or 1
    with Workers(
        count,
        seconds=limits.render_seconds,
        memory_mb=limits.render_memory_mb,
        preload=PRELOAD,
        helpers=sum(len(job.wanted) for job in jobs) <= cores(),
    ) as pool:
        running = {
            pool.submit(making.make, job.data, (wanted,)): (job, wanted)
            for job in jobs
            for wanted in job.wanted
        }
        results: dict[Job, dict[Wanted, Made | Failed]] = {job: {} for job in jobs}
        for future in as_completed(running):
            job, wanted = running.pop(future)  # so that finished documents do not pile up in memory
            results[job][wanted] = _result(future, wanted, limits.render_seconds)
            advance(job.name, wanted.kind)
            if len(results[job]) == len(job.wanted):
                done = results.pop(job)
                yield job, [done[each] for each in job.wanted]


def _result(future: Future[list[Made | Failed]], wanted: Wanted, seconds: float) -> Made | Failed:
    """What a process made, or why there is nothing."""
    from builder.press.workers import WorkerDiedError

    try:
        return future.result()[0]
    except TimeoutError:
        return Failed(wanted, f"It took longer than {seconds:g} seconds, so the work was stopped.")
    except WorkerDiedError:
        return Failed(wanted, "The process that made it ended early, most likely for want of memory.")
    except ClockwrightError as error:
        return Failed(wanted, str(error))
