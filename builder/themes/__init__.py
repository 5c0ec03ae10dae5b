"""Themes: how the documents of a set are dressed. A style is how a document is laid out.

`loading` reads a theme from a file, a ZIP or a script, checks it and merges it with what it extends; `guard` and
`resolving` make a `Theme` of it, in which every color is readable. This room knows no script and draws nothing.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
#: The theme that is none: documents look as they always did.
NONE = "none"


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies behind the text of a page."""

    color: str
    #: The name of a texture, of an edge and of an ornament in the corners; empty: none.
    texture: str = ""
    edge: str = ""
    corner: str = ""
    #: Where the press has a picture; empty: there is none. How much of it is covered with the color, from 0 to 1.
    picture: str = ""
    veil: float = 0.0

    @property
    def is_plain(self) -> bool:
        """Whether it is one color all over."""
        return not (self.texture or self.picture or self.corner)


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme with all its values. Two with the same key are equal."""

    #: A digest of everything below; empty: no theme.
    key: str = ""
    title: str = field(default="", compare=False)
    #: Colors and other values by the name that style sheets and drawings have for them, such as `ink`.
    values: Mapping[str, str] = field(default_factory=dict, compare=False)
    #: Colors of tokens by style (`classic`, `dark`) and name; those of teams are called `team-minion`.
    tokens: Mapping[str, Mapping[str, str]] = field(default_factory=dict, compare=False)
    #: Files of faces, by those of ours that they replace.
    faces: Mapping[str, str] = field(default_factory=dict, compare=False)
    #: Names of ornaments by what they are for (`flourish`, `divider`, `leaf`); the colors of `cap` and `title`.
    ornaments: Mapping[str, str] = field(default_factory=dict, compare=False)
    ground: Ground | None = field(default=None, compare=False)
    #: How headings are ruled, and how close text stands: words of the format.
    rule: str = field(default="", compare=False)
    density: str = field(default="", compare=False)
    #: Where the press has a logo; what replaces a missing picture; whether it has a ring.
    logo: str = field(default="", compare=False)
    art: str = field(default="", compare=False)
    has_ring: bool = field(default=True, compare=False)
    #: The theme on white paper, without ground or texture: for plain styles, and to save ink.
    bare: "Theme | None" = field(default=None, compare=False)
    #: Colors that were changed so that they can be read: the field, what it was, what it is.
    changed: tuple[tuple[str, str, str], ...] = field(default=(), compare=False)

    @property
    def has_frame(self) -> bool:
        """Whether something is drawn along the edge of pages."""
        return bool(self.ground and (self.ground.edge or self.ground.corner))

    def face(self, file: str) -> str:
        """The file that replaces one of our faces; itself if none does."""
        return self.faces.get(file, file)


#: No theme.
PLAIN = Theme()
_current: ContextVar[Theme] = ContextVar("theme", default=PLAIN)


def current() -> Theme:
    """The theme that documents wear."""
    return _current.get()


@contextmanager
def using(theme: Theme) -> Iterator[None]:
    """Makes a theme current for a block."""
    token = _current.set(theme)
    try:
        yield
    finally:
        _current.reset(token)


def each(made: Iterator[T], theme: Theme) -> Iterator[T]:
    """Makes a theme current while the next of some things is made, but not between two of them."""
    while True:
        with using(theme):
            try:
                found = next(made)
            except StopIteration:
                return
        yield found
