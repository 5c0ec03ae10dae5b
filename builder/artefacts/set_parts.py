"""Parts of a published set that are slow to make but are not documents: icons, token pictures."""

from collections.abc import Iterator
from dataclasses import replace

import builder
from builder import documents, emblems, formats
from builder.artefact import Artefact, PrintRequest, bundle
from builder.artefacts import PAPER, Extra
from builder.artefacts.usual_extras import DPI
from builder.game.character import Character, Icon
from builder.game.script import Entry, Meta, Script
from builder.publishing import names

#: A path with slashes, and the content of the file.
File = tuple[str, bytes]
#: The pictures are made in two halves, on a core each.
HALVES = 2
ICONS, TOKENS = "set-icons-", "set-tokens-"
#: Pixels in which nearly every set shows its pictures on paper (the almanac's pages, reminder tokens, its contents) and
#: in a browser. Other sizes depend on the script, and are made where they are met.
SIZES, SHOWN = (320, 144, 72), 320
#: The parts of a set: first the one that paints the pictures for the rest, then the slowest ones.
STAGES = (
    tuple(PrintRequest(f"{ICONS}{half + 1}") for half in range(HALVES)),
    (
        PrintRequest("almanac", paper=PAPER),
        *(PrintRequest(f"{TOKENS}{half + 1}") for half in range(HALVES)),
        PrintRequest("night", paper=PAPER),
        PrintRequest("sheet", paper=PAPER),
        PrintRequest("tokens", paper=PAPER),
        PrintRequest("almanac-page"),
    ),
)


def make(script: Script, wanted: PrintRequest) -> Artefact:
    """Makes half of the icons or token pictures, without anything private."""
    half = int(wanted.kind[-1]) - 1
    work = _icons if wanted.kind.startswith(ICONS) else _token_pictures
    return bundle(list(work(half, formats.public(script), fetch=wanted.fetch)))


def _token_pictures(half: int, script: Script, *, fetch: bool) -> Iterator[File]:
    """Half of the tokens. The script is not embedded in each, because the set has it as a file."""
    share = slice(half, None, HALVES)
    made = documents.token_pictures(script, dpi=DPI, attach=False, fetch=fetch, share=share)
    return ((f"tokens/{name}", png) for name, png in made)


def _icons(half: int, script: Script, *, fetch: bool) -> Iterator[File]:
    """The art of half of the script's own characters, and its logo. Characters without art get a painted emblem."""
    if (
        half == HALVES - 1 and script.meta.logo
    ):  # the first half has one more character if their number is odd
        yield from _logo(script, fetch=fetch)
    _prepare_pictures(replace(script, meta=Meta(), entries=script.entries[half::HALVES]), fetch=fetch)
    shapes = emblems.assign(script.characters)
    own = [pair for pair in zip(script.entries, names.stems(script), strict=True) if pair[1]]
    for entry, stem in own[half::HALVES]:
        if who := entry.character:
            yield from _versions(script, entry, who, stem, shapes.get(who.id, ""))


def _prepare_pictures(script: Script, *, fetch: bool) -> None:
    """Downloads, paints and scales the pictures of characters for the other parts."""
    from builder.press.pictures import scaling

    for versions in documents.pictures(script, fetch=fetch).pictures.values():
        scaling.scale_all(scaling.name_of(versions[0]), SIZES, SHOWN)


def _versions(script: Script, entry: Entry, who: Character, stem: str, shape: str) -> Iterator[File]:
    """The pictures of one character, the default first; none if they are not in the store."""
    art = who if who.icon.is_painted or who.images else replace(who, icon=Icon(emblem=shape))
    alone = replace(script, entries=(replace(entry, character=art),))
    usual = names.plain(entry.id)
    for name, png in builder.icon_pictures(alone):
        version = name.removesuffix(".png").removeprefix(usual)
        if version in names.VERSIONS:
            yield f"{stem}{version}.png", png


def _logo(script: Script, *, fetch: bool) -> Iterator[File]:
    logo = documents.pictures(replace(script, entries=()), fetch=fetch).logo
    if logo:
        from builder.press import resources

        yield names.LOGO, resources.read(logo)[0]


EXTRAS = {f"{name}{half + 1}": Extra(make) for name in (ICONS, TOKENS) for half in range(HALVES)}
