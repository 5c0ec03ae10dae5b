"""What a picture keeps of its own when it is painted: light and dark, or all its colours."""

from typing import TYPE_CHECKING, Any

from builder.game.paint_settings import PaintSettings

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Plane = np.ndarray[Any, np.dtype[Any]]

#: A picture with less difference between light and dark (of 255) is a silhouette.
FLAT = 38
#: Opacity (of 255) from which a pixel counts when the light of a picture is measured.
SOLID = 128
#: The part of its frame that a picture without an outline of its own fills: all, but for a rounded corner.
FULL = 0.97
#: A drawing on paper has so much bare paper, whose colour differs no more than that (of 1) from what most of it has.
PAPER, EVEN = 0.5, 0.08


def silhouette(picture: "Image") -> "Image | None":
    """The outline (in shades of grey) of a picture that has no more: an emblem, a drawing in one colour or on paper.

    None for one with light and dark of its own.
    """
    if _is_a_tile(picture):
        return _figure(picture)
    least, most = _range(picture)
    return picture.getchannel("A") if most - least < FLAT else None


def toned(placed: "Image", settings: PaintSettings) -> tuple[tuple["Plane", ...], "Plane"]:
    """The tones of a placed picture (none: all white; one; or red, green and blue) and its shape, all from 0 to 1."""
    import numpy as np

    if placed.mode == "L":
        return (), np.asarray(placed, np.float32) / 255
    pixels = np.asarray(placed, np.float32) / 255
    shape = pixels[..., 3]
    if not settings.whiten:
        return (pixels[..., 0], pixels[..., 1], pixels[..., 2]), shape
    least, most = _range(placed)
    if most - least < FLAT:
        return (), shape
    light = np.asarray(placed.convert("L"), np.float32)
    relief = np.clip((light - least) / (most - least), 0, 1)
    return (1 - settings.shading * (1 - relief),), shape


def _range(picture: "Image") -> tuple[int, int]:
    """The darkest and the lightest of a picture (0 to 255), without the few pixels that are more so."""
    import numpy as np

    solid = picture.getchannel("A").point(lambda value: 255 * (value >= SOLID))
    counts = np.cumsum(picture.convert("L").histogram(solid))
    if not counts[-1]:
        return 0, 0
    least, most = np.searchsorted(counts, (counts[-1] * 0.02 + 0.5, counts[-1] * 0.98))
    return int(least), int(most)


def _is_a_tile(picture: "Image") -> bool:
    """Whether a picture has no outline of its own: a photograph, a drawing on paper."""
    opacity = picture.getchannel("A")
    box = opacity.getbbox()
    if not box:
        return False
    cut = opacity.crop(box)
    mean = sum(place * count for place, count in enumerate(cut.histogram())) / (cut.width * cut.height)
    return mean > 255 * FULL


def _figure(picture: "Image") -> "Image | None":
    """What stands out from the paper on which it is drawn; None for a photograph, which has no bare ground."""
    import numpy as np
    from PIL import Image

    pixels = np.asarray(picture, np.float32) / 255
    seen = pixels[..., 3] * 255 >= SOLID
    sparse = slice(None, None, max(1, min(picture.size) // 64))  # some of them say it as well as all
    ground = np.median(pixels[sparse, sparse][seen[sparse, sparse]][:, :3], axis=0)
    away = np.abs(pixels[..., :3] - ground).max(axis=2)
    if np.mean(away[seen] < EVEN) < PAPER:
        return None
    drawn = np.clip(away * 2.2 - 0.15, 0, 1) * seen
    return Image.fromarray((drawn * 255).astype(np.uint8)) if drawn.max() > 0.5 else None
