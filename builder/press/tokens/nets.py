"""The geometry of tuck boxes: panels, flaps, folds and outline of a net, and the box for a stack of tokens.

Lengths are millimeters, y points up, the origin is the lower left corner of the front panel.
"""

import math
from dataclasses import dataclass

Point = tuple[float, float]
Box = tuple[float, float, float]

#: Width of the flap to glue, length of the flaps that are tucked in, the dust flaps, how far flaps taper.
GLUE, TUCK, DUST, TAPER = 11.0, 13.0, 16.0, 1.2
#: Radius of the notch for a thumb.
NOTCH = 7.0
#: Space around a stack of tokens, and the lowest box.
AIR, LEAST = 2.0, 20.0
#: At most this many tokens beside each other.
MOST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Net:
    """A net: each panel as left, bottom, width, height; folds and outline as lines."""

    size: Box
    panels: dict[str, tuple[float, float, float, float]]
    folds: tuple[tuple[Point, Point], ...]
    outline: tuple[Point, ...]

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def extent(box: Box) -> tuple[float, float]:
    """Width and height of the net of a box (width, height, depth)."""
    w, h, d = box
    return 2 * (w + d) + GLUE, h + 2 * (d + TUCK)


def tuck_box(box: Box) -> Net:
    """The net of a box that is glued at one side and tucked in above and below."""
    w, h, d = box
    right, back, last = 2 * (w + d), w + d, 2 * w + d
    panels = {
        "front": (0.0, 0.0, w, h),
        "side": (w, 0.0, d, h),
        "back": (back, 0.0, w, h),
        "other side": (last, 0.0, d, h),
        "lid": (back, h, w, d),
        "base": (back, -d, w, d),
        "glue": (-GLUE, 0.0, GLUE, h),
    }
    folds: list[tuple[Point, Point]] = [((x, 0.0), (x, h)) for x in (0.0, w, back, last)]
    for y, lid in ((h, h + d), (0.0, -d)):
        folds += [((w, y), (right, y)), ((back + TAPER, lid), (last - TAPER, lid))]
    above = [*_notch(w, h), *_flaps(box)]
    below = [(x, h - y) for x, y in _flaps(box)]
    outline = [
        (0.0, 0.0),
        (-GLUE, min(4.0, h / 5)),
        (-GLUE, h - min(4.0, h / 5)),
        (0.0, h),
        *above,
        (right, h),
        (right, 0.0),
        *reversed(below),
        (w, 0.0),
    ]
    return Net(box, panels, tuple(folds), tuple(outline))


def _notch(w: float, h: float) -> list[Point]:
    """Half a circle out of the upper edge of the front."""
    radius = min(NOTCH, w / 4)
    return [
        (w / 2 - radius * math.cos(math.pi * step / 12), h - radius * math.sin(math.pi * step / 12))
        for step in range(13)
    ]


def _flaps(box: Box) -> list[Point]:
    """The upper edge right of the front: dust flap, lid with the flap that is tucked in, dust flap."""
    w, h, d = box
    back, last, right = w + d, 2 * w + d, 2 * (w + d)
    dust = min(DUST, 0.48 * w)
    slope = min(TAPER, d / 6)
    tuck = min(2.5, w / 8)
    return [
        (w, h),
        (w + slope, h + dust),
        (back - 2 * slope, h + dust),
        (back - slope, h),
        (back, h),
        (back, h + d),
        (back + tuck, h + d + TUCK),
        (last - tuck, h + d + TUCK),
        (last, h + d),
        (last, h),
        (last + slope, h),
        (last + 2 * slope, h + dust),
        (right - slope, h + dust),
        (right, h),
    ]


def for_stack(
    number: int, diameter: float, thickness: float, area: tuple[float, float]
) -> tuple[list[int], Box] | None:
    """The number of tokens in each of as few boxes as possible whose net fits an area, and the size of one.

    Tokens lie flat in one or several columns. None if not even one token has a box that fits.
    """
    for boxes in range(1, number + 1):
        each = -(-number // boxes)
        fitting = []
        for columns in range(1, min(MOST_COLUMNS, each) + 1):
            rows = -(-each // columns)
            box = (columns * (diameter + AIR), max(LEAST, rows * thickness + AIR), diameter + AIR)
            if fits(extent(box), area):
                fitting.append(box)
        if fitting:
            counts = [each] * (number // each) + ([number % each] if number % each else [])
            return counts, min(fitting, key=lambda box: max(box) / min(box))
    return None


def fits(size: tuple[float, float], area: tuple[float, float]) -> bool:
    """Whether a net fits an area, perhaps turned."""
    return (size[0] <= area[0] and size[1] <= area[1]) or (size[1] <= area[0] and size[0] <= area[1])
