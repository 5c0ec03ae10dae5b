"""The press can print without keeping anything, and says how much it has to do."""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import fake_press
import pytest

from builder.artefact import PrintRequest
from builder.errors import RenderError
from builder.press.pool import Make, RenderPool, Work

pytestmark = pytest.mark.full


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def pools() -> Iterator[list[RenderPool]]:
    opened: list[RenderPool] = []
    yield opened
    for pool in opened:
        pool.close(0)


def open_pool(pools: list[RenderPool], make: Make, kept: Path, workers: int = 2) -> RenderPool:
    pools.append(RenderPool(make, kept, fingerprint="1", seconds=20, workers=workers))
    return pools[-1]


def test_a_document_that_is_not_to_be_kept_leaves_nothing_on_the_disk(
    pools: list[RenderPool], kept: Path, tmp_path: Path
) -> None:
    pool = open_pool(pools, fake_press.quick, kept)
    asked = (str(tmp_path / "printed.txt"), PrintRequest("sheet", "classic", "a4"))
    assert pool.render(*asked, keep=False).pdf == fake_press.EMPTY_PAGE
    assert pool.pictures(*asked, dpi=72, keep=False)[0].startswith(b"\x89PNG")
    assert not kept.exists()
    assert pool.finished(*asked) is None
    pool.pictures(*asked, dpi=72)
    assert len(list(kept.iterdir())) == 2


def test_what_runs_waits_succeeds_and_fails_is_counted(
    pools: list[RenderPool], kept: Path, tmp_path: Path
) -> None:
    pool = open_pool(pools, fake_press.slow, kept, workers=1)
    assert pool.work == Work()
    script = str(tmp_path / "printed.txt")
    visitors = [
        threading.Thread(target=pool.render, args=(script, PrintRequest("sheet", style, "a4")))
        for style in ("one", "two")
    ]
    for visitor in visitors:
        visitor.start()
    until = time.monotonic() + 60
    while pool.work.running + pool.work.waiting + pool.work.made < 2 and time.monotonic() < until:
        time.sleep(0.01)
    assert pool.work.running <= 1
    for visitor in visitors:
        visitor.join()
    assert pool.work == Work(made=2)
    choosy = open_pool(pools, fake_press.choosy, kept)
    with suppress(RenderError):
        choosy.render(script, PrintRequest("sheet", "gothic", "a4"))
    assert choosy.work == Work(failed=1)
