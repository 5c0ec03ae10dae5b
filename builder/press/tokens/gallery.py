"""Each token as a picture of its own, round and transparent outside, for tables on a screen."""

from collections.abc import Iterator, Sequence

from builder.errors import UnknownChoiceError
from builder.press.pictures import encoding
from builder.press.tokens import binding, drawing
from builder.press.tokens.binding import Book
from builder.press.tokens.furniture import MM
from builder.press.tokens.ink import Ink
from builder.press.tokens.packing import cut_sizes
from builder.press.tokens.palette import palette
from builder.press.tokens.resources import Resources
from builder.press.tokens.shapes import FaceLike, TokensLike

FEWEST_DOTS, MOST_DOTS = 50, 1200
#: All of them.
WHOLE = slice(None)


def pictures(content: TokensLike, style: str, dpi: int, share: slice = WHOLE) -> Iterator[tuple[str, bytes]]:
    """A readable file name (`minion/Baron.png`) and the PNG file of each token, those that are alike once.

    With a `share`, those of them. Raises UnknownChoiceError for a number of dots that no picture has.
    """
    if not FEWEST_DOTS <= dpi <= MOST_DOTS:
        raise UnknownChoiceError("number of dots per inch", str(dpi), (f"{FEWEST_DOTS} to {MOST_DOTS}",))
    named = _named(content.faces)[share]
    return ((f"{name}.png", _png(_pdf(content, style, face), dpi)) for name, face in named)


def _named(faces: Sequence[FaceLike]) -> list[tuple[str, FaceLike]]:
    """Each token once, with a name that no other has, however a file system compares them."""
    taken: dict[str, FaceLike] = {}
    found = []
    for face in faces:
        name, number = face.file, 1
        while name.casefold() in taken and taken[name.casefold()] != face:
            number += 1
            name = f"{face.file} ({number})"
        if name.casefold() not in taken:
            taken[name.casefold()] = face
            found.append((name, face))
    return found


def _pdf(content: TokensLike, style: str, face: FaceLike) -> bytes:
    """A page of the token's size."""
    ink, colours, size = (
        Ink(Resources()),
        palette(style, saving=content.saving),
        cut_sizes(content.sizes)[face.shape],
    )
    with ink.moved(size.width / 2 * MM, size.height / 2 * MM):
        drawing.ground(ink, face, size, 0, colours, paper="#ffffff")
        drawing.face(ink, face, size, colours, readable=content.readable)
    book = Book(
        paper=(size.width * MM, size.height * MM),
        pages=["\n".join(ink.operators)],
        tags=(),
        resources=ink.resources,
        title=face.title,
        author="",
        subject="",
        keywords="",
    )
    return binding.bind(book)


def _png(pdf: bytes, dpi: int) -> bytes:
    import pypdfium2  # noqa: PLC0415  # only pictures need it

    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        picture = page.render(scale=dpi / 72, fill_color=(255, 255, 255, 0), rev_byteorder=True)
        png = encoding.png(picture.to_numpy(), dpi)
        page.close()
    finally:
        document.close()
    return png
