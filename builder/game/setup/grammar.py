"""What the square brackets of an ability say about the setup: `[+1 Outsider]`, `[No Demon]`, `[Max 3 Pikemen]`.

A bracket holds sentences; each is read by one rule of the table in `bracket_rules`. What no rule reads is kept as it
was written and reported, never guessed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from builder.game.setup.bracket_rules import IN_A_LINE, RULES, is_playable
from builder.game.setup.effects import Change, Effect, Exactly, Later
from builder.game.teams import Team

#: A sentence as it is written, and what it states; None: no rule reads it.
Sentence = tuple[str, tuple[Effect, ...] | None]


@dataclass(frozen=True, slots=True)
class Reading:
    """What an ability says about the setup, sentence by sentence."""

    sentences: tuple[Sentence, ...] = ()
    #: Whether there is more in brackets than is read.
    is_cut: bool = False

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What was understood."""
        return tuple(effect for _, stated in self.sentences for effect in stated or ())

    @property
    def unread(self) -> tuple[str, ...]:
        """The sentences that were not understood."""
        return tuple(text for text, stated in self.sentences if stated is None)

    def along(self, effects: Iterable[Effect]) -> "Reading":
        """Together with effects that stand in no sentence: each is for itself."""
        return Reading((*self.sentences, *(("", (effect,)) for effect in effects)), self.is_cut)


#: So much of an ability is read for brackets, so many sentences in them, and sentences of so many letters. No printed
#: ability comes near any of these.
MOST_LETTERS, MOST_SENTENCES, LONGEST = 2_000, 8, 120
_BRACKET = re.compile(r"[\[［]([^\[\]［］]{1,600})[\]］]")
_OPENING = re.compile(r"[\[［]")
_EMPTY = re.compile(r"[\s.…]*")
_PLAIN = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "﹣": "-", "－": "-", "＋": "+", "’": "'", "\u00a0": " "}
)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = dict(zip(_NUMBERS, range(1, 11), strict=True))
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
#: Where a sentence ends, in a text without two spaces in a row.
_SENTENCE = re.compile(r"(?<![.;])[.;]+(?:\s|$)|\n|,\s?(?=[+±-])|\s(?:and|&)\s(?=[+±-])")
_JOINED = re.compile(r"(?<!\bor)(?<!\bto)(?<![,/+-])\s+(?=[+±-]\s?(?:the\b|\d))", re.IGNORECASE)


def read(ability: str) -> Reading:
    """The setup effects that an ability states in brackets."""
    found = list(islice(_in_brackets(ability), MOST_SENTENCES + 1))
    is_cut = len(found) > MOST_SENTENCES or _OPENING.search(ability, MOST_LETTERS) is not None
    every = [(sentence, _read(sentence)) for sentence in found[:MOST_SENTENCES]]
    if any(IN_A_LINE in (stated or ()) for _, stated in every):
        every = list(_in_a_line(every))
    return Reading(tuple(every), is_cut)


def sentence_about(ability: str, name: str) -> str:
    """The sentence in an ability's brackets that names somebody."""
    return next((sentence for sentence in _in_brackets(ability) if name in sentence), name)


def _in_brackets(ability: str) -> Iterator[str]:
    for found in _BRACKET.finditer(ability, 0, MOST_LETTERS):
        if not _EMPTY.fullmatch(found[1]):
            yield from _sentences(found[1])


def _sentences(text: str) -> list[str]:
    spaced = _SPACES.sub(lambda run: "\n" if "\n" in run[0] else " ", text.translate(_PLAIN))
    plain = re.sub(r"\b(max|min)\.", r"\1", spaced, flags=re.IGNORECASE)
    return [" ".join(part.split()) for part in _SENTENCE.split(plain) if part.strip()]


def _read(sentence: str) -> tuple[Effect, ...] | None:
    if len(sentence) > LONGEST:
        return None
    whole = _by_rule(sentence)
    parts = _JOINED.split(sentence)
    if whole is not None or len(parts) == 1:
        return whole
    each = [_by_rule(part) for part in parts]
    return None if None in each else tuple(effect for part in each for effect in part or ())


def _by_rule(sentence: str) -> tuple[Effect, ...] | None:
    digits = _NUMBER_WORD.sub(lambda word: str(_WORDS[word[1].lower()]), sentence)
    for pattern, meaning in RULES:
        found = pattern.fullmatch(digits)
        if found and is_playable(found):
            effects = meaning(found)
            if effects is not None:
                return effects
    return None


def _in_a_line(every: Iterable[Sentence]) -> Iterator[Sentence]:
    """Where evil sits in a line, the Minions are chosen by their seats once the Demon has one: none is in the bag."""
    is_first = True
    for text, stated in every:
        found: list[Effect] = []
        for effect in stated or ():
            if isinstance(effect, Change) and effect.team is Team.MINION:
                found += [Exactly(Team.MINION, 0), Later(Team.MINION, effect.options[0], as_usual=is_first)]
                is_first = False
            else:
                found.append(effect)
        yield text, None if stated is None else tuple(found)
