"""A finished picture on a token keeps off the name: square ones are made smaller, round ones need not be."""

import io
import math

import pytest
from PIL import Image, ImageDraw

from builder.press.pictures.store import store
from builder.press.tokens import icons

HALF, MIDDLE, RING = (0.487, 0.487), -0.085, 0.62


def kept(shape: str) -> str:
    picture = Image.new("RGBA", (200, 200))
    pen = ImageDraw.Draw(picture)
    if shape == "square":
        pen.rectangle((0, 0, 199, 199), fill="#1d4f91")
    elif shape == "round":
        pen.ellipse((20, 0, 180, 160), fill="#1d4f91")
    target = io.BytesIO()
    picture.save(target, "PNG")
    return store().take_in(target.getvalue())


def test_a_square_that_fills_its_corners_stays_inside_the_ring_and_its_upper_edge_where_it_was() -> None:
    part = icons.within(kept("square"), HALF, MIDDLE, RING)
    low = MIDDLE + HALF[1] - 2 * HALF[1] * part
    assert 0.8 < part < 1
    assert math.hypot(HALF[0] * part, low) <= RING


def test_a_picture_whose_lower_corners_are_empty_keeps_its_size() -> None:
    assert icons.within(kept("round"), HALF, MIDDLE, RING) == 1


def test_a_picture_that_is_no_longer_there_is_no_reason_to_fail() -> None:
    assert icons.within("0" * 64, HALF, MIDDLE, RING) == 1


def test_a_picture_is_never_made_so_small_that_nobody_knows_it() -> None:
    assert icons.within(kept("square"), HALF, MIDDLE, 0.01) == pytest.approx(icons.LEAST, abs=0.02)
