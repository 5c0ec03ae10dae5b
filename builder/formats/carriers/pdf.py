"""Our own documents: a PDF made by Clockwright has its script attached.

The attachment is found and unpacked here, not by a PDF library: those decompress everything in a file before
its size can be checked (2 kB that become gigabytes).
"""

import re
import zlib
from collections.abc import Iterator
from typing import NoReturn

from builder.formats import official
from builder.formats.source import LIMIT, refuse
from builder.game.script import Script
from builder.language import N_, gettext as _, number

NAME = "pdf"
TITLE = N_("A document made by Clockwright")
ENDINGS = (".pdf",)
RANK = (0, 3)
OPENING = b"%PDF-"
ENDING = b"startxref"
#: Programs may put a few bytes before a PDF.
LATEST_START = 1024
#: A document of ours has less than a megabyte; with large pictures a few.
LARGEST = 60_000_000
#: Limits: attachments that are looked at, and bytes of the description of each.
MOST_FILES, LONGEST_HEAD = 20, 2_000
ATTACHED = re.compile(rb"/EmbeddedFile(?![A-Za-z])")
#: Supported compression of our attachments: none, or zlib once.
FILTER = re.compile(rb"/Filter\s*(?:\[\s*)?/FlateDecode\s*(?:\]\s*)?(?=[/>])")
LENGTH = re.compile(rb"/Length\s+(\d{1,9})\s*(?=[/>])")
STREAM = re.compile(rb"stream\r?\n")
SCRIPT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[")


def recognises(source: bytes | str) -> bool:
    """Whether it is a PDF."""
    return isinstance(source, bytes) and OPENING in source[:LATEST_START]


def read(source: bytes | str) -> Script:
    """Read the script attached to the document. Raises UnreadableScriptError if there is none."""
    if len(source) > LARGEST:
        refuse(
            "too-big",
            _("This PDF has %(count)s bytes. Clockwright's have at most %(largest)s.")
            % {"count": number(len(source)), "largest": number(LARGEST)},
        )
    content = source if isinstance(source, bytes) else source.encode()
    script = next((body for body in _attached(content) if SCRIPT.match(body)), None)
    if script is None:
        _refuse(content)
    return official.read(script)


def _refuse(source: bytes) -> NoReturn:
    if ENDING not in source:
        refuse(
            "broken-pdf", _("This PDF is damaged, so the script in it cannot be read. Use the script's JSON.")
        )
    refuse(
        "no-script-inside",
        _(
            "There is no script inside this PDF. Documents made by Clockwright have one, unless they "
            "were made with --no-script or saved again by another program. Use the script's JSON."
        ),
    )


def _attached(source: bytes) -> Iterator[bytes]:
    """The attachments, unpacked: no more than 20 times the limit of a script in all."""
    found = ATTACHED.finditer(source)
    for _unused, each in zip(range(MOST_FILES), found, strict=False):
        start = max(source.rfind(b" obj", 0, each.start()), each.start() - LONGEST_HEAD, 0)
        stream = STREAM.search(source, each.end(), each.end() + LONGEST_HEAD)
        if stream:
            body = _unpacked(source[start : stream.start()], source, stream.end())
            if body is not None:
                yield body


def _unpacked(head: bytes, source: bytes, start: int) -> bytes | None:
    """The content of a stream; None if it is too large, or compressed in another way than ours."""
    if b"/Filter" not in head:
        length = LENGTH.search(head)
        return source[start : start + int(length[1])] if length and int(length[1]) <= LIMIT else None
    if not FILTER.search(head):
        return None
    unpacker = zlib.decompressobj()
    try:
        body = unpacker.decompress(source[start : start + 2 * LIMIT], LIMIT + 1)
    except zlib.error:
        return None
    return body if unpacker.eof and len(body) <= LIMIT else None
