"""Buttons: their words stay whole, and they fit the window, on every page at every width."""

import json
import re

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

WIDTHS = (320, 390, 768, 1366, 1920)
PLACES = (
    "",
    "/characters",
    "/characters/owl",
    "/characters/owl/icon",
    "/almanac",
    "/sets",
    "/icons",
    "/night",
    "/print",
    "/deal?players=5&seed=1",
    "/history",
    "/history/1",
    "/share",
    "/export",
    "/publish",
    "/proof",
)
#: Words of buttons that stand on more than one line, and buttons that reach out of the window. Names that people give
#: may be one word of any length: they stand in <bdi>.
BROKEN = """() => {
    const found = [];
    for (const button of document.querySelectorAll("button, .button, .switch > *")) {
        const box = button.getBoundingClientRect();
        if (!box.width || !button.checkVisibility()) continue;
        const words = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
        while (words.nextNode()) {
            const node = words.currentNode;
            if (node.parentElement.closest("bdi, .visually-hidden, .wide")) continue;
            for (const word of node.data.matchAll(/[^\\s-]+/g)) {
                const range = document.createRange();
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
                if (lines.size > 1) found.push(`broken: ${word[0]}`);
            }
        }
        const isScrolled = button.closest(".pages-of, [data-strip]");
        if (!isScrolled && box.right > innerWidth + 1) found.push(`outside: ${button.textContent.trim()}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    return found;
}"""


def test_no_word_is_broken_inside_a_button_on_any_page(page: Page) -> None:
    owl = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
    script = [{"id": "_meta", "name": "Bells"}, owl, "chef", "empath", "monk", "butler", "poisoner", "imp"]
    page.goto("/")
    opened = page.request.post("/open", form={"text": json.dumps(script)}, max_redirects=0)
    path = opened.headers["location"]
    shared = re.search(r"/r/[\w-]+", page.request.post(f"{path}/share", form={"kind": "read"}).text())
    assert shared
    outside = ("/", "/open", "/settings", "/bloodstar", shared[0], f"{shared[0]}?for=storyteller")
    broken = []
    for place in (*outside, *(f"{path}{place}" for place in PLACES)):
        answer = page.goto(place)
        assert answer
        assert answer.status == 200, place
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            broken += [(place.removeprefix(path), width, words) for words in page.evaluate(BROKEN)]
    assert broken == []
