"""Documents are made in processes that can be killed, once each, and kept."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fake_press
import pytest

from builder.artefact import PrintRequest
from builder.errors import BusyError, RenderError
from builder.press.pool import Make, RenderPool

pytestmark = pytest.mark.full

OpenPool = Callable[..., RenderPool]


@pytest.fixture
def open_pool(tmp_path: Path) -> Iterator[OpenPool]:
    pools: list[RenderPool] = []

    def opened(
        make: Make,
        *,
        seconds: float = 20,
        memory_mb: int = 1500,
        waiting: int = 48,
        fingerprint: str = "1",
        pictures: tuple[str, ...] = (),
    ) -> RenderPool:
        pools.append(
            RenderPool(
                make,
                tmp_path / "kept",
                fingerprint=fingerprint,
                seconds=seconds,
                memory_mb=memory_mb,
                waiting=waiting,
                pictures=pictures,
            )
        )
        return pools[-1]

    yield opened
    for pool in pools:
        pool.close(0)


def test_a_single_picture_has_less_time_than_a_document_and_is_called_one(
    open_pool: OpenPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.press.pool.PICTURE_SECONDS", 1)
    pool = open_pool(fake_press.endless, seconds=300, pictures=("icon-read",))
    with pytest.raises(RenderError, match="This picture took longer than 1 seconds to draw"):
        pool.render("x", PrintRequest("icon-read", "", ""))


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "printed.txt"


def printed(ledger: Path) -> list[str]:
    return ledger.read_text().splitlines()


def test_a_document_comes_from_the_press(open_pool: OpenPool, ledger: Path) -> None:
    document = open_pool(fake_press.quick).render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    assert (document.name, document.pages, document.pdf) == ("sheet.pdf", 1, fake_press.EMPTY_PAGE)


def test_a_document_asked_for_again_is_not_printed_again(open_pool: OpenPool, ledger: Path) -> None:
    pool = open_pool(fake_press.quick)
    first = pool.render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    assert pool.render(str(ledger), PrintRequest("sheet", "classic", "a4")) == first
    pool.render(str(ledger), PrintRequest("sheet", "classic", "letter"))
    assert printed(ledger) == ["sheet classic a4", "sheet classic letter"]


def test_a_document_survives_a_restart_of_the_same_program(open_pool: OpenPool, ledger: Path) -> None:
    open_pool(fake_press.quick).render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    assert (
        open_pool(fake_press.quick).finished(str(ledger), PrintRequest("sheet", "classic", "a4")) is not None
    )


def test_a_new_program_prints_anew(open_pool: OpenPool, ledger: Path) -> None:
    open_pool(fake_press.quick).render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    newer = open_pool(fake_press.quick, fingerprint="2")
    assert newer.finished(str(ledger), PrintRequest("sheet", "classic", "a4")) is None
    newer.render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    assert len(printed(ledger)) == 2


def test_the_same_document_asked_for_by_many_at_once_is_printed_once(
    open_pool: OpenPool, ledger: Path
) -> None:
    pool = open_pool(fake_press.slow)
    with ThreadPoolExecutor(8) as visitors:
        asked = [
            visitors.submit(pool.render, str(ledger), PrintRequest("night", "full", "a4")) for _ in range(8)
        ]
        documents = {answer.result() for answer in asked}
    assert len(documents) == 1
    assert printed(ledger) == ["night full a4"]


def test_an_endless_render_is_killed_and_the_press_goes_on(open_pool: OpenPool, ledger: Path) -> None:
    pool = open_pool(fake_press.endless, seconds=1)
    with pytest.raises(RenderError, match="longer than 1 seconds"):
        pool.render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    pool._make = fake_press.quick
    assert pool.render(str(ledger), PrintRequest("night", "strips", "a4")).pages == 1


def test_a_failed_document_is_not_tried_again_at_once(open_pool: OpenPool, ledger: Path) -> None:
    pool = open_pool(fake_press.endless, seconds=1)
    with pytest.raises(RenderError, match="longer than"):
        pool.render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    pool._make = fake_press.quick
    with pytest.raises(RenderError, match="longer than"):
        pool.render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    assert not ledger.exists()


def test_a_render_that_wants_too_much_memory_fails_alone(open_pool: OpenPool, ledger: Path) -> None:
    pool = open_pool(fake_press.greedy, memory_mb=700)
    with pytest.raises(RenderError, match="more memory"):
        pool.render(str(ledger), PrintRequest("sheet", "classic", "a4"))


def test_a_process_that_dies_is_replaced(open_pool: OpenPool, ledger: Path) -> None:
    pool = open_pool(fake_press.deadly)
    with pytest.raises(RenderError, match="ended early"):
        pool.render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    pool._make = fake_press.quick
    assert pool.render(str(ledger), PrintRequest("night", "strips", "a4")).pages == 1


def test_a_sentence_for_a_person_comes_through(open_pool: OpenPool, ledger: Path) -> None:
    with pytest.raises(RenderError, match=r"There is no style “gothic”\. Use classic\."):
        open_pool(fake_press.choosy).render(str(ledger), PrintRequest("sheet", "gothic", "a4"))


def test_a_fault_of_ours_says_where_and_quotes_no_script(open_pool: OpenPool, ledger: Path) -> None:
    with pytest.raises(RenderError, match=r"our fault.*ValueError at fake_press.py:\d+") as caught:
        open_pool(fake_press.clumsy).render(str(ledger), PrintRequest("sheet", "classic", "a4"))
    assert "secret" not in str(caught.value)


def begun(pool: RenderPool) -> None:
    """Waits until the press has a print to make."""
    while pool.work.running + pool.work.waiting + pool.work.made < 1:
        time.sleep(0.01)


def test_who_comes_when_too_many_wait_is_asked_to_come_back(open_pool: OpenPool, ledger: Path) -> None:
    pool = open_pool(fake_press.slow, waiting=1)
    first = threading.Thread(target=pool.render, args=(str(ledger), PrintRequest("sheet", "classic", "a4")))
    first.start()
    begun(pool)
    with pytest.raises(BusyError) as caught:
        pool.render(str(ledger), PrintRequest("night", "full", "a4"))
    assert caught.value.retry_after > 0
    first.join()
    assert pool.render(str(ledger), PrintRequest("night", "full", "a4")).pages == 1


def test_pictures_are_made_one_a_page_and_kept(open_pool: OpenPool, ledger: Path, tmp_path: Path) -> None:
    pool = open_pool(fake_press.quick)
    (picture,) = pool.pictures(str(ledger), PrintRequest("sheet", "classic", "a4"), dpi=72)
    assert picture.startswith(b"\x89PNG")
    assert pool.pictures(str(ledger), PrintRequest("sheet", "classic", "a4"), dpi=72) == [picture]
    assert len(list((tmp_path / "kept").glob("*.png"))) == 1


def test_a_press_that_closes_finishes_what_it_began(open_pool: OpenPool, ledger: Path) -> None:
    pool = open_pool(fake_press.slow)
    pages: list[int] = []
    thread = threading.Thread(
        target=lambda: pages.append(pool.render(str(ledger), PrintRequest("sheet", "classic", "a4")).pages)
    )
    thread.start()
    begun(pool)
    pool.close(60)
    thread.join(60)
    assert pages == [1]
    assert not pool.is_available
    with pytest.raises(BusyError):
        pool.render(str(ledger), PrintRequest("night", "full", "a4"))


def test_a_full_disk_only_makes_the_press_forget(open_pool: OpenPool, ledger: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file where the folder should be")
    pool = open_pool(fake_press.quick)
    for _ in range(2):
        assert pool.render(str(ledger), PrintRequest("sheet", "classic", "a4")).pages == 1
    assert len(printed(ledger)) == 2
