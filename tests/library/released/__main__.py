"""Writes the file of the version at hand, once, when it is released: `python tests/library/released NUMBER`.

A file that is there is never written again: it is what people have on their disks.
"""

import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import builder
from builder.library import Library, Saved, db
from builder.settings import Settings

LEECH = {
    "id": "leech",
    "name": "Leech",
    "team": "demon",
    "ability": "Each night*, choose a player: they die.",
}


def fill(library: Library) -> None:
    """A script with a history, a link, a tag and a picture, and another in the bin."""
    held = library.create(_script("imp", "chef"), label="New")
    for entries in (["imp", "chef", LEECH], ["chef", LEECH]):
        saved = library.save(held.id, _script(*entries), expected=held.revision, label="Changed")
        assert isinstance(saved, Saved)
        held = saved
    library.undo(held.id)
    library.tag(held.id, ["evening"])
    library.share(held.id, may_edit=True, label="For the club")
    library.keep_icon(b"picture", "image/png", "moon")
    library.throw_away(library.create(_script("baron", name="Thrown away"), owner="").id)


def _script(*entries: object, name: str = "An Old Script") -> builder.Script:
    return builder.parse(json.dumps([{"id": "_meta", "name": name, "author": "Ada"}, *entries]))


def main(number: str) -> None:
    """Fills a library and writes it down as SQL."""
    target = Path(__file__).with_name(f"{number}.sql")
    if target.exists():
        sys.exit(f"{target} is there already.")
    with tempfile.TemporaryDirectory() as folder:
        library = Library.open(Settings(data=folder))
        fill(library)
        library.close()
        with closing(sqlite3.connect(Path(folder) / db.FILE)) as connection:
            target.write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
