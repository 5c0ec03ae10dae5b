"""Two changes of the same thing: what each was, so that a person can choose."""

from dataclasses import dataclass

from builder.library import Conflict
from builder.library.difference import difference


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Both changes in words. Keeping mine makes my change again, on top of theirs."""

    places: tuple[str, ...]
    theirs: str
    mine: str
    their_name: str
    my_name: str
    #: The op that was refused, as a form sends it.
    op: str
    #: The revision that holds now.
    revision: int


def view(conflict: Conflict, op: str) -> ConflictView:
    """What the page of a conflict shows."""
    base = conflict.base.script
    return ConflictView(
        conflict.places,
        difference(base, conflict.theirs.script) or "nothing that can be told here",
        difference(base, conflict.mine) or "nothing that can be told here",
        conflict.theirs.script.name,
        conflict.mine.name,
        op,
        conflict.theirs.revision,
    )
