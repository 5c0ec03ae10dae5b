"""Painted art by address: `clockwright:painted/<team>/<emblem, or name of a picture>`.

`<team>` is a team, or `good` or `evil` for the other version of one. Made when it is first asked for, then kept.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from builder.game.paint_settings import PaintSettings
from builder.press.pictures import painting, silhouettes
from builder.press.pictures.png_encoding import SIGNATURE
from builder.press.pictures.store import name_of as name_of_bytes
from builder.press.pictures.store import store

if TYPE_CHECKING:
    from PIL.Image import Image

ADDRESS = "clockwright:painted/"
#: Raised when the steps of painting change, so that nobody sees what an older version painted.
VERSION = 2
#: An emblem is drawn so much larger than it is painted: it leaves a little free around it, and its edges stay crisp.
FINER = 1.5
#: The scale of a draft.
DRAFT = 0.5


def address(team: str, what: str) -> str:
    """The address of the art of an emblem (`top-hat`), or of a picture (`clockwright:picture/…`), for a team."""
    return f"{ADDRESS}{team}/{what.rsplit('/', 1)[-1]}"


def name_of(url: str) -> str:
    """The name under which the art of an address is kept; it is painted where nobody did yet. Else empty."""
    team, _, what = url.removeprefix(ADDRESS).partition("/")
    return paint(what, team, framed=True) if what else ""


def paint(what: str, team: str, settings: PaintSettings = painting.USUAL, *, framed: bool = False) -> str:
    """Paints an emblem or a kept picture for a team, with settings of one's own; the name under which it is kept."""
    return paint_each(what, (team,), settings, framed=framed)[0]


def paint_each(
    what: str, teams: Sequence[str], settings: PaintSettings = painting.USUAL, *, framed: bool = False
) -> tuple[str, ...]:
    """The same for several teams; what they have in common is done once. `framed` is as documents want it."""
    names = {team: _name(what, team, settings, framed=framed) for team in teams}
    new = [team for team, name in names.items() if store().get(name) is None]
    if new:
        made = painting.paint_each(_shape(what, settings), new, settings, framed=framed)
        for team, png in zip(new, made, strict=True):
            store().put(names[team], png)
    return tuple(names[team] for team in teams)


def paint_all(
    what: str, teams: Sequence[str], settings: PaintSettings, *, framed: bool = False
) -> Iterator[bytes]:
    """The same as PNG files."""
    for name in paint_each(what, teams, settings, framed=framed):
        yield store().get(name) or b""


def draft(
    what: str, teams: Sequence[str], settings: PaintSettings, *, framed: bool = False
) -> Iterator[bytes]:
    """The same in half the size, for an eye that waits; nothing is kept."""
    small = replace(settings, scale=DRAFT)
    return painting.paint_each(_shape(what, small), teams, small, framed=framed)


def _name(what: str, team: str, settings: PaintSettings, *, framed: bool) -> str:
    facts = json.dumps([VERSION, what, team, settings.as_json(), framed], sort_keys=True)
    return name_of_bytes(f"painted {facts}".encode())


def _shape(what: str, settings: PaintSettings) -> "bytes | Image":
    """What is painted: a kept picture as PNG, or the outline of an emblem, or of a plain one for what is neither."""
    picture = store().get(what)
    if picture is not None and picture.startswith(SIGNATURE):
        return picture
    return silhouettes.emblem(what, round(settings.size * settings.scale * FINER))
