"""What the square brackets of an ability say about the setup: `[+1 Outsider]`, `[No Demon]`, `[Max 3 Pikemen]`.

A bracket holds sentences; each is read by one rule of the table in `bracket_rules`. What no rule reads is kept as it
was written and reported, never guessed.
"""

import re
from dataclasses import dataclass

from builder.game.setup.bracket_rules import IN_A_LINE, RULES
from builder.game.setup.effects import Change, Effect, Exactly, Later
from builder.game.teams import Team


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood of an ability's brackets, and the sentences that were not."""

    effects: tuple[Effect, ...] = ()
    unread: tuple[str, ...] = ()


_BRACKET = re.compile(r"[\[［]([^\[\]［］]{1,600})[\]］]")
_EMPTY = re.compile(r"[\s.…]*")
_PLAIN = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "﹣": "-", "－": "-", "＋": "+", "’": "'", "\u00a0": " "}
)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = dict(zip(_NUMBERS, range(1, 11), strict=True))
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.;]+(?:\s+|$)|\s*\n\s*|,\s*(?=[+±-])|\s+(?:and|&)\s+(?=[+±-])")
_JOINED = re.compile(r"(?<!\bor)(?<!\bto)(?<![,/+-])\s+(?=[+±-]\s?(?:the\b|\d))", re.IGNORECASE)


def read(ability: str) -> Reading:
    """The setup effects that an ability states in brackets."""
    effects: list[Effect] = []
    unread: list[str] = []
    for text in _BRACKET.findall(ability):
        if _EMPTY.fullmatch(text):
            continue
        for sentence in _sentences(text):
            found = _read(sentence)
            if found is None:
                unread.append(sentence)
            else:
                effects.extend(found)
    return Reading(_in_a_line(tuple(effects)), tuple(unread))


def sentences(ability: str) -> tuple[tuple[str, tuple[Effect, ...] | None], ...]:
    """Each sentence of an ability's brackets with what it states; None: no rule reads it."""
    texts = (text for text in _BRACKET.findall(ability) if not _EMPTY.fullmatch(text))
    return tuple((sentence, _read(sentence)) for text in texts for sentence in _sentences(text))


def sentence_about(ability: str, name: str) -> str:
    """The sentence in an ability's brackets that names somebody."""
    every = (sentence for text in _BRACKET.findall(ability) for sentence in _sentences(text))
    return next((sentence for sentence in every if name in sentence), name)


def _sentences(text: str) -> list[str]:
    plain = re.sub(r"\b(max|min)\.", r"\1", text.translate(_PLAIN), flags=re.IGNORECASE)
    return [" ".join(part.split()) for part in _SENTENCE.split(plain) if part.strip()]


def _read(sentence: str) -> tuple[Effect, ...] | None:
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
        if found:
            effects = meaning(found)
            if effects is not None:
                return effects
    return None


def _in_a_line(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Where evil sits in a line, the Minions are chosen by their seats once the Demon has one: none is in the bag."""
    if IN_A_LINE not in effects:
        return effects
    minions = [each for each in effects if isinstance(each, Change) and each.team is Team.MINION]
    if not minions:
        return effects
    later = (Later(Team.MINION, sum(each.options[0] for each in minions)), Exactly(Team.MINION, 0))
    return (*(each for each in effects if each not in minions), *later)
