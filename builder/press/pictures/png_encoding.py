"""Encodes PNG files quickly: Pillow tries five filters on every row, which takes twice as long as compression."""

import struct
import zlib
from typing import TYPE_CHECKING, Any

from builder.chunks import SIGNATURE, chunk

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Bytes = np.ndarray[Any, np.dtype[np.uint8]]

#: Levels of zlib: a third of the default's time for 10% more bytes; a higher one for pictures from users.
LEVEL, LEVEL_OF_DRAWN = 1, 2
#: PNG's filters: none, which suits the grain of painted art; and the difference from the row above.
NONE, UP = 0, 2
#: Metres in an inch.
METRES = 0.0254


def png(pixels: "Bytes", dpi: int = 0) -> bytes:
    """Encodes an array of rows, columns and RGBA; `dpi` is written to the file."""
    return _file(pixels, dpi, NONE, LEVEL)


def png_of_drawn(picture: "Image") -> bytes:
    """Encodes an RGBA picture from a user: as small as with Pillow, in half the time."""
    import numpy as np

    return _file(np.asarray(picture), 0, UP, LEVEL_OF_DRAWN)


def filter_rows(pixels: "Bytes", kind: int = UP) -> "Bytes":
    """Filters rows as PNG and PDF do: each begins with the number of the filter (`NONE`, `UP`)."""
    import numpy as np

    rows = pixels.reshape(pixels.shape[0], -1)
    made = np.empty((rows.shape[0], rows.shape[1] + 1), np.uint8)
    made[:, 0] = kind
    made[:, 1:] = rows
    if kind == UP:
        made[1:, 1:] -= rows[:-1]
    return made


def _file(pixels: "Bytes", dpi: int, kind: int, level: int) -> bytes:
    height, width, _ = pixels.shape
    head = struct.pack(">2I5B", width, height, 8, 6, 0, 0, 0)
    body = zlib.compress(filter_rows(pixels, kind).data, level)
    size = chunk(b"pHYs", struct.pack(">2IB", *2 * (round(dpi / METRES),), 1)) if dpi else b""
    return SIGNATURE + chunk(b"IHDR", head) + size + chunk(b"IDAT", body) + chunk(b"IEND", b"")
