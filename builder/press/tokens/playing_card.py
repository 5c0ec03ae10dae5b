"""Draws a character as a playing card, and the back of such cards. Lengths are in points, the origin is the center."""

from builder.content import OWN_EMBLEM, Front, TokenFace
from builder.press.pdf_objects import MM
from builder.press.tokens import character, icons, typesetting
from builder.press.tokens.ink import Ink

#: Corner radius of the frame; space between the frame and everything inside.
CORNER, AIR = 2.4 * MM, 2.6 * MM
#: Relative to the width inside: radius of the picture, largest type of the name, of the text, of a card to show.
PICTURE, NAME, TEXT, SHOWN = 0.3, 0.14, 0.078, 0.17
#: The foot with team and leaves: height, type size, length of a leaf.
FOOT, TEAM, LEAF = 7.5 * MM, 7.6, 5.2 * MM
#: Colors of the back where a palette has no background.
PALE = "#f7f0de"


def draw(ink: Ink, face: TokenFace, size: tuple[float, float], safe: float) -> float:
    """Draws the front of a card inside the safe zone; returns its smallest type size (pt)."""
    palette, readable = ink.palette, ink.readable
    x, y = size[0] / 2 - safe, size[1] / 2 - safe
    ink.pen(palette.team(face.team), 1.1)
    ink.rounded((-x, -y, x, y), CORNER, "S")
    x, y = x - AIR, y - AIR
    if face.icon is None:
        return _shown(ink, face, x, y)
    radius = PICTURE * 2 * x
    icons.draw(ink, face.icon.url, radius, y - radius, palette.team(face.team))
    parts = typesetting.title(face.title, face.title_direction, readable=readable)
    name = typesetting.in_box(parts, 2 * x, 3.2 * NAME * x * 2 * 0.72, largest=NAME * 2 * x, leading=1.04)
    top = y - 2 * radius - AIR
    ink.colour(palette.team(face.team))
    ink.block(name, top - typesetting.CAPITAL * name.size)
    top -= name.height + 0.7 * AIR
    character.divider(ink, top, 0.62 * x, 5, (2.4, 3))
    foot = FOOT - AIR
    _foot(ink, face, x, -y)
    room = top - AIR - (foot - y)
    words = typesetting.atoms(face.words, face.words_direction, readable=readable)
    block = typesetting.in_box(words, 2 * x, room, largest=TEXT * 2 * x)
    ink.colour(palette.ink)
    ink.block(block, top - AIR - (room - block.height) * 0.35 - typesetting.CAPITAL * block.size)
    return min(name.size, block.size if block.lines else name.size)


def _shown(ink: Ink, face: TokenFace, x: float, y: float) -> float:
    """A card that is only words, to show to a player."""
    parts = typesetting.title(face.title, face.title_direction, readable=ink.readable)
    block = typesetting.in_box(parts, 2 * x, 1.5 * y, largest=SHOWN * 2 * x, leading=1.16)
    ink.colour(ink.palette.ink)
    ink.block(block, block.height / 2 - typesetting.CAPITAL * block.size)
    for side in (-1, 1):
        character.divider(ink, side * (y - AIR), 0.62 * x, 5, (2.4, 3))
    return block.size


def _foot(ink: Ink, face: TokenFace, x: float, bottom: float) -> None:
    """The team, between leaves that say when it wakes, with a blossom if it changes the setup."""
    palette = ink.palette
    line = typesetting.line(face.group, face.title_direction, "bold", readable=ink.readable)
    size = min(TEAM, (2 * x - 4 * LEAF) / max(line.width, 0.1))
    ink.colour(palette.team(face.team))
    ink.text(line, size, 0, bottom + 0.8)
    for side, wakes, colour in ((-1, face.first_night, palette.night), (1, face.other_night, palette.leaf)):
        if wakes:
            with ink.moved(side * (x - LEAF * 0.6), bottom):
                character.sprig(ink, LEAF, colour)
    if face.setup:
        with ink.moved(0, bottom + size + 8.5):
            character.blossom(ink, 4.2, palette.setup, palette.disc or "#ffffff")


def back(ink: Ink, front: Front, size: tuple[float, float], safe: float) -> None:
    """Draws the back, on the color of the fronts' type: two frames, the logo or an emblem, the script's name."""
    x, y = size[0] / 2 - safe, size[1] / 2 - safe
    pale, dark = ink.palette.disc or PALE, ink.palette.ink
    for inset, width in ((0.0, 1.4), (1.3 * MM, 0.5)):
        ink.pen(pale, width)
        ink.rounded((inset - x, inset - y, x - inset, y - inset), CORNER, "S")
    for across in (-1, 1):
        for down in (-1, 1):
            with ink.moved(across * (x - 3.6 * MM), down * (y - 3.6 * MM)):
                character.blossom(ink, 1.5 * MM, pale, dark)
    x, y = x - AIR - 1.3 * MM, y - AIR - 1.3 * MM
    radius = 0.36 * 2 * x
    with ink.moved(0, 0.3 * y):
        ink.pen(pale, 0.9)
        ink.circle(0, 0, radius * 1.12, "S")
        ink.colour(pale)
        ink.circle(0, 0, radius, "f")
        icons.draw(ink, front.logo or OWN_EMBLEM, radius * 0.84, 0, dark)
    parts = typesetting.title(front.title, "ltr", readable=ink.readable)
    top = 0.3 * y - radius * 1.12 - AIR
    room = top + y
    block = typesetting.in_box(parts, 2 * x, room * 0.8, largest=0.15 * 2 * x, leading=1.08)
    ink.colour(pale)
    ink.block(block, top - (room - block.height) * 0.45 - typesetting.CAPITAL * block.size)
