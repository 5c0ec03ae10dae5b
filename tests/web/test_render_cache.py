"""Documents are made once each, and kept, whatever runner makes them."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from thread_runner import EMPTY_PAGE, ThreadRunner

from builder import assets
from builder.artefact import PrintRequest
from builder.artefacts.runner import LocalRunner
from builder.artefacts.web_jobs import PAGES
from builder.errors import BusyError, JobTimeoutError, PictureError, RenderError, WorkerDiedError
from builder.press.pictures.store import standing
from builder.settings import settings
from builder.web.infra.render_cache import RenderCache, Work

SHEET, NIGHT = PrintRequest("sheet", "classic", "a4"), PrintRequest("night", "full", "a4")
OpenCache = Callable[..., RenderCache]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def runner() -> ThreadRunner:
    return ThreadRunner()


@pytest.fixture
def open_cache(kept: Path) -> Iterator[OpenCache]:
    opened: list[RenderCache] = []

    def started(runner: ThreadRunner, *, waiting: int = 48, fingerprint: str = "1") -> RenderCache:
        opened.append(RenderCache(runner, kept, fingerprint=fingerprint, waiting=waiting))
        return opened[-1]

    yield started
    for cache in opened:
        cache.close(0)


def test_a_document_comes_from_the_runner_once(open_cache: OpenCache, runner: ThreadRunner) -> None:
    cache = open_cache(runner)
    first = cache.render("[]", SHEET)
    assert (first.name, first.pages, first.pdf) == ("sheet.pdf", 1, EMPTY_PAGE)
    assert cache.render("[]", SHEET) == first
    cache.render("[]", NIGHT)
    assert runner.asked == [SHEET, NIGHT]


def test_a_document_survives_a_restart_of_the_same_program(
    open_cache: OpenCache, runner: ThreadRunner
) -> None:
    open_cache(runner).render("[]", SHEET)
    assert open_cache(runner).finished("[]", SHEET) is not None


def test_a_new_program_prints_anew(open_cache: OpenCache, runner: ThreadRunner) -> None:
    open_cache(runner).render("[]", SHEET)
    newer = open_cache(runner, fingerprint="2")
    assert newer.finished("[]", SHEET) is None
    newer.render("[]", SHEET)
    assert runner.asked == [SHEET, SHEET]


def test_the_same_document_asked_for_by_many_at_once_is_printed_once(open_cache: OpenCache) -> None:
    runner = ThreadRunner(seconds=0.3)
    cache = open_cache(runner)
    with ThreadPoolExecutor(8) as visitors:
        asked = [visitors.submit(cache.render, "[]", NIGHT) for _ in range(8)]
        documents = {answer.result() for answer in asked}
    assert len(documents) == 1
    assert runner.asked == [NIGHT]


def test_a_failed_document_is_not_tried_again_at_once_and_others_are(
    open_cache: OpenCache, runner: ThreadRunner
) -> None:
    cache = open_cache(runner)
    runner.failure = JobTimeoutError(30)
    for _ in range(2):
        with pytest.raises(RenderError, match="This document took longer than 30 seconds"):
            cache.render("[]", SHEET)
        runner.failure = None
    assert runner.asked == [SHEET]
    assert cache.render("[]", NIGHT).pages == 1


@pytest.mark.parametrize("failure", [WorkerDiedError(), PictureError("it is no picture"), BusyError(4)])
def test_what_may_succeed_the_next_time_is_tried_again(
    open_cache: OpenCache, runner: ThreadRunner, failure: Exception
) -> None:
    cache = open_cache(runner)
    runner.failure = failure
    with pytest.raises((RenderError, PictureError)) as caught:
        cache.render("[]", SHEET)
    assert isinstance(caught.value, RenderError if isinstance(failure, WorkerDiedError) else type(failure))
    runner.failure = None
    assert cache.render("[]", SHEET).pages == 1


def begun(cache: RenderCache, jobs: int = 1) -> None:
    """Waits until there are so many jobs."""
    until = time.monotonic() + 60
    while cache.work.running + cache.work.waiting + cache.work.made < jobs and time.monotonic() < until:
        time.sleep(0.01)


def test_who_comes_when_too_many_wait_is_asked_to_come_back(open_cache: OpenCache) -> None:
    cache = open_cache(ThreadRunner(seconds=0.5), waiting=1)
    first = threading.Thread(target=cache.render, args=("[]", SHEET))
    first.start()
    begun(cache)
    with pytest.raises(BusyError) as caught:
        cache.render("[]", NIGHT)
    assert caught.value.retry_after > 0
    first.join()
    assert cache.render("[]", NIGHT).pages == 1


def test_pictures_are_made_one_a_page_and_kept(open_cache: OpenCache, runner: ThreadRunner) -> None:
    cache = open_cache(runner)
    (picture,) = cache.pictures("[]", SHEET, dpi=72)
    assert picture.startswith(b"\x89PNG")
    assert cache.pictures("[]", SHEET, dpi=72) == [picture]
    assert cache.pictures("[]", SHEET, dpi=36) != [picture]
    assert [each.kind for each in runner.asked] == ["sheet", PAGES.kind, PAGES.kind]


def test_a_document_that_is_not_to_be_kept_leaves_nothing_on_the_disk(
    open_cache: OpenCache, runner: ThreadRunner, kept: Path
) -> None:
    cache = open_cache(runner)
    assert cache.render("[]", SHEET, keep=False).pdf == EMPTY_PAGE
    assert cache.pictures("[]", SHEET, dpi=72, keep=False)[0].startswith(b"\x89PNG")
    assert not kept.exists()
    assert cache.finished("[]", SHEET) is None
    cache.pictures("[]", SHEET, dpi=72)
    assert len(list(kept.iterdir())) == 2


def test_a_press_that_closes_finishes_what_it_began(open_cache: OpenCache) -> None:
    cache = open_cache(ThreadRunner(seconds=0.3))
    pages: list[int] = []
    thread = threading.Thread(target=lambda: pages.append(cache.render("[]", SHEET).pages))
    thread.start()
    begun(cache)
    cache.close(60)
    thread.join(60)
    assert pages == [1]
    assert not cache.is_available
    with pytest.raises(BusyError):
        cache.render("[]", NIGHT)


def test_a_full_disk_only_makes_the_press_forget(
    open_cache: OpenCache, runner: ThreadRunner, kept: Path
) -> None:
    kept.write_text("a file where the folder should be")
    cache = open_cache(runner)
    for _ in range(2):
        assert cache.render("[]", SHEET).pages == 1
    assert len(runner.asked) == 2


def test_what_runs_waits_succeeds_and_fails_is_counted(open_cache: OpenCache) -> None:
    runner = ThreadRunner(1, seconds=0.3)
    cache = open_cache(runner)
    assert cache.work == Work()
    visitors = [threading.Thread(target=cache.render, args=("[]", wanted)) for wanted in (SHEET, NIGHT)]
    for visitor in visitors:
        visitor.start()
    begun(cache, 2)
    assert cache.work.running <= 1
    for visitor in visitors:
        visitor.join()
    assert cache.work == Work(made=2)
    runner.failure = RenderError("It cannot be.")
    with pytest.raises(RenderError, match="It cannot be"):
        cache.render('["imp"]', SHEET)
    assert cache.work == Work(made=2, failed=1)


@pytest.mark.full
@pytest.mark.skipif(not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet")
def test_processes_of_this_machine_fetch_print_and_draw(
    kept: Path, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert data_folder
    monkeypatch.setenv("CLOCKWRIGHT_FETCH_PICTURES", "1")
    settings.cache_clear()
    script = '[{"id": "_meta", "name": "x", "logo": "https://127.0.0.1/logo.png"}, "imp"]'
    cache = RenderCache(LocalRunner(1), kept, fingerprint="1")
    try:
        cache.bring(script)
        assert standing(script).stamp
        document = cache.render(script, SHEET)
        assert "private network" in document.notices[0].message
        assert cache.pictures(script, SHEET, dpi=40) == document.png(40)
        assert cache.work == Work(made=3)
    finally:
        cache.close(0)
