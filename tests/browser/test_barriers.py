"""The checker of barriers himself: he sees what is wrong in the light, in the dark and with the page."""

import pytest
from barriers import barriers
from playwright.sync_api import Browser

pytestmark = pytest.mark.full

PAGE = """<!doctype html><html lang="en"><head><title>Bells</title><meta name="color-scheme" content="light dark">
<style>p { color: #000; background: #fff }
@media (prefers-color-scheme: dark) { p { color: #fff; background: #000 } } %s</style></head>
<body><main><h1>Bells</h1><p>They ring.</p>%s</main></body></html>"""


@pytest.mark.parametrize(
    ("style", "more", "rules"),
    [
        ("", "", []),
        ("@media (prefers-color-scheme: light) { p { color: #ddd } }", "", ["color-contrast"]),
        ("@media (prefers-color-scheme: dark) { p { color: #333 } }", "", ["color-contrast"]),
        ("", '<img src="data:,">', ["image-alt"]),
    ],
    ids=["a good page", "pale in the light", "pale in the dark", "a picture without words"],
)
def test_a_barrier_is_found_once(browser: Browser, style: str, more: str, rules: list[str]) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_content(PAGE % (style, more))
    assert [found.partition(":")[0] for found in barriers(page)] == rules
    context.close()


def test_barriers_are_looked_for_in_a_part_or_in_the_dialog_over_the_page(browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    pale = '<p id="{}" style="color: #ddd; background: #fff">Pale.</p>'
    page.set_content(PAGE % ("", pale.format("one") + "<dialog>" + pale.format("other") + "</dialog>"))
    assert barriers(page, "h1") == []
    assert len(barriers(page, "#one")) == 2
    page.locator("dialog").evaluate("dialog => dialog.showModal()")
    found = barriers(page, "#one")
    assert len(found) == 2
    assert all('id="other"' in each and 'id="one"' not in each for each in found)
    context.close()


def test_rows_that_are_taken_out_meanwhile_are_put_back_and_a_row_unlike_the_others_is_judged(
    browser: Browser,
) -> None:
    context = browser.new_context()
    page = context.new_page()
    rows = [f'<li id="row{number}"><a href="#row{number}">Bell {number}</a></li>' for number in range(40)]
    rows[20] = '<li style="color: #ddd; background: #fff">Pale.</li>'
    page.set_content(PAGE % ("", f"<ul>{''.join(rows)}</ul>"))
    page.locator("#row30 a").focus()
    before = page.content()
    found = barriers(page, schemes=("light",))
    assert len(found) == 1
    assert "Pale." in found[0]
    assert page.content() == before
    assert page.evaluate("document.activeElement.hash") == "#row30"
    context.close()
