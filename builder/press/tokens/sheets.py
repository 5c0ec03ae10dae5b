"""Draws sheets of tokens: places, draws and tags them, and yields notices.

Around the tokens are a heading, credits, cut lines and crop marks; a test page may come first.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from builder.content import Front, Paper, Tokens
from builder.game.markup import Mark, Piece, direction
from builder.game.problem import Problem, Severity
from builder.language import N_, gettext, gettext as _, join
from builder.press import colours, fonts
from builder.press.pdf_objects import MM
from builder.press.tokens import packing, token_drawing, typesetting
from builder.press.tokens.ink import Ink, Palette
from builder.press.tokens.packing import Size, Spot
from builder.press.tokens.pdf_file import Resources, Tag
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
    some, size = typesetting.words(parts), SMALL
    while True:
        lines = typesetting.broken(some, room / size, 2)
        if lines is not None or size < 1:
            return size, lines or []
        size *= 0.96


#: The name of each shape in notices.
NAMES = {"character": N_("character tokens"), "reminder": N_("reminder tokens"), "card": N_("cards")}


@dataclass(slots=True)
class Printing:
    """State of a document while it is drawn."""

    content: Tokens
    paper: Paper
    sizes: dict[str, Size]
    spots: list[Spot]
    resources: Resources = field(default_factory=Resources)
    pages: list[str] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    #: Names of tokens whose type is hard to read, with its size (pt).
    small: dict[str, float] = field(default_factory=dict)


def draw(content: Tokens, paper: Paper, palette: Palette) -> Printing:
    """Draws all pages of a document."""
    sizes = _sizes(content, paper)
    job = Printing(content, paper, sizes, [*_spots(content, paper, sizes)])
    sheets = max((spot.sheet for spot in job.spots), default=0) + 1
    total = sheets + content.sheet.calibration
    credited = feet(content.front, total, readable=content.readable)
    size = paper.width, paper.height
    by_sheet = [[spot for spot in job.spots if spot.sheet == at] for at in range(sheets)]
    for number in range(total):
        ink = Ink(job.resources, palette, readable=content.readable)
        with sheet(ink, content.front, credited, number, size, job.tags):
            if number == 0 and content.sheet.calibration:
                _test_page(job, ink, by_sheet[0])
            else:
                _sheet(job, ink, number, by_sheet[number - content.sheet.calibration])
        job.pages.append("\n".join(ink.operators))
    return job


def notices(job: Printing) -> Iterator[Problem]:
    """Notices for the user of the document."""
    if not job.spots:
        yield _notice("no-tokens", gettext("This script has no tokens of this kind, so the sheet is empty."))
    left = dict.fromkeys(face.shape for face in job.content.faces if face.shape not in job.sizes)
    if left:
        names = join(gettext(NAMES[shape]) for shape in left)
        words = gettext("These stickers don't fit %(tokens)s. Print those on another sheet.")
        yield _notice("other-stickers", words % {"tokens": names})
    yield from print_notices(job.small, job.resources.lost)
    if job.resources.missing_pictures:
        yield _notice(
            "no-picture",
            gettext("Some pictures are no longer stored, so their tokens have none. Print again."),
        )


def print_notices(small: Mapping[str, float], lost: Collection[str]) -> Iterator[Problem]:
    """Notices about type that is hard to read (its size in pt, by token), and letters that no font has."""
    if small:
        worst = min(small.values())
        names = ", ".join(list(small)[:8]) + (", …" if len(small) > 8 else "")
        yield _notice(
            "small-type",
            gettext(
                "Long texts on small tokens are hard to read (%(size)s pt): %(names)s."
                " Choose larger tokens, or tokens without abilities."
            )
            % {"size": f"{worst:.1f}", "names": names},
        )
    if lost:
        shown = "".join(sorted(lost)[:20])
        yield _notice(
            "no-font",
            gettext("Some letters cannot be printed and appear as boxes: %(letters)s") % {"letters": shown}
            + f" {fonts.install(lost)}",
        )


def name_of(shape: str) -> str:
    """The name of tokens of a shape."""
    return gettext(NAMES[shape])


def is_small(size: float) -> bool:
    """Whether type (pt) is hard to read."""
    return size < typesetting.READABLE - 0.05


def _notice(code: str, message: str) -> Problem:
    return Problem(code, Severity.NOTICE, message)


def _sizes(content: Tokens, paper: Paper) -> dict[str, Size]:
    """The sizes to cut on this paper (mm), by shape, in the order of the sheets."""
    if paper.labels:
        labels = paper.labels
        return {labels.holds: Size(labels.width, labels.height, is_round=labels.holds != "card")}
    return packing.sparing(
        content.faces,
        packing.cut_sizes(content.sizes),
        (paper.width, paper.height),
        _gutter(content, paper),
        hexagonal=content.sheet.packing == "hexagonal",
    )


def _spots(content: Tokens, paper: Paper, sizes: dict[str, Size]) -> Iterator[Spot]:
    if paper.labels:
        yield from packing.on_labels([face for face in content.faces if face.shape in sizes], paper.labels)
        return
    yield from packing.on_paper(
        content.faces,
        sizes,
        (paper.width, paper.height),
        _gutter(content, paper),
        hexagonal=content.sheet.packing == "hexagonal",
    )


def _gutter(content: Tokens, paper: Paper) -> float:
    """Space between two tokens, with room for bleed and crop marks."""
    sheet = content.sheet
    return max(sheet.gutter, 2 * _bleed(content, paper), 4 if sheet.cut == "marks" else 0)


def _bleed(content: Tokens, paper: Paper) -> float:
    """The bleed; on stickers at most half the gap to the next one."""
    if not paper.labels:
        return content.sheet.bleed
    gap = min(paper.labels.across - paper.labels.width, paper.labels.down - paper.labels.height)
    return max(0.0, min(content.sheet.bleed, gap / 2))


def _sheet(job: Printing, ink: Ink, number: int, spots: Sequence[Spot]) -> None:
    """Draws the tokens of one sheet."""
    content, bleed = job.content, _bleed(job.content, job.paper)
    how = "none" if job.paper.labels else content.sheet.cut
    right, down = content.sheet.right, content.sheet.down
    tagged = sum(tag.page == number for tag in job.tags)
    for place, spot in enumerate(spots, start=tagged):
        size = job.sizes[spot.face.shape]
        with ink.moved((spot.x + right) * MM, (job.paper.height - spot.y - down) * MM):
            with ink.decoration():
                token_drawing.ground(ink, spot.face, size, bleed)
                cut(ink, how, size, bleed)
            with ink.tagged("Figure", place):
                smallest = token_drawing.face(ink, spot.face, size)
        job.tags.append(
            Tag("Figure", number, place, spot.face.group, spot.face.alt, spot.face.words_language)
        )
        if is_small(smallest):
            job.small[spot.face.title] = smallest


def _test_page(job: Printing, ink: Ink, spots: Sequence[Spot]) -> None:
    """Draws the test page, with the outlines of the first sheet."""
    sheet = job.content.sheet
    with ink.tagged("P", 1), ink.moved(sheet.right * MM, -sheet.down * MM):
        size = job.paper.width, job.paper.height
        calibration(ink, size, [(spot, job.sizes[spot.face.shape]) for spot in spots])
    job.tags.append(Tag("P", 0, 1))
