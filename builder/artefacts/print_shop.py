"""Files for a print shop."""

import builder
from builder.artefact import Artefact, PrintRequest
from builder.artefacts import Extra
from builder.language import N_


def make(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """Makes a ZIP with the files, and a list of them."""
    return builder.shop_package(
        script, settings=dict(wanted.settings), fetch=wanted.fetch, theme=wanted.theme
    )


EXTRAS = {
    "print-shop": Extra(
        make,
        N_("print shop package"),
        N_("Stickers, cards or a poster as PDF/X-4 with bleed, for a print shop."),
        order=10,
        about="shop",
        is_usual=False,
    )
}
