"""Statistics of a set: teams, who wakes, what they do, how long and how readable abilities are; and the official ones.

    found = set_statistics.of(script)
    found.own.counts["information"], found.own.median, found.official.readability, found.long

The official figures are counted over all official characters, as the game's own data have them, each time the data
change. Fabled and Loric are left out: they are rules more than characters.
"""

import re
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builder import catalogue
from builder.checks import facts
from builder.checks.facts import Listed
from builder.game.script import Entry, Script
from builder.game.setup import grammar
from builder.game.teams import Team
from builder.language import N_

TEAMS = (Team.TOWNSFOLK, Team.OUTSIDER, Team.MINION, Team.DEMON, Team.TRAVELLER)
#: What is counted by tags.
DOES: Mapping[str, frozenset[str]] = {
    "information": frozenset({"information", "start-knowing"}),
    "deaths": frozenset({"demon-kill", "extra-death", "night-death"}),
    "protection": frozenset({"protection"}),
    "drunk-or-poisoned": frozenset({"drunkenness", "poison"}),
    "false-information": frozenset({"misinformation", "misled", "misregistration"}),
}
#: Titles of the counts, in the order of a page; those of teams are their headings.
TITLES = {
    "first-night": N_("Wake on the first night"),
    "other-nights": N_("Wake on other nights"),
    "never-wake": N_("Never wake"),
    "information": N_("Learn something"),
    "deaths": N_("Kill"),
    "protection": N_("Protect"),
    "drunk-or-poisoned": N_("Make drunk or poisoned"),
    "false-information": N_("Mislead or misregister"),
    "setup": N_("Change the setup"),
}
WORD = re.compile(r"[^\W_][\w'’*-]*")
#: A sentence, or a part of one behind a colon or semicolon: what a player takes in at once.
SENTENCE = re.compile(r"[.!?:;]+(?:\s|$)")
#: A word of more letters counts as a long one.
LONG_WORD = 6
#: An ability with more words than this share of the official ones is called long.
LONG_ABILITY = 0.95


@dataclass(frozen=True, slots=True)
class Figures:
    """A group of characters, counted."""

    characters: int
    #: How many are of a team, wake, learn …, by the names of `TITLES` and of teams.
    counts: Mapping[str, int]
    #: The number of words of each ability, the shortest first.
    words: tuple[int, ...]
    #: Words in a sentence or a part of one, and the share of long words in percent, added (known as LIX): lower is
    #: easier. None if there are no words.
    readability: float | None

    @property
    def median(self) -> float:
        """The median number of words of an ability; 0 if there are none."""
        return float(statistics.median(self.words)) if self.words else 0.0

    def share(self, name: str) -> float:
        """The part of the characters that are counted, from 0 to 1."""
        return self.counts[name] / self.characters if self.characters else 0.0


@dataclass(frozen=True, slots=True)
class LongAbility:
    """An ability of the script's own that is longer than nearly all official ones."""

    id: str
    name: str
    words: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A script's own characters, all that are on it, and the official ones."""

    own: Figures
    script: Figures
    official: Figures
    #: Longest first.
    long: tuple[LongAbility, ...]
    #: More words than this make an ability long.
    most_words: int


def of(script: Script) -> Statistics:
    """The statistics of a script."""
    here = [each for each in facts.of(script).listed if each.team in TEAMS]
    own, limit = [each for each in here if each.custom], _most_words()
    sizes = sorted(((_words(each), each) for each in own), key=lambda pair: -pair[0])
    return Statistics(
        _figures(own),
        _figures(here),
        official(),
        tuple(LongAbility(each.id, each.name, words) for words, each in sizes if words > limit),
        limit,
    )


@catalogue.per_wording
def official() -> Figures:
    """The figures of all official characters."""
    everybody = (each for each in catalogue.everyone() if each.team in TEAMS)
    return _figures(
        facts.of(Script(entries=tuple(Entry(each.id, each.id, each) for each in everybody))).listed
    )


def _most_words() -> int:
    words = official().words
    return words[min(len(words) - 1, int(len(words) * LONG_ABILITY))] if words else 0


def _figures(those: Iterable[Listed]) -> Figures:
    every = tuple(those)
    abilities = [each.character.ability for each in every if each.character.ability.strip()]
    counts = {team.value: sum(each.team is team for each in every) for team in TEAMS}
    wakes = [tuple(has_number or has_text for _, _, has_number, has_text in each.nights) for each in every]
    counts |= {
        "first-night": sum(first for first, _ in wakes),
        "other-nights": sum(other for _, other in wakes),
        "never-wake": sum(not any(nights) for nights in wakes),
    }
    counts |= {name: sum(bool(each.tags & tags) for each in every) for name, tags in DOES.items()}
    counts["setup"] = sum(
        each.character.setup or bool(grammar.brackets(each.character.ability)) for each in every
    )
    return Figures(len(every), counts, tuple(sorted(map(_words, every))), readability(abilities))


def _words(each: Listed) -> int:
    return len(WORD.findall(each.character.ability))


def readability(texts: Iterable[str]) -> float | None:
    """How hard texts are to read: words in a part of a sentence, plus the percentage of long words."""
    words, parts, long = 0, 0, 0
    for text in texts:
        here = WORD.findall(text)
        words += len(here)
        parts += sum(bool(WORD.search(part)) for part in SENTENCE.split(text))
        long += sum(len(word) > LONG_WORD for word in here)
    return round(words / parts + 100 * long / words, 1) if words else None
