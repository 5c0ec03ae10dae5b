"""Tokens for Tabletop Simulator."""

import builder
from builder.artefact import Artefact, PrintRequest
from builder.artefacts import Extra
from builder.language import N_

KIND = "tabletop-simulator"


def make(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """Makes a ZIP with the pictures, and with a saved object if their address is known."""
    return builder.tabletop_simulator(
        script, settings=dict(wanted.settings), fetch=wanted.fetch, theme=wanted.theme
    )


EXTRAS = {
    KIND: Extra(
        make,
        N_("Tabletop Simulator tokens"),
        N_("All tokens in bags: a saved object, and pictures of 10 by 7 tokens to put online."),
        order=11,
        about="tabletop",
        is_usual=False,
    )
}
