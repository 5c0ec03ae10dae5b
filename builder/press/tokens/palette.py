"""The colours of a token style, from its `style.json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from builder import assets, themes
from builder.press.colours import TEAM_COLOURS

#: Prefix of the colours of teams in the tokens of a theme.
TEAM = "team-"


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`; an empty background is not painted."""

    disc: str
    reminder: str
    card: str
    ink: str
    rule: str
    #: The marks for other nights, the first night, setup, and reminders.
    leaf: str
    night: str
    setup: str
    dot: str
    teams: Mapping[str, str] = field(default_factory=lambda: TEAM_COLOURS)

    def ground(self, shape: str) -> str:
        """The background of tokens of a shape."""
        return {"card": self.card, "reminder": self.reminder}.get(shape, self.disc)

    def team(self, name: str) -> str:
        """The colour of a team."""
        return self.teams.get(name, self.ink)


def palette(style: str, *, saving: bool) -> Palette:
    """The colours of a style as the theme has them, or of its replacement that saves ink."""
    worn = {} if saving else themes.current().tokens.get(style, {})
    return _themed(themes.current(), style) if worn else _of_style(style, saving)


@lru_cache(maxsize=16)
def _themed(theme: themes.Theme, style: str) -> Palette:
    """The colours of a theme, where it has them, else those of the style."""
    worn = theme.tokens[style]
    own = {name: worn.get(name, getattr(_of_style(style, False), name)) for name in Palette.__slots__}
    own["teams"] = {name.removeprefix(TEAM): colour for name, colour in worn.items() if name.startswith(TEAM)}
    return Palette(**own)


@cache
def _of_style(style: str, saving: bool) -> Palette:
    written = _written(style)
    if saving:
        written = _written(written["saving"])
    known = {name: written[name] for name in Palette.__slots__ if name in written}
    return Palette(**known)


def _written(style: str) -> dict[str, Any]:
    path = assets.templates("print", "tokens", style, "style.json")
    return dict(json.loads(path.read_bytes()))
