"""Files that we write: names that every system takes, never half a file, and ZIPs with the same bytes every time."""

import errno
import os
import stat
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

#: Bytes that a script's name may take in a file name; most file systems allow 255 for the whole.
_ROOM = 150
_SEPARATORS = str.maketrans(dict.fromkeys('/\\:|"*?<>', "-"))
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"{device}{number}" for device in ("com", "lpt") for number in range(10))]
)
#: The earliest date that a ZIP can have: the same files give the same bytes.
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
#: The number of the system whose file permissions a ZIP carries.
_UNIX = 3
#: How closely a ZIP is packed: closer takes several times as long, and saves next to nothing beside pictures.
_ZIP_LEVEL = 1
#: What cannot be packed any closer.
_PACKED = (".png", ".pdf", ".zip")
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


def zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """Files in one ZIP, in their order: the same files give the same bytes on every system and at any time."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in members:
            member = zipfile.ZipInfo(name, _ZIP_DATE)
            member.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
            member.create_system, member.external_attr = _UNIX, 0o100644 << 16
            archive.writestr(member, content, compresslevel=_ZIP_LEVEL)
    return target.getvalue()


class Names:
    """Gives out file names, none of them twice, however a file system compares them."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, text: str) -> str:
        """A safe name for a script; a second one of the same name gets ` (2)`."""
        name = wanted = safe_name(text)
        number = 1
        while _compared(name) in self._taken:
            number += 1
            name = f"{wanted} ({number})"
        self._taken.add(_compared(name))
        return name


def _compared(name: str) -> str:
    """A name as file systems compare it that ignore case."""
    return unicodedata.normalize("NFKC", name).casefold()


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
