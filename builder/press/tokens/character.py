"""Draws a character token: ability at the top, picture, name on a curve at the bottom, and marks at the edge.

The marks are our own: leaves for when it wakes, a blossom for a changed setup, a dot for each reminder.
"""

import math
from contextlib import AbstractContextManager
from dataclasses import dataclass

from builder.content import TokenFace
from builder.press import drawings
from builder.press.pdf_objects import MM
from builder.press.tokens import icons, typesetting
from builder.press.tokens.ink import Ink, numbers
from builder.press.tokens.typesetting import Atom, Block, Curved, Dome, Word

#: All lengths below are relative to the token's radius. This is the safe zone.
SAFE = 0.88
#: The ring around the token.
RING = 0.955
#: The name's baseline, its largest type, and its maximum angle to each side (degrees).
BASELINE, NAME, NAME_ANGLE = 0.81, 0.21, 61
#: Minimum type of the name; a longer name gets a larger angle instead.
LONG_NAME, LONG_ANGLE = 0.15, 82
#: Leaves: minimum degrees from the bottom, degrees beyond the name, half their height.
LEAF_ANGLE, LEAF_ROOM, LEAF = 76, 16.5, 0.11
#: Marks: distance from the center; at the top: degrees between two, and their maximum number.
RIM, STEP, MOST = 0.885, 8.5, 9
#: The circle around the picture, so that it does not touch the name.
INNER = 0.675
#: Height of the name's capitals, relative to its type size; gap between it and a picture with corners.
CAPITAL, AIR = 0.74, 0.025
#: The same height of Chinese, Japanese and Korean letters; their names are set smaller, so that they are as tall.
IDEOGRAPH = 0.88
#: Radii of the picture, largest first, each with the largest and smallest type of the ability (pt at 45 mm).
DENSITIES = (
    (0.47, 10.2, 9.8),
    (0.43, 10.0, 9.4),
    (0.4, 9.6, 9.0),
    (0.37, 9.2, 8.6),
    (0.34, 9.0, 8.2),
    (0.31, 8.6, 7.4),
    (0.28, 8.0, 6.2),
    (0.25, 7.0, 4.2),
)
#: How far a picture goes up, relative to its circle, whose top art leaves empty (see `icons.SIDE`).
TOP = 0.88
#: The picture of a token without text.
ALONE = 0.56
#: Radius and center of a QR code, as large as possible.
CODE = (0.7, 0.09)
#: The radius (pt) that those type sizes are for.
USUAL_RADIUS = 45 / 2 * MM  # 45 mm across
#: Gap between picture and text; maximum width of the text to each side if there are leaves.
SLACK, BETWEEN = 0.035, 0.6
#: How far below the safe zone's edge text is where there are marks, and by how many degrees they are wider than drawn.
BELOW, ASIDE = 0.075, 4.0
#: Type may be reduced by this (pt) to avoid a first line shorter than this fraction of the second.
FOR_LOOKS, SHORT = 0.9, 0.55


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of a token's parts, in points."""

    name: Curved
    ability: Block | None
    foot: float
    picture: float
    middle: float


def draw(ink: Ink, face: TokenFace, radius: float) -> float:
    """Draws a token centered at the origin; returns its smallest type size (pt)."""
    layout, palette = lay_out(face, radius, readable=ink.readable), ink.palette
    changed = face.icon is not None and face.icon.team != face.team
    ink.pen(palette.team(face.team) if changed else palette.rule, radius * (0.028 if changed else 0.011))
    ink.circle(0, 0, radius * RING, "S")
    _night_leaves(ink, radius, _leaf_angle(layout.name), first=face.first_night, other=face.other_night)
    _draw_head_marks(ink, radius, setup=face.setup, reminders=face.reminders)
    if face.address:
        icons.qr(ink, face.address, radius * CODE[0], radius * CODE[1])
    elif face.icon:
        ring = radius * (BASELINE - AIR) - CAPITAL * layout.name.size
        icons.draw(ink, face.icon.url, layout.picture, layout.middle, palette.team(face.team), ring)
    ink.colour(palette.ink)
    if layout.ability:
        block = layout.ability
        rise = typesetting.DESCENT * block.size + block.leading * block.size * (len(block.lines) - 1)
        ink.block(block, layout.foot + rise)
    if face.title:
        ink.curved(
            layout.name.line, layout.name.size, radius * BASELINE, face.title, tracking=layout.name.tracking
        )
    return min(layout.name.size, layout.ability.size if layout.ability else layout.name.size)


def lay_out(face: TokenFace, radius: float, *, readable: bool) -> Layout:
    """Chooses the sizes: first the picture is made smaller, then the text."""
    name = _name(face, radius, readable=readable)
    parts = typesetting.atoms(face.words, face.words_direction, readable=readable)
    if not parts:
        return Layout(name, None, 0, radius * ALONE, radius * (ALONE - INNER))
    some = typesetting.words(parts)
    scale = radius / USUAL_RADIUS
    found: Layout | None = None
    for picture, largest, smallest in DENSITIES:
        dome = _dome(face, radius, picture, name)
        least = max(typesetting.READABLE, smallest * scale)
        block = _fitted(some, max(least, largest * scale), least, dome)
        if block and (found is None or _looks_well(block)):
            found = Layout(name, block, dome.foot, radius * picture, radius * (picture - INNER))
        if found and (found.ability is None or _looks_well(found.ability)):
            break
    return found or _crowded(
        face, name, typesetting.in_letters(parts, 1.2 * radius / typesetting.READABLE), radius
    )


def _name(face: TokenFace, radius: float, *, readable: bool) -> Curved:
    """The name between the leaves; a long one extends around the lower half."""
    voice = typesetting.voice_for(face.title, readable=readable)
    scale = radius * (CAPITAL / IDEOGRAPH if any(map(typesetting.is_wide, face.title)) else 1)
    for angle, largest in ((NAME_ANGLE, NAME), (LONG_ANGLE, LONG_NAME)):
        found = typesetting.on_curve(
            face.title,
            face.title_direction,
            radius=radius * BASELINE,
            angle=angle,
            largest=scale * largest,
            voice=voice,
            readable=readable,
        )
        if found.size >= scale * LONG_NAME:
            break
    return found


def _leaf_angle(name: Curved) -> float:
    return max(LEAF_ANGLE, name.angle + LEAF_ROOM)


def _dome(face: TokenFace, radius: float, picture: float, name: Curved) -> Dome:
    """The room for text above a picture, without that of the marks at the top and the leaves at the sides."""
    has_leaves = face.first_night or face.other_night
    leaf = -RIM * math.cos(math.radians(_leaf_angle(name)))
    marks = sum(width for _, width in _head_marks(face.reminders, setup=face.setup)) * STEP / 2
    return Dome(
        radius=radius * SAFE,
        foot=radius * ((1 + TOP) * picture - INNER + SLACK),
        leaves=radius * (leaf + LEAF if has_leaves else -1),
        between=2 * radius * BETWEEN,
        top=radius * (SAFE - BELOW) if marks else math.inf,
        marks=marks + ASIDE,
    )


def _fitted(some: list[Word], largest: float, least: float, dome: Dome) -> Block | None:
    """The largest type that fits, or a slightly smaller one if that avoids a short word alone on the first line."""
    size, found = largest, None
    while size >= least - 1e-6 and (found is None or size >= found.size - FOR_LOOKS):
        for leading in (typesetting.LEADING, 1.04):
            block = typesetting.in_dome(some, size, dome, leading)
            if block and _looks_well(block):
                return block
            found = found or block
        size -= 0.2
    return found


def _looks_well(block: Block) -> bool:
    first, *others = block.lines
    return not others or first.width >= SHORT * others[0].width


def _crowded(face: TokenFace, name: Curved, parts: list[Atom], radius: float) -> Layout:
    """Lays out a very long text on a very small token: smaller picture, then smaller type; never cuts the text."""
    picture, size, some = 0.24, typesetting.READABLE, typesetting.words(parts)
    while True:
        dome = _dome(face, radius, picture, name)
        found = typesetting.in_dome(some, size, dome, 1.0)
        if found or size < typesetting.SMALLEST:
            return Layout(name, found, dome.foot, radius * picture, radius * (picture - INNER))
        size *= 0.96
        picture = max(0.12, picture * 0.98)


def _night_leaves(ink: Ink, radius: float, angle: float, *, first: bool, other: bool) -> None:
    """Three leaves at the left for the first night, three at the right for the other nights.

    `angle` is their position in degrees from the bottom.
    """
    if first:
        with _at_rim(ink, radius, -angle):
            sprig(ink, radius * 0.25, ink.palette.night)
    if other:
        with _at_rim(ink, radius, angle):
            sprig(ink, radius * 0.25, ink.palette.leaf)


def _draw_head_marks(ink: Ink, radius: float, *, setup: bool, reminders: int) -> None:
    """Draws marks along the upper edge: a dot for each reminder token, a blossom for changes of the setup."""
    marks = _head_marks(reminders, setup=setup)
    place = -sum(width for _, width in marks) / 2
    for mark, width in marks:
        with _at_rim(ink, radius, 180 - (place + width / 2) * STEP):
            if mark == "dot":
                ink.colour(ink.palette.dot)
                ink.circle(0, 0, radius * 0.035, "f")
            else:
                blossom(ink, radius * 0.066, ink.palette.setup, ink.palette.disc or "#ffffff")
        place += width


def _head_marks(reminders: int, *, setup: bool) -> list[tuple[str, float]]:
    """The marks at the top, from left to right, each with its width relative to that of a dot."""
    shown = min(reminders, MOST)
    marks = [("dot", 1.0)] * shown
    if setup:
        marks.insert((shown + 1) // 2, ("blossom", 1.35))
    return marks


def _at_rim(ink: Ink, radius: float, degrees: float) -> AbstractContextManager[None]:
    """Moves the origin to the rim, `degrees` to the right of the bottom, with y pointing to the centre."""
    angle = math.radians(degrees)
    return ink.moved(RIM * radius * math.sin(angle), -RIM * radius * math.cos(angle), turn=degrees)


def sprig(ink: Ink, length: float, colour: str) -> None:
    """Draws three leaves on a stalk, growing upwards, or what the theme has instead."""
    ink.colour(colour)
    if own := drawings.own("leaf"):
        scale = 1.15 * length / max(own.width, own.height)
        ink.form(ink.resources.drawing(own), (scale, 0, 0, -scale, -scale * own.width / 2, length * 1.25))
        return
    for turn, share in ((48, 0.74), (-48, 0.74), (0, 1.0)):
        with ink.moved(0, 0.1 * length, turn=turn):
            _leaf(ink, share * length * 0.86)
    ink.pen(colour, length * 0.07)
    ink.put("1 J")
    ink.stroke((0, -0.08 * length), (0, 0.3 * length))


def _leaf(ink: Ink, length: float) -> None:
    """Draws a pointed leaf with a slit for its midrib."""
    w, h = 0.3 * length, length
    slit = 0.022 * length
    ink.put(f"0 0 m {numbers(1.25 * w, 0.22 * h, w, 0.72 * h, 0, h)} c")
    ink.put(f"{numbers(-w, 0.72 * h, -1.25 * w, 0.22 * h, 0, 0)} c h")
    ink.put(f"{numbers(0, 0.16 * h)} m {numbers(slit, 0.4 * h)} l {numbers(0, 0.76 * h)} l")
    ink.put(f"{numbers(-slit, 0.4 * h)} l h f*")


def blossom(ink: Ink, size: float, colour: str, ground: str) -> None:
    """Draws five petals around an open centre."""
    ink.colour(colour)
    for petal in range(5):
        angle = math.radians(72 * petal)
        ink.circle(0.56 * size * math.sin(angle), 0.56 * size * math.cos(angle), 0.44 * size, "f")
    ink.colour(ground)
    ink.circle(0, 0, 0.26 * size, "f")


def divider(ink: Ink, y: float, half: float, gap: float, diamond: tuple[float, float]) -> None:
    """Draws two rules from `half` to `gap` beside the middle, and a diamond (half its width and height) between."""
    wide, high = diamond
    ink.pen(ink.palette.rule, 0.7)
    ink.stroke((-half, y), (-gap, y))
    ink.stroke((gap, y), (half, y))
    ink.colour(ink.palette.rule)
    ink.put(f"0 {y + high:.2f} m {wide:g} {y:.2f} l 0 {y - high:.2f} l {-wide:g} {y:.2f} l h f")
