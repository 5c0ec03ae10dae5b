"""Draws a card: words to show at night, or a rule of the script."""

from builder.content import TokenFace
from builder.game.markup import Mark, Piece
from builder.press.tokens import fitted_text, icons, typesetting
from builder.press.tokens.fitted_text import Block
from builder.press.tokens.ink import Ink
from builder.press.tokens.palette import Palette

#: Round corners, safe zone and the frame's distance from the edge, in pt.
CORNER, SAFE, FRAME = 8.5, 14.0, 6.5
#: The largest type of words to show, of a heading, of a rule.
SHOWN, HEADING, RULE = 31.0, 15.0, 15.0


def draw(ink: Ink, face: TokenFace, size: tuple[float, float], palette: Palette, *, readable: bool) -> float:
    """Draws a card around the origin, so wide and so high (pt); gives its smallest type (pt)."""
    width, height = size
    ink.pen(palette.rule, 0.9)
    x, y = width / 2 - FRAME, height / 2 - FRAME
    ink.rounded((-x, -y, x, y), CORNER - FRAME / 2, "S")
    if face.words:
        return _rule(ink, face, width, height, palette, readable=readable)
    voice = fitted_text.voice_for(face.title, readable=readable)
    parts = typesetting.atoms(
        (Piece(Mark.TEXT, face.title),), face.title_direction, voice=voice, readable=readable
    )
    block = fitted_text.in_box(parts, width - 2 * SAFE, height - 2 * SAFE - 34, largest=SHOWN, leading=1.14)
    ink.colour(palette.ink)
    write(ink, block, 0, block.height / 2)
    for side in (-1, 1):
        _flourish(ink, side * (height / 2 - SAFE - 1), palette)
    return block.size


def _rule(
    ink: Ink, face: TokenFace, width: float, height: float, palette: Palette, *, readable: bool
) -> float:
    voice = fitted_text.voice_for(face.title, readable=readable)
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
    block = fitted_text.in_box(parts, width - 2 * SAFE, room, largest=RULE)
    ink.colour(palette.ink)
    write(ink, block, 0, top - 24 - (room - block.height) / 2)
    return block.size


def write(ink: Ink, block: Block, x: float, top: float) -> None:
    """Writes lines centred on x, the first one's capitals reaching up to `top`."""
    baseline = top - fitted_text.CAPITAL * block.size
    for line in block.lines:
        ink.text(line, block.size, x, baseline)
        baseline -= block.leading * block.size


def _flourish(ink: Ink, y: float, palette: Palette) -> None:
    """A small ornament between two rules."""
    ink.pen(palette.rule, 0.7)
    ink.stroke((-34, y), (-7, y))
    ink.stroke((7, y), (34, y))
    ink.colour(palette.rule)
    ink.put(f"0 {y + 3.4:.2f} m 2.6 {y:.2f} l 0 {y - 3.4:.2f} l -2.6 {y:.2f} l h f")
