"""Each word of a name has a capital, but for the small ones."""

import re
from collections.abc import Iterator

from builder.language import N_, gettext as _
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


SAY = N_("The words of a name have capitals: “{right}”.")
#: Inside a name, these are small; three letters or more of capitals are one word.
CAPITAL = re.compile(r"(?<=[a-z] )(?:Of|The|And|In|On|To|From|With|For|At|By)(?= )")
SHOUTED = re.compile(r"(?<![\w.])[A-Z]{4,}(?![\w.])")


def find(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str | None, str]]:  # noqa: ARG001
    """Yield each word with the wrong capitals."""
    for match in WORD.finditer(text):
        if not match.start() or match[0] not in SMALL:
            right = "-".join(part.capitalize() for part in match[0].split("-"))
            yield *match.span(), right, _(SAY).format(right=right)
    for match in SHOUTED.finditer(text):
        yield *match.span(), match[0].capitalize(), _(SAY).format(right=match[0].capitalize())
    for match in CAPITAL.finditer(text):
        told = _("Small words inside a name have no capital: “{right}”.")
        yield *match.span(), match[0].lower(), told.format(right=match[0].lower())
