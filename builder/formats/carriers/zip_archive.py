"""Untrusted ZIP archives: read in memory, within limits, never unpacked to disk."""

import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from builder.errors import UnreadableScriptError
from builder.formats.carriers.embedded_pictures import LIMIT_WITH_PICTURES
from builder.formats.official.fault_messages import short
from builder.formats.source import refuse

OPENING = b"PK\x03\x04"
#: Begins each name in a ZIP's list of contents.
LISTED = b"PK\x01\x02"
#: Highest compression ratio; text compresses well, but not this well.
HIGHEST_RATIO = 200
#: Smaller files may have any compression ratio.
SMALL = 100_000
#: Limit in bytes of all files of one archive, unpacked.
ROOM = 64_000_000
_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    EOFError,
    ValueError,
    OSError,
    RuntimeError,
)


def check_size(source: bytes, what: str, most_files: int) -> None:
    """Refuse an archive that is too large, or lists too many files for its kind, before it is opened."""
    if len(source) > LIMIT_WITH_PICTURES:
        refuse("too-big", f"This {what} has {len(source):,} bytes. The limit is {LIMIT_WITH_PICTURES:,}.")
    if source.count(LISTED) > most_files:
        refuse("too-many", f"This ZIP archive has more than {most_files:,} files, too many for a {what}.")


@contextmanager
def translate_errors(remedy: str) -> Iterator[None]:
    """Translate errors of an archive into one sentence. Raises UnreadableScriptError."""
    try:
        yield
    except UnreadableScriptError:
        raise
    except _FAULTS as error:
        refuse("damaged", f"This ZIP archive is damaged: {error}. {remedy}")


def within(
    items: Iterator[zipfile.ZipInfo], what: str, largest: Callable[[str], int]
) -> Iterator[zipfile.ZipInfo]:
    """The files of an archive while they are within the limits; `largest` gives the limit of each name in bytes."""
    room = ROOM
    for item in items:
        _check(item, what, largest(item.filename))
        room -= item.file_size
        if room < 0:
            refuse("too-big", f"This {what} is larger than {ROOM:,} bytes when unzipped.")
        yield item


def _check(item: zipfile.ZipInfo, kind: str, largest: int) -> None:
    what = f"“{short(item.filename)}” in this {kind}"
    if item.flag_bits & 1:
        refuse("encrypted", f"{what} has a password. Save it without one.")
    if item.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        refuse(
            "damaged", f"{what} is compressed in a way that cannot be read here. Save it as an ordinary ZIP."
        )
    if item.file_size > largest:
        refuse("too-big", f"{what} has {item.file_size:,} bytes. The limit is {largest:,}.")
    if item.file_size > SMALL and item.file_size > HIGHEST_RATIO * item.compress_size:
        refuse(
            "too-big",
            f"{what} unzips to {HIGHEST_RATIO} times its size, so it cannot be a text or a picture.",
        )
