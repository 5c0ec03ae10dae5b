"""Pictures and painted art with WeasyPrint's image interface, embedded at their printed size."""

from functools import partial
from typing import Any

from builder.press.drawings import Picture
from builder.press.pictures import painted_icons, scaling
from builder.press.pictures.store import ADDRESS, store

#: CSS pixels and points in an inch.
CSS_INCH, POINT_INCH = 96, 72


def find(url: str) -> "Drawn | None":
    """The picture at one of our picture addresses; None if it is missing or another address."""
    name = name_of(url)
    size = scaling.size_of(name) if name else None
    return Drawn(name, size) if size else None


def name_of(url: str) -> str:
    """The name in the store of a picture, by its address; paints art on demand. "" if there is none."""
    if url.startswith(ADDRESS):
        return url.removeprefix(ADDRESS)
    if url.startswith(painted_icons.ADDRESS):
        return painted_icons.name_of(url)
    return ""


def png(url: str) -> bytes | None:
    """The picture at an address as a PNG file, or None."""
    name = name_of(url)
    return store().get(name) if name else None


class Drawn(Picture):
    """A picture on a page, centered in its box and with its own proportions."""

    def __init__(self, name: str, size: tuple[int, int]) -> None:
        self._name, self._size = name, size

    def get_intrinsic_size(  # type: ignore[override]  # the base class, a vector drawing, has no size
        self, _resolution: object, _font_size: object
    ) -> tuple[float, float, float]:
        """Width, height (CSS pixels) and ratio, at the printed resolution."""
        width, height = (side * CSS_INCH / scaling.DOTS_PER_INCH for side in self._size)
        return width, height, width / height

    def _draw(self, stream: Any, corner: tuple[float, float], width: float, height: float) -> None:
        factor = min(width / self._size[0], height / self._size[1])
        wide, high = self._size[0] * factor, self._size[1] * factor
        if wide <= 0 or high <= 0:
            return
        pixels = scaling.pixels_for(self._size, max(wide, high) * POINT_INCH / CSS_INCH)
        left, top = corner[0] + (width - wide) / 2, corner[1] + (height - high) / 2
        stream.set_alpha(1, stroke=True, fill=True)
        image = scaling.Embedded(f"{self._name}x{pixels}", partial(_encoded, self._name, pixels))
        image.draw(stream, left, top, wide, high)


def _encoded(name: str, pixels: int) -> scaling.Encoded:
    """A stored picture in a size; an empty one if the disk cache was cleared after the layout."""
    empty = scaling.Encoded(1, 1, "FlateDecode", 1, scaling.EMPTY, scaling.EMPTY)
    return scaling.encoded(name, pixels) or empty
