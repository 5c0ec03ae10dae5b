"""Each word of a name has a capital, but for the small ones."""

import re
from collections.abc import Iterator

from builder.language import gettext as _
from builder.wording.style import Kind, Severity

CODE = "name-capitals"
SEVERITY = Severity.STYLE
KINDS = frozenset({Kind.NAME})

#: The first word, and the others after a space.
WORD = re.compile(r"(?:^|(?<= ))[a-z][a-z'’-]*(?![\w@])")
#: Words that are small inside a name, also of other languages.
SMALL = frozenset(
    "a an and as at by de del der des di du el en et ex for from in la le les of on or the to van von".split()
)


def find(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str | None, str]]:  # noqa: ARG001
    """Yield each word in lower case of a name that has others with capitals."""
    if not any(letter.isupper() for letter in text):
        return
    for match in WORD.finditer(text):
        if not match.start() or match[0] not in SMALL:
            right = match[0].capitalize()
            yield (
                *match.span(),
                right,
                _("The words of a name have capitals: “%(right)s”.") % {"right": right},
            )
