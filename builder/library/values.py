"""What the library gives out."""

from dataclasses import dataclass
from datetime import datetime

from builder.game.script import Script


@dataclass(frozen=True, slots=True)
class Saved:
    """A script as it was saved last, or at one revision."""

    id: str
    #: The number of the revision; each change has a higher one.
    revision: int
    script: Script
    #: Its full JSON, private parts included.
    source: str
    changed: datetime
    can_undo: bool = False
    can_redo: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A script as a list shows it."""

    id: str
    name: str
    author: str
    #: Ids of its characters, in the script's order.
    characters: tuple[str, ...]
    tags: tuple[str, ...]
    revision: int
    created: datetime
    changed: datetime
    #: When it was thrown away; None: it is kept.
    deleted: datetime | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """One change of a script, or several of a kind shortly after each other."""

    number: int
    #: The first of those that are shown as one.
    first: int
    label: str
    #: What became different, in a few words: `+ Imp, − Po`.
    difference: str
    at: datetime
    is_current: bool
    #: Whether it lies on a way that was undone and then left.
    is_aside: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two changes of the same thing: the save did not happen."""

    base: Saved
    theirs: Saved
    #: What was to be saved.
    mine: Script
    #: Where both changed the same, each as a sentence.
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A link that opens a script to others. The token itself is known only when it is made."""

    id: int
    script: str
    may_edit: bool
    created: datetime
    label: str = ""


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture that somebody uploaded."""

    hash: str
    media_type: str
    name: str
    size: int
