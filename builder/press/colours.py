"""Colours and faces by name, as style sheets and drawings have them: `var(--ink)`.

They are filled in as text before a style sheet is parsed: WeasyPrint's own `var()` takes time for each element.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from builder import themes
from builder.themes import tones

#: A colour for each team, dark enough for text on white (WCAG AA) and distinct in greyscale.
TEAM_COLOURS = {
    "townsfolk": "#1d4f91",
    "outsider": "#176b78",
    "minion": "#b23a12",
    "demon": "#7f1420",
    "traveller": "#5d3a8e",
    "fabled": "#7a5a06",
    "loric": "#3f6212",
    "unknown": "#4a4a4a",
    "info": "#2b2622",
    # In plain ink, for any team.
    "black": "#000000",
}
INK = "#1f1a17"
_OTHER_LETTERS = '"Clockwright Rest", "Clockwright Arabic", "Clockwright Hebrew"'
#: Everything that a style sheet or a drawing names, and its value.
VALUES: Mapping[str, str] = MappingProxyType(
    {
        **TEAM_COLOURS,
        # Letters on a band in the colour of a team.
        **{f"on-{team}": "#fff" for team in TEAM_COLOURS},
        # Letters, darkest first: in large print, of texts, of remarks, of small print; and on a field of ink.
        "strong": "#000",
        "ink": INK,
        "soft": "#4a443e",
        "faint": "#5b544d",
        "on-ink": "#fff",
        # Cards to show at night.
        "card": INK,
        "on-card": "#fff",
        "card-corner": ".18em",
        # Headings within a text, bullets, drop caps.
        "accent": "#7f1420",
        "error": "#9b1c1c",
        "warning": "#8a4305",
        "advice": "#176b78",
        # Rules, darkest first; where to cut; lines to write on.
        "cut": "#7a7168",
        "token-cut": "#9b948c",
        "rule-strong": "#8c8379",
        "rule": "#a89f93",
        "rule-light": "#cfc8be",
        "rule-lightest": "#e0d9cd",
        "rule-notes": "#c9c2b8",
        # Where people write: boxes to tick, circles, lines for notes. On dark paper a pale field.
        "write": "transparent",
        "write-rule": "#c9c2b8",
        # The ground, and boxes on it.
        "paper": "#fff",
        # What hides lines of the ground behind a text.
        "mask": "#fff",
        "panel": "#fbf8f1",
        "tint": "#f4efe6",
        "tint-strong": "#efe9dd",
        "disc": "#f7f1e6",
        # The leaf of parchment: its middle, toward its edge, the edge, fibers, rules on it.
        "parchment": "#fcf8ed",
        "parchment-outer": "#f4e9d0",
        "parchment-edge": "#cdb98e",
        "parchment-fiber": "#f0e5cc",
        "parchment-rule": "#b7a47c",
        # Share pictures: a leaf, and a dark cover with pale letters.
        "leaf": "#fbf6e9",
        "cover": "#211b1a",
        "cover-line": "#3b322d",
        "cover-mark": "#fff",
        "on-cover": "#f5ecd8",
        "on-cover-soft": "#e6d7b4",
        "on-cover-faint": "#b7aa93",
        # Faces: of titles, of texts on sheets, of texts to read.
        "display": f'"Clockwright Display", "Clockwright Serif", {_OTHER_LETTERS}, serif',
        "text": f'"Clockwright Text", {_OTHER_LETTERS}, sans-serif',
        "serif": f'"Clockwright Serif", {_OTHER_LETTERS}, serif',
    }
)
_NAME = re.compile(r"var\(--([a-z-]+)\)")


def value(name: str) -> str:
    """The value of a name: a colour as `#rrggbb` or `#rgb`, or the families of a face."""
    return themes.current().values.get(name) or VALUES[name]


def parts(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of a colour (`#rrggbb` or `#rgb`), from 0 to 1."""
    return tones.channels(colour)


def filled(text: str) -> str:
    """A style sheet or a drawing with the values of its names; other properties, such as `var(--gap)`, stay."""
    values = {**VALUES, **themes.current().values}
    return _NAME.sub(lambda found: values.get(found[1], found[0]), text)
