"""How far two pictures of a page are apart."""

from PIL import Image, ImageChops

ACROSS, DOWN = 4, 16


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of the worst of 64 parts of two pictures, each blurred a little: 0 to 255.

    The parts are taken twice, the second time moved by half of one, so that what lies between four of them counts.
    """
    assert (one.size, one.mode) == (other.size, other.mode)
    apart = ImageChops.difference(one.reduce(2), other.reduce(2))
    moved = ImageChops.offset(apart, apart.width // ACROSS // 2, apart.height // DOWN // 2)
    parts = (
        band.convert("F").resize((ACROSS, DOWN), Image.Resampling.BOX)
        for picture in (apart, moved)
        for band in picture.split()
    )
    return max(part.getextrema()[1] for part in parts)
