"""Renders scripts on all cores, each document in a process that can be killed; shows progress and writes the files."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import builder
from builder import assets, files, formats
from builder.artefact import Artefact, Fault, File, PrintRequest
from builder.artefacts import runner
from builder.cli import terminal
from builder.errors import BusyError, ClockwrightError, MissingPartError, UnavailableError
from builder.language import gettext as _
from builder.settings import settings

if TYPE_CHECKING:
    from rich.progress import Progress as Bar, ProgressColumn, Task, TaskID

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
    try:
        return future.result()
    except MissingPartError:
        raise
    except ClockwrightError as error:
        return Fault(str(error))
    except Exception as error:  # noqa: BLE001  # the other documents can still be rendered
        return Fault(runner.sentence(error, request))


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """Writes documents into a folder, each file completely or not at all."""

    folder: Path
    as_zip: bool = False
    with_script: bool = True

    def put(self, job: Job, made: Sequence[tuple[PrintRequest, Artefact]]) -> list[dict[str, Any]]:
        """Writes the documents of one script; returns a row for each file. Raises OSError."""
        contents = [
            (request, artefact, (f"{job.stem} - {name}", content))
            for request, artefact in made
            for name, content in artefact.files
        ]
        if not contents:
            return []
        self.folder.mkdir(parents=True, exist_ok=True)
        archive = self._zipped(job, [file for *_, file in contents]) if self.as_zip else None
        return [
            _row(job, request, artefact, file, archive or self._written(file))
            for request, artefact, file in contents
        ]

    def _written(self, file: File) -> Path:
        name, content = file
        path = self.folder / name
        if path.parent != self.folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, content)
        return path

    def _zipped(self, job: Job, contents: Sequence[File]) -> Path:
        """All files in the order of their names; the script without its private parts."""
        members = dict(contents)
        if self.with_script:
            script = formats.public(builder.parse(job.data))
            members[f"{job.stem}.json"] = builder.dump(script).encode()
        archive = self.folder / f"{job.stem}.zip"
        files.write(archive, files.zipped(sorted(members.items())))
        return archive


def usual() -> Path:
    """The default folder: the checkout's `output/`, else `output` in the current folder."""
    checkout = assets.root()
    return checkout / "output" if (checkout / "pyproject.toml").is_file() else Path("output")


def _row(job: Job, request: PrintRequest, artefact: Artefact, file: File, path: Path) -> dict[str, Any]:
    name, content = file
    return {
        "source": job.given,
        "script": job.name,
        "kind": request.kind,
        "style": artefact.style,
        "file": str(path),
        "pages": artefact.pages if name.endswith(".pdf") else 1,
        "bytes": len(content),
        "ms": artefact.ms,
    }


#: How many letters of a script's name are shown next to the bar.
NAME = 30
#: The number of documents from which on progress is shown.
FEW = 3


class Progress:
    """Counts finished scripts, and on a terminal their documents, on standard error."""

    def __init__(self, total: int, documents: int) -> None:
        self._total = total
        self._documents = documents
        self._done = 0
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if (self._total > 1 or self._documents > FEW) and terminal.is_terminal(sys.stderr):
            # A thread that draws the bar would prevent forking; it is drawn after each document.
            self._bar = bar(_rate(), auto_refresh=False)
            self._task = self._bar.add_task(_("Printing"), total=self._documents)
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        if self._bar:
            self._bar.stop()
        if kind and issubclass(kind, KeyboardInterrupt):
            terminal.say(
                _("Stopped. %(done)s of %(total)s scripts are complete; the rest were not printed.")
                % {"done": self._done, "total": self._total}
            )

    def advance(self, name: str, kind: str) -> None:
        """Counts a document that is done, if not yet written."""
        if self._bar and self._task is not None:
            description = f"{terminal.one_line(name)[:NAME]}: {kind}"
            self._bar.update(self._task, advance=1, description=description)
            self._bar.refresh()

    def step(self, name: str, notices: Iterable[str], *, failed: bool) -> None:
        """Counts a script that is done."""
        self._done += 1
        if not self._bar and self._total > 1:
            state = " (incomplete)" if failed else ""
            terminal.say(f"[{self._done}/{self._total}] {terminal.one_line(name)}{state}")
        for notice in notices:
            self._print_line(f"{terminal.one_line(name)}: {terminal.one_line(notice)}")

    def _print_line(self, text: str) -> None:
        if self._bar:
            self._bar.console.print(text, markup=False, highlight=False)
        else:
            terminal.say(text)


def bar(*more: "ProgressColumn", auto_refresh: bool = True) -> "Bar":
    """A bar on standard error with a description, numbers, these columns and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        *more,
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=auto_refresh,
    )


def _rate() -> "ProgressColumn":
    from rich.progress import TextColumn
    from rich.text import Text

    class Rate(TextColumn):
        def render(self, task: "Task") -> Text:
            return Text(
                _("%(number)s a minute") % {"number": f"{60 * task.speed:.0f}"} if task.speed else "",
                style="dim",
            )

    return Rate("")
