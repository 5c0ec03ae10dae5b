"""Stand-ins for the press, as functions that a render process can load."""

import json
import os
import time
from pathlib import Path

from builder.artefact import PDF, Artefact, PrintRequest
from builder.errors import UnknownChoiceError

EMPTY_PAGE = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 144]>>endobj
trailer<</Root 1 0 R>>
"""


def quick(script_json: str, wanted: PrintRequest) -> Artefact:
    """Leaves a line in the file that the script names, so that tests can count."""
    with Path(script_json).open("a") as file:
        file.write(f"{wanted.kind} {wanted.style} {wanted.paper}\n")
    return Artefact(f"{wanted.kind}.pdf", PDF, EMPTY_PAGE, 1)


def slow(script_json: str, wanted: PrintRequest) -> Artefact:
    """Takes a moment, then does the same."""
    time.sleep(0.7)
    return quick(script_json, wanted)


def endless(script_json: str, wanted: PrintRequest) -> Artefact:
    """Never finishes, whatever is thrown at it."""
    while True:
        try:
            time.sleep(1)
        except BaseException:  # as deaf as the worst library
            continue


def greedy(script_json: str, wanted: PrintRequest) -> Artefact:
    """Takes more memory than it may."""
    hoard = [bytearray(1 << 24) for _ in range(1000)]
    return Artefact(f"{wanted.kind}.pdf", PDF, bytes(hoard[0]), 1)


def choosy(script_json: str, wanted: PrintRequest) -> Artefact:
    """Knows no style."""
    raise UnknownChoiceError("style", wanted.style, ["classic"])


def clumsy(script_json: str, wanted: PrintRequest) -> Artefact:
    """Stumbles, with the script on its lips."""
    raise ValueError(f"secret words: {script_json}")


def deadly(script_json: str, wanted: PrintRequest) -> Artefact:
    """Takes its whole process with it, as a crash in a C library does."""
    os._exit(11)


def bring(script_json: str) -> None:
    """Leaves a line in the file that the script's only picture is called after."""
    with Path(json.loads(script_json)[0]["image"].removeprefix("https:")).open("a") as file:
        file.write("brought\n")


def steady(script_json: str, wanted: PrintRequest) -> Artefact:
    """Makes the same document of anything."""
    return Artefact(f"{wanted.kind}.pdf", PDF, EMPTY_PAGE, 1)
