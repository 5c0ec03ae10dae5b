"""What the press does for icons, in a process that can be ended: reading what was uploaded, painting.

A job is JSON in place of a script; what it gives stands where a document has its PDF.
"""

import base64
import json
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from types import MappingProxyType
from typing import Any

from builder import uploads
from builder.errors import ClockwrightError, PictureError
from builder.game import paint_settings
from builder.game.character import Character
from builder.press.document import Document
from builder.press.pictures import downloads, painted_icons, untrusted
from builder.web.services import Press

READ, PAINT = "icon-read", "icon-paint"
#: Says of an answer that it is a reason, not a picture.
FAULT = "fault"
#: So many icons of a file are on their way to the render processes; the other work there goes between.
AT_ONCE = 4


class UnpaintableError(ClockwrightError):
    """There is nothing to paint; its text says why."""


def read(press: Press, body: bytes) -> bytes:
    """An uploaded picture as it is kept. Raises PictureError with the reason for what is none, RenderError too."""
    made = press.render(json.dumps({"body": base64.b64encode(body).decode()}), READ, "", "", keep=False)
    if made.style == FAULT:
        raise PictureError(made.pdf.decode())
    return made.pdf


def paint(
    press: Press,
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
    made = press.render(json.dumps(job), PAINT, "", "", keep=False)
    if made.style == FAULT:
        raise UnpaintableError(made.pdf.decode())
    return tuple(base64.b64decode(each) for each in json.loads(made.pdf))


def paint_each(press: Press, characters: Sequence[Character]) -> Generator[tuple[bytes, ...], None, None]:
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


def _every_version(press: Press, who: Character) -> tuple[bytes, ...]:
    shape = who.icon.picture or who.icon.emblem
    try:
        return paint(press, shape, painted_icons.versions(who.team), dict(who.icon.settings))
    except UnpaintableError:
        return ()


def _read(job: Mapping[str, Any]) -> bytes:
    return untrusted.reencode(base64.b64decode(job["body"]))


def _paint(job: Mapping[str, Any]) -> bytes:
    settings = paint_settings.read(job["settings"])
    shape = job["shape"]
    if uploads.is_address(shape):
        known = downloads.gather([shape], fetching=False)[shape]
        if known.reason:
            raise PictureError(known.reason)
        shape = known.name
    work = painted_icons.draft if job["draft"] else painted_icons.paint_all
    made = work(shape, job["teams"], settings, framed=job["framed"])
    return json.dumps([base64.b64encode(each).decode() for each in made]).encode()


_WORK: Mapping[str, Callable[[Mapping[str, Any]], bytes]] = MappingProxyType({READ: _read, PAINT: _paint})
JOBS = frozenset(_WORK)


def done(job_json: str, name: str) -> Document:
    """A job as the press does it (in a render process)."""
    try:
        return Document(name, "", "", _WORK[name](json.loads(job_json)), 0)
    except PictureError as error:
        return Document(name, FAULT, "", str(error).encode(), 0)
