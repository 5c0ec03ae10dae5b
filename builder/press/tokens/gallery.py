"""Makes a picture of each token, round with transparent corners, for virtual tabletops."""

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from builder.content import TokenFace, Tokens
from builder.errors import UnknownChoiceError
from builder.language import gettext as _
from builder.press.pdf_objects import MM
from builder.press.pictures import png_encoding
from builder.press.tokens import pdf_file, token_drawing
from builder.press.tokens.ink import Ink
from builder.press.tokens.packing import cut_sizes
from builder.press.tokens.page_resources import Resources
from builder.press.tokens.palette import palette
from builder.press.tokens.pdf_file import Book

if TYPE_CHECKING:
    from builder.press.pictures.png_encoding import Bytes

FEWEST_DOTS, MOST_DOTS = 50, 1200
#: All of them.
WHOLE = slice(None)


def pictures(content: Tokens, style: str, dpi: int, share: slice = WHOLE) -> Iterator[tuple[str, bytes]]:
    """A readable file name (`minion/Baron.png`) and the PNG file of each token; identical ones once.

    `share` selects tokens by icon, so that several processes need not decode the same icon. Raises UnknownChoiceError
    if `dpi` is out of range.
    """
    if not FEWEST_DOTS <= dpi <= MOST_DOTS:
        raise UnknownChoiceError(
            _("There is no number of dots per inch “%(name)s”."), str(dpi), (f"{FEWEST_DOTS} to {MOST_DOTS}",)
        )
    return _pictures(content, style, dpi, _shared(named(content.faces), share))


def _pictures(
    content: Tokens, style: str, dpi: int, named: Sequence[tuple[str, TokenFace]]
) -> Iterator[tuple[str, bytes]]:
    for _unused, alike in itertools.groupby(named, lambda each: each[1].shape):
        some = [*alike]
        drawn = pixels(content, style, [face for _unused, face in some], dpi / 72)
        for (name, _face), picture in zip(some, drawn, strict=True):
            yield f"{name}.png", png_encoding.png(picture, dpi)


def _shared(named: Sequence[tuple[str, TokenFace]], share: slice) -> list[tuple[str, TokenFace]]:
    """The tokens with a share of the icons, in order; each without an icon counts separately."""
    icons = [face.icon.url if face.icon else name for name, face in named]
    wanted = {*[*dict.fromkeys(icons)][share]}
    return [each for each, icon in zip(named, icons, strict=True) if icon in wanted]


def named(faces: Sequence[TokenFace]) -> list[tuple[str, TokenFace]]:
    """Each token once, with a name that is unique even if the file system ignores case."""
    taken: dict[str, TokenFace] = {}
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


def _pdf(content: Tokens, style: str, faces: Sequence[TokenFace]) -> bytes:
    """A PDF of tokens of one shape, each on its own page."""
    size, resources = cut_sizes(content.sizes)[faces[0].shape], Resources()
    book = Book(
        paper=(size.width * MM, size.height * MM),
        pages=[_page(content, style, face, resources) for face in faces],
        tags=(),
        resources=resources,
        title=content.front.title,
        author="",
        subject="",
        keywords="",
    )
    return pdf_file.bind(book)


def _page(content: Tokens, style: str, face: TokenFace, resources: Resources) -> str:
    size = cut_sizes(content.sizes)[face.shape]
    ink = Ink(resources, palette(style, saving=content.saving), readable=content.readable)
    with ink.moved(size.width / 2 * MM, size.height / 2 * MM):
        token_drawing.ground(ink, face, size, 0, paper="#ffffff")
        token_drawing.face(ink, face, size)
    return "\n".join(ink.operators)


def pixels(content: Tokens, style: str, faces: Sequence[TokenFace], scale: float) -> Iterator["Bytes"]:
    """The pixels (RGBA) of tokens of one shape; `scale` is that of a point."""
    return rendered(_pdf(content, style, faces), scale)


def rendered(pdf: bytes, scale: float) -> Iterator["Bytes"]:
    """The pixels (RGBA, transparent where nothing is drawn) of each page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            picture = page.render(scale=scale, fill_color=(255, 255, 255, 0), rev_byteorder=True)
            yield picture.to_numpy()
            page.close()
    finally:
        document.close()
