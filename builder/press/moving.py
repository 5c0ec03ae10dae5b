"""Moves boxes of a finished layout, with backgrounds, whose places are fixed at the end of a layout."""

from collections.abc import Iterator
from typing import Any


def move(box: Any, *, across: float = 0, down: float = 0) -> None:
    """Moves a box and all in it, by CSS pixels to the right and down."""
    box.translate(across, down)
    for each in _with_descendants(box):
        if getattr(each, "background", None) and each.background.layers:
            layers = [
                layer._replace(
                    painting_area=_moved(layer.painting_area, across, down),
                    positioning_area=_moved(layer.positioning_area, across, down),
                    clipped_boxes=[_moved(clipped, across, down) for clipped in layer.clipped_boxes],
                )
                for layer in each.background.layers
            ]
            each.background = each.background._replace(layers=layers)


def _moved(area: Any, across: float, down: float) -> Any:
    """An area elsewhere; a word instead of one stays, where a layer has only a color."""
    return area if isinstance(area, str) else (area[0] + across, area[1] + down, *area[2:])


def _with_descendants(box: Any) -> Iterator[Any]:
    yield box
    for child in box.all_children():
        yield from _with_descendants(child)
