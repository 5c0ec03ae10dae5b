"""Renders scripts on all cores: each document in a process that can be killed without harm to the rest."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass

from builder.artefact import Artefact, Fault, PrintRequest
from builder.artefacts import runner
from builder.errors import BusyError, ClockwrightError, MissingPartError, UnavailableError
from builder.language import gettext as _
from builder.settings import settings

Result = tuple[PrintRequest, Artefact | Fault]


@dataclass(frozen=True, slots=True)
class Job:
    """One script to print."""

    #: The path as typed; and its index among all.
    given: str
    index: int
    name: str
    #: Prefix of its file names, unique to this script.
    stem: str
    data: bytes
    requests: tuple[PrintRequest, ...]


def run(
    jobs: Sequence[Job],
    advance: Callable[[str, str], None],
    workers: int | None = None,
    *,
    farm: bool = False,
) -> Iterator[tuple[Job, list[Result]]]:
    """Yields each script with its documents, in the order in which they are finished.

    `advance` gets the script and the kind of each document that is done; at most `workers` run at once, by default as
    many as there are cores. With `farm` the workers of other machines make them. Raises MissingPartError if a part of
    the press is not installed, ClockwrightError if there is no farm: nothing can be rendered.
    """
    from builder.press.workers import cores

    wanted = sum(len(job.requests) for job in jobs)
    count = min(workers or cores(), wanted) or 1
    with _farm() if farm else runner.start(count, helpers=wanted <= cores()) as makers:
        running = _submit_all(makers, jobs)
        results: dict[Job, dict[PrintRequest, Artefact | Fault]] = {job: {} for job in jobs}
        for future in as_completed(running):
            job, request = running.pop(future)  # so that finished documents do not pile up in memory
            results[job][request] = _result(future, request)
            advance(job.name, request.kind)
            if len(results[job]) == len(job.requests):
                done = results.pop(job)
                yield job, [(each, done[each]) for each in job.requests]


def _farm() -> runner.Runner:
    """The farm. Raises ClockwrightError if there is none, UnavailableError if its broker is away."""
    found = runner.farm(settings(), queue="bulk")
    if not found.is_available:
        raise UnavailableError(
            _("The broker of the farm (CLOCKWRIGHT_BROKER) does not answer; start it, and print again.")
        )
    return found


def _submit_all(
    makers: runner.Runner, jobs: Sequence[Job]
) -> dict[Future[Artefact], tuple[Job, PrintRequest]]:
    """Starts all jobs; those that cannot be started fail alone, and all that are left if a part of the farm is away."""
    running: dict[Future[Artefact], tuple[Job, PrintRequest]] = {}
    away: UnavailableError | None = None
    for job, request in [(each, request) for each in jobs for request in each.requests]:
        try:
            if away:
                raise away
            future = makers.submit(job.data, request)
        except BusyError as error:
            away = error if isinstance(error, UnavailableError) else None
            future = Future()
            future.set_exception(error)
        running[future] = job, request
    return running


def _result(future: Future[Artefact], request: PrintRequest) -> Artefact | Fault:
    """The result of a job, or why there is none."""
    try:
        return future.result()
    except MissingPartError:
        raise
    except ClockwrightError as error:
        return Fault(str(error))
    except Exception as error:  # noqa: BLE001  # the other documents can still be rendered
        return Fault(runner.sentence(error, request))
