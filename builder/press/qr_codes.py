"""QR codes as drawings: for tokens, and by address (`clockwright:qr/<link>`) for pages."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Any

from builder.press import drawings
from builder.press.drawings import CODE, Drawing, Picture
from builder.press.pdf_objects import MM

#: Width of the quiet zone around a QR code, in modules.
QUIET = 4
#: On pages a module is so many mm wide, and a code of few modules not wider than `WIDE` mm if its modules stay large.
LEAST, MOST, WIDE = 0.5, 0.7, 26.0
#: Points in a CSS pixel.
PX = 0.75


def picture(link: str) -> str:
    """The address of a link's code, for templates."""
    return CODE + urlsafe_b64encode(link.encode()).decode()


def find(url: str) -> "Code":
    """The picture at an address."""
    return Code(drawing(urlsafe_b64decode(url.removeprefix(CODE)).decode(), framed=True))


class Code(Picture):
    """A code with its quiet zone, whose modules are large enough to be read from paper."""

    def get_intrinsic_size(  # type: ignore[override]  # other drawings have no size
        self, _resolution: object, _font_size: object
    ) -> tuple[float, float, float]:
        """Width, height (CSS pixels) and ratio."""
        modules = self._drawing.width
        side = modules * max(LEAST, min(MOST, WIDE / modules)) * MM / PX
        return side, side, 1


@lru_cache(maxsize=64)
def drawing(link: str, *, framed: bool = False) -> Drawing:
    """The code of a link, one unit per module; `framed` is black in a white quiet zone."""
    import segno

    made: Any = segno.make(link, error="l" if framed else "m", micro=False, boost_error=True)
    border = QUIET if framed else 0
    rows = list(made.matrix_iter(border=border))
    squares = " ".join(f"{x} {y} 1 1 re" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    side = len(rows)
    ground = f"1 g 0 0 {side} {side} re f 0 g " if framed else ""
    return drawings.drawing(
        f"q-{sha256(link.encode()).hexdigest()[:16]}", side, side, f"{ground}{squares} f".encode()
    )
