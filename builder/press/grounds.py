"""Draws what lies behind the text of a themed page: paper, texture, picture, edge, corners."""

import hashlib
import io
import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from builder import themes
from builder.cache import code_version, user_cache
from builder.press import colours, drawings, ornaments
from builder.press.drawings import Picture
from builder.press.frames import AROUND, CORNER, FRAMES, seeded
from builder.press.pictures import scaling
from builder.press.pictures.store import store
from builder.themes import Ground
from builder.themes.schema import STORED

#: Resolution of pictures behind pages, their quality in JPEG (best first), and the most bytes of one.
DPI, QUALITIES, MOST_BYTES = 200, (84, 74, 64, 52, 40, 28), 1_500_000
#: Millimeters in an inch.
INCH = 25.4
#: Pixels of a picture behind a web page.
WEB = (1400, 1400)
Lines = Iterator[str]


def _laid(chance: Random, width: float, height: float) -> Lines:
    """Laid paper: close lines across, wide ones down, as the wires of the mold leave them."""
    rows = "".join(
        f"M0 {y / 10 + chance.uniform(-0.08, 0.08):.2f}H{width:g}" for y in range(9, int(height * 10), 18)
    )
    columns = "".join(f"M{x + chance.uniform(-0.6, 0.6):.1f} 0V{height:g}" for x in range(12, int(width), 26))
    yield f'<path stroke-width=".22" d="{rows}"/>'
    yield f'<path stroke-width=".32" d="{columns}"/>'


def _linen(chance: Random, width: float, height: float) -> Lines:
    """A weave: short threads across and down."""
    across, down = [], []
    for y in range(0, int(height) + 1, 3):
        for x in range(-8, int(width), 19):
            start = x + chance.uniform(0, 9)
            across.append(f"M{start:.1f} {y + chance.uniform(-0.3, 0.3):.2f}h{chance.uniform(8, 18):.1f}")
    for x in range(0, int(width) + 1, 4):
        for y in range(-8, int(height), 26):
            start = y + chance.uniform(0, 12)
            down.append(f"M{x + chance.uniform(-0.3, 0.3):.2f} {start:.1f}v{chance.uniform(9, 24):.1f}")
    yield f'<path stroke-width=".18" d="{"".join(across)}"/>'
    yield f'<path stroke-width=".16" d="{"".join(down)}"/>'


def _fibers(chance: Random, width: float, height: float) -> Lines:
    """A leaf made by hand: curved fibers everywhere."""
    drawn = []
    for _ in range(int(width * height / 70)):
        ends = " ".join(f"{chance.uniform(-3.4, 3.4):.1f}" for _ in range(4))
        drawn.append(f"M{chance.uniform(0, width):.1f} {chance.uniform(0, height):.1f}q{ends}")
    yield f'<path stroke-width=".17" stroke-linecap="round" d="{"".join(drawn)}"/>'


def _flecks(chance: Random, width: float, height: float) -> Lines:
    """Grains of sand."""
    drawn = (
        f"M{chance.uniform(0, width):.1f} {chance.uniform(0, height):.1f}h.01"
        for _ in range(int(width * height / 28))
    )
    yield f'<path stroke-width=".42" stroke-linecap="round" d="{"".join(drawn)}"/>'


def _stars(chance: Random, width: float, height: float) -> Lines:
    """A night sky: stars of three sizes; no lines, which would run through texts."""
    for thick, every in ((0.3, 260), (0.55, 900)):
        drawn = (
            f"M{chance.uniform(0, width):.1f} {chance.uniform(0, height):.1f}h.01"
            for _ in range(int(width * height / every))
        )
        yield f'<path stroke-width="{thick}" stroke-linecap="round" d="{"".join(drawn)}"/>'
    large = (
        f"M{chance.uniform(8, width - 8):.1f} {chance.uniform(8, height - 8):.1f}m0-1.6v3.2m-1.6-1.6h3.2"
        for _ in range(int(width * height / 5200))
    )
    yield f'<path stroke-width=".22" stroke-linecap="round" d="{"".join(large)}"/>'


def _rhumb(chance: Random, width: float, height: float) -> Lines:
    """The lines of a sea chart: winds from a rose in the middle, and from sixteen others around it."""
    middle, far = (width / 2, height * 0.44), 1.2 * height
    turns = [2 * math.pi * number / 16 for number in range(16)]
    around = [
        (middle[0] + 0.62 * width * math.sin(turn), middle[1] + 0.62 * width * math.cos(turn))
        for turn in turns
    ]
    winds = "".join(
        f"M{middle[0]:.1f} {middle[1]:.1f}l{far * math.sin(turn):.1f} {far * math.cos(turn):.1f}"
        for turn in turns
    )
    chords = "".join(
        f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
        for number, (x1, y1) in enumerate(around)
        for x2, y2 in (around[(number + 5) % 16], around[(number + 7) % 16])
    )
    yield f'<path stroke-width=".2" d="{winds}{chords}"/>'
    points = (
        (middle[0] + reach * math.sin(turn), middle[1] - reach * math.cos(turn))
        for number in range(32)
        for turn, reach in (
            (math.pi * number / 16, (34.0, 8.0, 18.0, 8.0, 26.0, 8.0, 18.0, 8.0)[number % 8]),
        )
    )
    rose = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    half = "a{0} {0} 0 1 0 {1} 0"
    rings = "".join(
        f"M{middle[0] - reach:.1f} {middle[1]:.1f}{half.format(reach, 2 * reach)}{half.format(reach, -2 * reach)}"
        for reach in (10, 28, 29)
    )
    yield f'<path stroke-width=".3" d="M{rose}z{rings}"/>'
    soundings = "".join(
        f"M{x + chance.uniform(-3, 3):.1f} {y + chance.uniform(-3, 3):.1f}q1.2-1.4 2.4 0t2.4 0"
        for x in range(14, int(width) - 10, 34)
        for y in range(18, int(height) - 14, 30)
    )
    yield f'<path stroke-width=".2" stroke-linecap="round" d="{soundings}"/>'


#: Textures by name: lines in the color `grain`. For another one, add a function.
TEXTURES: Mapping[str, Callable[[Random, float, float], Lines]] = {
    "laid": _laid,
    "linen": _linen,
    "fibers": _fibers,
    "flecks": _flecks,
    "stars": _stars,
    "rhumb": _rhumb,
}


def svg(ground: Ground, width: float, height: float, over: float = 0, *, has_picture: bool = False) -> str:
    """The ground of a page (mm) without its picture, as an SVG file; always the same for the same size.

    `over` of the size on each side is beyond the edge of the page, so the frame keeps away from it.
    """
    chance = seeded(width, height, f"{ground.texture} ")
    parts = [] if has_picture else [f'<path fill="var(--paper)" d="M0 0H{width:g}V{height:g}H0z"/>']
    if ground.texture in TEXTURES:
        lines = "".join(TEXTURES[ground.texture](chance, width, height))
        parts.append(f'<g fill="none" stroke="var(--grain)">{lines}</g>')
    frame = [*(FRAMES[ground.edge](width - 2 * over, height - 2 * over) if ground.edge in FRAMES else ())]
    frame += _corners(ground.corner, width - 2 * over, height - 2 * over)
    parts += [f'<g transform="translate({over:g} {over:g})">', *frame, "</g>"] if over and frame else frame
    return colours.filled(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{"".join(parts)}</svg>'
    )


def _corners(name: str, width: float, height: float) -> Iterator[str]:
    """The ornament of the upper left corner in all four of them."""
    found = ornaments.drawn("corner", name)
    if not found:
        return
    box, body = found
    scale = CORNER / float(box.split()[2])
    for x, y, across, down in (
        (AROUND, AROUND, 1, 1),
        (width - AROUND, AROUND, -1, 1),
        (AROUND, height - AROUND, 1, -1),
        (width - AROUND, height - AROUND, -1, -1),
    ):
        place = f"translate({x:g} {y:g}) scale({across * scale:.5f} {down * scale:.5f})"
        drawn = body.replace("INK", "var(--rule-strong)")
        yield f'<g fill="var(--rule-strong)" transform="{place}">{drawn}</g>'


class Page(Picture):
    """The ground of a page, embedded once in a document."""

    #: For `weasyprint_patches.backgrounds`.
    is_ground = True

    def __init__(self, url: str) -> None:
        kind, _, size = url.removeprefix("clockwright:").partition("/")
        size, _, over = size.partition("+")
        self._size = tuple(map(float, size.split("x")))
        ground = themes.current().ground or Ground("#ffffff")
        if kind == "parchment" and not ground.edge:
            ground = Ground(ground.color, ground.texture, "torn", ground.corner, ground.picture, ground.veil)
        self._ground = ground
        self._image = _image(ground, *self._size)
        drawn = _drawing(themes.current().key, ground, *self._size, float(over or 0), self._image is not None)
        super().__init__(drawn)

    def _draw(self, stream: Any, corner: tuple[float, float], width: float, height: float) -> None:
        if self._image is not None:
            self._image.draw(stream, *corner, width, height)
        super()._draw(stream, corner, width, height)


@lru_cache(maxsize=16)
def _drawing(
    theme: str, ground: Ground, width: float, height: float, over: float, has_picture: bool
) -> drawings.Drawing:
    """The drawing of a page; `theme` is the key of the theme whose colors it has."""
    name = f"ground-{theme[:8]}-{width:g}x{height:g}{ground.edge}{over:g}".replace(".", "_")
    drawn = svg(ground, width, height, over, has_picture=has_picture)
    mark = hashlib.sha256(f"{name} {drawn}".encode()).hexdigest()[:32]

    def data() -> bytes:
        return drawings.of_svg(name, drawn).data

    return drawings.Drawing(
        name, width, height, user_cache().get_or_make(f"ground-{mark}", code_version(__name__), data)
    )


def _image(ground: Ground, width: float, height: float) -> scaling.Embedded | None:
    """The picture of a ground, cut to a paper (mm) and under its veil; None if there is none, or it is missing."""
    name = ground.picture.removeprefix(STORED)
    body = store().get(name) if name else None
    if body is None:
        return None
    size = (round(width / INCH * DPI), round(height / INCH * DPI))
    key = f"{name}-{size[0]}x{size[1]}-{ground.color[1:]}-{round(100 * ground.veil)}"
    made = store().get(key)
    if made is None:
        made = _cut(body, size, ground)
        store().put(key, made)
    encoded = scaling.Encoded(*_size_of(made), "DCTDecode", 3, made, b"")
    return scaling.Embedded(key, lambda: encoded)


def for_web(ground: Ground) -> bytes | None:
    """The picture of a ground behind a web page, under its veil, as a JPEG; None if there is none, or it is missing."""
    body = store().get(ground.picture.removeprefix(STORED)) if ground.picture else None
    return None if body is None else _cut(body, WEB, ground)


def _cut(body: bytes, size: tuple[int, int], ground: Ground) -> bytes:
    from PIL import Image, ImageOps

    picture = Image.open(io.BytesIO(body), formats=("JPEG",)).convert("RGB")
    factor = min(1.0, max(picture.width / size[0], picture.height / size[1]))
    picture = ImageOps.fit(picture, (round(size[0] * factor), round(size[1] * factor)))
    veil = Image.new("RGB", picture.size, ground.color)
    picture = Image.blend(picture, veil, ground.veil)
    for quality in QUALITIES:
        target = io.BytesIO()
        picture.save(target, "JPEG", quality=quality)
        if target.tell() <= MOST_BYTES:
            break
    return target.getvalue()


@lru_cache(maxsize=16)
def _size_of(jpeg: bytes) -> tuple[int, int]:
    from PIL import Image

    return Image.open(io.BytesIO(jpeg), formats=("JPEG",)).size
