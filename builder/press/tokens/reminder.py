"""Draws a reminder token: a picture, and what is to be remembered on a curve at the foot."""

from builder.content import TokenFace
from builder.press.tokens import fitted_text, icons
from builder.press.tokens.ink import Ink
from builder.press.tokens.palette import Palette

#: In radii of the token: the words' baseline and largest type, the picture and its middle.
BASELINE, LARGEST = 0.775, 0.27
PICTURE, MIDDLE = 0.53, 0.17
#: How far the words reach to each side of the foot (degrees).
ANGLE = 100


def draw(ink: Ink, face: TokenFace, radius: float, palette: Palette, *, readable: bool) -> float:
    """Draws a token around the origin; gives its smallest type (pt)."""
    ink.pen(palette.team(face.team), radius * 0.035)
    ink.circle(0, 0, radius * 0.92, "S")
    if face.icon:
        icons.draw(ink, face.icon.url, radius * PICTURE, radius * MIDDLE, palette.team(face.team))
    said = fitted_text.on_curve(
        face.title,
        face.title_direction,
        radius=radius * BASELINE,
        angle=ANGLE,
        largest=radius * LARGEST,
        voice="bold",
        readable=readable,
    )
    ink.colour(palette.ink)
    if face.title.strip():
        ink.curved(said.line, said.size, radius * BASELINE, face.title, tracking=said.tracking)
    return said.size
