"""What printables decide and the press prints: values that both know, so that the press never sees a script.

Lengths are millimeters. What a single kind of document says stands beside its printable.
"""

from dataclasses import dataclass
from typing import Literal

from builder.game.markup import Piece
from builder.game.problem import Problem

Direction = Literal["ltr", "rtl"]
CREDIT = (
    "Blood on the Clocktower is © Steven Medway and The Pandemonium Institute. "
    "Unofficial, fan-made; printed with Clockwright."
)
ICON_CREDIT = "Emblems: game-icons.net contributors, CC BY 3.0. Fonts: SIL Open Font License."
#: Info tokens are cards of the size that business cards have.
CARD = (85.0, 54.0)


@dataclass(frozen=True, slots=True)
class Labels:
    """The stickers of a sheet, in millimeters."""

    #: What they are for: `character`, `reminder` or `card`.
    holds: str
    width: float
    height: float
    columns: int
    rows: int
    #: From the paper's edges to the first sticker's.
    left: float
    top: float
    #: From one sticker to the next, edge to the same edge.
    across: float
    down: float


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper or of stickers, in millimeters."""

    id: str
    name: str
    width: float
    height: float
    labels: Labels | None = None


@dataclass(frozen=True, slots=True)
class Front:
    """What a document says about itself."""

    title: str
    author: str
    document: str
    #: Words for the PDF's metadata.
    subject: str
    credit: str = CREDIT
    icon_credit: str = ICON_CREDIT
    #: The common choices as classes of the page.
    classes: str = ""
    #: The address of the script's logo, or nothing.
    logo: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document that the press fits to a page of its own."""

    name: str
    #: How many rows share the room that is left over.
    rows: int
    #: The longest text of each row, by which the press predicts the type size.
    texts: tuple[str, ...] = ()
    #: The name before each text; the longest makes the column.
    names: tuple[str, ...] = ()
    headings: int = 0
    #: How many small pictures stand behind each name.
    partners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Icon:
    """A character's picture and whose it is."""

    id: str
    name: str
    team: str
    #: One of the press's own addresses.
    url: str


@dataclass(frozen=True, slots=True)
class TokenFace:
    """One side of cardboard."""

    #: What is cut: `character`, `reminder` or `card`.
    shape: str
    #: Under which heading it stands in the document's outline.
    group: str
    #: What a listener is told.
    alt: str
    #: A readable name for a picture of it, without an ending.
    file: str
    #: The words on its curve, or a card's heading.
    title: str = ""
    title_direction: Direction = "ltr"
    icon: Icon | None = None
    team: str = "info"
    words: tuple[Piece, ...] = ()
    words_direction: Direction = "ltr"
    #: Leaves and dots: changes the setup, acts on the first night, on other nights, has so many reminders.
    setup: bool = False
    first_night: bool = False
    other_night: bool = False
    reminders: int = 0
    #: An address that is drawn as a QR code.
    address: str = ""


@dataclass(frozen=True, slots=True)
class TokenSizes:
    """How large tokens are cut."""

    character: float
    reminder: float
    card: tuple[float, float] = CARD


@dataclass(frozen=True, slots=True)
class TokenSheet:
    """How tokens lie on their sheets."""

    #: So far a token's ground goes beyond its edge, so that a cut a little beside it shows no white.
    bleed: float
    #: Least room between two tokens.
    gutter: float
    #: `lines`, `marks` or `none`.
    cut: str
    #: `hexagonal` or `grid`.
    packing: str
    #: Whether a test page with a square of 50 mm comes first.
    calibration: bool
    #: Everything is moved by so much, for a printer that pulls the paper askew.
    right: float
    down: float


@dataclass(frozen=True, slots=True)
class Tokens:
    """The content of a document of tokens: everything that is cut or punched."""

    front: Front
    faces: tuple[TokenFace, ...]
    sizes: TokenSizes
    sheet: TokenSheet
    #: Whether grounds are left white, to save ink.
    saving: bool = False
    #: Whether letters are those that dyslexic readers prefer.
    readable: bool = False
    #: Tokens are of a fixed size; nothing is fitted to a page.
    sections: tuple[Section, ...] = ()
    notices: tuple[Problem, ...] = ()
