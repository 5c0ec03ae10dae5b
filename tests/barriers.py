"""Barriers: what an accessibility checker (axe-core) finds wrong with a page, in light and in dark colours."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

ColorScheme = Literal["light", "dark"]
AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
#: What colours can change; everything else is the same in the dark.
ONLY_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
#: While it is open, nothing else of the page can be reached.
MODAL = "dialog:modal"
#: Runs the checker. Of many rows that differ in their words alone (the shelf has 180 of them) the first four and the
#: last stay on the page meanwhile: the checker looks at everything that is there, whatever it is told to leave out.
RUN = """async ([within, options]) => {
    const WORDS = /^(id|for|name|value|href|src(set)?|alt|d|data-(?!team).*|aria-(label.*|describedby|controls))$/;
    const written = (one) => one.name + (WORDS.test(one.name) ? "" : one.value);
    const shape = (one) =>
        one.localName + [...one.attributes].map(written) + "<" + [...one.children].map(shape).join() + ">";
    const [busy, alike] = [new Set([document.activeElement, ...document.querySelectorAll(":target")]), []];
    for (const one of document.querySelectorAll("[href^='#'], [for], [aria-labelledby], [aria-describedby]"))
        for (const name of ["href", "for", "aria-labelledby", "aria-describedby"])
            for (const id of (one.getAttribute(name) ?? "").split(" ")) {
                const other = document.getElementById(id.replace("#", ""));
                if (other && other.parentElement !== one.parentElement) busy.add({ one, other });
            }
    const isNeeded = (row) => [...busy].some((each) =>
        each?.other ? row.contains(each.other) && !row.contains(each.one) : row.contains(each));
    for (const parent of document.querySelectorAll("body :is(ol, ul, tbody, div, section)")) {
        if (parent.children.length < 12 || !parent.isConnected || within && parent.matches(within)) continue;
        const seen = new Map();
        for (const row of parent.children) {
            const its = shape(row);
            seen.set(its, [...(seen.get(its) ?? []), row]);
        }
        for (const rows of seen.values())
            for (const row of rows.slice(4, -1))
                if (!(within && (row.matches(within) || row.querySelector(within))) && !isNeeded(row)) alike.push(row);
    }
    const [x, y] = [scrollX, scrollY];
    const scrolled = new Map(alike.map((row) => [row.parentNode, row.parentNode.scrollTop]));
    const gone = alike.map((row) => [row.parentNode, row, row.nextSibling]);
    for (const row of alike) row.remove();
    try {
        const part = within ? [...document.querySelectorAll(within)] : document;
        return (await axe.run(part, { resultTypes: ["violations"], ...options })).violations;
    } finally {
        for (const [parent, row, next] of gone.reverse()) parent.insertBefore(row, next);
        for (const [parent, top] of scrolled) parent.scrollTop = top;
        scrollTo({ left: x, top: y, behavior: "instant" });
    }
}"""


def barriers(
    page: "Page", within: str = "", schemes: tuple[ColorScheme, ...] = ("light", "dark")
) -> list[str]:
    """What keeps somebody from using the page as it is now: the rule that is broken, and where.

    `within` is a selector of the part that is new to the tests: the whole of every page is in `test_every_page.py`, and
    most of the time goes into the colors of each of its elements. Of a page with a modal dialog it is that dialog.
    All rules are tried in the first of the color `schemes`, those of colors in each.
    """
    if page.evaluate("name => !!document.querySelector(name)", MODAL):
        within = MODAL
    found = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert page.evaluate("name => matchMedia(`(prefers-color-scheme: ${name})`).matches", scheme)
        found += _found(page, {} if scheme == schemes[0] else ONLY_COLOURS, within)
    page.emulate_media(color_scheme="null", reduced_motion="null")
    return found


def _found(page: "Page", options: dict[str, Any], within: str) -> list[str]:
    if not page.evaluate("'axe' in window"):
        if not AXE.is_file():
            pytest.skip("axe-core is not installed; bin/setup --dev installs it")
        inspector = page.context.new_cdp_session(page)
        inspector.send(
            "Runtime.evaluate", {"expression": AXE.read_text("utf-8")}
        )  # past the page's own policy
        inspector.detach()
    violations = page.evaluate(RUN, [within, options])
    return [f"{each['id']}: {[node['html'][:160] for node in each['nodes'][:4]]}" for each in violations]
