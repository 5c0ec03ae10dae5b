"""Content classes shared by printables and press, so that the press never depends on a script.

Lengths are millimeters. Content of only one kind of document is defined in its printable's module.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from builder.game.markup import Piece
from builder.game.problem import Problem
from builder.language import N_, ngettext

Direction = Literal["ltr", "rtl"]
CREDIT = N_(
    "Blood on the Clocktower is © Steven Medway and The Pandemonium Institute. "
    "Unofficial, fan-made; printed with Clockwright."
)
ICON_CREDIT = N_("Emblems: game-icons.net contributors, CC BY 3.0. Fonts: SIL Open Font License.")
#: Info tokens are cards of business card size.
CARD = (85.0, 54.0)
#: The height of a divider's tab.
TAB = 11.0
#: Where a script has no logo: the address of our own emblem.
OWN_EMBLEM = "clockwright:emblem/info/pocket-watch"


@dataclass(frozen=True, slots=True)
class Labels:
    """The stickers of a sheet, in millimeters."""

    #: What the stickers are for: `character`, `reminder` or `card`.
    holds: str
    width: float
    height: float
    columns: int
    rows: int
    #: From the paper's edges to the edges of the first sticker.
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
    """Metadata of a document."""

    title: str
    author: str
    document: str
    #: Keywords for the PDF's metadata.
    subject: str
    credit: str = CREDIT
    icon_credit: str = ICON_CREDIT
    #: Common options as CSS classes of the page.
    classes: str = ""
    #: The address of the script's logo, or an empty string.
    logo: str = ""
    #: The address of the publisher's mark for community-made things, where it has to be shown; or an empty string.
    mark: str = ""
    #: The document's language as a BCP 47 tag, and its direction.
    language: str = "en"
    direction: Direction = "ltr"

    @property
    def is_readable(self) -> bool:
        """Whether to use a font for dyslexic readers."""
        return "face-readable" in self.classes.split()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document that the press fits to a page of its own."""

    name: str
    #: Number of rows that share the remaining room.
    rows: int
    #: The longest text of each row, from which the press predicts the type size.
    texts: tuple[str, ...] = ()
    #: The name before each text; the longest one sets the column width.
    names: tuple[str, ...] = ()
    headings: int = 0
    #: Number of small pictures after each name.
    partners: tuple[int, ...] = ()
    #: Height in em of what else it has, beside what its style always shows.
    more: float = 0.0


@dataclass(frozen=True, slots=True)
class Icon:
    """A character's picture and its owner."""

    id: str
    name: str
    team: str
    #: An internal address of the press.
    url: str
    #: The language of the name, if it is not the document's.
    language: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The characters of one team."""

    team: str
    heading: str
    icons: tuple[Icon, ...]
    #: Number and name of the team: `13 Townsfolk`.
    count: str


@dataclass(frozen=True, slots=True)
class Overview:
    """The content of a share picture."""

    front: Front
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class TokenFace:
    """One side of a token."""

    #: The shape to cut: `character`, `reminder` or `card`.
    shape: str
    #: The heading above it in the document's outline.
    group: str
    #: Alternative text for screen readers.
    alt: str
    #: A file name for its picture, without extension.
    file: str
    #: The text on its curve, or a card's heading.
    title: str = ""
    title_direction: Direction = "ltr"
    icon: Icon | None = None
    team: str = "info"
    words: tuple[Piece, ...] = ()
    words_direction: Direction = "ltr"
    #: The language of the words, if it is not the document's.
    words_language: str = ""
    #: Leaves and dots: changes the setup, acts on the first night, on other nights, number of reminders.
    setup: bool = False
    first_night: bool = False
    other_night: bool = False
    reminders: int = 0
    address: str = ""


@dataclass(frozen=True, slots=True)
class TokenSizes:
    """The diameters and sizes of tokens."""

    character: float
    reminder: float
    card: tuple[float, float] = CARD


@dataclass(frozen=True, slots=True)
class TokenSheet:
    """How tokens are arranged on their sheets."""

    #: Bleed: how far a token's background extends beyond its edge, so that an inexact cut shows no white.
    bleed: float
    gutter: float
    #: `lines`, `marks` or `none`.
    cut: str
    #: `hexagonal` or `grid`.
    packing: str
    #: Whether a test page with a square of 50 mm comes first.
    calibration: bool
    #: Offset of the whole page, for a printer that feeds paper off center.
    right: float
    down: float


@dataclass(frozen=True, slots=True)
class Tokens:
    """The content of a document of tokens: everything to cut or punch."""

    front: Front
    faces: tuple[TokenFace, ...]
    sizes: TokenSizes
    sheet: TokenSheet
    #: Whether backgrounds are left white, to save ink.
    saving: bool = False
    #: Whether to use a font for dyslexic readers.
    readable: bool = False
    #: Tokens have a fixed size; nothing is fitted to a page.
    sections: tuple[Section, ...] = ()
    notices: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Shop:
    """What a kind of print shop takes, in millimeters."""

    id: str
    title: str
    #: `tokens`, `cards`, or `sheet`.
    makes: str
    bleed: float
    #: How far from the cut texts and frames stay.
    safe: float
    #: Width and height after the cut, by name; tokens have their own sizes.
    sizes: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShopWork:
    """An order for a print shop."""

    front: Front
    shop: Shop
    #: What is printed, unless it is the sheet.
    tokens: Tokens
    #: The chosen size; None: that of each token.
    trim: tuple[float, float] | None
    #: Whether each piece is a file of its own, with its back as second page.
    apart: bool
    profile: str
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Container:
    """A box, a label or a divider: sizes in millimeters, inside for a box."""

    title: str
    #: What is in it: `35 character tokens`.
    words: str
    width: float
    height: float
    depth: float = 0.0
    #: Whose color it has, or `info`.
    team: str = "info"


@dataclass(frozen=True, slots=True)
class Boxes:
    """The content of a document of boxes, labels and dividers."""

    front: Front
    #: Boxes whose size depends on the paper: the number of tokens, their diameter, and what they are called.
    stacks: tuple[tuple[int, float, str], ...]
    thickness: float
    boxes: tuple[Container, ...]
    labels: tuple[Container, ...]
    dividers: tuple[Container, ...]
    saving: bool = False
    readable: bool = False
    sections: tuple[Section, ...] = ()
    notices: tuple[Problem, ...] = ()


def counted(shape: str, number: int) -> str:
    """How many tokens of a shape there are, in words."""
    words = {
        "character": ngettext("%(number)s character token", "%(number)s character tokens", number),
        "reminder": ngettext("%(number)s reminder token", "%(number)s reminder tokens", number),
        "card": ngettext("%(number)s info card", "%(number)s info cards", number),
    }
    return words[shape] % {"number": number}
