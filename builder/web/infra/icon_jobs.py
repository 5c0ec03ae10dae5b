"""Reads and paints icons in the press (`artefacts.web_jobs`)."""

import base64
import json
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from builder.artefacts.web_jobs import PAINT, READ
from builder.errors import PictureError
from builder.game.character import Character
from builder.press.pictures import painted_icons
from builder.web.infra.fair_press import FairPress

#: How many icons of a file are queued for the render processes at once, so that other work gets a turn.
AT_ONCE = 4


def read(press: FairPress, body: bytes) -> bytes:
    """Converts an uploaded picture to the stored form. Raises PictureError with the reason, or RenderError."""
    return press.render(json.dumps({"body": base64.b64encode(body).decode()}), READ, keep=False).body


def paint(
    press: FairPress,
    shape: str,
    teams: Sequence[str],
    settings: Mapping[str, Any],
    *,
    draft: bool = False,
    framed: bool = False,
) -> tuple[bytes, ...]:
    """Paints a shape (an emblem, or the address of an upload) for each team, as PNG files.

    A draft has half the size, and is not cached; `framed` is without the free part of the
    canvas. Raises PictureError with the reason if the shape is gone, or RenderError.
    """
    job = {"shape": shape, "teams": list(teams), "settings": dict(settings), "draft": draft, "framed": framed}
    made = press.render(json.dumps(job), PAINT, keep=False)
    return tuple(png for _, png in made.files)


def paint_each(press: FairPress, characters: Sequence[Character]) -> Generator[tuple[bytes, ...], None, None]:
    """Paints every version of the icons of characters, in their order; yields no files if the shape is gone.

    Several are painted at once. If the caller stops iterating, the icons still waiting are not painted.
    """
    request = copy_context()  # the press checks whose turn it is

    def work(who: Character) -> tuple[bytes, ...]:
        return request.copy().run(_every_version, press, who)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        try:
            yield from threads.map(work, characters)
        finally:
            threads.shutdown(wait=False, cancel_futures=True)


def _every_version(press: FairPress, who: Character) -> tuple[bytes, ...]:
    shape = who.icon.picture or who.icon.emblem
    try:
        return paint(press, shape, painted_icons.versions(who.team), dict(who.icon.settings))
    except PictureError:
        return ()
