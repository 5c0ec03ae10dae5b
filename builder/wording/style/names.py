"""Names of official characters of several words are written as on the sheet."""

import re
from collections.abc import Iterator
from functools import cache

from builder import catalogue
from builder.language import gettext as _
from builder.wording.style import Severity

CODE = "character-name"
SEVERITY = Severity.STYLE


def find(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str | None, str]]:
    """Yield a name with other capitals, or with its words run together or joined by a hyphen."""
    pattern, right = _official()
    for match in pattern.finditer(text):
        # Letters that are alike but for Turkish are matched, but are not the same.
        wrong, meant = match[0], right.get(_plain(match[0]), match[0])
        if wrong not in names and wrong not in {meant, name} and any(letter.isupper() for letter in wrong):
            told = _("This character is called “%(name)s”.") % {"name": meant}
            yield *match.span(), meant, told


@cache
def _official() -> tuple[re.Pattern[str], dict[str, str]]:
    everyone = (catalogue.find_english(key) for key in sorted(catalogue.keys()))
    names = {_plain(each.name): each.name for each in everyone if each and " " in each.name}
    spaced = "|".join("[ -]?".join(map(re.escape, name.split())) for name in names.values())
    return re.compile(rf"\b(?:{spaced})\b", re.IGNORECASE), names


def _plain(name: str) -> str:
    return re.sub("[ -]", "", name).casefold()
