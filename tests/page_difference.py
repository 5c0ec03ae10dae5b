"""How far two pictures of a page are apart."""

from PIL import Image, ImageChops

ACROSS, DOWN = 4, 16


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of the worst of 64 parts of two pictures, each blurred a little: 0 to 255."""
    assert (one.size, one.mode) == (other.size, other.mode)
    apart = ImageChops.difference(one.reduce(2), other.reduce(2))
    parts = (band.convert("F").resize((ACROSS, DOWN), Image.Resampling.BOX) for band in apart.split())
    return max(part.getextrema()[1] for part in parts)
