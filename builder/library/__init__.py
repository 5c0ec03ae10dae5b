"""Saved scripts, every change of them, and the links that share them: the only room with a database.

    library = Library.open(settings())
    saved = library.create(script, label="New script")
    saved = library.save(saved.id, changed, expected=saved.revision, label="+ Imp")

Values leave this room, rows never do. A change is a revision in one transaction; nobody overwrites a newer change.
"""

from builder.library.library import Library
from builder.library.values import Conflict, Listed, Revision, Saved, Share

__all__ = ["Conflict", "Library", "Listed", "Revision", "Saved", "Share"]
