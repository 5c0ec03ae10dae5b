"""Pictures of tokens for virtual tabletops: one of each, round with transparent corners, or all in a grid.

With a grid comes the saved object with which Tabletop Simulator has them in bags.
"""

import hashlib
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from builder.artefact import File
from builder.content import OWN_EMBLEM, Front, TokenFace, Tokens
from builder.errors import UnknownChoiceError
from builder.language import gettext as _
from builder.press.pdf_objects import MM
from builder.press.pictures import png_encoding
from builder.press.tokens import character, icons, packing, pdf_file, playing_card, sheets, token_drawing
from builder.press.tokens.ink import Ink, Palette, palette
from builder.press.tokens.packing import cut_sizes
from builder.press.tokens.pdf_file import Book, Resources

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


#: Cards in a row and in a column of a deck; one place less is used, because the last one may be shown as the back.
COLUMNS, ROWS = 10, 7
PLACES = COLUMNS * ROWS - 1
#: The folder of the pictures, the saved object, and the picture of all backs.
FOLDER, OBJECT, BACK = "tabletop", "tabletop-simulator.json", "back.png"
#: Pixels of a card's width, its size on the table, and its outline: 0 a card with round corners, 4 a circle.
WIDTHS = {"character": 409, "reminder": 256, "card": 409}
SCALES = {"character": 0.9, "reminder": 0.5, "card": 0.9}
OUTLINES = {"character": 4, "reminder": 4, "card": 0}
BACK_PIXELS = 409


@dataclass(frozen=True, slots=True)
class Deck:
    """Tokens of one shape that share a picture."""

    number: int
    shape: str
    #: The file name of its picture.
    name: str
    faces: tuple[TokenFace, ...]


def decks(content: Tokens) -> list[Deck]:
    """The tokens by shape, each once, as many in a deck as it has places."""
    found: list[Deck] = []
    unique = dict.fromkeys(content.faces)
    for shape in packing.cut_sizes(content.sizes):
        some = [face for face in unique if face.shape == shape]
        for start in range(0, len(some), PLACES):
            name = f"{shape}s-{start // PLACES + 1}.png"
            found.append(Deck(len(found) + 1, shape, name, tuple(some[start : start + PLACES])))
    return found


def files(content: Tokens, style: str, base: str) -> Iterator[File]:
    """The pictures; with the address that their folder is in, also the saved object."""
    found = decks(content)
    for deck in found:
        yield f"{FOLDER}/{deck.name}", atlas(content, style, deck)
    yield f"{FOLDER}/{BACK}", back(content.front, palette(style, saving=content.saving))
    if base:
        yield OBJECT, json.dumps(saved_object(content, found, base), indent=1, ensure_ascii=False).encode()


def atlas(content: Tokens, style: str, deck: Deck) -> bytes:
    """The picture of a deck as a PNG file."""
    import numpy as np

    size = packing.cut_sizes(content.sizes)[deck.shape]
    width = WIDTHS[deck.shape]
    height = round(width * size.height / size.width)
    picture = np.zeros((ROWS * height, COLUMNS * width, 4), np.uint8)
    drawn = pixels(content, style, deck.faces, width / (size.width * MM))
    for place, token in enumerate(drawn):
        row, column = divmod(place, COLUMNS)
        part = token[:height, :width]
        top, left = row * height, column * width
        picture[top : top + part.shape[0], left : left + part.shape[1]] = part
    return png_encoding.png(picture)


def back(front: Front, colours: Palette) -> bytes:
    """The picture of the back of every token."""
    resources = Resources()
    ink, side = Ink(resources, colours), 100.0
    with ink.moved(side / 2, side / 2):
        ink.colour(colours.ink)
        ink.put(f"{-side / 2:g} {-side / 2:g} {side:g} {side:g} re f")
        pale = colours.disc or playing_card.PALE
        ink.pen(pale, 1.2)
        ink.circle(0, 0, 0.46 * side, "S")
        ink.colour(pale)
        ink.circle(0, 0, 0.34 * side, "f")
        icons.draw(ink, front.logo or OWN_EMBLEM, 0.29 * side, 0, colours.ink)
        for turn in range(0, 360, 90):
            with ink.moved(0, 0, turn=turn), ink.moved(0, 0.4 * side):
                character.blossom(ink, 2.6, pale, colours.ink)
    book = Book((side, side), ["\n".join(ink.operators)], (), resources, front.title, "", "", "")
    return png_encoding.png(next(rendered(pdf_file.bind(book), BACK_PIXELS / side)))


def saved_object(content: Tokens, found: Sequence[Deck], base: str) -> dict[str, Any]:
    """The saved object: a bag with a bag for each kind of token. `base` is where the folder of pictures is."""
    places = {face: (deck, place) for deck in found for place, face in enumerate(deck.faces)}
    front = content.front
    bags = []
    for shape in dict.fromkeys(deck.shape for deck in found):
        some = [face for face in content.faces if face.shape == shape]
        cards = [_card(face, *places[face], base, f"{shape}{number}") for number, face in enumerate(some)]
        bags.append(_bag(sheets.name_of(shape), "", cards, shape))
    whole = _bag(front.title, f"{front.credit} {front.icon_credit}", bags, front.title)
    empty = dict.fromkeys(("SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn"), "")
    return {**empty, "ObjectStates": [whole]}


def _card(face: TokenFace, deck: Deck, place: int, base: str, key: str) -> dict[str, Any]:
    words = "".join(piece.text for piece in face.words)
    return {
        **_thing("Card", face.title or face.group, words, key, SCALES[deck.shape]),
        "CardID": 100 * deck.number + place,
        "SidewaysCard": False,
        "CustomDeck": {
            str(deck.number): {
                "FaceURL": f"{base}/{FOLDER}/{quote(deck.name)}",
                "BackURL": f"{base}/{FOLDER}/{BACK}",
                "NumWidth": COLUMNS,
                "NumHeight": ROWS,
                "BackIsHidden": True,
                "UniqueBack": False,
                "Type": OUTLINES[deck.shape],
            }
        },
    }


def _bag(name: str, words: str, inside: Sequence[dict[str, Any]], key: str) -> dict[str, Any]:
    return {
        **_thing("Bag", name, words, f"bag {key}", 1.0),
        "MaterialIndex": -1,
        "ContainedObjects": list(inside),
    }


def _thing(kind: str, name: str, words: str, key: str, scale: float) -> dict[str, Any]:
    """What every object has; `key` makes its GUID."""
    place = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 0}
    return {
        "GUID": hashlib.sha256(f"{kind} {key}".encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": {**place, "scaleX": scale, "scaleY": 1, "scaleZ": scale},
        "Nickname": name,
        "Description": words,
        "ColorDiffuse": {"r": 0.71, "g": 0.71, "b": 0.71},
        "Locked": False,
        "Grid": False,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "HideWhenFaceDown": True,
        "Hands": True,
    }
