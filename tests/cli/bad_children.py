"""What may happen to a child of a print run; functions of a module, so that they travel to it."""

import os
import time

from builder.artefact import PDF, Artefact, PrintRequest


def sleep(data: bytes, wanted: PrintRequest) -> Artefact:
    """Never gets done with a script that says so; makes the others."""
    if b"slow" in data:
        time.sleep(60)
    return Artefact(f"{wanted.kind}.pdf", PDF, b"%PDF")


def die(data: bytes, wanted: PrintRequest) -> Artefact:
    """Ends the process at a script that says so; makes the others."""
    if b"deadly" in data:
        os._exit(9)
    return Artefact(f"{wanted.kind}.pdf", PDF, b"%PDF")
