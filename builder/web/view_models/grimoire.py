"""The Grimoire of a dealt game: where tokens and labels stand so that none covers another, and reminder tokens.

For 5 to 30 seats. Lengths are units of the picture, which is `WIDTH` wide. Labels stand outside of the ring: beside
tokens at its sides, above and below the others; so the middle is free for the bluffs.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from builder import catalogue
from builder.game.character import Character

WIDTH, REACH = 1300, 380
#: With more seats than this the ring is higher than wide.
ROUND, HIGH_REACH = 10, 490
LARGEST = 82
#: The size of a label's letters, the width of a letter of size 1, and the distance of its lines.
LETTERS, LETTER_WIDTH, LEADING = 23, 0.5, 24
#: Room above and below the ring, for labels of this number of lines.
_LINES, _GAP = 5, 10
#: Seats nearer to the axis than this part of the ring's width have their labels above or below.
_NEAR = 0.45
_SAMPLES = 1440


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a label; its baseline is at `down`. `kind`: player, truly, alignment or mark."""

    kind: str
    text: str
    down: int


@dataclass(frozen=True, slots=True)
class Label:
    """The label of a token; `across` and the lines are measured from the middle of the token."""

    #: start, middle or end.
    anchor: str
    across: int
    lines: tuple[Line, ...]
    #: How many letters fit into a line.
    letters: int


@dataclass(frozen=True, slots=True)
class Circle:
    """The places of a number of tokens, clockwise from the top."""

    places: tuple[tuple[int, int], ...]
    radius: int
    middle: int
    height: int
    spacing: int

    def label(self, seat: int, texts: Iterable[tuple[str, str]]) -> Label:
        """The label of a token, from texts and their kinds; texts too long for a line are wrapped."""
        across, down = self.places[seat]
        is_side = abs(across - WIDTH / 2) > _NEAR * REACH
        room = (WIDTH / 2 - REACH - self.radius - 2 * _GAP) if is_side else self.spacing - _GAP
        letters = int(room / (LETTERS * LETTER_WIDTH))
        wrapped = list(_wrapped(texts, letters))
        high = LEADING * len(wrapped)
        outward = (down - self.middle) / max(1, self.middle - self.places[0][1])
        if is_side:
            top = -high / 2 + outward * high / 2
        else:
            top = self.radius + _GAP if outward > 0 else -self.radius - _GAP - high
        lines = tuple(
            Line(kind, text, round(top + LEADING * (number + 0.75)))
            for number, (kind, text) in enumerate(wrapped)
        )
        if not is_side:
            return Label("middle", 0, lines, letters)
        is_right = across > WIDTH / 2
        beyond = self.radius + _GAP
        return Label("start" if is_right else "end", beyond if is_right else -beyond, lines, letters)


def _wrapped(texts: Iterable[tuple[str, str]], letters: int) -> Iterator[tuple[str, str]]:
    for kind, text in texts:
        lines = textwrap.wrap(text, letters, break_long_words=False) or [text]
        # The browser writes a player's name, and shortens it.
        yield from ((kind, line) for line in (lines[:1] if kind == "player" else lines))


@lru_cache
def circle(seats: int) -> Circle:
    """The places of this number of tokens: their distances along the ring are equal."""
    high = REACH if seats <= ROUND else HIGH_REACH
    points = [
        (REACH * sin(2 * pi * step / _SAMPLES), -high * cos(2 * pi * step / _SAMPLES))
        for step in range(_SAMPLES + 1)
    ]
    lengths = [0.0]
    for (one, two), (three, four) in pairwise(points):
        lengths.append(lengths[-1] + hypot(three - one, four - two))
    spacing = lengths[-1] / seats
    radius = min(LARGEST, int(0.46 * spacing))
    middle = high + radius + LEADING * _LINES + _GAP
    places = []
    for seat in range(seats):
        step = next(number for number, length in enumerate(lengths) if length >= seat * spacing - 1e-6)
        places.append((round(WIDTH / 2 + points[step][0]), round(middle + points[step][1])))
    return Circle(tuple(places), radius, middle, 2 * middle, int(spacing))


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
