"""What is done for icons in a process that can be ended: reading what was uploaded, painting.

A request comes with JSON in place of a script.
"""

import base64
import json
from collections.abc import Mapping
from typing import Any

from builder import uploads
from builder.artefact import Artefact, PrintRequest, bundle
from builder.artefacts import Extra, picture
from builder.errors import PictureError
from builder.game import paint_settings

READ, PAINT = PrintRequest("icon-read"), PrintRequest("icon-paint")


def _read(job: Mapping[str, Any], _: PrintRequest) -> Artefact:
    """The picture of an upload as we save it. Raises PictureError with the reason for what is none."""
    from builder.press.pictures import untrusted

    return picture(untrusted.reencode(base64.b64decode(job["body"])))


def _paint(job: Mapping[str, Any], _: PrintRequest) -> Artefact:
    """A shape painted for each team. Raises PictureError where the shape is gone."""
    from builder.press.pictures import downloads, painted_icons

    settings = paint_settings.read(job["settings"])
    shape = job["shape"]
    if uploads.is_address(shape):
        known = downloads.gather([shape], fetching=False)[shape]
        if known.reason:
            raise PictureError(known.reason)
        shape = known.name
    work = painted_icons.draft if job["draft"] else painted_icons.paint_all
    made = work(shape, job["teams"], settings, framed=job["framed"])
    return bundle([(f"{number}.png", each) for number, each in enumerate(made)])


EXTRAS = {
    READ.kind: Extra(_read, read=json.loads),
    PAINT.kind: Extra(_paint, read=json.loads),
}
