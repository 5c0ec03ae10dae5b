"""Draws one token: its background, and the character, reminder or card on it."""

from builder.content import TokenFace
from builder.press.pdf_objects import MM
from builder.press.tokens import character, icons, typesetting
from builder.press.tokens.ink import Ink
from builder.press.tokens.packing import Size

#: Corner radius of a card (mm).
CORNER = 3.0
#: Relative to the token's radius: the text's baseline and largest type, the picture's radius and center.
BASELINE, LARGEST = 0.775, 0.27
PICTURE, MIDDLE = 0.53, 0.17
#: The ring around a reminder token.
RING = 0.92
#: Maximum angle of the text to each side of the bottom (degrees).
ANGLE = 100
#: Corner radius, safe zone and distance of the frame from the edge, in pt.
CARD_CORNER, SAFE, FRAME = 8.5, 14.0, 6.5
#: The largest type of a card's text, a heading, a rule.
SHOWN, HEADING, RULE = 31.0, 15.0, 15.0


def ground(ink: Ink, what: TokenFace, size: Size, bleed: float, paper: str = "") -> None:
    """Fills the background of a token at the origin, including the bleed (sizes in mm).

    `paper` is the colour of tokens without their own, for pictures.
    """
    colour = ink.palette.ground(what.shape) or paper
    if not colour:
        return
    ink.colour(colour)
    if size.is_round:
        ink.circle(0, 0, (size.width / 2 + bleed) * MM, "f")
    else:
        x, y = (size.width / 2 + bleed) * MM, (size.height / 2 + bleed) * MM
        ink.rounded((-x, -y, x, y), (CORNER + bleed) * MM, "f")


def face(ink: Ink, what: TokenFace, size: Size) -> float:
    """Draws the face of a token; returns its smallest type size (pt)."""
    if what.shape == "card":
        return _card(ink, what, size.width * MM, size.height * MM)
    draw = _reminder if what.shape == "reminder" else character.draw
    return draw(ink, what, size.width / 2 * MM)


def _reminder(ink: Ink, face: TokenFace, radius: float) -> float:
    """Draws a reminder token at the origin; returns its smallest type size (pt)."""
    ink.pen(ink.palette.team(face.team), radius * 0.035)
    ink.circle(0, 0, radius * RING, "S")
    if face.icon:
        icons.draw(ink, face.icon.url, radius * PICTURE, radius * MIDDLE, ink.palette.team(face.team))
    curved = typesetting.on_curve(
        face.title,
        face.title_direction,
        radius=radius * BASELINE,
        angle=ANGLE,
        largest=radius * LARGEST,
        voice="bold",
        readable=ink.readable,
    )
    ink.colour(ink.palette.ink)
    if face.title.strip():
        ink.curved(curved.line, curved.size, radius * BASELINE, face.title, tracking=curved.tracking)
    return curved.size


def _card(ink: Ink, face: TokenFace, width: float, height: float) -> float:
    """Draws a card at the origin (sizes in pt); returns its smallest type size (pt)."""
    ink.pen(ink.palette.rule, 0.9)
    x, y = width / 2 - FRAME, height / 2 - FRAME
    ink.rounded((-x, -y, x, y), CARD_CORNER - FRAME / 2, "S")
    if face.words:
        return _rule(ink, face, width, height)
    parts = typesetting.title(face.title, face.title_direction, readable=ink.readable)
    block = typesetting.in_box(parts, width - 2 * SAFE, height - 2 * SAFE - 34, largest=SHOWN, leading=1.14)
    ink.colour(ink.palette.ink)
    ink.block(block, block.height / 2 - typesetting.CAPITAL * block.size)
    for side in (-1, 1):
        character.divider(ink, side * (height / 2 - SAFE - 1), 34, 7, (2.6, 3.4))
    return block.size


def _rule(ink: Ink, face: TokenFace, width: float, height: float) -> float:
    palette, readable = ink.palette, ink.readable
    voice = typesetting.voice_for(face.title, readable=readable)
    heading = typesetting.line(face.title, face.title_direction, voice, readable=readable)
    top = height / 2 - SAFE
    left = 0.0
    if face.icon:
        left = 12.0
        wide = heading.width * HEADING / 2
        with ink.moved(-wide - 2, top - 6):
            icons.draw(ink, face.icon.url, 10, 0, palette.team(face.team))
    ink.colour(palette.team(face.team))
    ink.text(heading, HEADING, left, top - 11)
    ink.pen(palette.rule, 0.6)
    ink.stroke((-width / 2 + SAFE, top - 19), (width / 2 - SAFE, top - 19))
    parts = typesetting.atoms(face.words, face.words_direction, readable=readable)
    room = height - 2 * SAFE - 24
    block = typesetting.in_box(parts, width - 2 * SAFE, room, largest=RULE)
    ink.colour(palette.ink)
    ink.block(block, top - 24 - (room - block.height) / 2 - typesetting.CAPITAL * block.size)
    return block.size
