"""Renders scripts on all cores: each document in a process that can be killed without harm to the rest."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass

from builder.artefact import Artefact, Fault, PrintRequest
from builder.artefacts import runner
from builder.errors import MissingPartError

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
    jobs: Sequence[Job], advance: Callable[[str, str], None], workers: int | None = None
) -> Iterator[tuple[Job, list[Result]]]:
    """Yields each script with its documents, in the order in which they are finished.

    `advance` gets the script and the kind of each document that is done; at most `workers` run at once, by default as
    many as there are cores. Raises MissingPartError if a part of the press is not installed: nothing can be rendered.
    """
    from builder.press.workers import cores

    wanted = sum(len(job.requests) for job in jobs)
    with runner.LocalRunner(min(workers or cores(), wanted) or 1, helpers=wanted <= cores()) as local:
        running = {
            local.submit(job.data, request): (job, request) for job in jobs for request in job.requests
        }
        results: dict[Job, dict[PrintRequest, Artefact | Fault]] = {job: {} for job in jobs}
        for future in as_completed(running):
            job, request = running.pop(future)  # so that finished documents do not pile up in memory
            results[job][request] = _result(future)
            advance(job.name, request.kind)
            if len(results[job]) == len(job.requests):
                done = results.pop(job)
                yield job, [(each, done[each]) for each in job.requests]


def _result(future: Future[Artefact]) -> Artefact | Fault:
    """The result of a process, or why there is none."""
    from builder.press.workers import JobTimeoutError, WorkerDiedError, sentence

    try:
        return future.result()
    except MissingPartError:
        raise
    except JobTimeoutError as error:
        return Fault(f"It took {error}, so it was stopped.")
    except WorkerDiedError:
        return Fault("The process that made it ended early, most likely because memory ran out.")
    except Exception as error:  # noqa: BLE001  # the other documents can still be rendered
        return Fault(sentence(error))
