"""The shelf: all known characters, found by name, team, edition, ability text and tags, with fuzzy matching."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from builder import catalogue, emblems
from builder.cache import MemoryCache
from builder.catalogue import Wording
from builder.editing import origins
from builder.errors import MissingPartError
from builder.game import sorting, tags as wording
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.library import Library
from builder.memoize import of_values
from builder.web.infra import samples
from builder.web.view_models import character_list, thumbnail

EDITIONS = {**samples.BASE, "carousel": "Carousel", "fabled": "Fabled", "loric": "Loric"}
#: The editions that can be picked, each with the short name that players use.
PICKED_EDITIONS = {"tb": "TB", "bmr": "BMR", "snv": "S&V", "carousel": "Carousel"}
#: What people type for a team.
TEAM_NAMES = {
    name: team
    for team in Team
    for spelling in (team.value, team.value.replace("ll", "l"))
    for name in (spelling, f"{spelling}s")
}
#: The maximum number of hits.
MOST = 200
LONGEST_QUERY = 120
#: A shorter beginning of a name is like too many others.
SHORTEST_SLIP = 4
#: The score of a character whose name is the query.
NAMED = 1000
#: Words this short have no ending to leave out.
SHORTEST_STEM = 3
#: The lowest similarity of a mistyped word and a known one, out of 100.
ALIKE = 74
#: How many other scripts homebrew characters come from, the latest change first.
OTHER_SCRIPTS = 40
#: Bytes of the cached shelves of scripts, and of each id and revision that one was made from.
BUDGET, HEAD = 16_000_000, 200
WORD = re.compile(r"[^\W_]+")
#: Limits for the letters of a name and of an ability on the shelf, which lists hundreds of characters.
MOST_LETTERS = 2_000
#: Ids of an owner's scripts with the revision of each, the last changed first.
Heads = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Known:
    """One character that can be added to a script."""

    id: str
    key: str
    name: str
    team: Team
    ability: str
    emblem: str
    edition: str
    tags: tuple[str, ...]
    #: The short name of its edition: `tb`; empty for homebrew.
    edition_id: str = ""
    #: The id of the script that defines it; empty for an official character.
    script: str = ""
    #: In lower case, for searching: name, its words, other keywords, and all of that with the ability.
    title: str = ""
    words: frozenset[str] = frozenset()
    facts: str = ""
    text: str = ""
    #: The address of its small picture; empty if it shows its emblem.
    picture: str = ""
    #: Its identity, equal for characters that are the same in all parts; empty for an official one.
    mark: str = ""

    @property
    def address(self) -> str:
        """Refers to the character in a form."""
        return f"{self.script}/{self.id}" if self.script else self.id


#: By library, script, owner and wording: the heads, and the shelf made from them. A shelf of older heads is replaced,
#: for each holds the ids of all scripts of its owner.
_SHELVES: MemoryCache[tuple[Library, str, str, str], tuple[Heads, tuple[Known, ...]]] = MemoryCache(BUDGET)


def known(library: Library, script: str, *, owner: str = "") -> tuple[Known, ...]:
    """All characters: the official ones, and homebrew from the other scripts in the library."""
    heads, key = library.heads(owner=owner), (library, script, owner, catalogue.wording().stamp)
    cached = _SHELVES.get(key)
    if cached and cached[0] == heads:
        return cached[1]
    found = (*official(), *_own(library, script, owner, heads))
    return _SHELVES.put(key, (heads, found), sys.getsizeof(found) + HEAD * len(heads))[1]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a visitor looks for: words, and the chips that are on."""

    words: str = ""
    #: A team, and an edition; empty: any.
    team: str = ""
    edition: str = ""
    #: Only characters that are not on the script.
    is_new: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether the whole shelf is shown."""
        return self == Wanted()

    def fits(self, one: Known) -> bool:
        """Whether the chips let a character through, whatever is on the script."""
        return self.team in {"", one.team.value} and self.edition in {"", one.edition_id}


def wanted(fields: Mapping[str, object]) -> Wanted:
    """What a form asks for; a chip that does not exist is off."""
    team, edition = str(fields.get("team", "")), str(fields.get("edition", ""))
    return Wanted(
        str(fields.get("q", ""))[:LONGEST_QUERY],
        team if team in set(Team) else "",
        edition if edition in PICKED_EDITIONS else "",
        bool(fields.get("new")),
    )


def find(everybody: Sequence[Known], asked: Wanted, script: Script) -> list[Known]:
    """The characters that are asked for, the best first."""
    on_script = {entry.key for entry in script.entries} if asked.is_new else set()
    return search([one for one in everybody if asked.fits(one) and one.key not in on_script], asked.words)


@dataclass(frozen=True, slots=True)
class Group:
    """Characters on the shelf under one heading; of the best hits it is empty."""

    title: str
    team: str
    members: tuple[Known, ...]


def groups(found: Sequence[Known], asked: Wanted) -> list[Group]:
    """The hits, then the homebrew of other scripts; without words the official ones team by team."""
    ours = [one for one in found if not one.script]
    if asked.words.strip():
        parts = [Group("", "", tuple(ours))]
    else:
        parts = [
            Group(team.heading, team.value, tuple(one for one in ours if one.team is team)) for team in Team
        ]
    parts.append(Group(_("From your other scripts"), "", tuple(one for one in found if one.script)))
    return [part for part in parts if part.members]


@catalogue.per_wording
def official() -> tuple[Known, ...]:
    """The official characters in the official order."""
    everyone = sorting.sort_characters(tuple(catalogue.everyone()), catalogue.sort_starts())
    return tuple(of(each, EDITIONS.get(each.edition, each.edition)) for each in everyone)


def of(character: Character, edition: str, script: str = "", picture: str = "", mark: str = "") -> Known:
    """A character in the form in which the shelf searches it."""
    wakes = [
        words
        for words, place in (
            (_("wakes first night"), character.first_night),
            (_("wakes other nights"), character.other_night),
        )
        if place
    ]
    tags = tuple(sorted(tags_of(character)))
    ability, name = character.ability[:MOST_LETTERS], character.name[:MOST_LETTERS]
    # Tags may be long-winded (`start-knowing`); people type the words.
    keywords = [
        character.team.value,
        character.team.plural,
        character.team.heading,
        edition,
        character.edition,
        *tags,
        *wakes,
    ]
    title = name.casefold()
    facts = plain(" ".join([title, *keywords]))
    return Known(
        character.id,
        character.key,
        name,
        character.team,
        ability,
        emblem_in(character, catalogue.wording()),
        edition,
        tags,
        "" if script else character.edition,
        script,
        title,
        frozenset(WORD.findall(title)),
        facts,
        f"{facts} {plain(ability)}",
        picture,
        mark,
    )


def tags_of(character: Character) -> frozenset[str]:
    """The tags of a character; for homebrew without ticks, derived from its text."""
    found = character.tags or wording.by_wording(character.ability, character.team, catalogue.tag_words())
    return frozenset(found)


def plain(text: str) -> str:
    """The words of a text in lower case, separated by single spaces."""
    return " ".join(WORD.findall(text.casefold()))


@of_values()
def emblem_in(character: Character, _words: Wording) -> str:
    """The emblem of a character in the current wording; empty if the emblems are not installed."""
    try:
        return emblems.of(character)
    except MissingPartError:
        return ""


def search(everybody: Sequence[Known], query: str) -> list[Known]:
    """Characters that match all words of the query, the best first; everybody for an empty query.

    Official characters come before homebrew, even if only their name is like a mistyped one. Equals stay in the
    order of `everybody`.
    """
    if not query.strip():
        return list(everybody)
    asked = Query.of(plain(query[:LONGEST_QUERY]))
    if not asked.words:  # an emoji is no word, and finds nothing
        return []
    scored = [(score, one) for one in everybody if (score := _score(one, asked))]
    if not any(score == NAMED or not one.script for score, one in scored):
        others = [one for one in everybody if not (one.script and scored)]
        scored += [(score, one) for one in others if (score := _slip(one, asked.whole))]
    scored.sort(key=lambda item: (bool(item[1].script), -item[0]))
    return list(dict.fromkeys(one for _unused, one in scored))[:MOST]


@dataclass(frozen=True, slots=True)
class Query:
    """The words of a query; `stems` are without the ending of `kills` and `learns`."""

    whole: str
    key: str
    words: tuple[str, ...]
    stems: tuple[str, ...]

    @classmethod
    def of(cls, whole: str) -> Self:
        """The query in lower case with single spaces, taken apart."""
        words = tuple(whole.split())
        return cls(whole, key(whole), words, tuple(map(_stem, words)))


def _score(one: Known, asked: Query) -> float:
    """Scores a match; 0 if there is none."""
    return next((score for score, fits in RULES if fits(one, asked)), 0)


def _is_of_team_and_has_the_rest(one: Known, asked: Query) -> bool:
    pairs = zip(asked.stems, asked.words, strict=True)
    rest = [stem for stem, word in pairs if TEAM_NAMES.get(word) is not one.team]
    return len(rest) < len(asked.words) and _has(one.text, rest)


#: What a match may be, the best first, each with its score: its name, its team, the beginning of its name or of words
#: of it, its team and words of its text, words of its facts, its text with the words in this order, or in any.
RULES: Sequence[tuple[float, Callable[[Known, Query], bool]]] = (
    (NAMED, lambda one, asked: one.title == asked.whole or one.key == asked.key),
    (950, lambda one, asked: TEAM_NAMES.get(asked.whole) is one.team),
    (900, lambda one, asked: one.title.startswith(asked.whole) or one.key.startswith(asked.key)),
    (800, lambda one, asked: all(any(word.startswith(each) for word in one.words) for each in asked.words)),
    (700, _is_of_team_and_has_the_rest),
    (600, lambda one, asked: _has(one.facts, asked.stems)),
    (500, lambda one, asked: _has(one.text, [" ".join(asked.stems)])),
    (400, lambda one, asked: _has(one.text, asked.stems)),
)


def _stem(word: str) -> str:
    return word[:-1] if len(word) > SHORTEST_STEM and word.endswith("s") and not word.endswith("ss") else word


def _has(text: str, stems: Iterable[str]) -> bool:
    """Whether a text has a word that begins with each stem."""
    return all(f" {stem}" in f" {text}" for stem in stems)


def _slip(one: Known, whole: str) -> float:
    """How similar a name, or the beginning of a word of it, and a mistyped one are; 0 if they are too different."""
    from rapidfuzz import fuzz

    begun = [word[: len(whole)] for word in one.words] if len(whole) >= SHORTEST_SLIP else []
    score = max(fuzz.ratio(whole, each) for each in (one.title, *one.words, *begun))
    return score if score >= ALIKE else 0


def similar(everybody: Iterable[Known], character: Character, script: Script) -> list[Known]:
    """Possible replacements for a character: same team, not on the script, the ones with similar tags first."""
    on_script = {entry.key for entry in script.entries}
    tags = tags_of(character)
    others = [
        one for one in everybody if one.team is character.team and one.key not in on_script and not one.script
    ]

    def nearness(one: Known) -> tuple[float, str]:
        both, either = len(tags & set(one.tags)), len(tags | set(one.tags))
        return -both / either if either else 0.0, one.title

    return sorted(others, key=nearness)


def _own(library: Library, script: str, owner: str, heads: Heads) -> Iterator[Known]:
    """The homebrew characters of other scripts, each definition once; those of our samples are left out."""
    seen: set[str] = set()
    names = catalogue.keys()
    listed = {(one.id, one.revision): one.characters for one in library.scripts(owner=owner)}
    # A script that changed after the heads were read is read as it was then.
    others = (each for each in heads if not names.issuperset(listed.get(each, ("",))))
    for count, (identifier, revision) in enumerate(others):
        if count >= OTHER_SCRIPTS:
            return
        if identifier != script:
            for one in customs(library, identifier, revision, catalogue.wording().stamp):
                if one.key not in seen and (one.key, one.name) not in samples.homebrew():
                    seen.add(one.key)
                    yield one


@lru_cache(maxsize=128)
def customs(library: Library, identifier: str, revision: int, _stamp: str) -> tuple[Known, ...]:
    """The homebrew characters of a script at a revision."""
    saved = library.get(identifier, revision)
    if saved is None:
        return ()
    addresses, copies = character_list.addresses(saved.script), origins.copies(saved.script)

    def small(character: Character, place: int) -> str:
        behind = thumbnail.picture(character, addresses[place])
        return f"/s/{identifier}{behind}" if behind else ""

    return tuple(
        of(
            entry.character,
            saved.script.name,
            identifier,
            small(entry.character, place),
            origins.mark(copy),
        )
        for place, (entry, copy) in enumerate(zip(saved.script.entries, copies, strict=True))
        if copy and entry.character and entry.id
    )


def standing(script: Script, members: Iterable[Known]) -> dict[str, str]:
    """By address, the characters whose id is on a script: `there`, or `differs` if it is another definition."""
    places = {entry.key: place for place, entry in reversed([*enumerate(script.entries)])}
    on_script = [one for one in members if one.key in places]
    copies = origins.copies(script) if any(one.script for one in on_script) else []

    def differs(one: Known) -> bool:
        mine = copies[places[one.key]] if one.script else None
        return bool(one.script) and (mine is None or origins.mark(mine) != one.mark)

    return {one.address: "differs" if differs(one) else "there" for one in on_script}
