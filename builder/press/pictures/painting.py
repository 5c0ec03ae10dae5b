"""Art for a character: an icon or a picture painted in its team's colours, worn, bordered, on a soft shadow.

The steps are those of the community's icon makers: cut to what is visible, white times the team's gradient, scaled and
placed, multiplied by a texture, a white border around it, a shadow under it. Each can be left out. What is alike for
all teams is worked out once (`_prepared`); a team's colours are the last and quickest step.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.game.paint_settings import Gradient, PaintSettings
from builder.press.pictures import icon_effects, icon_shapes
from builder.press.pictures.icon_effects import grunge
from builder.press.pictures.icon_shapes import CANVAS
from builder.press.pictures.png_encoding import png

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Plane = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CANVAS", "EVIL", "GOOD", "USUAL", "paint", "paint_each"]

USUAL = PaintSettings()
#: The flipped version of a team, or that of a Traveller whose alignment is known.
GOOD, EVIL = "good", "evil"
#: What is fainter than this (of 1) has no colour.
FAINT = 1 / 512
#: What an icon of the usual size takes of the canvas with its border and shadow: left, top, right, bottom.
FRAME = (100, 14, 440, 354)
#: Opacity from which something outside of the frame belongs to it.
SEEN = 1 / 64


@dataclass(frozen=True, slots=True)
class _Prepared:
    """What is the same for every team: planes over a part of the canvas."""

    #: Where the part lies on the canvas; and its rows and columns between which the shape lies.
    corner: tuple[int, int]
    extent: tuple[int, int, int, int]
    #: How much of the team's colour each pixel gets, from 0 to 255: one plane, or one for red, green and blue.
    inks: tuple["Plane", ...]
    #: The same for the colour of the border; None where there is none.
    edge: "Plane | None"
    #: From 0 to 1.
    opacity: "Plane"


def paint(picture: "bytes | Image", team: str, settings: PaintSettings = USUAL) -> bytes:
    """A PNG file (540 × 540, transparent) of the picture's shape, painted for a team.

    `picture` is a PNG file of ours (`reading.read`), or an outline (`silhouettes.emblem`); `team` is one,
    or `good` or `evil`.
    """
    return next(paint_each(picture, (team,), settings))


def paint_each(
    picture: "bytes | Image", teams: Iterable[str], settings: PaintSettings = USUAL, *, framed: bool = False
) -> Iterator[bytes]:
    """The same for several teams, for little more than the time of one.

    `framed` leaves out the free part of the canvas, in which a token has its name: an icon of the usual size in its
    usual place fills what is left, another is as much smaller, larger or aside.
    """
    prepared = _prepared(picture, settings)
    for team in teams:
        canvas = _canvas(prepared, team, settings)
        yield png(_framed(canvas, settings) if framed else canvas)


def _framed(canvas: "Plane", settings: PaintSettings) -> "Plane":
    import numpy as np

    left, top, right, bottom = (round(edge * settings.scale) for edge in FRAME)
    seen = canvas[..., 3] > 255 * SEEN
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if len(rows):
        left, right = min(left, columns[0]), max(right, columns[-1] + 1)
        top, bottom = min(top, rows[0]), max(bottom, rows[-1] + 1)
    return canvas[top:bottom, left:right]


def _prepared(picture: "bytes | Image", settings: PaintSettings) -> _Prepared:
    import numpy as np

    placed, corner = icon_shapes.placed(picture, settings)
    colours, shape = icon_shapes.toned(placed, settings)
    rows, columns = np.flatnonzero(shape.any(axis=1)), np.flatnonzero(shape.any(axis=0))
    extent = (rows[0], rows[-1] + 1, columns[0], columns[-1] + 1) if len(rows) else (0, 1, 0, 1)
    solid, edge = shape, None
    if settings.border and settings.border_width:
        solid = np.maximum(icon_effects.around(shape, settings), shape)
        edge = solid - shape
    opacity = solid
    if settings.shadow and settings.shadow_strength:
        opacity = solid + icon_effects.shadow(solid, settings) * (1 - solid)  # it is black: it adds no colour
    share = 255 / np.maximum(opacity, FAINT)
    ink = shape * share
    if settings.texture and settings.texture_strength:
        ink *= 1 - settings.texture_strength * (1 - _worn(shape, corner, settings))
    inks = tuple(ink * colour for colour in colours) if colours else (ink,)
    return _Prepared(corner, extent, inks, None if edge is None else edge * share, opacity)


def _worn(shape: "Plane", corner: tuple[int, int], settings: PaintSettings) -> "Plane":
    """The texture under a part of the canvas."""
    import numpy as np

    side = round(CANVAS * settings.scale)
    surface: Plane = grunge(side, round(settings.texture_seed))
    down, across = (
        (np.arange(length) + start) % side for length, start in zip(shape.shape, corner[::-1], strict=True)
    )
    worn: Plane = surface[np.ix_(down, across)]
    return worn


def _canvas(prepared: _Prepared, team: str, settings: PaintSettings) -> "Plane":
    """The whole canvas as bytes of red, green, blue and opacity."""
    import numpy as np

    side = round(CANVAS * settings.scale)
    canvas = np.zeros((side, side, 4), np.uint8)
    seen, part = icon_shapes.overlap(prepared.corner, prepared.opacity.shape, side)
    target = canvas[seen]
    border = _rgb(settings.border_colour)
    gradient = _gradient(prepared, team, settings) if settings.gradient else None
    for band in range(3):
        colour = prepared.inks[band % len(prepared.inks)]
        if gradient is not None:
            colour = colour * gradient[band]
        if prepared.edge is not None and border[band]:
            colour = colour + prepared.edge * border[band]
        target[..., band] = (colour + 0.5)[part]
    target[..., 3] = (prepared.opacity * 255 + 0.5)[part]
    return canvas


def _gradient(prepared: _Prepared, team: str, settings: PaintSettings) -> "list[Plane]":
    """Red, green and blue over the height of the icon; of a Traveller who may be either, those of both side by side."""
    import numpy as np

    top, bottom, left, right = prepared.extent
    height, width = prepared.opacity.shape
    down = np.clip((np.arange(height) - top) / (bottom - top), 0, 1).astype(np.float32)[:, None]

    def ramp(gradient: Gradient) -> "list[Plane]":
        light, dark = map(_rgb, gradient)
        return [one + (other - one) * down for one, other in zip(light, dark, strict=True)]

    if team != "traveller":
        return ramp(_colours(team, settings))
    # A narrow seam, so that the halves meet and do not clash.
    evil = np.clip((np.arange(width) - (left + right) / 2) / (width / 40) + 0.5, 0, 1).astype(np.float32)
    sides = zip(ramp(settings.good), ramp(settings.evil), strict=True)
    return [one * (1 - evil) + other * evil for one, other in sides]


def _colours(team: str, settings: PaintSettings) -> Gradient:
    outsider = settings.outsider if settings.teal_outsiders else settings.good
    minion = settings.minion if settings.orange_minions else settings.evil
    return {
        "townsfolk": settings.good,
        GOOD: settings.good,
        "outsider": outsider,
        "minion": minion,
        "demon": settings.evil,
        EVIL: settings.evil,
        "fabled": settings.fabled,
        "loric": settings.loric,
    }.get(team, settings.unknown)


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue
