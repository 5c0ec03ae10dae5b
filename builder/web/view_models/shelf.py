"""The shelf: all known characters, found by name, team, edition, ability text and tags, with fuzzy matching."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from builder import catalogue, emblems
from builder.catalogue import Wording
from builder.editing import origins
from builder.errors import MissingPartError
from builder.game import tags as wording
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Script
from builder.game.teams import Team
from builder.library import Library
from builder.memoize import of_values
from builder.web.view_models import character_list, thumbnail

EDITIONS = {
    "tb": "Trouble Brewing",
    "bmr": "Bad Moon Rising",
    "snv": "Sects & Violets",
    "carousel": "Carousel",
    "fabled": "Fabled",
    "loric": "Loric",
}
#: The maximum number of hits.
MOST = 200
LONGEST_QUERY = 120
#: The lowest similarity of a mistyped word and a known one, out of 100.
ALIKE = 74
#: How many other scripts homebrew characters come from, the latest change first.
OTHER_SCRIPTS = 40
#: How many scripts have their shelves cached.
CACHED = 64
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


def known(library: Library, script: str, *, owner: str = "") -> tuple[Known, ...]:
    """All characters: the official ones, and homebrew from the other scripts in the library."""
    return _known(library, script, owner, library.heads(owner=owner), catalogue.wording().stamp)


@lru_cache(maxsize=CACHED)
def _known(library: Library, script: str, owner: str, heads: Heads, _stamp: str) -> tuple[Known, ...]:
    """Same as `known`, with every script at the revision in `heads`."""
    return (*official(), *_own(library, script, owner, heads))


@catalogue.per_wording
def official() -> tuple[Known, ...]:
    """The official characters by team and name."""
    places = {team: place for place, team in enumerate(Team)}
    found = (of(each, EDITIONS.get(each.edition, each.edition)) for each in catalogue.everyone())
    return tuple(sorted(found, key=lambda one: (places[one.team], one.title)))


def of(character: Character, edition: str, script: str = "", picture: str = "", mark: str = "") -> Known:
    """A character in the form in which the shelf searches it."""
    wakes = [
        words
        for words, place in (
            ("wakes first night", character.first_night),
            ("wakes other nights", character.other_night),
        )
        if place
    ]
    tags = tuple(sorted(tags_of(character)))
    ability, name = character.ability[:MOST_LETTERS], character.name[:MOST_LETTERS]
    # Tags may be long-winded (`start-knowing`); people type the words.
    keywords = [character.team.value, character.team.plural, edition, character.edition, *tags, *wakes]
    title = name.casefold()
    facts = plain(" ".join([title, *keywords]))
    return Known(
        character.id,
        character.key,
        name,
        character.team,
        ability,
        emblem(character),
        edition,
        tags,
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


def emblem(character: Character) -> str:
    """The emblem of a character; empty if the emblems are not installed."""
    return emblem_in(character, catalogue.wording())


@of_values()
def emblem_in(character: Character, _words: Wording) -> str:
    """Same as `emblem`, in the current wording."""
    try:
        return emblems.of(character)
    except MissingPartError:
        return ""


def search(everybody: Sequence[Known], query: str) -> list[Known]:
    """Characters that match all words of the query, the best first; everybody for an empty query."""
    query_words = plain(query[:LONGEST_QUERY]).split()
    if not query_words:  # an emoji is no word, and finds nothing
        return [] if query.strip() else list(everybody)
    whole = " ".join(query_words)
    scored = [(score, one) for one in everybody if (score := _score(one, query_words, whole))]
    if not scored:
        scored = [(score, one) for one in everybody if (score := _slip(one, whole))]
    scored.sort(key=lambda item: (-item[0], len(item[1].title), item[1].title))
    return list(dict.fromkeys(one for _, one in scored))[:MOST]


def _score(one: Known, query_words: Sequence[str], whole: str) -> float:
    """Scores a match: by the whole name, its beginning, a word of it, any other keyword."""
    title = plain(one.title)
    if title == whole or one.key == key(whole):
        return 1000
    if title.startswith(whole) or one.key.startswith(key(whole)):
        return 900
    if all(any(word.startswith(each) for word in one.words) for each in query_words):
        return 800
    if f" {whole}" in f" {one.text}":
        return 600
    if all(f" {each}" in f" {one.facts}" for each in query_words):
        return 500
    return 400 if all(f" {each}" in f" {one.text}" for each in query_words) else 0


def _slip(one: Known, whole: str) -> float:
    """How similar the name and a mistyped one are; 0 if they are too different."""
    from rapidfuzz import fuzz

    score = max(fuzz.ratio(whole, one.title), *(fuzz.ratio(whole, word) for word in one.words or {""}))
    return score if score >= ALIKE else 0


def similar(everybody: Iterable[Known], character: Character, script: Script, limit: int = 8) -> list[Known]:
    """Possible replacements for a character: same team, similar tags, not on the script."""
    on_script = {entry.key for entry in script.entries}
    tags = tags_of(character)
    others = [
        one for one in everybody if one.team is character.team and one.key not in on_script and not one.script
    ]

    def nearness(one: Known) -> tuple[float, str]:
        both, either = len(tags & set(one.tags)), len(tags | set(one.tags))
        return -both / either if either else 0.0, one.title

    return sorted(others, key=nearness)[:limit]


def _own(library: Library, script: str, owner: str, heads: Heads) -> Iterator[Known]:
    """The homebrew characters of other scripts, each definition once."""
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
                if one.key not in seen:
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
