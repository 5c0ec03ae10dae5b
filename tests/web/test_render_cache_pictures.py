"""Pictures and the cache of documents: who prints has them fetched, who looks has not, and nothing stale is shown."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from thread_runner import ThreadRunner

from builder.artefact import PrintRequest
from builder.press.pictures.store import addresses, standing, store
from builder.settings import settings
from builder.web.infra.render_cache import RenderCache


@pytest.fixture
def cache(data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RenderCache]:
    assert data_folder
    monkeypatch.setenv("CLOCKWRIGHT_FETCH_PICTURES", "1")
    settings.cache_clear()
    made = RenderCache(FetchingRunner(), tmp_path / "kept", fingerprint="1")
    yield made
    made.close(0)


class FetchingRunner(ThreadRunner):
    """Leaves a line in the file that the script's only picture is called after."""

    def fetch(self, script_json: str) -> None:
        with Path(json.loads(script_json)[0]["image"].removeprefix("https:")).open("a") as file:
            file.write("brought\n")


def script(*images: str) -> str:
    return json.dumps([{"id": "piper", "image": image} for image in images])


def test_only_who_prints_has_pictures_fetched(cache: RenderCache, tmp_path: Path) -> None:
    ledger = tmp_path / "brought.txt"
    ours = script(f"https:{ledger}")
    cache.render(ours, PrintRequest("sheet", "classic", "a4"))
    cache.pictures(ours, PrintRequest("sheet", "classic", "a4"), dpi=40)
    assert not ledger.exists()
    cache.bring(ours)
    assert ledger.read_text() == "brought\n"
    store().remember(f"https:{ledger}", name="a picture")
    cache.bring(ours)
    assert ledger.read_text() == "brought\n"


def test_a_picture_that_came_makes_the_document_anew(cache: RenderCache) -> None:
    ours = script("https://icons.example/a.png")
    before = cache.version(ours)
    cache.render(ours, PrintRequest("sheet", "classic", "a4"))
    store().remember("https://icons.example/a.png", name="a picture")
    assert cache.finished(ours, PrintRequest("sheet", "classic", "a4")) is None
    assert cache.version(ours) != before


def test_a_fetching_that_fails_does_not_keep_the_document_from_being_made(cache: RenderCache) -> None:
    ours = script("https://there is no such folder/a.png")
    cache.bring(ours)
    assert cache.render(ours, PrintRequest("sheet", "classic", "a4")).pages == 1


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
