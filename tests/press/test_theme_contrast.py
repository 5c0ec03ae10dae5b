"""The contrast of text on printed pages, measured on their pixels."""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest

import builder
from builder.themes import tones

sys.path.append(str(Path(__file__).parents[1] / "themes"))

from test_theme_guard import random_theme

from builder.themes import loading, resolving

pytestmark = pytest.mark.full
SAMPLE = Path(__file__).parents[2] / "data" / "samples" / "the-wandering-fair.json"
#: A character of every team, with a setup, a jinx and a rule of the author's: whatever has a color of its own.
FEW = (
    b'[{"id": "_meta", "name": "Few", "author": "Clockwright", "bootlegger": ["The Imp may hop."]}, "villageidiot",'
    b' "philosopher", "drunk", "boffin", "imp", "thief", "djinn", "bootlegger", "gnome"]'
)
#: Letters whose stems are thinner than a pixel are measured again at the finer resolution.
DPI, FINE = 300, 1800
#: Text has 4.5; pixels at the edge of a letter are a mixture.
MEASURED = 4.2
#: The luminance of a color is the sum of what its channels have, by their values.
RED, GREEN, BLUE = (
    np.array([tones.luminance(form.format(value)) for value in range(256)])
    for form in ("#{:02x}0000", "#00{:02x}00", "#0000{:02x}")
)
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
    picture = _drawn(page, DPI)
    text, (width, height) = page.get_textpage(), page.get_size()
    for place in range(text.count_chars()):
        letter = text.get_text_range(place, 1)
        if not letter.strip() or not letter.isalnum():
            continue
        left, bottom, right, top = text.get_charbox(place)
        sides = [left - 0.5, height - top - 0.5, right + 0.5, height - bottom + 0.5]
        across, down, end, foot = (max(0, round(side * DPI / 72)) for side in sides)
        found = _contrast(picture[down:foot, across:end])
        if found < MEASURED:
            cut = (sides[0], height - sides[3], width - sides[2], sides[1])
            found = _contrast(_drawn(page, FINE, cut))
        yield found, letter


def _drawn(
    page: pypdfium2.PdfPage, dpi: int, crop: tuple[float, float, float, float] = (0, 0, 0, 0)
) -> np.ndarray:
    """A page as pixels, each a number: 65,536 × red + 256 × green + blue."""
    parts: np.ndarray = page.render(scale=dpi / 72, crop=crop, prefer_bgrx=True).to_numpy()
    return parts.view("<u4")[..., 0] & 0xFFFFFF


def _contrast(part: np.ndarray) -> float:
    """The contrast of the color farthest from the most common one among pixels."""
    if not part.size:
        return 1.0
    colors, counts = np.unique(part, return_counts=True)
    lights = RED[colors >> 16] + GREEN[colors >> 8 & 255] + BLUE[colors & 255] + 0.05
    ground = lights[counts.argmax()]
    return float(max(lights.max() / ground, ground / lights.min()))


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
    theme = loading.packed(random_theme(seed))
    assert {look: found for look in LOOKS if (found := worst(theme, *look, seed, script=FEW))} == {}


def test_text_that_cannot_be_read_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.themes.guard.text", lambda color, *_grounds: color)
    resolving.resolved.cache_clear()
    pale = '{"title": "Too pale", "ink": "#cccccc"}'
    assert len(worst(pale, script=b'["chef", "monk", "imp"]')) > 100
    resolving.resolved.cache_clear()
