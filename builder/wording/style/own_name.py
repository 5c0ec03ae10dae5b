"""In its own texts, a character has its own name: with its capitals, and no name that is unknown to the script."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from builder import catalogue
from builder.language import gettext as _
from builder.wording.style import Kind, Severity

CODE = "own-name"
SEVERITY = Severity.STYLE
KINDS = frozenset({Kind.ABILITY, Kind.NIGHT})

#: From this length on, two letters may be wrong.
LONG = 8
#: Shorter names are words as well.
SHORTEST = 4
#: A word that may be a name: “the mayor”, but not “the drunk player”.
THE = re.compile(
    r"\b[Tt]he (?P<word>[a-z]{4,})\b"
    r"(?! (?:[a-z-]+ )?(?:players?|characters?|neighbors?|vote|votes|night|day|game|token)\b)"
)
#: Names that are other words too.
WORDS = frozenset(
    {"drunk", "general", "judge", "player", "dead", "living", "good", "evil", "game", "night", "vote", "town"}
)
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
    """Yield the own name when it is not written like one, and an unknown name that acts in a night reminder."""
    name = name.strip()
    for start, end, right in _meant(text, name, names):
        yield start, end, right, _("This character is called “%(name)s”.") % {"name": right}
    if name and name in names:
        for match in ACTOR.finditer(text):
            wrong = match["name"]
            is_known = wrong in TERMS or wrong == name or wrong in names or wrong in _official()
            is_left_over = wrong in _official() - names and not match.start() and name not in text
            if not is_known or is_left_over:
                told = _("There is no character called “%(name)s”.") % {"name": wrong}
                yield *match.span("name"), name, told


def _meant(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    """Yield what is not written like a name, and the name."""
    if len(name) >= SHORTEST and name[0].isupper():
        for match in re.finditer(rf"(?<!\w){re.escape(name.lower())}(?!\w)", text):
            if " " in name or BEHIND.search(text[: match.start()]):
                yield *match.span(), name
        yield from _nearly(text, name, names)
        if not name.startswith("The "):
            for match in re.finditer(rf"\b(?:Put|[Ww]ake) (?P<at>{re.escape(name)})\b", text):
                yield *match.span("at"), f"the {name}"
    lower = _in_lower_case(names)
    for match in THE.finditer(text):
        right = lower.get(match["word"])
        if right is not None and right != name:
            yield *match.span("word"), right


def _nearly(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    """Yield what is a letter or two from the own name, and nobody's."""
    from rapidfuzz.distance import OSA

    allowed = 2 if len(name) >= LONG else 1
    words = r" ".join(r"[A-Z][\w'’-]*" for _word in name.split())
    for match in re.finditer(rf"(?<![\w'’-]){words}", text):
        wrong = match[0].removesuffix("'s").removesuffix("’s")
        if wrong in names or wrong in _official() or wrong in TERMS or name in {wrong, *_plurals(wrong)}:
            continue
        if OSA.distance(wrong, name, score_cutoff=allowed) <= allowed:
            end = match.start() + len(wrong)
            yield match.start(), end, name


def _plurals(word: str) -> tuple[str, ...]:
    return (
        word.removesuffix("s"),
        word.removesuffix("es"),
        re.sub("ies$", "y", word),
        re.sub("men$", "man", word),
    )


@lru_cache(maxsize=4)
def _in_lower_case(names: frozenset[str]) -> Mapping[str, str]:
    """The names of one word of the set and of official characters, by how they look in lower case."""
    return {
        each.lower(): each
        for each in (*sorted(_official()), *sorted(names))
        if each.isalpha() and each.istitle() and len(each) >= SHORTEST and each.lower() not in WORDS
    }


@cache
def _official() -> frozenset[str]:
    return frozenset(each.name for key in sorted(catalogue.keys()) if (each := catalogue.find_english(key)))
