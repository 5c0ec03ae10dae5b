"""Barriers: what an accessibility checker (axe-core) finds wrong with a page, in light and in dark colours."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
#: What colours can change; everything else is the same in the dark.
OF_COLOURS = ["color-contrast", "link-in-text-block"]


#: While it is open, nothing else of the page can be reached.
MODAL = "dialog:modal"


def barriers(page: "Page", within: str = "") -> list[str]:
    """What keeps somebody from using the page as it is now: the rule that is broken, and where.

    `within` is a selector of the part that is new to the tests: the whole of every page is in `test_every_page.py`, and
    most of the time goes into the colors of each of its elements. Of a page with a modal dialog it is that dialog.
    """
    if page.locator(MODAL).count():
        within = MODAL
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = _found(page, {}, within)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found += _found(page, {"runOnly": {"type": "rule", "values": OF_COLOURS}}, within)
    page.emulate_media(color_scheme="null", reduced_motion="null")
    return found


def of_layout(page: "Page") -> list[str]:
    """Those that another width of the window can make: all but the colours."""
    return _found(page, {"rules": {rule: {"enabled": False} for rule in OF_COLOURS}})


def _found(page: "Page", options: dict[str, Any], within: str = "") -> list[str]:
    if not page.evaluate("'axe' in window"):
        if not AXE.is_file():
            pytest.skip("axe-core is not installed; bin/setup --dev installs it")
        inspector = page.context.new_cdp_session(page)
        inspector.send(
            "Runtime.evaluate", {"expression": AXE.read_text("utf-8")}
        )  # past the page's own policy
        inspector.detach()
    violations = page.evaluate(
        """([within, options]) => {
            const part = within ? [...document.querySelectorAll(within)] : document;
            return axe.run(part, { resultTypes: ["violations"], ...options }).then(all => all.violations);
        }""",
        [within, options],
    )
    return [f"{each['id']}: {[node['html'][:160] for node in each['nodes'][:4]]}" for each in violations]
