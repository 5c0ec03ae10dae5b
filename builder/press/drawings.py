"""Emblems as the PDF draws them: their outlines once per process, instead of an SVG read for every print.

WeasyPrint looks a picture up in its cache before it fetches it. Ours answers for the addresses of emblems with
an image that writes its outline straight into the page: 3 ms less for each.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from builder import emblems
from builder.press.colours import TEAM_COLOURS
from builder.press.resources import PLAIN_EMBLEM

EMBLEM = "clockwright:emblem/"
#: The field that an emblem is drawn on.
FIELD = 512


class Pictures(dict[str, Any]):
    """WeasyPrint's cache of pictures for one document, which knows every emblem beforehand."""

    def __contains__(self, url: object) -> bool:
        return isinstance(url, str) and (url.startswith(EMBLEM) or super().__contains__(url))

    def __getitem__(self, url: str) -> Any:  # noqa: ANN401  # an image of WeasyPrint's, or ours
        if url.startswith(EMBLEM):
            team, _, name = url.removeprefix(EMBLEM).partition("/")
            return Emblem(name, TEAM_COLOURS[team])
        return super().__getitem__(url)


class Emblem:
    """An emblem in one colour, as WeasyPrint wants an image to be."""

    def __init__(self, name: str, colour: str) -> None:
        self._name = name
        self._colour = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]

    def get_intrinsic_size(self, _resolution: object, _font_size: object) -> tuple[None, None, float]:
        """No size of its own, and square."""
        return None, None, 1

    def draw(self, stream: Any, width: float, height: float, _style: object) -> None:  # noqa: ANN401  # a pydyf stream
        """Writes the outline at the current place, so wide and so high."""
        stream.push_state()
        stream.transform(a=width / FIELD, d=height / FIELD)
        stream.set_color_rgb(*self._colour)
        stream.stream.append(outline(self._name))
        stream.fill()
        stream.pop_state()


@lru_cache(maxsize=1024)
def outline(name: str) -> bytes:
    """The outline of an emblem in the operators of PDF; that of a plain one for a name that is none."""
    body = emblems.body(name) or emblems.body(PLAIN_EMBLEM)
    return " ".join(step for path in re.findall(r' d="([^"]+)"', body) for step in _steps(path)).encode()


def _steps(path: str) -> Iterator[str]:
    from fontTools.pens.recordingPen import RecordingPen  # noqa: PLC0415  # WeasyPrint has loaded it anyway
    from fontTools.svgLib.path import parse_path  # noqa: PLC0415

    pen = RecordingPen()
    parse_path(path, pen)
    x, y = 0.0, 0.0
    for operator, points in pen.value:
        if operator == "qCurveTo":  # PDF has cubic curves only
            (x1, y1), (x2, y2) = points
            thirds = (
                x + 2 * (x1 - x) / 3,
                y + 2 * (y1 - y) / 3,
                x2 + 2 * (x1 - x2) / 3,
                y2 + 2 * (y1 - y2) / 3,
            )
            yield f"{_numbers(*thirds, x2, y2)} c"
        elif points:
            sign = {"moveTo": "m", "lineTo": "l", "curveTo": "c"}[operator]
            yield f"{_numbers(*(part for point in points for part in point))} {sign}"
        else:
            yield "h"
        if points:
            x, y = points[-1]


def _numbers(*values: float) -> str:
    """Tenths of a unit are finer than any printer."""
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in values)
