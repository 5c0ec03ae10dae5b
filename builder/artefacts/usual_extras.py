"""What people make from a script besides documents: an almanac page, pictures, packages."""

from dataclasses import replace
from typing import Any

import builder
from builder.artefact import HTML, PNG, Artefact, PrintRequest, bundle
from builder.artefacts import Extra
from builder.game.almanac import Almanac, Page
from builder.game.problem import Problem, Severity
from builder.language import N_

NO_ALMANAC = Problem(
    "no-almanac", Severity.NOTICE, N_("This script has no almanac texts, so it has no almanac page.")
)
#: Dots per inch of pictures of tokens that suit virtual tabletops.
DPI = 300
#: Prefix of the two shapes of a share picture.
SHARE = "share-"
TABLETOP = "tabletop-simulator"


def _choices(wanted: PrintRequest) -> dict[str, Any]:
    """The choices of a request that every extra has."""
    return {"settings": dict(wanted.settings), "fetch": wanted.fetch, "theme": wanted.theme}


def _almanac_page(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """Makes the page; for a script without almanac texts only if it is requested by name."""
    if wanted.if_useful and not has_almanac(script):
        return Artefact("", HTML, b"", notices=(NO_ALMANAC,), style=wanted.style)
    page = builder.almanac_page(script, attach=wanted.attach, **_choices(wanted))
    return Artefact("almanac.html", HTML, page.encode(), style=wanted.style)


def has_almanac(script: builder.Script) -> bool:
    """Whether the script has texts that only an almanac shows."""
    pages = (each.page for each in script.characters if each.page.export)
    return script.almanac != Almanac() or any(replace(page, notes="") != Page() for page in pages)


def _token_pictures(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """Makes a ZIP with a folder for each team."""
    pictures = builder.token_pictures(
        script,
        dpi=wanted.dpi or DPI,
        style=wanted.style or None,
        attach=wanted.attach,
        **_choices(wanted),
    )
    return replace(bundle(list(pictures), "token pictures.zip"), style=wanted.style)


def _share_pictures(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """Makes one of the shapes, or a ZIP of both."""
    pictures = builder.share_pictures(script, attach=wanted.attach, **_choices(wanted))
    files = {shape: (f"share picture, {shape}.png", picture) for shape, picture in pictures.items()}
    if file := files.get(wanted.kind.removeprefix(SHARE)):
        return Artefact(file[0], PNG, file[1])
    return replace(bundle(list(files.values())), style=wanted.style)


EXTRAS = {
    "share-wide": Extra(
        _share_pictures,
        N_("share picture, wide"),
        N_("All characters at a glance, 1200 by 630 pixels."),
        order=1,
    ),
    "share-square": Extra(
        _share_pictures, N_("share picture, square"), N_("The same, 1200 by 1200 pixels."), order=2
    ),
    "almanac-page": Extra(
        _almanac_page,
        N_("almanac page"),
        N_("The almanac as one HTML file, for phones and websites."),
        order=3,
        like="almanac",
        if_useful=True,
    ),
    "token-pictures": Extra(
        _token_pictures,
        N_("token pictures"),
        N_("A PNG file of each token in a folder, for virtual tables."),
        order=4,
        like="tokens",
    ),
    "share-pictures": Extra(
        _share_pictures,
        N_("share pictures"),
        N_("All characters at a glance, for chats: PNG files of 1200 by 630 and of 1200 by 1200 pixels."),
        order=9,
        parts=("share-wide", "share-square"),
    ),
    "print-shop": Extra(
        lambda script, wanted: builder.shop_package(script, **_choices(wanted)),
        N_("print shop package"),
        N_("Stickers, cards or a poster as PDF/X-4 with bleed, for a print shop."),
        order=10,
        about="shop",
        is_usual=False,
    ),
    TABLETOP: Extra(
        lambda script, wanted: builder.tabletop_simulator(script, **_choices(wanted)),
        N_("Tabletop Simulator tokens"),
        N_("All tokens in bags: a saved object, and pictures of 10 by 7 tokens to put online."),
        order=11,
        about="tabletop",
        is_usual=False,
    ),
}
