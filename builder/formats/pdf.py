"""Our own documents: a PDF that Clockwright made has its script attached."""

import threading
from typing import Any

from builder.formats import official
from builder.formats.source import LIMIT, refuse
from builder.game.script import Script

NAME = "pdf"
TITLE = "A document made by Clockwright"
OPENING = b"%PDF-"
#: Programs may put a few bytes before a PDF.
LATEST_START = 1024
#: A document of ours has less than a megabyte; with large pictures a few.
LARGEST = 60_000_000
MOST_FILES = 20
#: PDFium does one thing at a time, and a server has many threads.
_ONE_AT_A_TIME = threading.Lock()


def recognises(source: bytes | str) -> bool:
    """Whether it is a PDF."""
    return isinstance(source, bytes) and OPENING in source[:LATEST_START]


def read(source: bytes | str) -> Script:
    """The script attached to the document. Raises UnreadableScriptError where there is none."""
    if len(source) > LARGEST:
        refuse("too-big", f"This PDF has {len(source):,} bytes; one of ours has at most {LARGEST:,}.")
    with _ONE_AT_A_TIME:
        script = _attached(source)
    if script is None:
        refuse(
            "no-script-inside",
            "This PDF carries no script. Documents made by Clockwright do, unless --no-script was given or another "
            "program saved them anew: give the script's JSON.",
        )
    return official.read(script)


def _attached(source: Any) -> bytes | None:  # noqa: ANN401  # bytes, as `recognises` saw
    """The first JSON file in the document."""
    import pypdfium2  # noqa: PLC0415  # only a PDF needs it

    try:
        document = pypdfium2.PdfDocument(source)
    except pypdfium2.PdfiumError:
        refuse(
            "broken-pdf", "This PDF is damaged, so the script in it cannot be read. Give the script's JSON."
        )
    try:
        for index in range(min(document.count_attachments(), MOST_FILES)):
            attachment = document.get_attachment(index)
            if attachment.get_name().endswith(".json"):
                body = bytes(attachment.get_data())
                if len(body) <= LIMIT:
                    return body
    except pypdfium2.PdfiumError:
        return None
    finally:
        document.close()
    return None
