"""The almanac as one web page."""

from dataclasses import replace

import builder
from builder.artefact import HTML, Artefact, PrintRequest
from builder.artefacts import Extra
from builder.game.almanac import Almanac, Page
from builder.game.problem import Problem, Severity
from builder.language import N_

NOTHING = Problem(
    "no-almanac", Severity.NOTICE, N_("This script has no almanac texts, so it has no almanac page.")
)


def make(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """Makes the page; for a script without almanac texts only if it is requested by name."""
    if wanted.if_useful and not has_almanac(script):
        return Artefact("", HTML, b"", notices=(NOTHING,), style=wanted.style)
    page = builder.almanac_page(
        script, attach=wanted.attach, settings=dict(wanted.settings), fetch=wanted.fetch, theme=wanted.theme
    )
    return Artefact("almanac.html", HTML, page.encode(), style=wanted.style)


def has_almanac(script: builder.Script) -> bool:
    """Whether the script has texts that only an almanac shows."""
    pages = (each.page for each in script.characters if each.page.export)
    return script.almanac != Almanac() or any(replace(page, notes="") != Page() for page in pages)


EXTRAS = {
    "almanac-page": Extra(
        make,
        N_("almanac page"),
        N_("The almanac as one HTML file, for phones and websites."),
        order=3,
        like="almanac",
        if_useful=True,
    )
}
