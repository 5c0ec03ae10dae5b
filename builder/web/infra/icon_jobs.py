"""Has icons read and painted by the press (`artefacts.icon_work`)."""

import base64
import json
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from builder.artefacts.icon_work import PAINT, READ
from builder.errors import ClockwrightError, PictureError
from builder.game.character import Character
from builder.press.pictures import painted_icons
from builder.web.infra.fair_press import FairPress

#: So many icons of a file are on their way to the render processes; the other work there goes between.
AT_ONCE = 4


class UnpaintableError(ClockwrightError):
    """There is nothing to paint; its text says why."""


def read(press: FairPress, body: bytes) -> bytes:
    """An uploaded picture as it is kept. Raises PictureError with the reason for what is none, RenderError too."""
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
    """A shape (an emblem, or the address of an upload) painted for each team, as PNG files.

    A draft is made in half the size, and not kept; `framed` is without the free part of the
    canvas. Raises UnpaintableError where the shape is gone, RenderError too.
    """
    job = {
        "shape": shape,
        "teams": list(teams),
        "settings": dict(settings),
        "draft": draft,
        "framed": framed,
    }
    try:
        made = press.render(json.dumps(job), PAINT, keep=False)
    except PictureError as error:
        raise UnpaintableError(str(error)) from error
    return tuple(png for _, png in made.files)


def paint_each(press: FairPress, characters: Sequence[Character]) -> Generator[tuple[bytes, ...], None, None]:
    """The icons of characters as files, every version, in their order; none for one whose shape is gone.

    Several are painted at once. Who has seen enough of them stops: those that wait are not painted then.
    """
    request = copy_context()  # the press asks it whose turn it is

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
    except UnpaintableError:
        return ()
