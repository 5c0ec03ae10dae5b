"""The contrast of text on printed pages, measured on their pixels."""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

import builder
from builder.themes import tones

sys.path.append(str(Path(__file__).parents[1] / "themes"))

from test_theme_guard import random_theme

from builder.themes import loading, resolving

pytestmark = pytest.mark.full
SAMPLE = Path(__file__).parents[2] / "data" / "samples" / "the-wandering-fair.json"
#: Letters whose stems are thinner than a pixel are measured again at the finer resolution.
DPI, FINE = 300, 1800
#: Text has 4.5; pixels at the edge of a letter are a mixture.
MEASURED = 4.2
LOOKS = (
    ("sheet", "classic"),
    ("sheet", "parchment"),
    ("sheet", "large"),
    ("sheet", "teensy"),
    ("night", "full"),
    ("night", "glyphs"),
    ("night", "strips"),
    ("almanac", "bloodstar"),
    ("almanac", "book"),
    ("almanac", "reference"),
    ("tokens", "classic"),
    ("tokens", "dark"),
    ("table", "classic"),
    ("guide", "player"),
    ("guide", "storyteller"),
    ("proof", "classic"),
    ("booklet", "classic"),
    ("boxes", "classic"),
)


def contrasts(pdf: bytes, further: int = 0) -> list[tuple[float, str]]:
    """The contrast of every letter with what is around it, on the first page and on a further one."""
    document = pypdfium2.PdfDocument(io.BytesIO(_letter_by_letter(pdf)))
    try:
        return [each for number in {0, further % len(document)} for each in _of_page(document[number])]
    finally:
        document.close()


def _letter_by_letter(pdf: bytes) -> bytes:
    """The same file without the texts of whole curved names, for whose letters a reader has no places."""
    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for page in opened.pages:
            page.contents_coalesce()
            bare = re.sub(rb"/ActualText\s*<[0-9a-fA-F]*>", b"", page.Contents.read_bytes())
            page.Contents = opened.make_stream(bare)
        opened.save(written)
    return written.getvalue()


def _of_page(page: pypdfium2.PdfPage) -> Iterator[tuple[float, str]]:
    picture = page.render(scale=DPI / 72).to_pil().convert("RGB")
    text, (width, height) = page.get_textpage(), page.get_size()
    for place in range(text.count_chars()):
        letter = text.get_text_range(place, 1)
        if not letter.strip() or not letter.isalnum():
            continue
        left, bottom, right, top = text.get_charbox(place)
        sides = [left - 0.5, height - top - 0.5, right + 0.5, height - bottom + 0.5]
        found = _contrast(picture.crop([round(side * DPI / 72) for side in sides]))
        if found < MEASURED:
            cut = (sides[0], height - sides[3], width - sides[2], sides[1])
            found = _contrast(page.render(scale=FINE / 72, crop=cut).to_pil().convert("RGB"))
        yield found, letter


def _contrast(part: Image.Image) -> float:
    """The contrast of the color farthest from the most common one in a picture."""
    colors = sorted(part.getcolors(1 << 16) or [], key=lambda each: each[0], reverse=True)
    written = ["#{:02x}{:02x}{:02x}".format(*color) for _, color in colors]  # type: ignore[misc]
    return max(tones.contrast(written[0], each) for each in written[1:] or written)


def worst(
    theme: str,
    kind: str = "sheet",
    style: str = "classic",
    further: int = 0,
    *,
    script: bytes | Path = SAMPLE,
) -> list[tuple[float, str]]:
    pdf = builder.render(builder.parse(script), kind, style=style, theme=theme).pdf
    return [each for each in contrasts(pdf, further) if each[0] < MEASURED]


def test_a_dark_theme_can_be_read_on_paper() -> None:
    assert worst("observatory") == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["none", *loading.ours()])
def test_our_themes_can_be_read_on_paper(name: str) -> None:
    assert worst(name) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_random_palettes_can_be_read_on_paper(seed: int) -> None:
    assert worst(loading.packed(random_theme(seed)), *LOOKS[seed % len(LOOKS)], seed) == []


def test_text_that_cannot_be_read_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.themes.guard.text", lambda color, *_grounds: color)
    resolving.resolved.cache_clear()
    pale = '{"title": "Too pale", "ink": "#cccccc"}'
    assert len(worst(pale, script=b'["chef", "monk", "imp"]')) > 100
    resolving.resolved.cache_clear()
