"""What takes long to work out and is always the same, kept in the user's cache from one start to the next.

A file that is damaged, or was made from something else, is as good as none; so is a folder that cannot be written.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from builder import files

#: Bytes of the sum at the head of a file.
SUM = 32


def folder() -> Path:
    """The user's cache."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(home) / "clockwright"


def read(name: str, stamp: bytes) -> bytes | None:
    """What is kept under a name, if it was made from what `stamp` tells and is whole."""
    with suppress(Exception):  # whatever is wrong with it, it can be made again
        found = (folder() / name).read_bytes()
        if found[:SUM] == _sum(stamp, found[SUM:]):
            return found[SUM:]
    return None


def write(name: str, stamp: bytes, content: bytes) -> None:
    """Keeps something under a name, where there is room."""
    with suppress(Exception):  # as above
        path = folder() / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.write(path, _sum(stamp, content) + content)


def made(name: str, stamp: bytes, make: Callable[[], bytes]) -> bytes:
    """What is kept under a name, else what `make` gives, which is kept from now on."""
    found = read(name, stamp)
    if found is None:
        found = make()
        write(name, stamp, found)
    return found


def code_stamp(*modules: str) -> bytes:
    """Changes with the code of modules that are loaded, and with Python."""
    changed = [Path(sys.modules[name].__file__ or "").stat().st_mtime_ns for name in modules]
    return repr((sys.version, changed)).encode()


def _sum(stamp: bytes, content: bytes) -> bytes:
    return hashlib.sha256(stamp + b"\0" + content).digest()
