"""Find official characters with similar abilities, by comparing words.

Common words (“player”, “choose”) have a low weight, rare ones (“neighbour”, “guess”) a high one: each word
and each pair of words is weighted by how few official abilities contain it (TF-IDF).
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from math import log, sqrt
from types import MappingProxyType

from builder import catalogue
from builder.game.character import Character

#: Longest ability that is compared; the format allows 250.
LONGEST = 600
#: Minimum similarity in percent; below, two abilities only share the game's standard words.
LEAST = 14
#: At most this many phrases are shown, each of at least this many words.
MOST_PHRASES = 3
SHORTEST_PHRASE = 3
#: Single letters (“X Outsiders”) are not words; “a” is.
_WORD = re.compile(r"[^\W_]{2,}(?:['-][^\W_]+)*\*?|\b[aA]\b|[+±-]?\d+")
#: Synonyms: “they die” is “you kill them”.
SYNONYMS = MappingProxyType({"kill": "die", "them": "they", "someone": "player", "somebody": "player"})
#: “You kill them” after synonyms are applied, and “they die”.
TOLD_ALIKE = ("you die they", "they die")
#: Bonus for the same team: a Demon's killing is not like a Gunslinger's.
OWN_TEAM = 1.5
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "−": "-", "\u00a0": " "})


@dataclass(frozen=True, slots=True)
class Similar:
    """An official character with a similar ability."""

    character: Character
    #: In percent: 100 is identical.
    score: int
    #: The longest shared phrases, in the words of the given ability.
    phrases: tuple[str, ...] = ()


def similar(character: Character, most: int = 5, least: int = LEAST) -> tuple[Similar, ...]:
    """The official characters with the most similar abilities, without itself; its own team gets a bonus.

    Compares the wording in use: ours, or the publisher's after a sync.
    """
    weights = _weights()
    mine = _measured(_terms(_words(character.ability)), weights)
    scored = (
        (round(100 * _cosine(mine, theirs)), other)
        for other, theirs in _official()
        if other.key != character.key
    )
    nearest = sorted(
        ((score, other) for score, other in scored if score >= least),
        key=lambda each: (-each[0] * (OWN_TEAM if each[1].team is character.team else 1), each[1].id),
    )
    return tuple(
        Similar(other, score, shared(character.ability, other.ability)) for score, other in nearest[:most]
    )


def shared(one: str, other: str) -> tuple[str, ...]:
    """The longest runs of words in both abilities, as written in the first."""
    mine, theirs = _words(one), _words(other)
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
    spans = list(_WORD.finditer(one[:LONGEST].translate(_STRAIGHT)))
    long = sorted((block for block in blocks if block.size >= SHORTEST_PHRASE), key=lambda block: -block.size)
    return tuple(
        one[spans[block.a].start() : spans[block.a + block.size - 1].end()] for block in long[:MOST_PHRASES]
    )


def _words(ability: str) -> list[str]:
    """The words of an ability, normalized: `chooses` is `choose`."""
    return [_stem(word) for word in _WORD.findall(ability[:LONGEST].translate(_STRAIGHT).lower())]


def _stem(word: str) -> str:
    plain = word.removesuffix("'s")
    for ending, shortest in (("ed", 6), ("s", 4)):
        if len(plain) >= shortest and plain.endswith(ending) and not plain.endswith("ss"):
            plain = plain.removesuffix(ending)
            break
    return SYNONYMS.get(plain, plain)


def _terms(words: Sequence[str]) -> Iterator[str]:
    told = " ".join(words).replace(*TOLD_ALIKE).split()
    yield from told
    yield from (f"{one} {other}" for one, other in pairwise(told))


@catalogue.per_wording
def _weights() -> Mapping[str, float]:
    """The weight of each term in the official abilities."""
    abilities = [character.ability for character in catalogue.everyone()]
    among = Counter(term for ability in abilities for term in set(_terms(_words(ability))))
    return {term: log(len(abilities) / number) for term, number in among.items()}


@catalogue.per_wording
def _official() -> tuple[tuple[Character, Mapping[str, float]], ...]:
    weights = _weights()
    return tuple(
        (character, _measured(_terms(_words(character.ability)), weights))
        for character in catalogue.everyone()
    )


def _measured(terms: Iterator[str], weights: Mapping[str, float]) -> Mapping[str, float]:
    """Each term with its weight, normalized to length 1; an unknown term has the highest weight."""
    rarest = max(weights.values(), default=1.0)
    worth = {term: weights.get(term, rarest) * (1 + log(number)) for term, number in Counter(terms).items()}
    length = sqrt(sum(each * each for each in worth.values())) or 1.0
    return {term: each / length for term, each in worth.items()}


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    few, many = (one, other) if len(one) < len(other) else (other, one)
    return sum(worth * many[term] for term, worth in few.items() if term in many)
