"""One token, whatever it is: its ground, then what stands on it."""

from builder.content import TokenFace
from builder.press.tokens import cards, character, reminder
from builder.press.tokens.furniture import MM
from builder.press.tokens.ink import Ink
from builder.press.tokens.packing import Size
from builder.press.tokens.palette import Palette

#: Round corners of a card (mm).
CORNER = 3.0


def ground(ink: Ink, what: TokenFace, size: Size, bleed: float, palette: Palette, paper: str = "") -> None:
    """The colour of the cardboard around the origin, a little beyond its edge (sizes in mm).

    `paper` is the colour of what has none, where there is no paper.
    """
    colour = {"card": palette.card, "reminder": palette.reminder}.get(what.shape, palette.disc) or paper
    if not colour:
        return
    ink.colour(colour)
    if size.is_round:
        ink.circle(0, 0, (size.width / 2 + bleed) * MM, "f")
    else:
        x, y = (size.width / 2 + bleed) * MM, (size.height / 2 + bleed) * MM
        ink.rounded((-x, -y, x, y), (CORNER + bleed) * MM, "f")


def face(ink: Ink, what: TokenFace, size: Size, palette: Palette, *, readable: bool) -> float:
    """What stands on it; gives its smallest type (pt)."""
    if what.shape == "card":
        return cards.draw(ink, what, (size.width * MM, size.height * MM), palette, readable=readable)
    draw = reminder.draw if what.shape == "reminder" else character.draw
    return draw(ink, what, size.width / 2 * MM, palette, readable=readable)
