"""Painted art by address: `clockwright:painted/<team>/<emblem, or name of a picture>`.

`<team>` is a team, or `good` or `evil` for the other version of one. Made when it is first asked for, then kept.
"""

import json

from builder.errors import PictureError
from builder.press.pictures import painting, vector
from builder.press.pictures.paint_settings import PaintSettings
from builder.press.pictures.store import name_of as name_of_bytes
from builder.press.pictures.store import store
from builder.press.resources import PLAIN_EMBLEM, emblem_svg

ADDRESS = "clockwright:painted/"
#: Raised when the steps of painting change, so that nobody sees what an older version painted.
VERSION = 1


def address(team: str, what: str) -> str:
    """The address of the art of an emblem (`top-hat`), or of a picture (`clockwright:picture/…`), for a team."""
    return f"{ADDRESS}{team}/{what.rsplit('/', 1)[-1]}"


def name_of(url: str) -> str:
    """The name under which the art of an address is kept; it is painted where nobody did yet. Else empty."""
    team, _, what = url.removeprefix(ADDRESS).partition("/")
    return paint(what, team) if what else ""


def paint(what: str, team: str, settings: PaintSettings = painting.USUAL) -> str:
    """Paints an emblem or a kept picture for a team, with settings of one's own; the name under which it is kept."""
    facts = json.dumps([VERSION, what, team, settings.as_json()], sort_keys=True)
    name = name_of_bytes(f"painted {facts}".encode())
    if store().get(name) is None:
        store().put(name, painting.paint(_shape(what, settings), team, settings))
    return name


def _shape(what: str, settings: PaintSettings) -> bytes:
    """What is painted, as PNG: a kept picture, an emblem, or a plain emblem for what is neither."""
    picture = store().get(what)
    if picture is not None and picture.startswith(b"\x89PNG"):
        return picture
    # An emblem leaves a little free around it on its field of 512.
    side = round(settings.size * settings.scale * 1.08)
    try:
        return vector.rasterise(_sized(emblem_svg(what, "#ffffff"), side))
    except PictureError:
        return vector.rasterise(_sized(emblem_svg(PLAIN_EMBLEM, "#ffffff"), side))


def _sized(svg: str, side: int) -> str:
    return svg.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
