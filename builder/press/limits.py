"""What a style says of a section's type, and what the press must know of a section and a paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class SectionLike(Protocol):
    """What the press must know of a section."""

    @property
    def name(self) -> str:
        """The name that anchors in the template begin with."""

    @property
    def rows(self) -> int:
        """How many rows share the room left over."""

    @property
    def headings(self) -> int:
        """How many headings stand between them."""

    @property
    def names(self) -> Sequence[str]:
        """What stands in bold before the texts; the longest makes the column."""

    @property
    def partners(self) -> Sequence[int]:
        """How many small pictures stand behind each name."""

    @property
    def texts(self) -> Sequence[str]:
        """The longest text of each row, for the prediction."""


class PaperLike(Protocol):
    """A paper, in millimetres."""

    @property
    def id(self) -> str:
        """Its short name."""

    @property
    def width(self) -> float:
        """Millimetres across."""

    @property
    def height(self) -> float:
        """Millimetres down."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a style lets a section grow and shrink, and its measures for the prediction. Sizes in points, else em."""

    largest: float = 13.0
    smallest: float = 8.0
    #: The size when the section cannot fit one page at all.
    comfortable: float = 10.0
    most_gap: float = 1.0
    #: Height of a row without its gap, of a line, of a heading, of the head and foot of the section.
    row: float = 2.4
    leading: float = 1.18
    heading: float = 1.9
    head: float = 3.4
    #: How wide the column of names may be, in em, and by how much its type is larger than the text.
    most_name: float = 9.6
    name_scale: float = 1.0
    #: Width of a small picture behind a name, in em; 0 where a style draws none.
    partner: float = 0.0
    #: The size under which the type never goes for the sake of fewer wrapped lines; 0: it always grows.
    calm: float = 0.0
    #: Above that size rows have at least so much room between them, in em.
    least_gap: float = 0.0
    #: Whether the type stays small enough for the longest name to stand on one line.
    one_line: bool = False
    #: Width of everything else beside the text, in em, and the part of the page's width that the section has.
    beside: float = 3.4
    share: float = 1.0
    #: Whether a line break in a text is one on paper.
    stacked: bool = False
    #: The part of the page's height that the section has.
    depth: float = 1.0
    #: Whether it is meant to take several pages, so that nobody needs to be told.
    flows: bool = False
    #: How much wider its letters are than those that the ruler measures.
    wide: float = 1.0
