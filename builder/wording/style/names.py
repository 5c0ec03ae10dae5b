"""Names in texts: those of official characters of several words as on the sheet, its own with its capitals.

An ability speaks to its player: “you”, not the name of the character.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from builder import catalogue
from builder.language import gettext as _
from builder.wording.style import Kind, Places, Severity, rule


@rule("character-name", Severity.STYLE)
def official_names(text: str, name: str, names: frozenset[str]) -> Places:
    """Yield a name with other capitals, or with its words run together or joined by a hyphen."""
    pattern, right = _official_pattern()
    for match in pattern.finditer(text):
        # Letters that are alike but for Turkish are matched, but are not the same.
        wrong, meant = match[0], right.get(_plain(match[0]), match[0])
        if wrong not in names and wrong not in {meant, name} and any(letter.isupper() for letter in wrong):
            told = _("This character is called “%(name)s”.") % {"name": meant}
            yield *match.span(), meant, told


@cache
def _official_pattern() -> tuple[re.Pattern[str], dict[str, str]]:
    everyone = (catalogue.find_english(key) for key in sorted(catalogue.keys()))
    names = {_plain(each.name): each.name for each in everyone if each and " " in each.name}
    spaced = "|".join("[ -]?".join(map(re.escape, name.split())) for name in names.values())
    return re.compile(rf"\b(?:{spaced})\b", re.IGNORECASE), names


def _plain(name: str) -> str:
    return re.sub("[ -]", "", name).casefold()


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


@rule("own-name", Severity.STYLE, Kind.ABILITY, Kind.NIGHT)
def own_name(text: str, name: str, names: frozenset[str]) -> Places:
    """Yield the own name when it is not written like one, and an unknown name that acts in a night reminder."""
    name = name.strip()
    for start, end, right in _meant(text, name, names):
        yield start, end, right, _("This character is called “%(name)s”.") % {"name": right}
    if name and name in names:
        for match in ACTOR.finditer(text):
            wrong = match["name"]
            is_known = wrong in TERMS or wrong == name or wrong in names or wrong in _official_names()
            is_left_over = wrong in _official_names() - names and not match.start() and name not in text
            if not is_known or is_left_over:
                told = _("There is no character called “%(name)s”.") % {"name": wrong}
                yield *match.span("name"), name, told


def _meant(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    """Yield what is not written like a name, and the name."""
    if len(name) >= SHORTEST and name[0].isupper():
        if name.lower() in text:  # compiling a pattern for each name takes long
            for match in re.finditer(rf"(?<!\w){re.escape(name.lower())}(?!\w)", text):
                if " " in name or BEHIND.search(text[: match.start()]):
                    yield *match.span(), name
        yield from _nearly(text, name, names)
        if not name.startswith("The ") and name in text:
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
        if (
            wrong in names
            or wrong in _official_names()
            or wrong in TERMS
            or name in {wrong, *_plurals(wrong)}
        ):
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
        for each in (*sorted(_official_names()), *sorted(names))
        if each.isalpha() and each.istitle() and len(each) >= SHORTEST and each.lower() not in WORDS
    }


@cache
def _official_names() -> frozenset[str]:
    return frozenset(each.name for key in sorted(catalogue.keys()) if (each := catalogue.find_english(key)))


DOES = "chooses|learns|wakes|knows|dies|gains|may|might|can't|starts|registers|becomes|votes|nominates"
#: What a character is or does in a clause: “if the Bard dies”, and how that is said to “you”.
CLAUSE = r"\b(?:[Ii]f|[Ww]hen|[Ww]hile|[Uu]ntil|[Uu]nless|[Bb]efore|[Aa]fter|[Bb]ecause|,|&) "
IS = {"is": "are", "was": "were", "isn't": "aren't", "has": "have", "doesn't": "don't", "lives": "live"}
DOES_OR_IS = f"{'|'.join(IS)}|{DOES}"
#: What others do to a character.
DONE_TO = r"\b(?:nominate|kill|execute|choose|vote for|attack|exile)(?:s|d|ed)? "


@rule("speaker", Severity.STYLE)
def speaker(text: str, name: str, names: frozenset[str]) -> Places:  # noqa: ARG001
    """Yield the character's own name where it opens an ability, follows its time, or stands in a clause."""
    if not name.strip() or name.strip() not in text:
        return
    own = re.escape(name.strip())
    for match in re.finditer(rf"(?:^|(?<=[a-z*], ))([Tt]he )?{own} ({DOES})\b", text):
        is_order = match.start() and match[2] in {"chooses", "learns"}
        right = _second_person(match[2]) if is_order else f"{_you(match.start())} {_second_person(match[2])}"
        yield *match.span(), right, _message(match[0], right)
    for match in re.finditer(rf"{CLAUSE}(?P<at>the {own} (?P<does>(?:{DOES_OR_IS})\b))", text):
        right = f"you {_second_person(match['does'])}"
        yield *match.span("at"), right, _message(match["at"], right)
    for match in re.finditer(rf"{DONE_TO}(?P<at>the {own})(?=[.,:;]|$| (?:&|today|tonight|at)\b)", text):
        yield *match.span("at"), "you", _message(match["at"], "you")


def _you(start: int) -> str:
    return "you" if start else "You"


def _second_person(does: str) -> str:
    if does in {"may", "might", "can't"}:
        return does
    return IS.get(does) or does.removesuffix("s")


def _message(wrong: str, right: str) -> str:
    sentence = _("An ability speaks to its player: “%(right)s” instead of “%(wrong)s”.")
    return sentence % {"right": right, "wrong": wrong}
