"""Every page in a language that is 40% longer than English: nothing left plain by scripts, nothing too wide."""

from collections.abc import Iterator
from pathlib import Path

import pseudo_language
import pytest
from browsing import started
from playwright.sync_api import Page
from test_every_page import BROKEN, SETTLED, every_address

pytestmark = [pytest.mark.full, pytest.mark.slow]

WIDTHS = (1366, 390)
#: What an author wrote is Greek, so that all that is left in plain letters is ours.
SCRIPT: list[object] = [
    {"id": "_meta", "name": "Δοκιμή", "author": "Ένας", "bootlegger": ["Κανόνας."]},
    {"id": "owl", "name": "Γλαύκα", "team": "townsfolk", "ability": "Κάθε νύχτα [όχι].", "firstNight": 3},
    *("chef", "empath", "monk", "butler", "drunk", "poisoner", "alchemist", "spy", "imp", "baron"),
]
#: Almanacs of official characters are not in the catalogues; the sets of others neither.
OF_OTHERS = ("/characters/chef",)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("data")
    with pseudo_language.installed(folder / "languages"), started(folder) as address:
        yield address


def test_every_page_has_room_for_longer_texts(
    page: Page, server: str, tmp_path: Path, complaints: list[str]
) -> None:
    page.context.add_cookies([{"name": "language", "value": pseudo_language.TAG, "url": server}])
    path, addresses = every_address(page, tmp_path, SCRIPT, "Δοκιμές")
    page.add_init_script("window.shift = 0")
    found = []
    for place in addresses:
        answer = page.goto(place)
        assert answer
        assert answer.status == 200, place
        told = []
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate(SETTLED)
            told += [f"{width}: {words}" for words in page.evaluate(BROKEN)]
        if place not in OF_OTHERS and "/sets" not in place:
            told += [f"plain: {text}" for text in pseudo_language.plain(page.content())]
        found += [f"{place.replace(path, '')}: {each}" for each in told]
    assert not found, "\n".join(found)
    assert complaints == []
