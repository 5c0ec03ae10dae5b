"""What an almanac costs, in counts that are the same on every machine: layouts, drawn operators, lines in the cache."""

import zlib
from collections import Counter
from typing import Any

import composing
import pytest

import builder
from builder.press.almanac import book, layout
from builder.press.almanac.cached_page import CachedPage
from builder.press.weasyprint_patches import line_cache
from builder.printables import kinds

pytestmark = pytest.mark.full

OFFICE = composing.SAMPLES / "the-dead-letter-office.json"
#: Layouts of a part, on average. Each that is not needed costs a third of a page.
LAYOUTS = {"bloodstar": 1.15, "book": 1.3, "reference": 1.3}
#: Bytes of operators on a page: one of dense text has 30 kB. A dotted border of WeasyPrint has 200 for each dot.
DRAWN = 60_000
#: Pages of an almanac whose lines fit in the cache.
PAGES = 40


@pytest.mark.parametrize("style", kinds()["almanac"])
def test_parts_are_laid_out_about_once_and_no_page_is_drawn_in_endless_detail(
    style: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings: Counter[tuple[str, int]] = Counter()
    pages: list[CachedPage] = []
    lay_out, record = layout._laid, layout._recorded

    def counted(html: str, look: Any, place: int) -> Any:
        settings[html, place] += 1
        return lay_out(html, look, place)

    def noted(laid: Any, look: Any) -> tuple[CachedPage, ...]:
        pages.extend(made := record(laid, look))
        return made

    monkeypatch.setattr(layout, "_laid", counted)
    monkeypatch.setattr(layout, "_recorded", noted)
    book.forget()
    line_cache.forget()
    builder.render(builder.parse(OFFICE.read_bytes()), "almanac", style=style)
    parts = len({html for html, _ in settings})
    assert max(settings.values()) == 1, "the same part in the same setting"
    assert settings.total() <= LAYOUTS[style] * parts
    assert max(len(zlib.decompress(page.drawing)) for page in pages) <= DRAWN
    assert len(line_cache._lines) / len(pages) * PAGES < line_cache.SIZE
