"""How art is painted: settings that skip a step or change a number."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

#: Lighter above, darker below.
Gradient = tuple[str, str]

#: Minimum and maximum of each number, in pixels of the 540 × 540 canvas, degrees, or fractions of 1.
LIMITS: Mapping[str, tuple[float, float]] = {
    "size": (40, 540),
    "x": (0, 540),
    "y": (0, 540),
    "angle": (-180, 180),
    "shading": (0, 1),
    "texture_strength": (0, 1),
    "texture_seed": (0, 9999),
    "border_width": (0, 24),
    "shadow_blur": (0, 40),
    "shadow_x": (-40, 40),
    "shadow_y": (-40, 40),
    "shadow_strength": (0, 1),
    "scale": (0.25, 4),
}
_COLOUR = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class PaintSettings:
    """The paint settings for one character's art. Lengths are pixels of a 540 × 540 canvas."""

    #: Crop the empty border, so that every icon fills its space.
    crop: bool = True
    #: Longer side of the icon, and the position of its center.
    size: float = 300
    x: float = 270
    y: float = 184
    mirror: bool = False
    #: Degrees counterclockwise.
    angle: float = 0
    #: Turn everything visible white before coloring; otherwise the picture keeps its own colors.
    whiten: bool = True
    #: How much of the picture's own shading remains in the white; emblems have none.
    shading: float = 0.7
    gradient: bool = True
    #: Outsiders in teal, Minions in orange; otherwise all good are blue and all evil red.
    teal_outsiders: bool = True
    orange_minions: bool = True
    good: Gradient = ("#3f86d6", "#123a75")
    evil: Gradient = ("#c02d2f", "#5c0a12")
    outsider: Gradient = ("#38a9b4", "#0d4d5b")
    minion: Gradient = ("#e0702b", "#8a2508")
    fabled: Gradient = ("#e2b93b", "#8a5f06")
    loric: Gradient = ("#82ac3c", "#35540f")
    unknown: Gradient = ("#8d8781", "#3c3834")
    texture: bool = True
    texture_strength: float = 0.75
    texture_seed: float = 7
    border: bool = True
    border_width: float = 5
    border_colour: str = "#ffffff"
    shadow: bool = True
    shadow_blur: float = 9
    shadow_x: float = 0
    shadow_y: float = 5
    shadow_strength: float = 0.55
    #: Resolution relative to the canvas: 2 gives 1080 × 1080.
    scale: float = 1

    def as_json(self) -> dict[str, Any]:
        """The settings that differ from the defaults, as JSON; a gradient is a list of two colors."""
        usual = asdict(PaintSettings())
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
            if value != usual[name]
        }


def read(written: object) -> PaintSettings:
    """Parse settings from JSON. Unknown or invalid values fall back to the defaults; numbers are clamped."""
    if not isinstance(written, Mapping):
        return PaintSettings()
    usual = PaintSettings()
    return PaintSettings(
        **{
            item.name: _value(item.name, written[item.name], getattr(usual, item.name))
            for item in fields(PaintSettings)
            if item.name in written
        }
    )


def _value(name: str, value: object, usual: Any) -> Any:
    if isinstance(usual, bool):
        return value if isinstance(value, bool) else usual
    if isinstance(usual, str):
        return _colour(value, usual)
    if isinstance(usual, tuple):
        two = value if isinstance(value, (list, tuple)) and len(value) == len(usual) else usual
        return tuple(_colour(each, other) for each, other in zip(two, usual, strict=True))
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value == value:  # noqa: PLR0124  # not NaN
        least, most = LIMITS[name]
        return min(max(value, least), most)
    return usual


def _colour(value: object, usual: str) -> str:
    return value.lower() if isinstance(value, str) and _COLOUR.fullmatch(value.lower()) else usual
