"""The details of a script beside its name: rules, logo, background, almanac link, difficulty."""

from dataclasses import dataclass

from builder import uploads
from builder.game.script import Script

#: The details that may be a picture.
PICTURES = ("logo", "background")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the script."""

    #: Its address as an author typed it; empty if it was uploaded, or if there is none.
    address: str
    #: The end of the address of its preview, different for each upload; empty if it was not uploaded here.
    upload: str

    def __bool__(self) -> bool:
        """Whether there is a picture."""
        return bool(self.address or self.upload)


@dataclass(frozen=True, slots=True)
class Details:
    """What the form of the details shows."""

    rules: tuple[str, ...]
    logo: Picture
    background: Picture
    almanac: str
    difficulty: str
    hides_title: bool


def of(script: Script) -> Details:
    """The details of a script."""
    meta = script.meta
    logo, background = map(_picture, (meta.logo, meta.background))
    return Details(
        meta.bootlegger, logo, background, meta.almanac, script.almanac.difficulty, meta.hide_title
    )


def _picture(address: str) -> Picture:
    is_upload = uploads.is_address(address)
    return Picture("" if is_upload else address, address.removeprefix(uploads.SCHEME) if is_upload else "")
