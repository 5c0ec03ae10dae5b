"""Draws everything around the tokens on a sheet: heading, credits, cut lines, crop marks, the test page."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from builder.content import Front
from builder.game.markup import Mark, Piece, direction
from builder.language import N_, gettext as _
from builder.press import colours
from builder.press.pdf_objects import MM
from builder.press.tokens import fitted_text, typesetting
from builder.press.tokens.ink import Ink
from builder.press.tokens.packing import Size, Spot
from builder.press.tokens.pdf_file import Tag
from builder.press.tokens.typesetting import Line
from builder.press.typeset import running_title

#: Type sizes (pt); the baselines' distance from the upper and lower edge (mm).
HEADING, SMALL = 8.5, 6.8
HEAD_LINE, FOOT_LINE = 8.2, 6.4
SIDE = 9.0
#: The test square's side (mm).
SQUARE = 50


def feet(front: Front, total: int, *, readable: bool) -> list[Line]:
    """The line at the foot of each sheet: the script's name and author, and the sheet's number."""
    running = running_title(front)
    return [
        typesetting.line(f"{running}  ·  {each} / {total}", front.direction, "text", readable=readable)
        for each in range(1, total + 1)
    ]


@contextmanager
def sheet(
    ink: Ink, front: Front, running: Sequence[Line], number: int, paper: tuple[float, float], tags: list[Tag]
) -> Iterator[None]:
    """Draws the heading of a sheet (mm), then what is drawn within, then the foot; `running` as for `foot`.

    On the first sheet both are tagged, as a heading and as a text; on later ones they repeat and are decoration. What
    is drawn within has to add its tags.
    """
    if number == 0:
        tags.append(Tag("H1", 0, 0))
    with ink.decoration() if number else ink.tagged("H1", 0):
        _heading(ink, f"{running_title(front)} · {front.document}", paper, front.direction)
    yield
    spoken = ink.decoration()
    if number == 0:
        tag = Tag("P", 0, sum(tag.page == 0 for tag in tags))
        spoken = ink.tagged(tag.role, tag.number)
        tags.append(tag)
    foot(ink, front.credit, running, number, paper, spoken)


def _heading(ink: Ink, text: str, paper: tuple[float, float], direction: str) -> None:
    width, height = paper
    line = typesetting.line(text, direction, "bold", readable=ink.readable)
    size = min(HEADING, (width - 2 * SIDE) * MM / max(line.width, 0.1))
    ink.colour(colours.value("faint"))
    ink.text_from(line, size, SIDE * MM, (height - HEAD_LINE) * MM)


def foot(
    ink: Ink,
    credit: str,
    running: Sequence[Line],
    number: int,
    paper: tuple[float, float],
    spoken: AbstractContextManager[None],
) -> None:
    """Draws the credits at the left, tagged as `spoken`, and `running[number]` at the right, as decoration.

    `running` has the line of every sheet: the credits break alike on all of them, so that what is decoration on the
    later sheets repeats the lines that the first sheet says.
    """
    width, _ = paper
    ink.colour(colours.value("faint"))
    right, widest = running[number], max(line.width for line in running)
    room = (width - 2 * SIDE) * MM
    size = min(SMALL, room * 0.4 / max(widest, 0.1))
    with ink.decoration():
        ink.text_from(right, size, (width - SIDE) * MM - right.width * size, FOOT_LINE * MM)
    pieces = (Piece(Mark.TEXT, credit),)
    parts = typesetting.atoms(pieces, direction(credit), voice="text", readable=ink.readable)
    space = room - widest * size - 4 * MM
    size, lines = _small(parts, space)
    baseline = (FOOT_LINE * MM) + (len(lines) - 1) * size * 0.55
    with spoken:
        for line in lines:
            ink.text_from(line, size, SIDE * MM, baseline)
            baseline -= size * 1.1


def cut(ink: Ink, how: str, size: Size, bleed: float) -> None:
    """Draws the cut line of a token at the origin, or crop marks for a punch."""
    x, y = size.width / 2 * MM, size.height / 2 * MM
    if how == "lines":
        ink.pen(colours.value("token-cut"), 0.35)
        if size.is_round:
            ink.circle(0, 0, x, "S")
        else:
            ink.rounded((-x, -y, x, y), 3 * MM, "S")
    elif how == "marks":
        ink.pen("#000000", 0.35)
        start, end = (bleed + 0.2) * MM, (bleed + 1.8) * MM
        for sign in (-1, 1):
            ink.stroke((sign * (x + start), 0), (sign * (x + end), 0))
            ink.stroke((0, sign * (y + start)), (0, sign * (y + end)))


def calibration(ink: Ink, paper: tuple[float, float], spots: list[tuple[Spot, Size]]) -> None:
    """Draws the test page: a square to measure, instructions, and the outline of each token of a sheet."""
    width, height = paper
    ink.pen(colours.value("token-cut"), 0.35)
    for spot, size in spots:
        with ink.moved(spot.x * MM, (height - spot.y) * MM):
            cut(ink, "lines", size, 0)
    x, y, side = (width - SQUARE) / 2 * MM, (height - SQUARE) / 2 * MM, SQUARE * MM
    ink.colour("#ffffff")
    ink.put(f"{x - 20 * MM:.2f} {y - 38 * MM:.2f} {side + 40 * MM:.2f} {side + 46 * MM:.2f} re f")
    ink.pen("#000000", 0.5)
    ink.put(f"{x:.2f} {y:.2f} {side:.2f} {side:.2f} re S")
    for step in range(5, SQUARE, 5):
        long = 3 if step % 10 == 0 else 1.6
        ink.stroke((x + step * MM, y), (x + step * MM, y + long * MM))
        ink.stroke((x, y + step * MM), (x + long * MM, y + step * MM))
    ink.colour(colours.value("ink"))
    _hint(ink, width / 2 * MM, y)


HINTS = (
    N_("This square is 50 mm wide and 50 mm high. Measure it."),
    N_("If it is smaller or larger, print at 100% (“actual size”), not “fit to page”."),
    N_("Hold this page and your sticker sheet up to the light."),
    N_("If the outlines don't line up, measure how far they are off, and set"),
    N_("shift-right and shift-down (in mm; negative: left or up)."),
)


def _hint(ink: Ink, x: float, below: float) -> None:
    lines = [typesetting.line(_(text), direction(_(text)), "text", readable=ink.readable) for text in HINTS]
    size = min(9.0, 86 * MM / max(line.width for line in lines))
    for number, line in enumerate(lines):
        ink.text(line, size, x, below - (7 + 5 * number) * MM)


def _small(parts: list[typesetting.Atom], room: float) -> tuple[float, list[Line]]:
    """The credits on one or two lines, as small print no smaller than necessary."""
    some, size = fitted_text.words(parts), SMALL
    while True:
        lines = fitted_text.broken(some, room / size, 2)
        if lines is not None or size < 1:
            return size, lines or []
        size *= 0.96
