"""Every page of the app: no barriers, nothing shifts or scrolls sideways, the words of buttons stay whole."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import pytest
from barriers import ColorScheme, barriers
from playwright.sync_api import Page, Response, ViewportSize

from builder.settings import Settings
from builder.web import create_app

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

SMALL: ViewportSize = {"width": 320, "height": 700}
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 768, "height": 900}
DESK: ViewportSize = {"width": 1366, "height": 768}
WALL: ViewportSize = {"width": 1920, "height": 1080}
LIGHT: tuple[ColorScheme, ...] = ("light",)
DARK: tuple[ColorScheme, ...] = ("dark",)
LONGEST_SHIFT = 0.05
#: Pages of which another address, or a test of its own, shows all and more: the parts of a proof are on the proof.
VARIANTS = {"/print", "/replace", "/deal", "/proof/games", "/proof/alike"}
#: Blueprints, and single addresses, that answer with something else than a whole page. A new page needs no line.
NO_PAGES = {"api", "monitoring", "static", "build.live", "prints.made"}
FILES = {"export.file", "bloodstar.picture", "pictures.detail"}
PARTS = {"build.now", "build.find", "characters.parts", "icons.offers", "icons.preview"}
LEAD_ON = {"importing.form", "share.edit", "preferences.come_home"}
#: A page that only an imported script has; `test_browser_bloodstar.py` opens it.
ELSEWHERE = {"bloodstar.show"}
LONG = "Pneumonoultramicroscopicsilicovolcanoconiosis"
SCRIPT: list[object] = [
    {
        "id": "_meta",
        "name": "Bells for Everybody, Near and Far",
        "author": "Ringer",
        "bootlegger": ["No whispers after dusk."],
        "clockwright": {"keywords": [{"term": "nonsense", "text": "What is not true."}], "styleOff": ["ampersand"]},
    },
    {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "Each Night, you hear two [nonsense]."},
    {"id": "long", "name": LONG, "team": "minion", "ability": "You cough.", "jinxes": [{"id": "imp", "reason": "R."}]},
    *("chef", "empath", "monk", "butler", "poisoner", "alchemist", "spy", "imp", "impp"),
]  # fmt: skip
SHIFTS = """window.shift = 0; new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value;
}).observe({ type: "layout-shift", buffered: true })"""
#: What the first paint does without.
LATE = {"patterns": [{"resourceType": kind} for kind in ("Image", "Fetch", "XHR")]}
PAINTED = """() => new Promise(done => new PerformanceObserver(() => requestAnimationFrame(() => done()))
    .observe({ type: "paint", buffered: true }))"""
SETTLED = """() => document.fonts.ready.then(() => new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(() => done(window.shift)))))"""
#: The shifts, counted as browsers do, if the page comes in eight pieces and each is painted before the next is there.
IN_PIECES = """() => {
    const all = [...document.body.querySelectorAll(":not(svg *, option)")].filter((one) => one.checkVisibility());
    const boxes = () => new Map(all.map((one) => [one, one.getBoundingClientRect()]));
    const seen = (left, top, right, bottom) =>
        Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0)) *
        Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    const moved = (parent, before, after) => {
        let [area, furthest, names] = [0, 0, []];
        for (const one of parent.children) {
            const [was, is] = [before.get(one), after.get(one)];
            const far = was && is && Math.max(Math.abs(is.left - was.left), Math.abs(is.top - was.top));
            if (!far || far < 3 || !was.width || !is.width) {
                const within = moved(one, before, after);
                area += within.area;
                furthest = Math.max(furthest, within.furthest);
                names.push(...within.names);
                continue;
            }
            const [a, b] = [was, is].map((box) => seen(box.left, box.top, box.right, box.bottom));
            if (!a && !b) continue;
            const both = [Math.max(was.left, is.left), Math.max(was.top, is.top)];
            area += a + b - seen(...both, Math.min(was.right, is.right), Math.min(was.bottom, is.bottom));
            furthest = Math.max(furthest, far);
            names.push(`${one.localName}.${one.className} by ${Math.round(far)} px`);
        }
        return { area, furthest, names };
    };
    const [steps, removed] = [[], []];
    for (let [piece, after] = [7, boxes()]; piece > 0; piece--) {
        for (const one of all.slice((all.length * piece) / 8)) {
            if (!one.isConnected) continue; // gone with its parent
            removed.push([one.parentNode, one, one.nextSibling]);
            one.remove();
        }
        const before = boxes();
        const { area, furthest, names } = moved(document.body, before, after);
        const part = Math.min(1, furthest / Math.max(innerWidth, innerHeight));
        steps.push([(area / innerWidth / innerHeight) * part, names[0]]);
        after = before;
    }
    for (const [parent, one, next] of removed.reverse()) parent.insertBefore(one, next);
    return [steps.reduce((sum, [by]) => sum + by, 0), steps.sort((a, b) => b[0] - a[0])[0][1]];
}"""
#: Words of buttons that stand on more than one line, buttons that reach out of the window, selects too narrow for their
#: options. Names that people give may be one word of any length: they stand in <bdi>.
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
    const ruler = document.createElement("canvas").getContext("2d");
    for (const select of document.querySelectorAll("select")) {
        if (!select.checkVisibility() || select.closest(".c-tools")) continue; // those show their first option alone
        const style = getComputedStyle(select);
        ruler.font = style.font;
        const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18;
        const clipped = [...select.options].filter((one) => ruler.measureText(one.label).width > room);
        if (clipped.length) found.push(`clipped in #${select.id}: ${clipped[0].label}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    return found;
}"""


def places(
    folder: Path, values: Mapping[str, tuple[str, ...]], queries: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """The address of each page that the app has, with its variants."""
    for rule in create_app(Settings(data=str(folder))).url_map.iter_rules():
        kinds = {rule.endpoint, rule.endpoint.partition(".")[0]}
        is_file = "." in rule.rule.rpartition("/")[2]
        if (
            "GET" not in (rule.methods or ())
            or is_file
            or kinds & (NO_PAGES | FILES | PARTS | LEAD_ON | ELSEWHERE)
        ):
            continue
        names = sorted(rule.arguments)
        for given in product(*(values[name] for name in names)):
            filled = dict(zip(names, given, strict=True))
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda name, filled=filled: filled[name[1]], rule.rule)  # type: ignore[misc]
            yield from (path + query for query in queries.get(rule.endpoint, ("",)))


def every_address(page: Page, tmp_path: Path, script: list[object], name: str) -> tuple[str, list[str]]:
    """Opens a script with an owl of its own and renames it; gives its path, and the address of every page."""
    page.goto("/")
    opened = page.request.post("/open", form={"text": json.dumps(script)}, max_redirects=0)
    path = opened.headers["location"]
    page.request.post(f"{path}/do", form={"op": json.dumps({"op": "rename", "name": name})})
    shared = re.search(r"/r/([\w-]+)", page.request.post(f"{path}/share", form={"kind": "read"}).text())
    would = re.search(r"sets/would(\?id=[^\"]+)", page.request.get(f"{path}/sets").text())
    assert shared
    assert would
    values = {
        "identifier": (path.removeprefix("/s/"),),
        "token": (shared[1],),
        "name": ("chef", "owl"),
        "cid": ("owl",),
        "kind": ("sheet",),
        "style": ("classic",),
        "paper": ("a4",),
        "number": ("1",),
        "part": ("games", "alike"),
    }
    queries = {
        "deal.show": ("", "?players=5&seed=1"),
        "share.read": ("", "?for=storyteller"),
        "build.preview": ("?id=drunk",),
        "build.similar": ('?who=[0,"chef"]',),
        "sets.preview": (would[1],),
        "replace.show": ("", "?find=e&with=what&where=abilities&where=names&where=script"),
        "prints.show": ("", "?chosen=1&make=tokens&make=table&tokens.cut=marks&table.players=7"),
    }
    # Explained are official characters alone.
    return path, [each for each in places(tmp_path, values, queries) if each != "/characters/owl"]


def open_with_late_pictures(page: Page, place: str) -> Response | None:
    """Opens a page whose pictures, and what its scripts ask for, come after the first paint."""
    inspector = page.context.new_cdp_session(page)
    inspector.send("Fetch.enable", LATE)
    answer = page.goto(place, wait_until="domcontentloaded")
    page.evaluate(PAINTED)
    inspector.detach()  # what was held comes now
    page.wait_for_load_state()
    return answer


@pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_page_is_whole_still_and_free_of_barriers(
    page: Page, tmp_path: Path, complaints: list[str], thorough: bool
) -> None:
    """The thorough one also opens the `VARIANTS`, and sees both colors at both widths, and the widest window."""
    path, addresses = every_address(page, tmp_path, SCRIPT, "Bells")
    page.add_init_script(SHIFTS)
    found = []
    for place in addresses:
        if not thorough and place.removeprefix(path) in VARIANTS:
            continue
        told = []
        page.set_viewport_size(PHONE)
        answer = open_with_late_pictures(page, place)
        assert answer
        told += [] if answer.status == 200 else [f"answers {answer.status}"]
        shift = page.evaluate(SETTLED)
        told += [f"shifts by {shift:.3f}"] if shift > LONGEST_SHIFT else []
        # Each run of the checker costs as much as opening the page: the light has one of its own, the dark another.
        told += [f"barrier on a phone: {each}" for each in barriers(page, schemes=DARK + LIGHT * thorough)]
        told += broken(page, SMALL, PHONE) + shifts_in_pieces(page)
        told += broken(page, TABLET, DESK) + shifts_in_pieces(page)
        told += [f"barrier: {each}" for each in barriers(page, schemes=LIGHT + DARK * thorough)]
        if thorough:
            told += broken(page, WALL) + shifts_in_pieces(page)
        found += [f"{place.replace(path, '')}: {each}" for each in told]
    assert not found, "\n".join(found)
    assert complaints == []


def broken(page: Page, *sizes: ViewportSize) -> list[str]:
    """What is broken in windows of these sizes; the last of them stays."""
    found = []
    for size in sizes:
        page.set_viewport_size(size)
        found += [f"{size['width']}: {words}" for words in page.evaluate(BROKEN)]
    return found


def shifts_in_pieces(page: Page) -> list[str]:
    shift, what = page.evaluate(IN_PIECES)
    return [f"shifts by {shift:.3f} if it comes in pieces: {what}"] if shift > LONGEST_SHIFT else []


def test_the_choice_of_columns_is_whole_at_every_width(page: Page, complaints: list[str]) -> None:
    page.goto("/")
    table = "".join(
        f"{LONG}\tOutsider\tYou hear {number} bells, and then some more of them.\t7\n" for number in range(9)
    )
    page.fill("[name=text]", table)
    page.click("#open button.primary")
    page.wait_for_selector(".columns-table select")
    found = barriers(page, schemes=LIGHT)
    found += broken(page, SMALL, TABLET, DESK, WALL, PHONE)
    found += barriers(page, schemes=DARK)
    assert found == []
    # The browser tells of the status that comes with an error.
    assert all("422" in each for each in complaints)
    complaints.clear()
    page.select_option("#column-0", "name")
    page.click("form[action='/open/columns'] button.primary")
    page.wait_for_url("**/s/*")
    assert page.locator("h1").first.is_visible()
