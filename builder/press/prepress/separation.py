"""Separates colors and pictures into the four inks of a press, with a limit for all of them together.

Measured profiles come with licences of their own, and are larger than our documents; so ours is computed, from facts of
the standard for offset printing (ISO 12647-2: the colors of solid inks, and how much dots grow on paper), with the
Neugebauer model for what lies between. It is close to a press, not a measurement of one: whoever has the profile of
their shop uses that.
"""

import io
import re
import struct
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from builder.cache import code_version, user_cache
from builder.errors import ClockwrightError, UnknownChoiceError
from builder.language import gettext as _
from builder.settings import settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    from PIL.Image import Image

NAME: Final = "Clockwright coated offset"
CONDITION: Final = "Offset on coated paper, computed from the solid inks of ISO 12647-2"
#: CIELAB (D50) of the paper and of the solid inks cyan, magenta and yellow, alone and over each other.
SOLIDS: Final = {
    (0, 0, 0): (95, 0, -2),
    (1, 0, 0): (55, -37, -50),
    (0, 1, 0): (48, 74, -3),
    (0, 0, 1): (89, -5, 93),
    (0, 1, 1): (47, 68, 48),
    (1, 0, 1): (50, -65, 27),
    (1, 1, 0): (24, 22, -46),
    (1, 1, 1): (23, 0, -1),
}
#: The same of solid black, and how much of the light any ink reflects at its surface.
BLACK, SURFACE = (16, 0, 0), 0.006
#: How much larger a dot of 50% is on paper, for each ink.
GAIN: Final = (0.13, 0.13, 0.13, 0.15)
#: All inks together, at most: less than what shops allow, because tables are interpolated.
PROFILE_INK: Final = 2.9
#: Black begins where the three colors would share this much; it is never more than MOST_BLACK.
BLACK_START, BLACK_CURVE, MOST_BLACK = 0.35, 1.4, 0.95
#: Points on each side of the tables: from colors to inks, from inks to colors, for the gamut.
TO_INKS, TO_COLORS, GAMUT = 17, 9, 9
#: Where the solver is near enough (ΔE) for a color to count as printable.
PRINTABLE: Final = 3.0
D50: Final = (0.9642, 1.0, 0.8249)


def computed() -> bytes:
    """The ICC profile (version 2, printer, CMYK to CIELAB). The same bytes each time."""
    import numpy as np

    model = _Model()
    darkest = model.darkest
    grid = _grid(3, TO_INKS)
    lab = np.stack([grid[:, 0] * 65535 / 652.8, *(grid[:, 1:] * 65535 / 256 - 128).T], 1)
    compressed = lab.copy()
    light = lab[:, 0].clip(0, 100)
    compressed[:, 0] = light + darkest * (1 - light / 100) ** 3  # only shadows become lighter
    coarse = _grid(3, GAMUT)
    coarse_lab = np.stack([coarse[:, 0] * 65535 / 652.8, *(coarse[:, 1:] * 65535 / 256 - 128).T], 1)
    misses = np.sqrt(((model.colors(model.inks(coarse_lab)) - coarse_lab) ** 2).sum(1)) > PRINTABLE
    shown = model.colors(_grid(4, TO_COLORS))
    encoded = np.stack([shown[:, 0] * 652.8, *((shown[:, 1:] + 128) * 256).T], 1) / 65535
    to_colors = _table(4, 3, TO_COLORS, encoded)
    perceptual, exact = (_table(3, 4, TO_INKS, model.inks(each)) for each in (compressed, lab))
    return _written(
        {
            b"desc": _description(NAME),
            b"cprt": b"text\0\0\0\0" + b"Made by Clockwright. Free to use, copy and embed.\0",
            b"wtpt": b"XYZ \0\0\0\0" + b"".join(map(_fixed, model.paper)),
            b"A2B0": to_colors,
            b"A2B1": to_colors,
            b"A2B2": to_colors,
            b"B2A0": perceptual,
            b"B2A1": exact,
            b"B2A2": perceptual,
            b"gamt": _table(3, 1, GAMUT, misses[:, None].astype(float)),
        }
    )


class _Model:
    """How inks look on paper, relative to the paper's white."""

    def __init__(self) -> None:
        import numpy as np

        lab = np.array([[*SOLIDS.values()], [BLACK] * len(SOLIDS)], float)
        plain, black = (_to_xyz(each) for each in lab)
        self.paper = tuple(float(each) for each in plain[0])
        floor = SURFACE * np.array(D50)
        over = floor + (plain - floor) * (black - floor) / (plain[0] - floor)
        self._solids = np.concatenate([plain, over]) / plain[0] * np.array(D50)
        self._printed = np.array([(*key, k) for k in (0, 1) for key in SOLIDS], float)
        self.darkest = float(self.colors(self._limited(np.array([[0.8, 0.7, 0.7, MOST_BLACK]])))[0, 0])

    def colors(self, inks: "Floats") -> "Floats":
        """CIELAB of amounts of the four inks (0 to 1)."""
        import numpy as np

        gain = 4 * np.array(GAIN) * inks * (1 - inks)
        area = (inks + gain)[:, None, :]
        shares = np.where(self._printed[None] > 0, area, 1 - area).prod(2)
        return _to_lab(shares @ self._solids)

    def inks(self, lab: "Floats") -> "Floats":
        """The inks that look most like colors, within the limit; black replaces what the three colors share."""
        import numpy as np

        three = self._solved(lab, np.zeros(len(lab)))
        shared = three[:, :3].min(1)
        black = MOST_BLACK * ((shared - BLACK_START).clip(0) / (1 - BLACK_START)) ** BLACK_CURVE
        return self._limited(self._solved(lab, black))

    def _limited(self, inks: "Floats") -> "Floats":
        import numpy as np

        three = inks[:, :3].sum(1)
        factor = np.minimum(1, (PROFILE_INK - inks[:, 3]) / np.maximum(three, 1e-9))
        return np.concatenate([inks[:, :3] * factor[:, None], inks[:, 3:]], 1)

    def _solved(self, lab: "Floats", black: "Floats") -> "Floats":
        """Cyan, magenta and yellow for colors, with black given: Levenberg-Marquardt, all colors at once."""
        import numpy as np

        three = np.full((len(lab), 3), 0.4)
        damping = np.full(len(lab), 1.0)

        def difference(three: "Floats") -> "Floats":
            return lab - self.colors(np.concatenate([three, black[:, None]], 1))

        miss = difference(three)
        for _step in range(30):
            step = 1e-4
            slopes = np.stack(
                [(miss - difference(three + step * np.eye(3)[ink])) / step for ink in range(3)], 2
            )
            square = np.einsum("nki,nkj->nij", slopes, slopes) + damping[:, None, None] * np.eye(3)
            move = np.linalg.solve(square, np.einsum("nki,nk->ni", slopes, miss)[:, :, None])[:, :, 0]
            tried = (three + move).clip(0, 1)
            found = difference(tried)
            better = (found**2).sum(1) < (miss**2).sum(1)
            three = np.where(better[:, None], tried, three)
            miss = np.where(better[:, None], found, miss)
            damping = np.where(better, damping * 0.4, damping * 4).clip(1e-3, 1e9)
        return np.concatenate([three, black[:, None]], 1)


def _grid(channels: int, points: int) -> "Floats":
    """All points of a table, the last channel changing fastest."""
    import numpy as np

    axes = np.meshgrid(*[np.linspace(0, 1, points)] * channels, indexing="ij")
    return np.stack([axis.ravel() for axis in axes], 1)


def _to_xyz(lab: "Floats") -> "Floats":
    import numpy as np

    height = (lab[:, 0] + 16) / 116
    parts = np.stack([height + lab[:, 1] / 500, height, height - lab[:, 2] / 200], 1)
    found: Floats = np.where(parts > 6 / 29, parts**3, 3 * (6 / 29) ** 2 * (parts - 4 / 29)) * np.array(D50)
    return found


def _to_lab(xyz: "Floats") -> "Floats":
    import numpy as np

    part = xyz / np.array(D50)
    root = np.where(part > (6 / 29) ** 3, np.cbrt(part), part / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack(
        [116 * root[:, 1] - 16, 500 * (root[:, 0] - root[:, 1]), 200 * (root[:, 1] - root[:, 2])], 1
    )


def _table(inputs: int, outputs: int, points: int, values: "Floats") -> bytes:
    """A `mft2` table of values from 0 to 1, with straight curves."""
    import numpy as np

    head = struct.pack(">4s4xBBBx", b"mft2", inputs, outputs, points)
    identity = b"".join(map(_fixed, (1, 0, 0, 0, 1, 0, 0, 0, 1)))
    straight = struct.pack(">HH", 0, 65535)
    body = (values.clip(0, 1) * 65535).round().astype(np.dtype(">u2")).tobytes()
    return head + identity + struct.pack(">HH", 2, 2) + straight * inputs + body + straight * outputs


def _description(name: str) -> bytes:
    text = name.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(8 + 3 + 67)


def _fixed(value: float) -> bytes:
    return struct.pack(">i", round(value * 65536))


def _written(tags: dict[bytes, bytes]) -> bytes:
    """The whole file; equal tags share their bytes."""
    index, body, places = b"", b"", dict[bytes, int]()
    start = 128 + 4 + 12 * len(tags)
    for name, data in tags.items():
        if data not in places:
            places[data] = start + len(body)
            body += data + bytes(-len(data) % 4)
        index += struct.pack(">4sII", name, places[data], len(data))
    head = struct.pack(
        ">I4xI4s4s4s6H4s28x",
        start + len(body),
        0x02400000,
        b"prtr",
        b"CMYK",
        b"Lab ",
        *(2000, 1, 1, 0, 0, 0),
        b"acsp",
    )
    head += b"".join(map(_fixed, D50))
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + index + body


#: The profile that comes with the program; others are files of this folder in the data folder.
OWN, FOLDER = "coated", "profiles"
MOST_BYTES = 5_000_000
#: All inks together, at most, of 255 for each: 298%.
MOST_INK: Final = 760
#: Colors whose parts differ by no more than this (of 255) are printed in black ink alone, so that small type needs no
#: exact register; those no lighter than DARK in full black.
NEUTRAL, DARK = 12, 48
_NAME = re.compile(r"[\w.-]{1,60}")


@dataclass(frozen=True, slots=True)
class Inks:
    """The inks of a press, by its color profile."""

    #: An ICC profile, what it is called, and the printing condition in words.
    profile: bytes
    name: str
    condition: str
    _known: dict[tuple[int, int, int], tuple[int, ...]] = field(default_factory=dict)

    def color(self, red: int, green: int, blue: int) -> tuple[int, ...]:
        """The four inks (0 to 255) for a color of type or lines."""
        rgb = red, green, blue
        if rgb not in self._known:
            from PIL import Image

            if max(rgb) - min(rgb) <= NEUTRAL:
                light = sum(rgb) / 3
                found: tuple[int, ...] = (0, 0, 0, 255 if light <= DARK else round(255 - light))
            else:
                pixel: Any = self.picture(Image.new("RGB", (1, 1), rgb)).getpixel((0, 0))
                found = tuple(pixel)
            self._known[rgb] = found
        return self._known[rgb]

    def picture(self, picture: "Image") -> "Image":
        """A picture (RGB) in inks (CMYK)."""
        import numpy as np
        from PIL import Image, ImageCms

        inked = ImageCms.applyTransform(picture, _transform(self.profile))
        if inked is None:  # only if it were changed in place
            raise TypeError(picture)
        amounts = _limited(np.asarray(inked).astype(np.int32))
        amounts[np.asarray(picture).min(2) == 255] = 0
        return Image.fromarray(amounts.astype(np.uint8), "CMYK")


def inks(name: str) -> Inks:
    """The inks for the profile that comes with the program, or for one in the user's data folder.

    Raises UnknownChoiceError if there is none of this name, ClockwrightError if it is not for printing in four inks.
    """
    if name == OWN:
        body = user_cache().get_or_make("print-profile", code_version(__name__), computed)
        return Inks(body, NAME, CONDITION)
    folder = settings().data_folder / FOLDER
    there = {path.stem: path for path in sorted(folder.glob("*.ic[cm]"))} if folder.is_dir() else {}
    if not _NAME.fullmatch(name) or name not in there:
        raise UnknownChoiceError(
            _("There is no color profile “%(name)s” (files *.icc in profiles/ of the data folder)."),
            name,
            (OWN, *there),
        )
    with there[name].open("rb") as file:
        body = file.read(MOST_BYTES + 1)
    return Inks(body, *_checked(body, name))


def _checked(body: bytes, name: str) -> tuple[str, str]:
    """The name and the description in a profile. Raises ClockwrightError if it cannot be used."""
    from PIL import ImageCms

    about: Any = None
    with suppress(ImageCms.PyCMSError, OSError):
        about = ImageCms.ImageCmsProfile(io.BytesIO(body)).profile
    if (
        about is None
        or len(body) > MOST_BYTES
        or (about.xcolor_space, about.device_class) != ("CMYK", "prtr")
    ):
        raise ClockwrightError(
            _(
                "“%(name)s” is not an ICC profile of a printing press (CMYK, at most 5 MB). Take the one that the "
                "print shop names."
            )
            % {"name": name}
        )
    said = (about.profile_description or name).strip()
    return said, said


@cache
def _transform(body: bytes) -> Any:
    from PIL import ImageCms

    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(io.BytesIO(body)),
        "RGB",
        "CMYK",
        ImageCms.Intent.PERCEPTUAL,
    )


def _limited(amounts: "NDArray[np.int32]") -> "NDArray[np.int32]":
    """Less of the three colors where all inks together are over the limit."""
    import numpy as np

    colors, black = amounts[..., :3], amounts[..., 3:]
    together = colors.sum(-1, keepdims=True)
    room = np.minimum(together, MOST_INK - black)
    return np.concatenate([colors * room // np.maximum(together, 1), black], -1)
