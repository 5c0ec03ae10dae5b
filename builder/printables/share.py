"""The share pictures: the whole script at a glance, for chats and web pages."""

from dataclasses import dataclass, replace

from builder.game.script import Script
from builder.game.teams import Team
from builder.printables import common
from builder.printables.common import Front, Icon
from builder.printables.options import DEFAULTS, Options
from builder.printables.typography import typeset

TITLE = "share picture"
#: Letters that there is room for. The official format allows less of each; beyond that a name ends in three dots.
MOST_TITLE, MOST_AUTHOR, MOST_NAME = 90, 60, 40


@dataclass(frozen=True, slots=True)
class Group:
    """The characters of one team."""

    team: str
    heading: str
    icons: tuple[Icon, ...]

    @property
    def count(self) -> str:
        """How many there are, in words: `13 Townsfolk`."""
        return f"{len(self.icons)} {self.heading}"


@dataclass(frozen=True, slots=True)
class Content:
    """Everything a share picture shows."""

    front: Front
    groups: tuple[Group, ...]


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """What the share pictures of a script show: its name, its author, and everybody on it by team."""
    front = common.front(script, options, TITLE)
    teams = [_group(team, common.icons(script, options, team)) for team in Team]
    strangers = tuple(common.unknown_icon(typeset(entry.id)) for entry in script.unknown if entry.id)
    groups = (*teams, Group("unknown", "Unknown", tuple(map(_short, strangers))))
    return Content(
        replace(front, title=_cut(front.title, MOST_TITLE), author=_cut(front.author, MOST_AUTHOR)),
        tuple(group for group in groups if group.icons),
    )


def _group(team: Team, icons: tuple[Icon, ...]) -> Group:
    heading = team.title if len(icons) == 1 else team.plural
    return Group(team.value, heading, tuple(map(_short, icons)))


def _short(icon: Icon) -> Icon:
    return replace(icon, name=_cut(icon.name, MOST_NAME))


def _cut(text: str, most: int) -> str:
    """A text on one line, at most so many letters long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
