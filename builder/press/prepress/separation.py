"""Separates colors and pictures into the four inks of a press, with a limit for all of them together."""

import io
import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from builder.cache import code_version, user_cache
from builder.errors import ClockwrightError, UnknownChoiceError
from builder.language import gettext as _
from builder.press.prepress import profile
from builder.settings import settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

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
        body = user_cache().get_or_make(
            "print-profile", code_version(__name__, profile.__name__), profile.computed
        )
        return Inks(body, profile.NAME, profile.CONDITION)
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
