"""Parses sizes of tokens: millimetres, or inches with `in` or a double prime."""

import re

from builder.content import TokenSheet, TokenSizes
from builder.errors import UnknownChoiceError
from builder.language import filled
from builder.language import gettext as _
from builder.printables.options import Options

MM_PER_INCH = 25.4
#: Sizes of common punches, and the official ones: character token / reminder token.
PUNCHES = ("45/25", "1.75in/1in", "48.7/27.5", "38/19")
#: Smallest and largest tokens (mm).
CHARACTER_RANGE, REMINDER_RANGE = (25.0, 100.0), (15.0, 80.0)
_LENGTH = re.compile(r"\s*([+-]?\d{1,4}(?:[.,]\d{1,4})?)\s*(mm|cm|in|inch|″|\"|)\s*", re.IGNORECASE)
_FACTORS = {"": 1.0, "mm": 1.0, "cm": 10.0}


def sizes(options: Options) -> TokenSizes:
    """Parses the chosen sizes. Raises UnknownChoiceError for an invalid one."""
    character, reminder = options.setting("punch").split("/")
    return TokenSizes(
        length(options.setting("character") or character, _("size of character tokens"), *CHARACTER_RANGE),
        length(options.setting("reminder") or reminder, _("size of reminder tokens"), *REMINDER_RANGE),
    )


def sheet(options: Options) -> TokenSheet:
    """Parses the settings of the sheets. Raises UnknownChoiceError for an invalid length."""
    return TokenSheet(
        bleed=length(options.setting("bleed"), _("bleed"), 0, 5),
        gutter=length(options.setting("gutter"), _("gutter"), 0, 30),
        cut=options.setting("cut"),
        packing=options.setting("packing"),
        calibration=options.setting("calibration") == "yes",
        right=length(options.setting("shift-right"), _("shift to the right"), -20, 20),
        down=length(options.setting("shift-down"), _("shift downwards"), -20, 20),
    )


def length(written: str, what: str, least: float, most: float) -> float:
    """Parses a length to mm: `45`, `45 mm`, `4.5 cm`, `1.75in`. Raises UnknownChoiceError."""
    found = _LENGTH.fullmatch(written)
    if found:
        value = float(found[1].replace(",", ".")) * _FACTORS.get(found[2].lower(), MM_PER_INCH)
        if least <= value <= most:
            return round(value, 3)
    allowed = f"{least:g} to {most:g} mm, or {least / MM_PER_INCH:.2f}in to {most / MM_PER_INCH:.2f}in"
    raise UnknownChoiceError(filled(_("There is no %(what)s “%(name)s”."), what=what), written, (allowed,))
