"""A script: its characters in the author's order, and its metadata."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from builder.game.almanac import Almanac, Page
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem
from builder.game.teams import Team

#: An object with a team and one of these defines a character.
NAMING = frozenset({"name", "ability"})
#: The name of a script that has none.
UNNAMED = "Unnamed script"


@dataclass(frozen=True, slots=True)
class Meta:
    """What a script says about itself (the `_meta` entry)."""

    name: str = ""
    author: str = ""
    logo: str = ""
    background: str = ""
    almanac: str = ""
    hide_title: bool = False
    #: The author's own rules, shown with the Bootlegger.
    bootlegger: tuple[str, ...] = ()
    #: The author's night order as ids, with `dusk`, `minioninfo`, `demoninfo`, `dawn`; None if not given.
    first_night: tuple[str, ...] | None = None
    other_night: tuple[str, ...] | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The author's own rules without empty ones."""
        return tuple(filter(str.strip, self.bootlegger))


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a script.

    `written` is the JSON value as its author wrote it (a string, `{"id"}`, or a full character), so that unknown
    fields survive. `character` is the author's own definition, or after `catalogue.resolve` the official one;
    None: the id is unknown.
    """

    id: str
    written: Any
    character: Character | None = None
    #: Its JSON path in the file: `$[3]`; empty for a new entry. Ignored in comparisons.
    path: str = field(default="", compare=False)
    line: int | None = field(default=None, compare=False)
    #: The author's almanac texts about an official character.
    page: Page | None = None
    #: Its id in the form used for comparison.
    key: str = field(init=False, compare=False, repr=False)
    #: Whether the script defines the character itself (an id with only a jinx does not count).
    is_custom: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Compute both once: they are used a dozen times for every entry after each change."""
        written = self.written
        is_custom = isinstance(written, dict) and "team" in written and bool(written.keys() & NAMING)
        object.__setattr__(self, "key", key(self.id))
        object.__setattr__(self, "is_custom", is_custom)


@dataclass(frozen=True, slots=True)
class Script:
    """A complete script. `entries` are in the author's order, without `_meta`."""

    meta: Meta = field(default_factory=Meta)
    entries: tuple[Entry, ...] = ()
    almanac: Almanac = field(default_factory=Almanac)
    #: The `_meta` object as written, with unknown keys; None if the file had none.
    written_meta: Mapping[str, Any] | None = None
    #: Index of the entry that `_meta` came before (usually 0).
    meta_position: int = 0
    #: Further `_meta` objects, each with its index: a mistake in the file, stored so that nothing is lost.
    other_metas: tuple[tuple[int, Mapping[str, Any]], ...] = ()
    #: Problems noticed and tolerated while the file was read (comments, extra commas, ...).
    reading: tuple[Problem, ...] = field(default=(), compare=False)
    #: The source text, to find the line of a problem; empty if there is none.
    source: str = field(default="", compare=False, repr=False)

    @property
    def name(self) -> str:
        """The script's name, or a fallback if the file has none."""
        return self.meta.name.strip() or UNNAMED

    @property
    def block(self) -> Mapping[str, Any]:
        """Our own object in its `_meta` (`clockwright`); empty if there is none."""
        block = (self.written_meta or {}).get("clockwright")
        return block if isinstance(block, Mapping) else {}

    @property
    def language(self) -> str:
        """The language that its author gave for it (`_meta.clockwright.language`), as written; empty if none."""
        return str(self.block.get("language") or "").strip()[:40]

    @property
    def theme(self) -> Any:
        """The theme that its author gave for it (`_meta.clockwright.theme`): a name or an object; empty if none."""
        return self.block.get("theme") or ""

    @property
    def characters(self) -> tuple[Character, ...]:
        """All known characters on the script, in its order."""
        return tuple([entry.character for entry in self.entries if entry.character])

    @property
    def names(self) -> dict[str, str]:
        """The name of each known character by its key."""
        return {entry.key: entry.character.name for entry in self.entries if entry.character}

    @property
    def unknown(self) -> tuple[Entry, ...]:
        """Entries with unknown ids (only meaningful after `catalogue.resolve`)."""
        return tuple(entry for entry in self.entries if entry.character is None)

    @property
    def metas(self) -> tuple[tuple[int, Mapping[str, Any]], ...]:
        """Every `_meta` as written, each with the number of entries before it."""
        first = () if self.written_meta is None else ((self.meta_position, self.written_meta),)
        return first + self.other_metas

    def written(self) -> list[Any]:
        """The JSON values of its file in order, with every `_meta` at its index among the entries."""
        items = [entry.written for entry in self.entries]
        for position, meta in self.metas[::-1]:
            items.insert(position, meta)
        return items

    def places(self) -> list[str]:
        """For each entry its path in `written()`: `$[1]`, `$[2]`, ..."""
        return list(_places(len(self.entries), tuple(position for position, _ in self.metas)))

    def team(self, team: Team) -> Iterator[Character]:
        """The characters of one team, in the script's order."""
        return (character for character in self.characters if character.team is team)


@lru_cache(maxsize=64)
def _places(count: int, before: tuple[int, ...]) -> tuple[str, ...]:
    """The paths of `count` entries, where `before` lists the indexes that have a `_meta` before them."""
    return tuple(f"$[{index + sum(position <= index for position in before)}]" for index in range(count))


def renames(before: Script, after: Script) -> dict[str, Entry]:
    """Homebrew characters whose id changed: the old key of each, with its new entry.

    A removed and an added character match if they share a unique name, or else a unique ability.
    """
    old, new = ({entry.key for entry in script.entries} for script in (before, after))
    gone = [entry for entry in before.entries if entry.is_custom and entry.key not in new]
    came = [entry for entry in after.entries if entry.is_custom and entry.key not in old]
    found: dict[str, Entry] = {}
    for words in (_name, _ability):
        found |= _paired([each for each in gone if each.key not in found], came, words)
        came = [each for each in came if each not in found.values()]
    return found


def _paired(gone: Sequence[Entry], came: Sequence[Entry], words: Callable[[Entry], str]) -> dict[str, Entry]:
    left, right = Counter(map(words, gone)), Counter(map(words, came))
    known = {words(each): each for each in came}
    return {
        each.key: known[said] for each in gone if (said := words(each)) and left[said] == right[said] == 1
    }


def _name(entry: Entry) -> str:
    return " ".join(entry.character.name.split()) if entry.character else ""


def _ability(entry: Entry) -> str:
    return " ".join(entry.character.ability.split()) if entry.character else ""
