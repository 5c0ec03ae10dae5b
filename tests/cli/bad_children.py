"""What may happen to a child of a print run; functions of a module, so that they travel to it."""

import os
import time
from collections.abc import Sequence

from builder.cli.making import Failed, File, Made, Wanted


def sleep(data: bytes, wanted: Sequence[Wanted]) -> list[Made | Failed]:
    """Never gets done with a script that says so; makes the others."""
    if b"slow" in data:
        time.sleep(60)
    return [Made(each, each.style, (File(f"{each.kind}.pdf", b"%PDF"),), 1.0) for each in wanted]


def die(data: bytes, wanted: Sequence[Wanted]) -> list[Made | Failed]:
    """Ends the process at a script that says so; makes the others."""
    if b"deadly" in data:
        os._exit(9)
    return [Made(each, each.style, (File(f"{each.kind}.pdf", b"%PDF"),), 1.0) for each in wanted]
