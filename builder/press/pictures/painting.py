"""Art for a character: an icon or a picture painted in its team's colours, worn, bordered, on a soft shadow.

The steps are those of the community's icon makers: cut to what is visible, white times the team's gradient, scaled and
placed, multiplied by a texture, a white border around it, a shadow under it. Each can be left out.
"""

import io
import math
from typing import TYPE_CHECKING, Any

from builder.press.pictures import edges, reading
from builder.press.pictures.paint_settings import Gradient, PaintSettings
from builder.press.pictures.texture import grunge

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Plane = np.ndarray[Any, np.dtype[Any]]

CANVAS = 540
USUAL = PaintSettings()
#: A picture with less difference between light and dark is a silhouette.
FLAT = 0.15
#: The flipped version of a team, or that of a Traveller whose alignment is known.
GOOD, EVIL = "good", "evil"


def paint(picture: bytes, team: str, settings: PaintSettings = USUAL) -> bytes:
    """A PNG file (540 × 540, transparent) of the picture's shape, painted for a team.

    `picture` is a PNG file of ours (`reading.read`, `vector.rasterise`); `team` is one, or `good` or `evil`.
    """
    from PIL import Image  # noqa: PLC0415  # nobody without pictures waits for Pillow

    placed, corner = _placed(reading.open_kept(picture).convert("RGBA"), settings)
    colours, shape = _coloured(placed, corner, team, settings)
    painted = Image.fromarray(_composed(colours, shape, settings))
    canvas = Image.new("RGBA", (round(CANVAS * settings.scale),) * 2)
    canvas.paste(painted, corner)
    target = io.BytesIO()
    canvas.save(target, "PNG", compress_level=2)
    return target.getvalue()


def _placed(picture: "Image", settings: PaintSettings) -> tuple["Image", tuple[int, int]]:
    """The picture in its size, with room around it for border and shadow, and its corner on the canvas."""
    from PIL import Image, ImageOps  # noqa: PLC0415  # as above

    if settings.crop:
        picture = reading.cropped(picture) or picture
    if settings.mirror:
        picture = ImageOps.mirror(picture)
    if settings.angle:
        picture = picture.rotate(settings.angle, Image.Resampling.BICUBIC, expand=True)
    factor = settings.size * settings.scale / max(picture.size)
    size = (max(1, round(picture.width * factor)), max(1, round(picture.height * factor)))
    room = math.ceil(settings.scale * (settings.border_width + 1.6 * settings.shadow_blur + 2))
    room += math.ceil(settings.scale * max(abs(settings.shadow_x), abs(settings.shadow_y)))
    patch = Image.new("RGBA", (size[0] + 2 * room, size[1] + 2 * room))
    patch.paste(reading.resized(picture, size), (room, room))
    x, y = settings.x * settings.scale, settings.y * settings.scale
    return patch, (round(x - patch.width / 2), round(y - patch.height / 2))


def _coloured(
    placed: "Image", corner: tuple[int, int], team: str, settings: PaintSettings
) -> tuple["Plane", "Plane"]:
    """Colours (0 to 1) and opacity of the icon after white, gradient and texture."""
    import numpy as np  # noqa: PLC0415  # as above

    pixels = np.asarray(placed, np.float32) / 255
    colours, shape = pixels[..., :3], pixels[..., 3]
    if settings.whiten:
        light = colours @ np.array([0.2126, 0.7152, 0.0722], np.float32)
        if _is_a_tile(shape):
            shape = shape * _figure(light)
        colours = (1 - settings.shading * (1 - _relief(light, shape)))[..., None]
    if settings.gradient:
        colours = colours * _gradient(shape, team, settings)
    if settings.texture and settings.texture_strength:
        colours = colours * (1 - settings.texture_strength * (1 - _worn(shape, corner, settings)))[..., None]
    return colours, shape


def _worn(shape: "Plane", corner: tuple[int, int], settings: PaintSettings) -> "Plane":
    """The texture under a part of the canvas."""
    import numpy as np  # noqa: PLC0415  # as above

    side = round(CANVAS * settings.scale)
    surface: Plane = grunge(side, round(settings.texture_seed))
    down, across = (
        (np.arange(length) + start) % side for length, start in zip(shape.shape, corner[::-1], strict=True)
    )
    worn: Plane = surface[np.ix_(down, across)]
    return worn


def _is_a_tile(shape: "Plane") -> bool:
    """Whether a picture has no outline of its own: a photograph, a drawing on paper."""
    rows, columns = _extent(shape)
    if not len(rows):
        return False
    box = shape[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return bool(box.mean() > 0.97)  # noqa: PLR2004  # a rectangle, but for a rounded corner


def _relief(light: "Plane", shape: "Plane") -> "Plane":
    """The light and dark of a picture, stretched from 0 to 1; one that is all of a shade is all white."""
    import numpy as np  # noqa: PLC0415  # as above

    seen = light[shape > 0.5]  # noqa: PLR2004  # more there than not
    least, most = np.percentile(seen, (2, 98)) if seen.size else (0.0, 0.0)
    if most - least < FLAT:
        return np.ones_like(light)
    relief: Plane = np.clip((light - least) / (most - least), 0, 1)
    return relief


def _extent(shape: "Plane") -> tuple["Plane", "Plane"]:
    """The rows, and the columns, in which there is anything."""
    import numpy as np  # noqa: PLC0415  # as above

    return np.flatnonzero(shape.any(axis=1)), np.flatnonzero(shape.any(axis=0))


def _figure(light: "Plane") -> "Plane":
    """What stands out from the ground of a tile, by its light."""
    import numpy as np  # noqa: PLC0415  # as above

    seen = light[light > 0]
    ground = float(np.median(seen)) if seen.size else 1.0
    figure: Plane = np.clip(np.abs(light - ground) * 2.2 - 0.15, 0, 1)
    return figure


def _gradient(shape: "Plane", team: str, settings: PaintSettings) -> "Plane":
    """The team's colours over the height of the icon; those of a Traveller who may be either, side by side."""
    import numpy as np  # noqa: PLC0415  # as above

    height, width = shape.shape
    rows, columns = _extent(shape)
    top, bottom = (rows[0], rows[-1] + 1) if len(rows) else (0, height)
    down = np.clip((np.arange(height) - top) / max(bottom - top, 1), 0, 1).astype(np.float32)[:, None, None]

    def ramp(gradient: Gradient) -> "Plane":
        light, dark = (np.array(_rgb(colour), np.float32) for colour in gradient)
        ramped: Plane = light + (dark - light) * down
        return ramped

    if team != "traveller":
        return ramp(_colours(team, settings))
    middle = (columns[0] + columns[-1] + 1) / 2 if len(columns) else width / 2
    # A narrow seam, so that the halves meet and do not clash.
    evil = np.clip((np.arange(width) - middle) / (width / 40) + 0.5, 0, 1).astype(np.float32)[None, :, None]
    halves: Plane = ramp(settings.good) * (1 - evil) + ramp(settings.evil) * evil
    return halves


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


def _composed(colours: "Plane", shape: "Plane", settings: PaintSettings) -> "Plane":
    """Icon over border over shadow, as bytes of red, green, blue and opacity."""
    import numpy as np  # noqa: PLC0415  # as above

    premultiplied = colours * shape[..., None]
    solid = shape
    if settings.border and settings.border_width:
        edge = np.maximum(edges.around(shape, settings) - shape, 0)
        premultiplied = premultiplied + np.array(_rgb(settings.border_colour), np.float32) * edge[..., None]
        solid = shape + edge
    opacity = solid
    if settings.shadow and settings.shadow_strength:
        opacity = solid + edges.shadow(solid, settings) * (
            1 - solid
        )  # the shadow is black: it adds no colour
    canvas = np.empty((*shape.shape, 4), np.uint8)
    canvas[..., :3] = premultiplied * (255 / np.maximum(opacity, 1 / 512))[..., None] + 0.5
    canvas[..., 3] = opacity * 255 + 0.5
    return canvas


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue
