"""An extra as a stranger adds one: this module, and the template beside it."""

from pathlib import Path

import builder
from builder.artefact import HTML, Artefact, PrintRequest
from builder.artefacts import Extra


def make(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """A strip with everybody's name on it."""
    from builder.press import typeset

    template = typeset.environment().from_string(Path(__file__).with_name("bookmark.html").read_text("utf-8"))
    page = template.render(title=script.name, names=[each.name for each in script.characters])
    return Artefact("bookmark.html", HTML, page.encode(), style=wanted.style)


EXTRAS = {"bookmark": Extra(make, "bookmark", "A strip with everybody's name, to cut out.", order=20)}
