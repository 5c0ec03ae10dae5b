"""A sentence ends with a full stop, before the bracket too."""

import re
from collections.abc import Iterator

from builder.language import gettext as _
from builder.wording.style import Severity

CODE = "full-stop"
SEVERITY = Severity.FIX
LAST = re.compile(r"\w+(?=\s*(?:\[[^\[\]]*\]\s*)?$)", re.ASCII)


def find(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str | None, str]]:  # noqa: ARG001
    """Yield the last word if nothing ends its sentence."""
    match = LAST.search(text)
    if match and text.count("[") == text.count("]"):
        yield (*match.span(), f"{match[0]}.", _("A full stop ends the ability, before the bracket."))
