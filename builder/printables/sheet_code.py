"""The QR code of a character sheet: what it opens, and why there is none."""

from dataclasses import dataclass

from builder.errors import UnknownChoiceError
from builder.game.problem import Problem
from builder.game.script import Script
from builder.language import gettext as _
from builder.printables.common import notice
from builder.printables.options import Options

CHOICES = ("no", "almanac", "script")
WEB = ("https://", "http://")
#: Letters of the longest address: its code is 53 mm wide, with modules of 0.5 mm.
LONGEST = 858


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code."""

    address: str
    caption: str
    alt: str


def judge(options: Options) -> None:
    """Validates the setting. Raises UnknownChoiceError."""
    asked = options.setting("qr")
    if asked not in CHOICES and not asked.startswith(WEB):
        raise UnknownChoiceError(
            _("A QR code opens the almanac, the script or an address, not “%(name)s”."),
            asked,
            (*CHOICES, "https://…"),
        )


def code(script: Script, options: Options) -> tuple[Code | None, tuple[Problem, ...]]:
    """The code that was asked for, else one of the script itself, and what to say about it."""
    judge(options)
    asked, almanac = options.setting("qr"), script.meta.almanac.strip()
    if asked == "no":
        return None, ()
    if asked.startswith(WEB):
        return _made(asked, _("Read this script online"))
    if asked == "almanac" and almanac.startswith(WEB):
        return _made(almanac, _("Almanac"))
    made, notices = _made(options.script_link, _("Open this script in the script tool"))
    if asked == "almanac":
        without = _("This script has no link to an almanac, so the QR code opens the script itself.")
        notices = (*((notice("no-almanac-link", without),) if made else ()), *notices)
    return made, notices


def _made(address: str, caption: str) -> tuple[Code | None, tuple[Problem, ...]]:
    if not address or len(address.encode()) > LONGEST:
        too_long = _(
            "The link is too long for a QR code that phones can read from paper, so there is none: "
            "%(letters)s letters; at most %(most)s."
        )
        return None, (notice("no-code", too_long % {"letters": len(address), "most": LONGEST}),)
    alt = _("QR code: %(what)s (%(address)s)") % {"what": caption, "address": address}
    return Code(address, caption, alt), ()
