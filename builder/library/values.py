"""The values that the library returns."""

from dataclasses import dataclass
from datetime import datetime

from builder.game.script import Script


@dataclass(frozen=True, slots=True)
class Person:
    """Who makes a change: a random id of the browser, and the name that its user gave, if any."""

    device: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Saved:
    """A script as it was last saved, or at one revision."""

    id: str
    #: The number of the revision; each change has a higher one.
    revision: int
    script: Script
    #: Its full JSON, including private parts.
    source: str
    changed: datetime
    can_undo: bool = False
    can_redo: bool = False
    #: The label of the change that was undone or repeated, after an undo or redo.
    label: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A script in a list."""

    id: str
    name: str
    author: str
    #: Ids of its characters, in the script's order.
    characters: tuple[str, ...]
    tags: tuple[str, ...]
    revision: int
    created: datetime
    changed: datetime
    #: When it was thrown away; None if it is not in the bin.
    deleted: datetime | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """One change of a script, or several similar ones shortly after each other."""

    number: int
    #: The first of the revisions that are shown as one.
    first: int
    #: The revision that was current before them: not always the number before, after an undo. None for a new script.
    before: int | None
    label: str
    #: A summary of the change: `+ Imp, − Po`.
    difference: str
    at: datetime
    #: The name of its author, if they gave one.
    name: str
    is_current: bool
    #: Whether it is on a branch that was undone and then abandoned.
    is_aside: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two changes of the same thing: nothing was saved."""

    base: Saved
    theirs: Saved
    #: The script that was to be saved.
    mine: Script
    #: Conflicting places, each as a sentence.
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A link that opens a script to others. Its token is known only when it is created."""

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
