"""What an author made a character's picture of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Icon:
    """A shape that is painted in the team's colours whenever the character is printed, good and evil alike."""

    #: Name of a picture in the game-icons set; or else
    emblem: str = ""
    #: the address of a picture of the author's own (`builder.uploads`).
    picture: str = ""
    #: How it is painted where that is not the usual way, as JSON (`game.paint_settings`).
    settings: Mapping[str, Any] = field(default_factory=dict)
    #: Who drew it.
    credit: str = ""

    @property
    def is_painted(self) -> bool:
        """Whether there is anything to paint."""
        return bool(self.emblem or self.picture)
