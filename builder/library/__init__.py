"""Saved scripts, all their revisions, and their share links: the only package that uses a database.

    library = Library.open(settings())
    saved = library.create(script, label="New script")
    saved = library.save(saved.id, changed, expected=saved.revision, label="+ Imp")

Values leave this package, rows never do. A change is a revision in one transaction; no save overwrites a newer one.
"""

from builder.library.library import Library, named_as_copy
from builder.library.values import Conflict, Listed, Person, Revision, Saved, Share

__all__ = ["Conflict", "Library", "Listed", "Person", "Revision", "Saved", "Share", "named_as_copy"]
