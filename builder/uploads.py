"""Uploaded pictures: files named by their hash in the data folder, which a script refers to by address.

The address `clockwright:upload/<hash>` means something here only; `formats.carrying` puts the picture itself in its
place where a script leaves, and takes it out again where one comes in.
"""

import hashlib
import os
import re
from pathlib import Path

from builder import files
from builder.settings import settings

SCHEME = "clockwright:upload/"
ADDRESS = re.compile(r"clockwright:upload/([0-9a-f]{64})")
FOLDER = "icons"


def address_of(body: bytes) -> str:
    """The address of a picture: the same for the same bytes."""
    return SCHEME + hashlib.sha256(body).hexdigest()


def is_address(text: str) -> bool:
    """Whether a text is the address of an uploaded picture, stored or not."""
    return ADDRESS.fullmatch(text) is not None


def read(address: str, folder: Path | None = None) -> bytes | None:
    """The bytes at an address; None if there are none. `folder` is a data folder, by default the user's."""
    known = ADDRESS.fullmatch(address)
    try:
        return _path(known[1], folder).read_bytes() if known else None
    except OSError:
        return None


def keep(body: bytes, folder: Path | None = None) -> str:
    """Store a picture and return its address. Raises OSError if the disk is full or not writable."""
    address = address_of(body)
    path = _path(address.removeprefix(SCHEME), folder)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_file():
        os.utime(path)  # recently used files are not deleted
    else:
        files.write(path, body, durable=True)
    return address


def _path(digest: str, folder: Path | None) -> Path:
    return (folder or settings().data_folder) / FOLDER / digest
