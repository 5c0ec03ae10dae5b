"""The library prints several documents at once, in processes that a bad one cannot harm."""

from collections.abc import Callable

import fake_press
import pytest

import builder
from builder import assets
from builder.errors import RenderError
from builder.press.document import Document
from builder.press.workers import Workers

needs_press = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)
SCRIPT = builder.parse(assets.data("samples", "a-murmur-of-moths.json"))


@needs_press
def test_a_pool_prints_what_the_library_prints_in_the_order_asked() -> None:
    with builder.pool(workers=2) as press:
        night, sheet = press.render_each([(SCRIPT, "night"), (SCRIPT, "sheet")], paper="letter")
        with pytest.raises(RenderError, match="marble"):
            press.render(SCRIPT, "sheet", style="marble")
        again = press.render(SCRIPT, "sheet", paper="letter")
    assert night.pdf == builder.render(SCRIPT, "night", paper="letter").pdf
    assert sheet.pdf == again.pdf == builder.render(SCRIPT, "sheet", paper="letter").pdf


@pytest.mark.parametrize(
    ("job", "why"), [(fake_press.endless, "longer than 1 seconds"), (fake_press.deadly, "ended early")]
)
def test_what_gives_no_document_says_why(job: Callable[..., Document], why: str) -> None:
    workers = Workers(1, seconds=1, memory_mb=1500, preload="builder.documents")
    try:
        with pytest.raises(RenderError, match=why):
            workers.result(workers.start(job, "[]", "sheet", "classic", "a4"))
    finally:
        workers.end()
