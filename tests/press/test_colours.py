"""Colours and faces have one place, and everything that is drawn names them."""

import re
from pathlib import Path

import pytest

from builder import assets
from builder.press import colours, frames, ornaments

#: Pages for a browser have their colours in a `:root` of their own.
IN_BROWSERS = {Path("almanac/web/page.css"), Path("published/page.css")}
SHEETS = sorted(
    path
    for path in assets.templates("print").rglob("*.css")
    if path.relative_to(assets.templates("print")) not in IN_BROWSERS
)
LITERAL = re.compile(r"#[0-9a-f]{3,8}\b|\brgba?\(|: (?:white|black)\b|\"Clockwright ", re.IGNORECASE)
DRAWINGS = [
    *(f"{kind}-{team}" for kind in ("mark", "pale", "black") for team in ornaments.MARKS),
    *(f"night-{name}" for name in ornaments.NIGHT),
    *(f"step-{name}" for name in ornaments.STEPS),
    *ornaments.OTHERS,
]


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: "-".join(path.parts[-3:]))
def test_style_sheets_name_their_colours_and_faces(path: Path) -> None:
    written = path.read_text("utf-8")
    assert LITERAL.findall(written) == []
    # What is left belongs to the style: sizes, gaps.
    assert not set(re.findall(r"var\(--([a-z-]+)\)", colours.filled(written))) & set(colours.VALUES)


def test_a_colour_that_is_written_out_is_seen() -> None:
    assert LITERAL.findall("a { color: #1f1a17; background: white }") == ["#1f1a17", ": white"]


def test_every_name_that_is_used_exists() -> None:
    put_on = re.compile(r"(?:[a-z-]*color|background|border[a-z-]*|font|font-family): ([^;}]*)")
    used = {
        name
        for path in SHEETS
        for value in put_on.findall(path.read_text("utf-8"))
        for name in re.findall(r"var\(--([a-z-]+)\)", value)
    }
    assert {"ink", "townsfolk", "mask", "display"} <= used
    assert {
        name for name in used - set(colours.VALUES) if not name.endswith(("-size", "-small", "-height"))
    } == set()


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_has_no_name_left(name: str) -> None:
    assert "var(" not in ornaments.svg(name)
    assert "INK" not in ornaments.svg(name)


def test_whole_pages_have_no_name_left() -> None:
    assert "var(" not in ornaments.ruled(210, 297) + frames.leaf(210, 297)


def test_the_parts_of_a_colour() -> None:
    assert colours.parts("#ff8000") == (1.0, pytest.approx(0.502, abs=0.001), 0.0)
