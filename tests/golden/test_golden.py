import difflib
from pathlib import Path

import gilding
import pytest
from page_difference import difference
from PIL import Image

pytestmark = pytest.mark.full

#: Mean difference of two greys of 255 at which two pictures of a page count as the same: other versions of FreeType
#: and pdfium draw edges a little lighter or darker; a line that moved makes more.
ALIKE = 2.0
RENEW = f"If the change is meant, renew it with  {gilding.RENEW}"
each_style = pytest.mark.parametrize(("kind", "style"), gilding.STYLES)


def golden(name: str) -> Path:
    """A golden file. Fails where a new style has none yet."""
    path = gilding.FOLDER / name
    assert path.exists(), (
        f"There is no {path.name}. For a new style, make it with  {gilding.RENEW}  and look at it"
    )
    return path


@each_style
def test_the_html_is_the_one_we_looked_at(kind: str, style: str) -> None:
    kept = golden(f"{kind}-{style}.html").read_text("utf-8")
    made = gilding.html(kind, style)
    changes = list(
        difflib.unified_diff(kept.splitlines(), made.splitlines(), "kept", "now", lineterm="", n=0)
    )
    assert not changes, "\n".join([*changes[:20], RENEW])


@each_style
def test_the_page_looks_as_it_did_when_we_looked_at_it(kind: str, style: str) -> None:
    with Image.open(golden(f"{kind}-{style}.png")) as kept:
        assert difference(kept.convert("L"), gilding.picture(kind, style)) < ALIKE, RENEW


def test_a_line_that_moved_is_seen() -> None:
    page = gilding.picture("sheet", "classic")
    moved = Image.new("L", page.size, 255)
    moved.paste(page, (0, 3))
    assert difference(page, moved) > ALIKE


def test_a_missing_emblem_is_seen() -> None:
    page = gilding.picture("sheet", "classic")
    without = page.copy()
    without.paste(255, (20, 58, 46, 80))
    assert difference(page, without) > ALIKE
