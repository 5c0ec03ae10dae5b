"""Draws sheets of tokens: places, draws and tags them, and yields notices."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from builder.content import Paper, Tokens
from builder.game.problem import Problem, Severity
from builder.language import N_, gettext, join
from builder.press import fonts
from builder.press.pdf_objects import MM
from builder.press.tokens import fitted_text, furniture, packing, token_drawing
from builder.press.tokens.ink import Ink, Palette
from builder.press.tokens.packing import Size, Spot
from builder.press.tokens.pdf_file import Resources, Tag

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
    feet = furniture.feet(content.front, total, readable=content.readable)
    size = paper.width, paper.height
    by_sheet = [[spot for spot in job.spots if spot.sheet == sheet] for sheet in range(sheets)]
    for number in range(total):
        ink = Ink(job.resources, palette, readable=content.readable)
        with furniture.sheet(ink, content.front, feet, number, size, job.tags):
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
    return size < fitted_text.READABLE - 0.05


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
                furniture.cut(ink, how, size, bleed)
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
        furniture.calibration(ink, size, [(spot, job.sizes[spot.face.shape]) for spot in spots])
    job.tags.append(Tag("P", 0, 1))
