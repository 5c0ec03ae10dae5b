"""Write files: portable names, atomic writes, and reproducible ZIPs."""

import atexit
import errno
import os
import shutil
import stat
import struct
import tempfile
import time
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path

#: Limit in bytes of a script's name in a file name; most file systems allow 255 for the whole.
_ROOM = 150
_SEPARATORS = str.maketrans(dict.fromkeys('/\\:|"*?<>', "-"))
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"{device}{number}" for device in ("com", "lpt") for number in range(10))]
)
#: The earliest date that a ZIP can have: a fixed date makes ZIPs reproducible.
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
#: The id of the system (Unix) whose file permissions a ZIP contains.
_UNIX = 3
#: Compression level: higher ones take several times as long, and save next to nothing with pictures.
_ZIP_LEVEL = 1
#: Already compressed.
_PACKED = (".png", ".pdf", ".zip")
_TEMPORARY = "clockwright-process-"
#: Seconds within which a new temporary folder may not be locked yet.
_NEW_SECONDS = 60
#: Joiners that change how a word looks, so they stay in a name.
_JOINERS = "\u200c\u200d"

#: What zipfile raises for archives that are damaged, encrypted or not archives; a nameless file is an IndexError.
ZIP_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    NotImplementedError,
    EOFError,
    ValueError,
    OSError,
    RuntimeError,
    LookupError,
)


def safe_name(text: str) -> str:
    """A script's name as the beginning of a portable file name: no separators, no invisible characters."""
    composed = unicodedata.normalize("NFC", text[: 4 * _ROOM]).translate(_SEPARATORS)
    visible = "".join(
        letter if not letter.isspace() else " "
        for letter in composed
        if letter.isspace() or letter in _JOINERS or unicodedata.category(letter)[0] != "C"
    )
    short = " ".join(visible.split()).encode()[:_ROOM].decode("utf-8", "ignore").strip(" .-")
    if not any(letter.isalnum() for letter in short):
        return "script"
    return f"{short}_" if short.split(".", 1)[0].strip().casefold() in _RESERVED else short


def write(path: Path, content: bytes, *, durable: bool = False) -> None:
    """Write a file atomically. Raises OSError that names `path`.

    With `durable` the bytes are on disk before the old file is replaced. A device such as /dev/stdout is
    written to directly.
    """
    mode = _mode(path)
    if mode is None:
        with path.open("wb") as device:
            device.write(content)
        return
    # Keep a symbolic link: its target is replaced.
    target = Path(os.path.realpath(path))
    try:
        handle, temporary = tempfile.mkstemp(prefix=".clockwright-", dir=target.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        Path(temporary).unlink(missing_ok=True)


@cache
def temporary_folder() -> Path:
    """The temporary folder of this process: deleted when it ends or, if it is killed, by the next to need one."""
    for left in Path(tempfile.gettempdir()).glob(f"{_TEMPORARY}*"):
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - _NEW_SECONDS:
                handle = os.open(left, os.O_RDONLY)
                if lock(handle):
                    shutil.rmtree(left, ignore_errors=True)
                os.close(handle)
    folder = Path(tempfile.mkdtemp(prefix=_TEMPORARY))
    with suppress(OSError):  # Windows opens no folders
        lock(os.open(folder, os.O_RDONLY))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def lock(handle: int) -> bool:
    """Lock an open file or folder until this process ends, however it does; False if another process has the lock.

    True without a lock on Windows, which has none of this kind.
    """
    try:
        import fcntl  # noqa: PLC0415  # not on Windows
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """Files in one ZIP, in order: the same files always give the same bytes."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in members:
            member = zipfile.ZipInfo(name, _ZIP_DATE)
            member.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
            member.create_system, member.external_attr = _UNIX, 0o100644 << 16
            archive.writestr(member, content, compresslevel=_ZIP_LEVEL)
    return target.getvalue()


class Names:
    """Generates unique file names, however a file system compares them."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, text: str) -> str:
        """A safe name for a script; a duplicate gets ` (2)`."""
        name = wanted = safe_name(text)
        number = 1
        while compared(name) in self._taken:
            number += 1
            name = f"{wanted} ({number})"
        self._taken.add(compared(name))
        return name


def compared(name: str) -> str:
    """Normalize a name for file systems that ignore case."""
    return unicodedata.normalize("NFKC", name).casefold()


def _mode(path: Path) -> int | None:
    """The permissions of a file, or the default for a new one; None if it is not a regular file."""
    try:
        facts = path.stat()
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if stat.S_ISDIR(facts.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return stat.S_IMODE(facts.st_mode) if stat.S_ISREG(facts.st_mode) else None
