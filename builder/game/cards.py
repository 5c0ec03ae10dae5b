"""The info cards that a Storyteller shows at night, in the game's standard words, and how texts refer to them."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from builder import language

#: In the order in which a night needs them; `language.card` has their translations.
CARDS = (
    "THIS IS THE DEMON",
    "THESE ARE YOUR MINIONS",
    "THESE CHARACTERS ARE NOT IN PLAY",
    "YOU ARE",
    "YOU HAVE THIS ABILITY",
    "THIS CHARACTER SELECTED YOU",
    "THIS PLAYER IS",
    "THESE CHARACTERS ARE IN PLAY",
    "USE YOUR ABILITY?",
    "MAKE A CHOICE",
    "DID YOU VOTE TODAY?",
    "DID YOU NOMINATE TODAY?",
)


class Spoken(NamedTuple):
    """A card or a reminder token that a text names without marking it: its position and its words."""

    start: int
    end: int
    words: str
    is_card: bool


# Every repetition has an upper bound: a hostile file must not slow down the search.
_QUOTED = re.compile(
    r"""
    ["“](?P<double>[^"“”\n]{2,60})["”]
    # An apostrophe inside a word opens and closes nothing.
  | (?<![\w’'])['‘](?P<single>[^'‘’\n]{2,60})['’](?!\w)
    """,
    re.VERBOSE,
)
_CAPITALS = re.compile(r"(?<![\w'’])[0-9A-Z]+(?:['’][A-Z]+)?(?: [0-9A-Z]+(?:['’][A-Z]+)?){0,7}(?![\w'’])\??")
_CARD_FOLLOWS = re.compile(r"\s{1,3}(?:info(?:rmation)?\s)?cards?\b", re.IGNORECASE)
_TOKEN_FOLLOWS = re.compile(r"\s{1,3}(?:reminder|marker)s?\b", re.IGNORECASE)
_PLACED_FOLLOWS = re.compile(r"\s{1,3}(?:reminder|marker|token)s?\b", re.IGNORECASE)
_SHOWN_BEFORE = re.compile(r"\bshow(?:s|ing)?(?:\s(?:them|him|her|it|each))?(?:\sthe)?\s$", re.IGNORECASE)
_MARKED_BEFORE = re.compile(r"\bmarked(?:\sas)?\s$", re.IGNORECASE)
#: How far before the words to look for a verb like "show" or "mark".
_BEFORE = 24


def plain(words: str) -> str:
    """Normalize words for comparison: no case, no punctuation, single spaces."""
    return " ".join(re.sub(r"[^\w\s]", "", words).casefold().split())


_STANDARD = frozenset(map(plain, CARDS))


def is_standard(words: str) -> bool:
    """Whether these words are on a card that comes with every Grimoire, in English or in the current language."""
    said = plain(words)
    return said in _STANDARD or (language.tag() != language.ENGLISH and said in map(plain, standard()))


def standard() -> tuple[str, ...]:
    """The standard cards in the current language."""
    return tuple(map(language.card, CARDS))


def is_card(words: str, reminders: Collection[str]) -> bool:
    """Whether words in asterisks are a card to show; otherwise they name a reminder token.

    `reminders` are the script's reminder tokens in the form of `plain`: "KNOW" may be one, "YOU ARE" never is.
    """
    return is_standard(words) or plain(words) not in reminders


def spoken(text: str, reminders: Collection[str] = ()) -> Iterator[Spoken]:
    """Find cards and reminder tokens named in quotes or capitals where the context is unambiguous.

    Show the "You are" card. Put the 'Has Ability' reminder there. Remove the NO ABILITY token.
    """
    found = [*_quoted(text), *_in_capitals(text, reminders)]
    end = 0
    for each in sorted(found):
        if each.start >= end:
            yield each
            end = each.end


def _quoted(text: str) -> Iterator[Spoken]:
    for found in _QUOTED.finditer(text):
        words = (found["double"] or found["single"]).strip().rstrip(".,…")
        if is_standard(words) or _CARD_FOLLOWS.match(text, found.end()):
            yield Spoken(*found.span(), words, is_card=True)
        elif _TOKEN_FOLLOWS.match(text, found.end()) or _before(_MARKED_BEFORE, text, found.start()):
            yield Spoken(*found.span(), words, is_card=False)


def _in_capitals(text: str, reminders: Collection[str]) -> Iterator[Spoken]:
    for found in _CAPITALS.finditer(text):
        words = found[0]
        if not any(len(word) > 1 and word.isalpha() for word in re.split(r"[ '’]", words)):
            continue
        several = " " in words
        if (several and is_standard(words)) or _CARD_FOLLOWS.match(text, found.end()):
            yield Spoken(*found.span(), words, is_card=True)
        elif _PLACED_FOLLOWS.match(text, found.end()) or plain(words) in reminders:
            yield Spoken(*found.span(), words, is_card=False)
        elif several and _before(_SHOWN_BEFORE, text, found.start()):
            yield Spoken(*found.span(), words, is_card=True)


def _before(pattern: re.Pattern[str], text: str, place: int) -> bool:
    return bool(pattern.search(text[max(0, place - _BEFORE) : place]))
