"""Draws tokens and cards for a print shop: one piece a page, with bleed, as PDF/X-4."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from builder.artefact import File
from builder.content import ShopWork, TokenFace
from builder.files import safe_name
from builder.game.problem import Problem
from builder.language import gettext as _, ngettext
from builder.press.pdf_objects import MM
from builder.press.prepress.separation import Inks
from builder.press.prepress.x4 import Job
from builder.press.tokens import (
    character,
    packing,
    pdf_file,
    playing_card,
    sheets,
    token_drawing,
    token_pictures,
)
from builder.press.tokens.ink import Ink, Palette
from builder.press.tokens.packing import Size
from builder.press.tokens.pdf_file import Book, Resources

#: Half the width of the widest ring, relative to the token's radius.
LINE = 0.018


@dataclass(slots=True)
class Pieces:
    """State of an order while its files are made."""

    work: ShopWork
    palette: Palette
    inks: Inks
    #: Names of pieces whose type is hard to read, with its size (pt); letters that no font has.
    small: dict[str, float] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    #: Number of pages; what is in each file, for the list that goes with them.
    pages: int = 0
    listed: list[str] = field(default_factory=list)

    def notices(self) -> Iterator[Problem]:
        """Notices for the user of the files."""
        return sheets.print_notices(self.small, self.lost)


def files(job: Pieces) -> Iterator[File]:
    """The name and content of each file."""
    make = _cards if job.work.trim else _tokens
    yield from make(job)


def _tokens(job: Pieces) -> Iterator[File]:
    """Each shape a file, with a page for each token; or each token a file."""
    work = job.work
    copies = Counter(work.tokens.faces)
    for shape, size in packing.cut_sizes(work.tokens.sizes).items():
        some = [(name, face) for name, face in token_pictures.named(work.tokens.faces) if face.shape == shape]
        if work.apart:
            for name, face in some:
                yield _file(
                    job, f"{name}{_times(copies[face])}", size, [_front(job, face, size)], copies[face]
                )
        elif some:
            name = f"{sheets.name_of(shape)}, {_in_words(size)}"
            pages = [_front(job, face, size) for _name, face in some for _ in range(copies[face])]
            yield _file(job, name, size, pages, len(pages))


def _cards(job: Pieces) -> Iterator[File]:
    """All fronts in one file and the back in another; or each card a file, with its back as second page."""
    work = job.work
    width, height = work.trim or (0.0, 0.0)
    size = Size(width, height, is_round=False)
    copies = Counter(work.tokens.faces)
    some = token_pictures.named(work.tokens.faces)
    if work.apart:
        for name, face in some:
            pages = [_front(job, face, size), _back(job, size)]
            yield _file(job, f"{name}{_times(copies[face])}", size, pages, copies[face])
        return
    pages = [_front(job, face, size) for _name, face in some for _ in range(copies[face])]
    if pages:
        yield _file(job, _("fronts, %(size)s") % {"size": _in_words(size)}, size, pages, len(pages))
        yield _file(
            job, _("back, %(size)s") % {"size": _in_words(size)}, size, [_back(job, size)], len(pages)
        )


Draw = Callable[[Ink], None]


def _front(job: Pieces, face: TokenFace, size: Size) -> Draw:
    shop = job.work.shop

    def draw(ink: Ink) -> None:
        _fill(ink, size, shop.bleed, job.palette.ground(face.shape))
        if job.work.trim:
            wide = size.width * MM, size.height * MM
            small = playing_card.draw(ink, face, wide, shop.safe * MM)
        else:
            small = token_drawing.face(ink, face, _inside(face, size, shop.safe))
        if sheets.is_small(small):
            job.small[face.title] = small

    return draw


def _inside(face: TokenFace, size: Size, safe: float) -> Size:
    """The size at which the ring or frame of a token is at the edge of the safe zone."""
    if not size.is_round:
        less = 2 * max(0.0, safe - token_drawing.FRAME / MM)
        return Size(size.width - less, size.height - less, is_round=False)
    ring = token_drawing.RING if face.shape == "reminder" else character.RING
    width = (size.width - 2 * safe) / (ring + LINE)
    return Size(width, width, is_round=True)


def _back(job: Pieces, size: Size) -> Draw:
    def draw(ink: Ink) -> None:
        _fill(ink, size, job.work.shop.bleed, job.palette.ink)
        wide = size.width * MM, size.height * MM
        playing_card.back(ink, job.work.front, wide, job.work.shop.safe * MM)

    return draw


def _fill(ink: Ink, size: Size, bleed: float, colour: str) -> None:
    """Fills a page with a color, up to the bleed."""
    if colour:
        x, y = (size.width / 2 + bleed) * MM, (size.height / 2 + bleed) * MM
        ink.colour(colour)
        ink.put(f"{-x:.3f} {-y:.3f} {2 * x:.3f} {2 * y:.3f} re f")


def _file(job: Pieces, name: str, size: Size, pages: Sequence[Draw], pieces: int) -> File:
    resources, bleed = Resources(), job.work.shop.bleed
    paper = ((size.width + 2 * bleed) * MM, (size.height + 2 * bleed) * MM)
    drawn = []
    for draw in pages:
        ink = Ink(resources, job.palette, readable=job.work.tokens.readable)
        with ink.moved(paper[0] / 2, paper[1] / 2):
            draw(ink)
        drawn.append("\n".join(ink.operators))
    front = job.work.front
    title = f"{front.title} – {name}"
    book = Book(paper, drawn, (), resources, title, front.author, "", "")
    shop_job = Job((size.width, size.height), bleed, job.inks, title, front.author)
    body = pdf_file.bind(book, shop_job)
    job.lost |= resources.lost
    job.pages += len(drawn)
    job.listed.append(describe(name, pieces, _in_words(size), bleed))
    return f"{name}.pdf", body


def describe(name: str, pieces: int, size: str, bleed: float) -> str:
    """A line about a file."""
    return ngettext(
        "%(file)s: %(pieces)s piece of %(size)s, with %(bleed)s mm of bleed on each side",
        "%(file)s: %(pieces)s pieces of %(size)s, with %(bleed)s mm of bleed on each side",
        pieces,
    ) % {"file": f"{name}.pdf", "pieces": pieces, "size": size, "bleed": f"{bleed:g}"}


def instructions(work: ShopWork, inks: Inks) -> Iterator[str]:
    """What the print shop has to know, a paragraph each."""
    yield _("PDF/X-4, four inks (CMYK), at most 300% together, fonts embedded. The trim box is where to cut.")
    yield _("Color profile (output intent): %(profile)s. %(condition)s.") % {
        "profile": inks.name,
        "condition": inks.condition,
    }
    yield _("Texts and frames stay %(safe)s mm away from the cut.") % {"safe": f"{work.shop.safe:g}"}
    yield f"{work.front.credit} {work.front.icon_credit}"


def _times(copies: int) -> str:
    return f" ×{copies}" if copies > 1 else ""


def _in_words(size: Size) -> str:
    """A size for a file's name: `45 mm`, `63.5 x 88.9 mm`."""
    if size.is_round:
        return f"{size.width:g} mm"
    return safe_name(f"{size.width:g} x {size.height:g} mm")
