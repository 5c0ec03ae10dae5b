"""The reminder tokens of a script as the Storyteller places them in a dealt game: how many there are of each."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from builder import catalogue
from builder.game.character import Character

#: Abilities whose effect is over at dusk, and those among them whose reminders have to stay, in English.
_ENDS = re.compile(r"\b(?:tonight|tomorrow|until (?:dusk|dawn))\b", re.IGNORECASE)
_STAYS = re.compile(r"\btoday\b|\beach day\b|\blast choice\b|\bdusk tomorrow\b|\bregisters?\b", re.IGNORECASE)
_DEAD = "dead"


@dataclass(frozen=True, slots=True)
class ReminderToken:
    """A reminder token of a character."""

    text: str
    #: How many there are of it.
    number: int
    #: Whether it says that a player dies.
    is_death: bool


@dataclass(frozen=True, slots=True)
class ReminderSet:
    """The reminder tokens of a character."""

    #: The key of the character.
    by: str
    name: str
    tokens: tuple[ReminderToken, ...]
    #: Whether what they say is over at the next dusk.
    is_over_at_dusk: bool


def sets(characters: Iterable[Character]) -> tuple[ReminderSet, ...]:
    """The reminder tokens of all who have any, in their order."""
    return tuple(map(_set, (each for each in characters if each.all_reminders)))


def in_english(who: Character) -> Character:
    """The character as it is in English, if it is a translated one of the catalogue."""
    return (catalogue.find_english(who.id) if who.language else None) or who


def _set(who: Character) -> ReminderSet:
    english = in_english(who)
    texts, known = who.all_reminders, english.all_reminders
    words = dict(zip(texts, known if len(known) == len(texts) else texts, strict=True))
    tokens = tuple(
        ReminderToken(text, number, words[text].casefold() == _DEAD)
        for text, number in Counter(texts).items()
    )
    ability = english.ability
    is_over = bool(_ENDS.search(ability)) and not _STAYS.search(ability)
    return ReminderSet(who.key, who.name, tokens, is_over)
