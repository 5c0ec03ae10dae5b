"""What every runner must do, whatever is behind it: a runner that is added to RUNNERS is tested."""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import as_completed
from dataclasses import replace
from pathlib import Path

import farm_workers
import pytest
import runner_jobs
from patience import wait_until
from redis_server import RedisServer
from runner_jobs import job

import builder
from builder import artefacts, assets, formats
from builder.artefact import PDF, Artefact, PrintRequest
from builder.artefacts.runner import LocalRunner, Runner, farm, sentence
from builder.artefacts.web_jobs import PAGES
from builder.errors import (
    BusyError,
    ClockwrightError,
    JobTimeoutError,
    MissingPartError,
    PictureError,
    RenderError,
    WorkerDiedError,
)
from builder.settings import Settings

pytestmark = pytest.mark.full

OpenRunner = Callable[..., Runner]
QUICK = job("doze", seconds=0)


class Farm:
    """One broker for all these tests, and one worker for each number of processes and limit of memory."""

    def __init__(self, broker: str, folder: Path) -> None:
        self._broker, self._folder = broker, folder
        self._workers: dict[str, farm_workers.FarmWorker] = {}

    def open(self, count: int, limits: Settings) -> Runner:
        name = f"{count}-{limits.render_memory_mb}"
        number = {"1-1500": 0, "2-1500": 1, "1-300": 2}[name]
        settings = replace(
            limits,
            broker=f"{self._broker.removesuffix('0')}{number}",
            data=str(self._folder),
            artefacts=f"file://{self._folder}/{name}",
        )
        if name not in self._workers:
            self._workers[name] = farm_workers.FarmWorker(settings, count)
        return farm(settings)

    def close(self) -> None:
        for worker in self._workers.values():
            worker.kill()


@pytest.fixture(scope="module")  # afterwards, its workers would take the jobs of other files
def shared_farm(redis_server: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Farm]:
    shared = Farm(redis_server.address, tmp_path_factory.mktemp("farm"))
    yield shared
    shared.close()


#: Starts a runner whose workers make `runner_jobs`: how many at once, and within which limits.
RUNNERS: Mapping[str, Callable[[pytest.FixtureRequest], Callable[[int, Settings], Runner]]] = {
    "local": lambda _: LocalRunner,
    "farm": lambda request: request.getfixturevalue("shared_farm").open,
}


@pytest.fixture(params=RUNNERS)
def open_runner(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenRunner]:
    monkeypatch.setattr("builder.artefacts.make", runner_jobs.make)
    start = RUNNERS[request.param](request)
    opened: list[Runner] = []

    def started(count: int = 2, *, seconds: int = 60, memory_mb: int = 1500) -> Runner:
        limits = Settings(render_seconds=seconds, render_memory_mb=memory_mb)
        opened.append(start(count, limits))
        return opened[-1]

    yield started
    for runner in opened:
        runner.close()


def made(runner: Runner, wanted: PrintRequest) -> bytes:
    return runner.submit(b"[]", wanted).result(60).body


@pytest.mark.parametrize("source", ['["imp"]', b'["imp"]', "\ud800"])
def test_source_and_request_travel_whole_and_an_artefact_comes_back(
    open_runner: OpenRunner, source: bytes | str
) -> None:
    wanted = PrintRequest("echo", "classic", "a4", (("ink", "black"),), copies=2, dpi=72, fetch=True)
    artefact = open_runner(1).submit(source, wanted).result(60)
    assert artefact == Artefact("echo.pdf", PDF, repr((source, wanted)).encode(), pages=3)


def test_a_large_artefact_comes_whole(open_runner: OpenRunner) -> None:
    assert made(open_runner(1), job("large")) == bytes(5_000_000)


@pytest.mark.skipif(not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet")
def test_a_document_and_the_pictures_of_its_pages_are_those_of_the_library(open_runner: OpenRunner) -> None:
    runner = open_runner(1)
    script = builder.parse(assets.data("samples", "a-murmur-of-moths.json"))
    sheet = runner.submit(formats.write(script), PrintRequest("sheet", paper="letter")).result(60)
    assert sheet.pdf == builder.render(script, "sheet", paper="letter", fetch=False).pdf
    pages = runner.submit(sheet.body, PrintRequest(PAGES.kind, dpi=40)).result(60)
    assert [png for _, png in pages.files] == sheet.png(40)


@pytest.mark.parametrize(
    ("source", "wanted", "error", "words"),
    [
        (b"{", PrintRequest("sheet"), RenderError, "This is not JSON"),
        (b"[]", job("refuse", why="choice"), RenderError, r"no style “gothic”\. Use classic\."),
        (b"[]", job("refuse", why="picture"), PictureError, "it is no picture"),
        (b"[]", job("refuse", why="part"), MissingPartError, "Pango is not installed"),
        (b"mine", job("refuse", why="bug"), RenderError, r"our fault.*ValueError at runner_jobs.py:\d+"),
    ],
)
def test_what_cannot_be_made_says_why_and_quotes_no_script(
    open_runner: OpenRunner, source: bytes, wanted: PrintRequest, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        open_runner(1).submit(source, wanted).result(60)
    assert "mine" not in str(caught.value)


@pytest.mark.parametrize("wanted", [job("hang"), job("spin")])
def test_a_job_that_takes_too_long_is_stopped_and_the_others_go_on(
    open_runner: OpenRunner, wanted: PrintRequest
) -> None:
    runner = open_runner(1, seconds=1)
    slow, quick = runner.submit(b"", wanted), runner.submit(b"", QUICK)
    with pytest.raises(JobTimeoutError) as caught:
        slow.result(60)
    assert caught.value.seconds == 1
    assert quick.result(60).body == b"done"


def test_a_single_picture_has_less_time_than_a_document_and_is_called_one(
    open_runner: OpenRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.artefacts.runner.PICTURE_SECONDS", 1)
    wanted = PrintRequest("icon-read")
    error = open_runner(1, seconds=300).submit(b"{}", wanted).exception(60)
    assert isinstance(error, Exception)
    assert sentence(error, wanted).startswith("This picture took longer than 1 seconds to draw")


@pytest.mark.parametrize("wanted", [job("hog"), job("full")])
def test_a_job_that_wants_too_much_memory_fails_alone(open_runner: OpenRunner, wanted: PrintRequest) -> None:
    runner = open_runner(1, memory_mb=300)
    with pytest.raises(RenderError, match="more memory"):
        made(runner, wanted)
    assert made(runner, QUICK) == b"done"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_job_whose_worker_dies_is_done_again(
    open_runner: OpenRunner, number: signal.Signals, tmp_path: Path
) -> None:
    runner = open_runner(1)
    assert made(runner, job("die", times=1, signal=int(number), note=tmp_path / "note")) == b"done"
    assert runner.is_available


def test_a_job_that_kills_two_workers_is_not_done_again(open_runner: OpenRunner, tmp_path: Path) -> None:
    runner = open_runner(1)
    with pytest.raises(WorkerDiedError):
        made(runner, job("die", times=9, note=tmp_path / "note"))
    assert (tmp_path / "note").read_text() == "xx"
    assert made(runner, QUICK) == b"done"


def test_jobs_are_done_at_once_in_other_processes_and_each_has_its_own_result(
    open_runner: OpenRunner,
) -> None:
    runner = open_runner(2)
    late, soon = runner.submit(b"", job("doze", seconds=2)), runner.submit(b"", QUICK)
    assert list(as_completed([late, soon])) == [soon, late]
    asked = [runner.submit(str(number), job("echo")) for number in range(5)]
    assert [each.result(60).body[2:3] for each in asked] == [b"0", b"1", b"2", b"3", b"4"]
    processes = {int(made(runner, job("process"))) for _ in range(6)}
    assert len(processes) <= 2
    assert os.getpid() not in processes


def test_a_runner_that_closes_finishes_what_runs_if_it_is_given_time(open_runner: OpenRunner) -> None:
    runner = open_runner(1)
    assert runner.is_available
    running = runner.submit(b"", job("doze", seconds=3))  # long enough to be seen on a busy machine
    wait_until(running.running)
    runner.close(60)
    assert running.result().body == b"done"
    assert not runner.is_available
    with pytest.raises(BusyError) as refused:
        runner.submit(b"", QUICK)
    assert refused.value.retry_after > 0


def test_what_runs_when_a_runner_closes_is_stopped_without_time(open_runner: OpenRunner) -> None:
    runner = open_runner(
        1, seconds=5
    )  # the farm's worker goes on so long: somebody else may wait for that job
    running = runner.submit(b"", job("hang"))
    wait_until(running.running)
    runner.close()
    assert isinstance(running.exception(30), WorkerDiedError)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            JobTimeoutError(30),
            "This document took longer than 30 seconds to lay out, so it was stopped.",
        ),
        (WorkerDiedError(), "The process for this document ended early, most likely because memory ran out."),
        (ClockwrightError("It is no script."), "It is no script."),
        (OSError(), "This document could not be made (OSError)."),
    ],
)
def test_a_sentence_tells_a_person_what_went_wrong(error: Exception, words: str) -> None:
    assert sentence(error, PrintRequest("sheet")) == words


def test_a_fault_of_ours_is_told_in_the_language_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(artefacts, "_document", broken)
    with pytest.raises(RenderError, match=r"unser Fehler.*ZeroDivisionError bei"):
        artefacts.make('["imp"]', PrintRequest("sheet", language="de"))
    with pytest.raises(RenderError, match=r"our fault.*ZeroDivisionError at"):
        artefacts.make('["imp"]', PrintRequest("sheet", language="en"))
