"""Pictures and the render pool: who prints has them fetched, who looks has not, and nothing stale is shown."""

import json
from collections.abc import Iterator
from pathlib import Path

import fake_press
import pytest

from builder.artefact import PrintRequest
from builder.press.pictures.store import addresses, standing, store
from builder.press.pool import RenderPool
from builder.settings import settings


@pytest.fixture
def pool(data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RenderPool]:
    assert data_folder
    monkeypatch.setenv("CLOCKWRIGHT_FETCH_PICTURES", "1")
    settings.cache_clear()
    made = RenderPool(
        fake_press.steady, tmp_path / "kept", fingerprint="1", bring=fake_press.bring, workers=1
    )
    yield made
    made.close(0)


def script(*images: str) -> str:
    return json.dumps([{"id": "piper", "image": image} for image in images])


def test_only_who_prints_has_pictures_fetched(pool: RenderPool, tmp_path: Path) -> None:
    ledger = tmp_path / "brought.txt"
    ours = script(f"https:{ledger}")
    pool.render(ours, PrintRequest("sheet", "classic", "a4"))
    pool.pictures(ours, PrintRequest("sheet", "classic", "a4"), dpi=40)
    assert not ledger.exists()
    pool.bring(ours)
    assert ledger.read_text() == "brought\n"
    store().remember(f"https:{ledger}", name="a picture")
    pool.bring(ours)
    assert ledger.read_text() == "brought\n"


def test_a_picture_that_came_makes_the_document_anew(pool: RenderPool) -> None:
    ours = script("https://icons.example/a.png")
    before = pool.version(ours)
    pool.render(ours, PrintRequest("sheet", "classic", "a4"))
    store().remember("https://icons.example/a.png", name="a picture")
    assert pool.finished(ours, PrintRequest("sheet", "classic", "a4")) is None
    assert pool.version(ours) != before


def test_a_fetching_that_fails_does_not_keep_the_document_from_being_made(pool: RenderPool) -> None:
    ours = script("https://there is no such folder/a.png")
    pool.bring(ours)
    assert pool.render(ours, PrintRequest("sheet", "classic", "a4")).pages == 1


def test_a_script_without_addresses_has_nothing_to_wait_for() -> None:
    none = [
        script(),
        script("data:image/png;base64,AAAA"),
        script("a.png"),
        '["imp"]',
        '{"image"',
        '[["image"]]',
    ]
    assert [(standing(each).stamp, standing(each).is_complete) for each in none] == [("", True)] * len(none)
    assert addresses('[{"logo": "https://a/", "image": ["HTTPS://b/", 3]}]') == {"https://a/", "HTTPS://b/"}
