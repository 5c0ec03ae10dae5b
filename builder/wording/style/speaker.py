"""An ability speaks to its player: “you”, not the name of the character."""

import re
from collections.abc import Iterator

from builder.language import gettext as _
from builder.wording.style import Severity

CODE = "speaker"
SEVERITY = Severity.STYLE
DOES = r"(chooses|learns|wakes|knows|dies|gains|may|might|can't|starts|registers|becomes|votes|nominates)\b"


def find(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str | None, str]]:  # noqa: ARG001
    """Yield the character's own name where it opens an ability or follows its time."""
    if not name.strip():
        return
    for match in re.finditer(rf"(?:^|(?<=[a-z*], ))([Tt]he )?{re.escape(name.strip())} {DOES}", text):
        does = match[2] if match[2] in {"may", "might", "can't"} else match[2].removesuffix("s")
        is_order = match.start() and does in {"choose", "learn"}
        right = does if is_order else f"{'you' if match.start() else 'You'} {does}"
        told = _("An ability speaks to its player: “%(right)s” instead of “%(wrong)s”.")
        yield *match.span(), right, told % {"right": right, "wrong": match[0]}
