"""The colours of a token style, from its `style.json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from builder import assets
from builder.press.colours import TEAM_COLOURS


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

    def team(self, name: str) -> str:
        """The colour of a team."""
        return self.teams.get(name, self.ink)


@cache
def palette(style: str, *, saving: bool) -> Palette:
    """The colours of a style, or of its replacement that saves ink."""
    written = _written(style)
    if saving:
        written = _written(written["saving"])
    known = {name: written[name] for name in Palette.__slots__ if name in written}
    return Palette(**known)


def _written(style: str) -> dict[str, Any]:
    path = assets.templates("print", "tokens", style, "style.json")
    return dict(json.loads(path.read_bytes()))
