"""Kept pictures as pixels: decoded once for all the sizes in which somebody wants them."""

from functools import lru_cache
from typing import TYPE_CHECKING

from builder.press.pictures import untrusted
from builder.press.pictures.store import store

if TYPE_CHECKING:
    from PIL.Image import Image


def size(name: str) -> tuple[int, int] | None:
    """Width and height (pixels) of a kept picture; None where there is none of this name."""
    png = store().get(name)
    # In a PNG file of ours both stand at a fixed place.
    return (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) if png else None


def multiplied(name: str) -> "Image":
    """A kept picture to look at, its colours multiplied by their opacity. Raises KeyError where it is gone."""
    png = store().get(name)
    if png is None:
        raise KeyError(name)
    return _multiplied(png)


def whole(name: str) -> "Image":
    """A kept picture as it is. Raises KeyError where it is gone."""
    png = store().get(name)
    if png is None:
        raise KeyError(name)
    return untrusted.open_kept(png)


@lru_cache(maxsize=2)
def _multiplied(png: bytes) -> "Image":
    return untrusted.open_kept(png).convert("RGBa")
