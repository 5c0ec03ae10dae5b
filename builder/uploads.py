"""Pictures of people's own: files under their hash in the data folder, named in a script by an address.

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
    """Whether a text is the address of a picture of somebody's own, kept or not."""
    return ADDRESS.fullmatch(text) is not None


def read(address: str, folder: Path | None = None) -> bytes | None:
    """The bytes behind an address; None where there are none. `folder` is a data folder, by default the user's."""
    known = ADDRESS.fullmatch(address)
    try:
        return _path(known[1], folder).read_bytes() if known else None
    except OSError:
        return None


def keep(body: bytes, folder: Path | None = None) -> str:
    """Keeps a picture and gives its address. Raises OSError where there is no room or no right to."""
    address = address_of(body)
    path = _path(address.removeprefix(SCHEME), folder)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_file():
        os.utime(path)  # what was used lately is not swept away
    else:
        files.write(path, body, durable=True)
    return address


def _path(digest: str, folder: Path | None) -> Path:
    return (folder or settings().data_folder) / FOLDER / digest
