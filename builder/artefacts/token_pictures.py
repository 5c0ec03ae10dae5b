"""Pictures of all tokens."""

from dataclasses import replace

import builder
from builder.artefact import Artefact, PrintRequest, bundle
from builder.artefacts import Extra
from builder.language import N_

#: Dots per inch that suit virtual tabletops.
DPI = 300


def make(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """Makes a ZIP with a folder for each team."""
    pictures = builder.token_pictures(
        script,
        dpi=wanted.dpi or DPI,
        style=wanted.style or None,
        attach=wanted.attach,
        settings=dict(wanted.settings),
        fetch=wanted.fetch,
        theme=wanted.theme,
    )
    return replace(bundle(list(pictures), "token pictures.zip"), style=wanted.style)


EXTRAS = {
    "token-pictures": Extra(
        make,
        N_("token pictures"),
        N_("A PNG file of each token in a folder, for virtual tables."),
        order=4,
        like="tokens",
    )
}
