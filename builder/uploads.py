"""Uploaded pictures: files named by their hash in the data folder, which a script refers to by address.

With CLOCKWRIGHT_ARTEFACTS the store has them for all machines, and the data folder has copies of those used here.

The address `clockwright:upload/<hash>` means something here only; `formats.carrying` puts the picture itself in its
place where a script leaves, and takes it out again where one comes in.
"""

import hashlib
import os
import re
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from builder import files
from builder.object_store import ObjectStore
from builder.settings import settings

SCHEME = "clockwright:upload/"
ADDRESS = re.compile(r"clockwright:upload/([0-9a-f]{64})")
FOLDER = "icons"
#: Seconds.
DAY = 24 * 3600


def address_of(body: bytes) -> str:
    """The address of a picture: the same for the same bytes."""
    return SCHEME + hashlib.sha256(body).hexdigest()


def is_address(text: str) -> bool:
    """Whether a text is the address of an uploaded picture, stored or not."""
    return ADDRESS.fullmatch(text) is not None


def read(address: str, folder: Path | None = None) -> bytes | None:
    """The bytes at an address; None if there are none. `folder` is a data folder, by default the user's.

    Raises UnavailableError if the store is needed and away.
    """
    known = ADDRESS.fullmatch(address)
    if not known:
        return None
    path = _path(known[1], folder)
    try:
        return path.read_bytes()
    except OSError:
        store = shared()
    body = store.read(f"{FOLDER}/{known[1]}") if store else None
    if body is not None:
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.write(path, body)
    return body


def keep(body: bytes, folder: Path | None = None) -> str:
    """Store a picture and return its address.

    Raises OSError if the disk is full or not writable, UnavailableError if the store is away.
    """
    address = address_of(body)
    digest = address.removeprefix(SCHEME)
    path = _path(digest, folder)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    store, has_copy = shared(), path.is_file()
    if store and not (has_copy and path.stat().st_mtime > time.time() - DAY):  # else it was stored just now
        store.write(f"{FOLDER}/{digest}", body)
    if has_copy:
        os.utime(path)  # recently used files are not deleted
    else:
        files.write(path, body, durable=True)
    return address


def delete(digest: str, folder: Path | None = None) -> None:
    """Deletes a picture here and in the store. Raises UnavailableError if that is away."""
    if store := shared():
        store.delete(f"{FOLDER}/{digest}")
    _path(digest, folder).unlink(missing_ok=True)


def shared() -> ObjectStore | None:
    """The store that machines share; None on one machine."""
    return _store(settings().artefacts) if settings().artefacts else None


@cache
def _store(url: str) -> ObjectStore:
    return ObjectStore(url)


def _path(digest: str, folder: Path | None) -> Path:
    return (folder or settings().data_folder) / FOLDER / digest
