"""In its own texts, a character has its own name: with its capitals, and no name that is unknown to the script."""

import re
from collections.abc import Iterator
from functools import cache

from builder import catalogue
from builder.language import gettext as _
from builder.wording.style import Kind, Severity

CODE = "own-name"
SEVERITY = Severity.STYLE
KINDS = frozenset({Kind.ABILITY, Kind.NIGHT})

#: Shorter names are words as well.
SHORTEST = 4
#: A name in lower case is meant as one behind these words.
BEHIND = re.compile(r"\b(?:[Tt]he|[Aa]n?|[Aa]nother|other|new|old|extra|become|becomes|\d) $")
#: What acts in a night reminder: capitals behind “the”.
ACTOR = re.compile(
    r"(?:^|(?<=[.:] ))The (?P<name>[A-Z][a-z'’-]+(?: (?:of |the )?[A-Z][a-z'’-]+)*) "
    r"(?:chooses?|might|may|learns?|chose|picks?|wakes?)\b"
)
#: Others that act at night.
TERMS = frozenset(
    {"Demon", "Demons", "Minion", "Minions", "Outsider", "Outsiders", "Townsfolk", "Traveller", "Storyteller"}
)


def find(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str | None, str]]:
    """Yield the own name in lower case, and an unknown name that acts in a night reminder."""
    name = name.strip()
    if len(name) >= SHORTEST and name[0].isupper():
        for match in re.finditer(rf"(?<!\w){re.escape(name.lower())}(?!\w)", text):
            if " " in name or BEHIND.search(text[: match.start()]):
                told = _("This character is called “%(name)s”.") % {"name": name}
                yield *match.span(), name, told
    if name and name in names:
        for match in ACTOR.finditer(text):
            wrong = match["name"]
            if wrong not in TERMS and wrong != name and wrong not in names and wrong not in _official():
                told = _("There is no character called “%(name)s”.") % {"name": wrong}
                yield *match.span("name"), name, told


@cache
def _official() -> frozenset[str]:
    return frozenset(each.name for key in sorted(catalogue.keys()) if (each := catalogue.find_english(key)))
