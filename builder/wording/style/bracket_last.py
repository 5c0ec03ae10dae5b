"""The bracket comes last."""

from collections.abc import Iterator

from builder.language import gettext as _
from builder.wording.style import Severity, brackets

CODE = "bracket-last"
SEVERITY = Severity.STYLE


def find(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str | None, str]]:  # noqa: ARG001
    """Yield a bracket that is followed by more of the ability."""
    for match in brackets.END.finditer(text):
        if text[match.end() :].strip(" ."):
            yield (*match.span(), None, _("The bracket comes last, where Storytellers look for it."))
