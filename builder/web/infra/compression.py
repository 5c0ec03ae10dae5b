"""Compresses responses: text is sent with gzip to browsers that accept it.

The compressed size tells a listener how much the parts of a page repeat each other, so a response that holds a
secret next to text from a stranger is not compressed. Forms hold no secret here (`guard.is_from_here`), and the one
page that does, a new share link, is never stored (`no-store`) and never compressed.
"""

import zlib
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request

#: Below this, a compressed response takes as many packets as an uncompressed one.
SMALLEST = 1000
#: Compression levels: for dynamic responses, and for files that are compressed once and cached.
QUICK, BEST = 6, 9
#: zlib's value for a gzip header.
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
#: How many compressed static files the cache holds.
FILES = 400


def protect(app: Flask) -> None:
    """Adds the compression hook to the app. It must be added first, so that it sees each response last."""

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
    """Whether the client accepts gzip."""
    return request.accept_encodings.quality("gzip") > 0


def packed(plain: bytes, level: int) -> bytes:
    """The data compressed. The output contains no time: the same bytes give the same bytes."""
    return zlib.compress(plain, level, GZIP)


@lru_cache(FILES)
def packed_file(path: Path, stamp: int) -> bytes | None:
    """A static file, compressed once per `stamp` (its time of change); None if that makes it no smaller."""
    del stamp
    plain = path.read_bytes()
    small = packed(plain, BEST)
    return small if len(plain) >= SMALLEST and len(small) < len(plain) else None


def _is_packable(response: Response) -> bool:
    """Whether a response is complete, in memory, not compressed yet and not secret."""
    return (
        request.method != "HEAD"
        and not (response.direct_passthrough or response.is_streamed)
        and response.status_code not in {204, 206, 304}
        and "Content-Encoding" not in response.headers
        and not response.cache_control.no_store
    )
