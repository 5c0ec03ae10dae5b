"""The icons of a Bloodstar save: the source picture, and its paint settings converted to ours.

A save has the finished picture (`styledImage`), which is what a script shows. If it also has the source picture
(`unStyledImage`), the icon can be painted again from that. On the way back, a save gets the source picture and the
settings that its icon has now.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass
from typing import Any

from builder import uploads
from builder.formats.official import rewritten
from builder.formats.official.clockwright_block import icon_block
from builder.formats.official.entries import extra_keys, extras_in
from builder.formats.official.schema import as_object
from builder.game import paint_settings
from builder.game.character import Icon
from builder.game.script import Script

#: Size in pixels of the canvas on which icons are painted.
CANVAS = 540
#: Default center of an icon, in Bloodstar and here.
USUAL = {"size": 300.0, "x": 270.0, "y": 184.0}
#: Bloodstar's switches, and the settings of ours that they turn off.
SWITCHES: Mapping[str, tuple[str, ...]] = {
    "shouldCrop": ("crop",),
    "shouldReposition": ("crop",),
    "shouldColorize": ("whiten", "gradient"),
    "useOutsiderAndMinionColors": ("teal_outsiders", "orange_minions"),
    "useTexture": ("texture",),
    "useBorder": ("border",),
    "useDropshadow": ("shadow",),
}
#: Bloodstar's numbers, ours, and the factor between them. A blur is twice as wide as its deviation.
NUMBERS: Mapping[str, tuple[str, float]] = {
    "borderIntensity": ("border_width", 5),
    "dropShadowSize": ("shadow_blur", 0.5),
    "dropShadowOffsetX": ("shadow_x", 1),
    "dropShadowOffsetY": ("shadow_y", 1),
    "dropShadowOpacity": ("shadow_strength", 1),
}
#: How Bloodstar divides the leftover room, and the center that results.
PLACEMENTS = (("horizontalPlacement", "x"), ("verticalPlacement", "y"))
#: A picture that fills the canvas and is not changed.
AS_IT_IS: Mapping[str, Any] = {"crop": False, "size": CANVAS, "x": CANVAS / 2, "y": CANVAS / 2} | (
    dict.fromkeys(("whiten", "gradient", "texture", "border", "shadow"), False)
)


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a character's icon."""

    #: The character's key in `_meta.clockwright.characters`.
    name: str
    #: An address or the picture itself.
    picture: str
    settings: Mapping[str, Any]
    #: Whether its icon is already painted from this source.
    is_used: bool = False


def settings_of(written: object) -> dict[str, Any]:
    """Convert Bloodstar's `imageSettings` to ours; missing ones are the defaults."""
    if not isinstance(written, Mapping):
        return {}
    if written.get("shouldRestyle") is False:
        return dict(AS_IT_IS)
    found: dict[str, Any] = {}
    if written.get("shouldReposition") is False:
        found |= {"size": CANVAS, "x": CANVAS / 2, "y": CANVAS / 2}
    for name, ours in SWITCHES.items():
        if written.get(name) is False:
            found |= dict.fromkeys(ours, False)
    for name, (one, factor) in NUMBERS.items():
        if (number := _number(written.get(name))) is not None:
            found[one] = round(number * factor, 2)
    return found | _place(written)


def with_source(save: dict[str, Any], icon: Icon) -> dict[str, Any]:
    """A character in a save, with the source picture and the settings of its icon; an emblem has neither."""
    if not icon.is_painted:
        return save
    same_picture = icon.picture and save.get("unStyledImage") == icon.picture
    before = paint_settings.read(settings_of(save.get("imageSettings")))
    if same_picture and before == paint_settings.read(icon.settings):
        return save
    settings = _bloodstar_settings(icon.settings) if icon.picture else {}
    rest = {name: value for name, value in save.items() if name not in {"unStyledImage", "imageSettings"}}
    return (
        rest
        | ({"unStyledImage": icon.picture} if icon.picture else {})
        | ({"imageSettings": settings} if settings else {})
    )


def _bloodstar_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Convert our settings to Bloodstar's `imageSettings`, which have no colors, angle or mirror.

    Defaults are left out.
    """
    values, usual = asdict(paint_settings.read(settings)), asdict(paint_settings.PaintSettings())
    found: dict[str, Any] = {
        name: False
        for name, ours in SWITCHES.items()
        if name != "shouldReposition" and not any(values[each] for each in ours)
    }
    for name, (ours, factor) in NUMBERS.items():
        if values[ours] != usual[ours]:
            found[name] = round(values[ours] / factor, 4)
    size = values["size"]
    if size != usual["size"]:
        found["sizeFactor"] = round(size / CANVAS, 4)
    for name, ours in PLACEMENTS:
        if size < CANVAS and (size, values[ours]) != (usual["size"], usual[ours]):
            found[name] = round((values[ours] - size / 2) / (CANVAS - size), 4)
    return found


def origins(script: Script) -> Iterator[Origin]:
    """The Bloodstar sources that a script still has, in its order."""
    names = extra_keys(entry.id for entry in script.entries)
    for name, extra in zip(names, extras_in(script), strict=True):
        put = as_object(as_object(extra.get("bloodstar")).get("put"))
        picture = put.get("unStyledImage")
        if isinstance(picture, str) and (uploads.is_address(picture) or picture.startswith("data:image/")):
            used = as_object(extra.get("icon")).get("picture") == picture
            yield Origin(name, picture, settings_of(put.get("imageSettings")), used)


def paintable(script: Script) -> int:
    """How many icons could be repainted from their sources."""
    return sum(not each.is_used for each in origins(script))


def repainted(script: Script) -> Script:
    """The script with its icons repainted from their sources; the finished pictures stay in it, unused."""
    found = [each for each in origins(script) if not each.is_used]
    if not found:
        return script
    meta = deepcopy(dict(script.written_meta or {}))
    extras = meta["clockwright"]["characters"]
    for each in found:
        extras[each.name]["icon"] = icon_block(Icon(picture=each.picture, settings=each.settings))
    return rewritten(script, (entry.written for entry in script.entries), meta, script.reading)


def _place(written: Mapping[str, Any]) -> dict[str, float]:
    """Size and center: Bloodstar stores how the leftover room is divided. Missing values stay missing."""
    factor = _number(written.get("sizeFactor"))
    size = USUAL["size"] if factor is None else factor * CANVAS
    found = {} if factor is None else {"size": round(size, 1)}
    for name, ours in PLACEMENTS:
        if (part := _number(written.get(name))) is not None:
            found[ours] = round((CANVAS - size) * part + size / 2, 1)
    return found


def _number(value: object) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and value == value else None  # type: ignore[arg-type]  # noqa: PLR0124  # not NaN
