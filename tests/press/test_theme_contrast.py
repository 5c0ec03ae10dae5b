"""The contrast of text on printed pages, measured on their pixels."""

import io
import sys
from pathlib import Path

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
DPI = 300
#: Text has 4.5; pixels at the edge of a letter are a mixture.
MEASURED = 4.2
#: What is looked at in the random palettes: no booklets, whose letters are too thin, nor the curved text of tokens.
LOOKS = (
    ("sheet", "classic"),
    ("sheet", "parchment"),
    ("night", "full"),
    ("night", "strips"),
    ("almanac", "bloodstar"),
    ("almanac", "book"),
    ("table", "classic"),
    ("guide", "player"),
    ("proof", "classic"),
)


def contrasts(pdf: bytes) -> list[tuple[float, str]]:
    """The contrast of every letter of the first page with what is around it."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    try:
        page = document[0]
        picture = page.render(scale=DPI / 72).to_pil().convert("RGB")
        text, height = page.get_textpage(), page.get_height()
        found = []
        for place in range(text.count_chars()):
            letter = text.get_text_range(place, 1)
            if not letter.strip() or not letter.isalnum():
                continue
            left, bottom, right, top = text.get_charbox(place)
            box = [round(side * DPI / 72) for side in (left, height - top, right, height - bottom)]
            found.append((_contrast(picture, box), letter))
        return found
    finally:
        document.close()


def _contrast(picture: Image.Image, box: list[int]) -> float:
    """The contrast of the color farthest from the most common one in a box."""
    part = picture.crop((box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2))
    colors = sorted(part.getcolors(1 << 16) or [], key=lambda each: each[0], reverse=True)
    written = ["#{:02x}{:02x}{:02x}".format(*color) for _, color in colors]  # type: ignore[misc]
    return max(tones.contrast(written[0], each) for each in written[1:] or written)


def worst(theme: str, kind: str = "sheet", style: str = "classic") -> list[tuple[float, str]]:
    script = builder.parse(SAMPLE.read_bytes())
    pdf = builder.render(script, kind, style=style, theme=theme).pdf
    return [each for each in contrasts(pdf) if each[0] < MEASURED]


def test_a_dark_theme_can_be_read_on_paper() -> None:
    assert worst("observatory") == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["none", *loading.ours()])
def test_our_themes_can_be_read_on_paper(name: str) -> None:
    assert worst(name) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_random_palettes_can_be_read_on_paper(seed: int) -> None:
    assert worst(loading.packed(random_theme(seed)), *LOOKS[seed % len(LOOKS)]) == []


def test_text_that_cannot_be_read_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.themes.guard.text", lambda color, *_grounds: color)
    resolving.resolved.cache_clear()
    assert len(worst('{"title": "Too pale", "ink": "#cccccc"}')) > 100
    resolving.resolved.cache_clear()
