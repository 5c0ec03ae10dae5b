"""Answers made small for the way: text is sent packed (gzip) to browsers that take it so.

Packing tells a listener how well a page's parts repeat each other, so nothing is packed that holds a secret beside
words of a stranger's choice. Forms carry no secret here (`guard.is_from_here`), and the one page that does, a link just
made, is never stored (`no-store`) and never packed.
"""

import zlib
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request

#: Below this, a packed answer takes as many packets as a plain one.
SMALLEST = 1000
#: For answers made now, and for files that are packed once and kept.
QUICK, BEST = 6, 9
#: zlib's word for the header of gzip.
GZIP = 31
PACKED = frozenset(
    {
        "text/html",
        "text/css",
        "text/plain",
        "text/javascript",
        "text/markdown",
        "text/csv",
        "application/json",
        "application/problem+json",
        "image/svg+xml",
        "font/ttf",
    }
)
#: So many files of ours are kept packed in memory.
FILES = 400


def protect(app: Flask) -> None:
    """Hangs the packing into the app, before all other hooks: the first one hung in is the last to see an answer."""

    @app.after_request
    def pack(response: Response) -> Response:
        if response.mimetype not in PACKED:
            return response
        response.vary.add("Accept-Encoding")
        if _is_packable(response) and is_wanted():
            plain = response.get_data()
            if len(plain) >= SMALLEST:
                response.set_data(packed(plain, QUICK))
                response.headers["Content-Encoding"] = "gzip"
        return response


def is_wanted() -> bool:
    """Whether the asker takes packed answers."""
    return request.accept_encodings.quality("gzip") > 0


def packed(plain: bytes, level: int) -> bytes:
    """The same bytes for the same bytes: no time is in it."""
    return zlib.compress(plain, level, GZIP)


@lru_cache(FILES)
def packed_file(path: Path, stamp: int) -> bytes | None:
    """A file of ours, packed once for each `stamp` (when it was changed); None where that makes it no smaller."""
    del stamp
    plain = path.read_bytes()
    small = packed(plain, BEST)
    return small if len(plain) >= SMALLEST and len(small) < len(plain) else None


def _is_packable(response: Response) -> bool:
    """Whether an answer is whole, in memory, not packed already and no secret."""
    return (
        request.method != "HEAD"
        and not (response.direct_passthrough or response.is_streamed)
        and response.status_code not in {204, 206, 304}
        and "Content-Encoding" not in response.headers
        and not response.cache_control.no_store
    )
