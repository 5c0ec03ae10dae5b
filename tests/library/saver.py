"""Saves one change after the other and says each that is kept; a test kills it: `saver.py FOLDER ID NAME TIMES`."""

import sys

import builder
from builder.library import Library, Saved
from builder.settings import Settings


def main(folder: str, identifier: str, name: str, times: int) -> None:
    library = Library.open(Settings(data=folder))
    for number in range(times):
        held = library.get(identifier)
        assert held is not None
        entries = ", ".join(f'"{entry.id}"' for entry in held.script.entries)
        changed = builder.parse(f'[{{"id": "_meta", "name": "Race"}}, {entries}, "{name}{number}"]')
        saved = library.save(identifier, changed, expected=held.revision, label=name)
        assert isinstance(saved, Saved)
        print(f"{name}{number}", flush=True)  # noqa: T201  # the test reads it


if __name__ == "__main__":
    main(*sys.argv[1:4], int(sys.argv[4]))
