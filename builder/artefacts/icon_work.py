"""Jobs of the icon editor that run in a worker process: validating an upload, painting.

The source of these requests is JSON, not a script.
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
    """Re-encodes an uploaded picture. Raises PictureError with the reason if it is not valid."""
    from builder.press.pictures import untrusted

    return picture(untrusted.reencode(base64.b64decode(job["body"])))


def _paint(job: Mapping[str, Any], _: PrintRequest) -> Artefact:
    """Paints a shape for each team. Raises PictureError if the shape is missing."""
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
    READ.kind: Extra(_read, read=json.loads, is_picture=True),
    PAINT.kind: Extra(_paint, read=json.loads, is_picture=True),
}
