"""Emblems drawn by us look as WeasyPrint draws their SVG."""

import io
from typing import Any

import pypdfium2
import pytest
from PIL import ImageChops, ImageStat

from builder.press import drawings, engine
from builder.press.drawings import Pictures


def picture(cache: dict[str, Any], name: str) -> Any:  # a Pillow image
    """A page with one picture of ours, as a picture."""
    html = f'<style>@page{{size:60mm;margin:5mm}}</style><img src="clockwright:{name}" width="180">'
    pdf = engine.weasyprint().HTML(string=html, url_fetcher=engine.fetcher()).write_pdf(cache=cache)
    with io.BytesIO(pdf) as file:
        return pypdfium2.PdfDocument(file)[0].render(scale=2).to_pil().convert("L")


EMBLEMS = ["top-hat", "spider-web", "fleur-de-lys", "moon-bats", "no-such-emblem"]
ORNAMENTS = ["mark-demon", "mark-fabled", "flourish", "box", "night-minioninfo"]


@pytest.mark.parametrize(
    "name", [*(f"emblem/demon/{name}" for name in EMBLEMS), *(f"ornament/{name}" for name in ORNAMENTS)]
)
def test_our_drawing_of_a_picture_is_that_of_its_svg(name: str) -> None:
    ours, theirs = picture(Pictures(), name), picture({}, name)
    assert ImageStat.Stat(theirs).extrema != [(255, 255)]
    assert ImageStat.Stat(ImageChops.difference(ours, theirs)).mean[0] < 0.5


def test_an_outline_is_made_of_pdf_operators_only() -> None:
    steps = drawings.outline("spider-web").decode().split()
    assert set(steps) - {"m", "l", "c", "h"} == {
        step for step in steps if step.lstrip("-").replace(".", "", 1).isdigit()
    }
    assert steps[2] == "m"


def test_pictures_answer_for_our_own_and_for_nothing_else_they_do_not_hold() -> None:
    pictures = Pictures()
    assert "clockwright:emblem/minion/top-hat" in pictures
    assert "clockwright:ornament/box" in pictures
    assert "clockwright:ruled/210x297" not in pictures
    pictures["clockwright:ruled/210x297"] = "kept"
    assert pictures["clockwright:ruled/210x297"] == "kept"


def test_the_data_of_a_drawing_is_as_long_as_it_says_for_those_who_look_for_its_end() -> None:
    ends = set()
    for number in range(600):
        head, _, rest = drawings.drawing("x", 20, 20, b"l" * number + b"%d" % number).data.partition(
            b"\nstream\n"
        )
        body = rest.removesuffix(b"endstream")
        data = body[:-2] if body.endswith(b"\r\n") else body[:-1]
        assert f"/Length {len(data)}>>".encode() in head
        ends.add(data[-1:])
    assert b"\r" in ends
