"""Words that are nearly a word of the game, and no other word."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from builder import catalogue
from builder.language import gettext as _
from builder.wording.style import Kind, Places, Severity, rule

#: A word, alone or part of one with a hyphen; what follows its apostrophe is not looked at.
WORD = re.compile(r"(?<![\w'’])[A-Za-z]{4,}(?=\b)")
#: From this length on, two letters may be wrong.
LONG = 8
#: Letters that nobody gets wrong: the first.
FIRST = 1
BEGINS = re.compile(r"(?:^|[.:!?] |[“\"(\[])$")


@rule("spelling", Severity.STYLE, Kind.ABILITY, Kind.NIGHT, Kind.TOKEN)
def spelling(text: str, name: str, names: frozenset[str]) -> Places:
    """Yield each unknown word with the word of the game that is nearest to it; names of the set are left alone."""
    for match in WORD.finditer(text):
        word = match[0]
        if word in _words() or word in _words_of(names) or word in name:
            continue
        small = word[0].islower() or bool(BEGINS.search(text[: match.start()]))
        right = _nearest(word.lower(), small)
        if right is not None and right.lower() != word.lower():
            right = right if word[0].islower() or right[0].isupper() else right.capitalize()
            told = _("“%(wrong)s” looks misspelled. Perhaps it should be “%(right)s”.")
            yield *match.span(), right, told % {"wrong": word, "right": right}


@lru_cache(maxsize=4)
def _words_of(names: frozenset[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in WORD.findall(name))


@cache
def _words() -> frozenset[str]:
    listed = catalogue.table("style_spelling")
    return frozenset(word for key in ("game", "near") for word in listed[key].split())


@cache
def _by_start() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word in catalogue.table("style_spelling")["game"].split():
        found[word[:FIRST].lower()] = (*found.get(word[:FIRST].lower(), ()), word)
    return found


@cache
def _near() -> frozenset[str]:
    return frozenset(word.lower() for word in _words())


def _nearest(word: str, small: bool) -> str | None:  # noqa: FBT001  # one of two kinds of words
    """The word of the game; of those with a capital only, if the word looks like a name."""
    from rapidfuzz.distance import OSA

    if word in _near():
        return None
    allowed = 2 if len(word) >= LONG else 1
    best: tuple[int, str] | None = None
    for each in _by_start().get(word[:FIRST], ()):
        if abs(len(each) - len(word)) > allowed or (not small and each[0].islower()):
            continue
        distance = OSA.distance(word, each.lower(), score_cutoff=allowed)
        if distance <= allowed and (best is None or distance < best[0]):
            best = distance, each
    return best[1] if best else None
