"""Locate templates, static files and data: in a checkout at the repository's root, in a wheel inside the package."""

from functools import cache
from pathlib import Path


@cache
def root() -> Path:
    """The folder that contains `templates/`, `static/` and `data/`."""
    package = Path(__file__).resolve().parent
    packed = package / "_assets"
    return packed if packed.is_dir() else package.parent


def data(*parts: str) -> Path:
    """A file of the game's data."""
    return root().joinpath("data", *parts)


def templates(*parts: str) -> Path:
    """A template file or folder."""
    return root().joinpath("templates", *parts)


def static(*parts: str) -> Path:
    """A static file; those under `vendor/` are assembled by `bin/setup`."""
    return root().joinpath("static", *parts)
