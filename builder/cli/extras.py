"""What is made of a script beside its documents: pictures to share, a web page, a picture of each token."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import builder
from builder.cli.making import File, Maker, Wanted
from builder.game.almanac import Almanac, Page

#: Dots per inch of token pictures, unless somebody asks for another number.
TOKEN_DPI = 300
Result = tuple[str, tuple[File, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Extra:
    """One of them; its name stands beside the kinds of document."""

    title: str
    #: What it is, as a sentence.
    help: str
    make: Maker
    #: The kind of document whose style and settings it has; empty: it has none but the common ones.
    like: str = ""
    #: Whether `--all` leaves it out where a script has nothing of its own to put there.
    if_useful: bool = False


def share_pictures(script: builder.Script, wanted: Wanted) -> Result:
    """The script at a glance."""
    pictures = builder.share_pictures(script, attach=wanted.attach, settings=dict(wanted.settings))
    files = tuple(File(f"share picture, {name}.png", picture) for name, picture in pictures.items())
    return wanted.style, files, ()


def almanac_page(script: builder.Script, wanted: Wanted) -> Result:
    """The almanac as one web page; of a script without any such texts only for whoever asks for it by name."""
    if wanted.if_useful and not has_almanac(script):
        return wanted.style, (), ("It has no almanac texts, so there is no almanac page.",)
    page = builder.almanac_page(script, attach=wanted.attach, settings=dict(wanted.settings))
    return wanted.style, (File("almanac.html", page.encode()),), ()


def token_pictures(script: builder.Script, wanted: Wanted) -> Result:
    """Each token, in a folder."""
    pictures = builder.token_pictures(
        script,
        dpi=wanted.dpi or TOKEN_DPI,
        style=wanted.style,
        attach=wanted.attach,
        settings=dict(wanted.settings),
    )
    files = tuple(File(f"token pictures/{name}", picture) for name, picture in pictures)
    return wanted.style, files, ()


def has_almanac(script: builder.Script) -> bool:
    """Whether its author wrote anything that only an almanac shows."""
    pages = (each.page for each in script.characters if each.page.export)
    return script.almanac != Almanac() or any(replace(page, notes="") != Page() for page in pages)


EXTRAS: Mapping[str, Extra] = MappingProxyType(
    {
        "almanac-page": Extra(
            "almanac page",
            "The almanac as one HTML file, for phones and web sites.",
            almanac_page,
            like="almanac",
            if_useful=True,
        ),
        "token-pictures": Extra(
            "token pictures",
            "A PNG file of each token in a folder, for virtual tables.",
            token_pictures,
            like="tokens",
        ),
        "share-pictures": Extra(
            "share pictures",
            "Everybody at a glance, to show in chats: PNG files of 1200 by 630 and of 1200 by 1200 pixels.",
            share_pictures,
        ),
    }
)
