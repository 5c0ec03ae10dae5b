"""A set as a folder for any web host: its JSON, almanac, documents, tokens, icons, and a page that leads to all.

The names are Bloodstar's where it has names for them: `script.json`, `almanac.html`, `<id>.png`, `_meta.png`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from builder import formats
from builder.formats import links
from builder.formats.carriers import script_pictures
from builder.game.script import Script
from builder.publishing import landing, names, parts
from builder.publishing.parts import File

__all__ = ["File", "Make", "publish"]

#: Makes some parts of a script, each a name in `parts.PARTS`; gives the files of each in any order.
Make = Callable[[Script, Sequence[str]], Iterable[Sequence[File]]]


def publish(script: Script, *, base_url: str = "", make: Make | None = None) -> Iterator[File]:
    """The path and bytes of every file, in the order in which they are made; see `builder.publish`.

    `make` makes the parts that take time; without one, they are made here, at once as far as this process may fork.
    """
    outward = formats.public(script)
    base = links.checked(base_url) or links.base_url(outward)
    files: dict[str, bytes] = {}

    @cache
    def whole() -> bytes:
        return formats.write(script_pictures.carried(outward)).encode()

    wanted = tuple(parts.PARTS)
    for made in make(outward, wanted) if make else _make(outward, wanted, whole):
        files.update(made)
        yield from made
    last = {
        "script.json": formats.write(linked(outward, base, files)).encode(),
        "set.json": whole(),
    }
    yield from last.items()
    yield "index.html", landing.page(outward, files | last, base).encode()


def linked(outward: Script, base: str, files: Iterable[str]) -> Script:
    """The script as other programs read it: its pictures by their addresses, or, where it has none, left out."""
    if not base:
        return script_pictures.words_alone(outward)
    there = set(files)
    pictures = [
        [name for name in names.versions(stem) if stem and name in there] for stem in names.stems(outward)
    ]
    logo = names.LOGO if names.LOGO in there and not names.is_elsewhere(outward.meta.logo) else ""
    return script_pictures.words_alone(links.linked(outward, base, pictures, logo))


def _make(script: Script, wanted: Sequence[str], meanwhile: Callable[[], object]) -> Iterator[Sequence[File]]:
    from builder.publishing import together

    return together.made(script, wanted, meanwhile)
