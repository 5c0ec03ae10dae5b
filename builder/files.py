"""Files that we write: names that every system takes, and never half a file."""

import errno
import os
import stat
import tempfile
import unicodedata
from pathlib import Path

#: Bytes that a script's name may take in a file name; most file systems allow 255 for the whole.
_ROOM = 150
_SEPARATORS = str.maketrans(dict.fromkeys('/\\:|"*?<>', "-"))
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"{device}{number}" for device in ("com", "lpt") for number in range(10))]
)
#: Joiners that change how a word looks, and so stay in a name.
_JOINERS = "\u200c\u200d"


def safe_name(text: str) -> str:
    """A script's name as the opening of a file name, on any system: no separators, no unseen marks."""
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
    """Writes a whole file or leaves everything as it was. Raises OSError that names `path`.

    With `durable` the bytes are on the disk before the old file goes. A device such as /dev/stdout is
    written to as it is.
    """
    mode = _mode(path)
    if mode is None:
        with path.open("wb") as device:
            device.write(content)
        return
    # A link stays a link: the file that it means is replaced.
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


def _mode(path: Path) -> int | None:
    """The permissions that a file has, or that a new one gets; None for what is no plain file."""
    try:
        facts = path.stat()
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if stat.S_ISDIR(facts.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return stat.S_IMODE(facts.st_mode) if stat.S_ISREG(facts.st_mode) else None
