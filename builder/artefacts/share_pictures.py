"""Pictures of a script to share in chats: a wide one and a square one."""

from dataclasses import replace

import builder
from builder.artefact import PNG, Artefact, PrintRequest, bundle
from builder.artefacts import Extra
from builder.language import N_

SHAPES = ("wide", "square")
PREFIX = "share-"


def make(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """Makes one of the shapes, or a ZIP of both."""
    pictures = builder.share_pictures(
        script, attach=wanted.attach, settings=dict(wanted.settings), fetch=wanted.fetch, theme=wanted.theme
    )
    files = [(f"share picture, {name}.png", picture) for name, picture in pictures.items()]
    shape = wanted.kind.removeprefix(PREFIX)
    if shape in pictures:
        return Artefact(f"share picture, {shape}.png", PNG, pictures[shape])
    return replace(bundle(files), style=wanted.style)


EXTRAS = {
    "share-pictures": Extra(
        make,
        N_("share pictures"),
        N_("All characters at a glance, for chats: PNG files of 1200 by 630 and of 1200 by 1200 pixels."),
        order=9,
        parts=("share-wide", "share-square"),
    ),
    "share-wide": Extra(
        make, N_("share picture, wide"), N_("All characters at a glance, 1200 by 630 pixels."), order=1
    ),
    "share-square": Extra(make, N_("share picture, square"), N_("The same, 1200 by 1200 pixels."), order=2),
}
