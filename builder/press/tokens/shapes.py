"""What the press must find on content made of tokens; `printables.tokens` makes it."""

from collections.abc import Sequence
from typing import Any, Protocol

from builder.press.tokens.typesetting import PieceLike


class IconLike(Protocol):
    """A character's picture."""

    @property
    def url(self) -> str:
        """One of our own addresses."""

    @property
    def team(self) -> str:
        """Whose it is."""


class FaceLike(Protocol):
    """What is on one token."""

    @property
    def shape(self) -> str:
        """`character`, `reminder` or `card`."""

    @property
    def group(self) -> str:
        """Its heading in the outline."""

    @property
    def alt(self) -> str:
        """What a listener is told."""

    @property
    def file(self) -> str:
        """A readable name."""

    @property
    def title(self) -> str:
        """The words on its curve, or a card's heading."""

    @property
    def title_direction(self) -> str:
        """`ltr` or `rtl`."""

    @property
    def icon(self) -> IconLike | None:
        """Its picture."""

    @property
    def team(self) -> str:
        """Whose colour it has."""

    @property
    def words(self) -> Sequence[PieceLike]:
        """An ability, a rule, credits."""

    @property
    def words_direction(self) -> str:
        """`ltr` or `rtl`."""

    @property
    def setup(self) -> bool:
        """Whether it changes the setup."""

    @property
    def first_night(self) -> bool:
        """Whether it acts on the first night."""

    @property
    def other_night(self) -> bool:
        """Whether it acts on other nights."""

    @property
    def reminders(self) -> int:
        """How many reminder tokens it has."""

    @property
    def address(self) -> str:
        """What a QR code leads to."""


class SheetLike(Protocol):
    """How tokens lie on their sheets; lengths in mm."""

    @property
    def bleed(self) -> float:
        """How far a ground goes beyond the edge."""

    @property
    def gutter(self) -> float:
        """Least room between two tokens."""

    @property
    def cut(self) -> str:
        """`lines`, `marks` or `none`."""

    @property
    def packing(self) -> str:
        """`hexagonal` or `grid`."""

    @property
    def calibration(self) -> bool:
        """Whether a test page comes first."""

    @property
    def right(self) -> float:
        """A shift."""

    @property
    def down(self) -> float:
        """A shift."""


class SizesLike(Protocol):
    """How large tokens are; lengths in mm."""

    @property
    def character(self) -> float:
        """Diameter."""

    @property
    def reminder(self) -> float:
        """Diameter."""

    @property
    def card(self) -> tuple[float, float]:
        """Width and height."""


class TokensLike(Protocol):
    """Everything that is cut or punched."""

    @property
    def front(self) -> Any:
        """Title, author, credit."""

    @property
    def faces(self) -> Sequence[FaceLike]:
        """The tokens, in order."""

    @property
    def sizes(self) -> SizesLike:
        """How large they are."""

    @property
    def sheet(self) -> SheetLike:
        """How they lie."""

    @property
    def saving(self) -> bool:
        """Whether grounds stay white."""

    @property
    def readable(self) -> bool:
        """Whether letters are plain and wide."""
