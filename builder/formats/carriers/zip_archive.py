"""Untrusted ZIP archives: read in memory, within limits, never unpacked to disk."""

import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from builder.errors import UnreadableScriptError
from builder.files import ZIP_FAULTS
from builder.formats.official.fault_messages import short
from builder.formats.source import LIMIT_WITH_PICTURES, refuse
from builder.language import gettext as _, number

OPENING = b"PK\x03\x04"
#: Begins each name in a ZIP's list of contents.
LISTED = b"PK\x01\x02"
#: Highest compression ratio; text compresses well, but not this well.
HIGHEST_RATIO = 200
#: Smaller files may have any compression ratio.
SMALL = 100_000
#: Limit in bytes of all files of one archive, unpacked.
ROOM = 64_000_000


def check_size(source: bytes, most_files: int) -> None:
    """Refuse an archive that is too large, or lists too many files for its kind, before it is opened."""
    if len(source) > LIMIT_WITH_PICTURES:
        refuse(
            "too-big",
            _("This file has %(count)s bytes. The limit is %(limit_with_pictures)s.")
            % {"count": number(len(source)), "limit_with_pictures": number(LIMIT_WITH_PICTURES)},
        )
    if source.count(LISTED) > most_files:
        refuse(
            "too-many",
            _("This ZIP archive has more than %(most_files)s files. That is too many.")
            % {"most_files": number(most_files)},
        )


@contextmanager
def translate_errors(remedy: str) -> Iterator[None]:
    """Translate errors of an archive into one sentence. Raises UnreadableScriptError."""
    try:
        yield
    except UnreadableScriptError:
        raise
    except ZIP_FAULTS as error:
        if isinstance(error, zipfile.BadZipFile):
            refuse("damaged", _("This file is damaged or cut off. %(remedy)s") % {"remedy": remedy})
        refuse(
            "damaged",
            _("This file is damaged: %(error)s. %(remedy)s") % {"error": error, "remedy": remedy},
        )


def within(items: Iterator[zipfile.ZipInfo], largest: Callable[[str], int]) -> Iterator[zipfile.ZipInfo]:
    """The files of an archive while they are within the limits; `largest` gives the limit of each name in bytes."""
    room = ROOM
    for item in items:
        _check(item, largest(item.filename))
        room -= item.file_size
        if room < 0:
            refuse(
                "too-big",
                _("This file is larger than %(room)s bytes when unzipped.") % {"room": number(ROOM)},
            )
        yield item


def _check(item: zipfile.ZipInfo, largest: int) -> None:
    what = _("“%(filename)s” in this file") % {"filename": short(item.filename)}
    if item.flag_bits & 1:
        refuse("encrypted", _("%(what)s has a password. Save it without one.") % {"what": what})
    if item.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        refuse(
            "damaged",
            _("%(what)s is compressed in a way that cannot be read here. Save it as an ordinary ZIP.")
            % {"what": what},
        )
    if item.file_size > largest:
        refuse(
            "too-big",
            _("%(what)s has %(file_size)s bytes. The limit is %(largest)s.")
            % {"what": what, "file_size": number(item.file_size), "largest": number(largest)},
        )
    if item.file_size > SMALL and item.file_size > HIGHEST_RATIO * item.compress_size:
        refuse(
            "too-big",
            _("%(what)s unzips to %(highest_ratio)s times its size, so it cannot be a text or a picture.")
            % {"what": what, "highest_ratio": HIGHEST_RATIO},
        )
