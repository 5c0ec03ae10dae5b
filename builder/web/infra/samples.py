"""The sample scripts that come with the program: a new library begins with them."""

from functools import cache

import builder
from builder import assets, files
from builder.library import Library
from builder.settings import Settings

#: The sample to look at first is last: lists begin with the latest change.
FIRST = ("a-murmur-of-moths", "the-dead-letter-office")
MARK = ".samples-given"


def give(library: Library, settings: Settings) -> None:
    """Adds the samples to a library that never had a script; deleted samples are not added again."""
    mark = settings.data_folder / MARK
    if mark.exists() or library.count() or library.count(in_bin=True):
        return
    for name in FIRST:
        path = assets.data("samples", f"{name}.json")
        if path.is_file():
            library.create(builder.parse(path), label="Sample")
    mark.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    files.write(mark, b"")


@cache
def fronts() -> frozenset[tuple[str, str]]:
    """Name and author of every sample: a script that has both is called one."""
    scripts = map(builder.parse, sorted(assets.data("samples").glob("*.json")))
    return frozenset((script.name, script.meta.author) for script in scripts)


@cache
def homebrew() -> frozenset[tuple[str, str]]:
    """Key and name of every homebrew character in a sample: nobody wants them on the shelf of another script."""
    scripts = map(builder.parse, sorted(assets.data("samples").glob("*.json")))
    return frozenset(
        (entry.key, entry.character.name)
        for script in scripts
        for entry in script.entries
        if entry.is_custom and entry.character
    )
