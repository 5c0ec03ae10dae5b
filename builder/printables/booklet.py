"""The pocket booklet: what players need of a script, on eight small pages of one sheet. Nothing about nights."""

from dataclasses import dataclass, replace

from builder.game.script import Script
from builder.language import gettext as _
from builder.printables import guide, sheet
from builder.printables.common import Front, Section
from builder.printables.guide import TeamCount
from builder.printables.options import DEFAULTS, Options

KIND = "booklet"
TITLE = "pocket booklet"
ORDER = 7


@dataclass(frozen=True, slots=True)
class Content:
    """The content of the booklet."""

    front: Front
    sheet: sheet.Content
    #: What the script has: teams, and what is not a team, such as `3 jinxes`.
    teams: tuple[TeamCount, ...]
    others: tuple[str, ...]
    #: Pages for notes, which the press adds until the sheet is full.
    notes: tuple[int, ...] = ()
    sections: tuple[Section, ...] = ()


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """The content of a script's booklet."""
    found = sheet.content(script, options)
    counted = guide.content(script, options)
    document = _(TITLE)
    front = replace(found.front, document=document, subject=f"{document.capitalize()}: {script.name}")
    return Content(front, found, counted.teams, counted.others)
