"""The publisher's own art, where somebody synced it."""

from collections.abc import Iterator
from pathlib import Path

from builder import catalogue
from builder.errors import PictureError
from builder.press.pictures.store import ADDRESS, store

#: For a file as it was last seen (path, size, time): the name of its picture, empty where it is none.
_SEEN: dict[tuple[str, int, int], str] = {}


def art(key: str, *, every_version: bool = False) -> tuple[str, ...]:
    """The addresses of an official character's art: usual and flipped, or the first alone. Empty: not synced."""
    names = [*_names(catalogue.art(key)[: None if every_version else 1])]
    return tuple(ADDRESS + name for name in names) if names and all(names) else ()


def _names(paths: tuple[Path, ...]) -> Iterator[str]:
    for path in paths:
        try:
            facts = path.stat()
            seen = (str(path), facts.st_size, facts.st_mtime_ns)
            name = _SEEN.get(seen)
            if name is None or (name and store().get(name) is None):
                name = _SEEN[seen] = _taken_in(path)
        except OSError:  # a new sync replaces the files this moment
            name = ""
        yield name


def _taken_in(path: Path) -> str:
    try:
        return store().take_in(path.read_bytes())
    except PictureError:
        return ""
