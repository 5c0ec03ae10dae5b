"""The share pictures: an overview of the script for chats and web pages."""

from dataclasses import replace

from builder.content import Group, Overview
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.printables import common
from builder.printables.common import Icon, typeset
from builder.printables.options import DEFAULTS, Options
from builder.prose_lists import cut

TITLE = "share picture"
#: Maximum lengths, all more than the official format allows; longer texts end in three dots.
MOST_TITLE, MOST_AUTHOR, MOST_NAME = 90, 60, 40


def content(script: Script, options: Options = DEFAULTS) -> Overview:
    """The content of a script's share pictures: its name, its author, and its characters by team."""
    front = common.front(script, options, TITLE)
    teams = [_group(team, common.icons(script, options, team)) for team in Team]
    strangers = tuple(common.unknown_icon(typeset(entry.id)) for entry in script.unknown if entry.id)
    unknown = _("%(number)s Unknown") % {"number": len(strangers)}
    groups = (*teams, Group("unknown", _("Unknown"), tuple(map(_short, strangers)), unknown))
    return Overview(
        replace(front, title=_cut(front.title, MOST_TITLE), author=_cut(front.author, MOST_AUTHOR)),
        tuple(group for group in groups if group.icons),
    )


def _group(team: Team, icons: tuple[Icon, ...]) -> Group:
    heading = team.label if len(icons) == 1 else team.heading
    return Group(team.value, heading, tuple(map(_short, icons)), team.counted(len(icons)))


def _short(icon: Icon) -> Icon:
    return replace(icon, name=_cut(icon.name, MOST_NAME))


def _cut(text: str, most: int) -> str:
    """Shortens a text to one line of at most `most` letters."""
    return cut(" ".join(text.split()), most)
