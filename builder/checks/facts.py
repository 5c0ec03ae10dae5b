"""Facts about a script that several checks use, computed once: tags, teams, and which jinxes apply."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from builder import catalogue
from builder.catalogue import Wording
from builder.game import jinxes, tags
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.problem import Fix, Severity
from builder.game.script import Entry, Script
from builder.game.tags import Source, Tags
from builder.game.teams import COUNTED_TEAMS, GOOD_TEAMS, Team
from builder.language import N_
from builder.memoize import of_runs, of_short_texts, of_values

if TYPE_CHECKING:
    from builder.game.setup.cast import Cast

#: How many scripts have their facts cached: checks and matchups of a page use the same.
SCRIPTS = 16


class Finding(NamedTuple):
    """What a check found: a problem without its code and severity, which are those of the check."""

    message: str
    characters: tuple[str, ...] = ()
    path: str | None = None
    fix: Fix | None = None
    #: If it is not that of the check.
    severity: Severity | None = None


class Listed(NamedTuple):
    """A character on the script: its position, its tags, and their source."""

    entry: Entry
    character: Character
    key: str
    path: str
    #: Whether the script defines it itself.
    custom: bool
    tags: frozenset[str]
    source: Source

    @property
    def id(self) -> str:
        """Its id as written."""
        return self.entry.id

    @property
    def name(self) -> str:
        """Its name, or its id if it has none."""
        return self.character.name.strip() or self.entry.id

    @property
    def team(self) -> Team:
        """Its team."""
        return self.character.team

    @property
    def nights(self) -> tuple[tuple[str, str, bool, bool], ...]:
        """For each night (`first`, its title, whether there is a number above zero, whether there is a reminder)."""
        it = self.character
        return (
            ("first", N_("first night"), (it.first_night or 0) > 0, bool(it.first_night_reminder.strip())),
            ("other", N_("other nights"), (it.other_night or 0) > 0, bool(it.other_night_reminder.strip())),
        )


@dataclass(frozen=True)
class Facts:
    """A script with everything that checks need; each fact is computed on first use."""

    script: Script

    @cached_property
    def by_key(self) -> Mapping[str, Listed]:
        """All known characters by key, each once, in the script's order."""
        ticked = tags.ticked(self.script.block)
        every = chain.from_iterable(_listed(self.script.entries, catalogue.wording()))
        found: dict[str, Listed] = {}
        for each, path in zip(every, self.script.places(), strict=True):
            if each and each.key not in found:
                placed = each if each.path == path else each._replace(path=path)
                # What the author ticked takes precedence.
                extra = self.script.block["characters"][each.id] if each.id in ticked else None
                found[each.key] = _as_ticked(placed, extra) if extra else placed
        return found

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        """The same without the keys."""
        return tuple(self.by_key.values())

    @cached_property
    def teams(self) -> Mapping[Team, tuple[Listed, ...]]:
        """The same by team, with an entry for every team."""
        found: dict[Team, list[Listed]] = {team: [] for team in Team}
        for each in self.listed:
            found[each.character.team].append(each)
        return {team: tuple(some) for team, some in found.items()}

    @cached_property
    def custom(self) -> tuple[Listed, ...]:
        """Characters defined by the script itself."""
        return tuple(each for each in self.listed if each.custom)

    @cached_property
    def counted(self) -> tuple[Listed, ...]:
        """Townsfolk, Outsiders, Minions and Demons."""
        return tuple(each for team in COUNTED_TEAMS for each in self.teams[team])

    @cached_property
    def good(self) -> tuple[Listed, ...]:
        """Townsfolk and Outsiders."""
        return tuple(each for each in self.counted if each.team in GOOD_TEAMS)

    @cached_property
    def by_tag(self) -> Mapping[str, tuple[Listed, ...]]:
        """Characters by tag, among those that the setup counts."""
        found: dict[str, list[Listed]] = defaultdict(list)
        for each in self.listed:
            if each.team in COUNTED_TEAMS:
                for tag in each.tags:
                    found[tag].append(each)
        return {tag: tuple(some) for tag, some in found.items()}

    @cached_property
    def jinxes(self) -> tuple[Jinx, ...]:
        """The jinxes between two characters on the script."""
        found = jinxes.applying(self.script, catalogue.jinxes())
        return tuple(jinx for jinx in found if jinx.pair <= self.by_key.keys())

    @cached_property
    def cast(self) -> "Cast":
        """The script's cast, as the setup engine uses it."""
        from builder.checks import playing
        from builder.game.setup.cast import cast

        return cast(self.script, playing.rules())

    @cached_property
    def playable(self) -> tuple[int, ...]:
        """The numbers of players with a legal table."""
        from builder.checks import playing

        return playing.playable(self.cast)

    @property
    def is_small(self) -> bool:
        """Whether it is a Teensyville, for 5 or 6 players."""
        return len(self.teams[Team.TOWNSFOLK]) <= int(
            catalogue.check_thresholds("counts")["teensyville_townsfolk"]
        )

    @property
    def is_whole(self) -> bool:
        """Whether it has enough characters to compare them."""
        limits = catalogue.check_thresholds("whole-script")
        return all(len(self.teams[team]) >= limits[team.value] for team in COUNTED_TEAMS)

    @cached_property
    def is_understood(self) -> bool:
        """Whether the tags of nearly all characters are known, so that "nobody does" is justified."""
        unread = sum(each.source is Source.WORDING and not each.tags for each in self.counted)
        return unread <= len(self.listed) * float(catalogue.check_thresholds("whole-script")["unread_share"])

    def sources(self, *wanted: str) -> tuple[Listed, ...]:
        """All characters with one of these tags, each once."""
        if len(wanted) == 1:
            return self.by_tag.get(wanted[0], ())
        found = {each.key: each for tag in wanted for each in self.by_tag.get(tag, ())}
        return tuple(found.values())


def of(script: Script) -> Facts:
    """The facts of a resolved script."""
    return _facts(script, catalogue.wording())


@of_values(SCRIPTS)
def _facts(script: Script, _wording: Wording) -> Facts:
    return Facts(script)


@of_runs
def _listed(entries: tuple[Entry, ...], _wording: Wording) -> list[Listed | None]:
    """The characters of some entries; None for unknown ones."""
    found: list[Listed | None] = []
    for entry in entries:
        it = entry.character
        does = it and (_tags(it) if entry.is_custom else Tags(it.tags, Source.DATA))
        found.append(
            Listed(entry, it, entry.key, entry.path, entry.is_custom, does.tags, does.source)
            if it and does
            else None
        )
    return found


@of_values()
def _as_ticked(each: Listed, extra: Mapping[str, Any]) -> Listed:
    ((_unused, ticks),) = tags.ticked({"characters": {each.id: extra}}).items()
    return each._replace(tags=ticks, source=Source.AUTHOR)


@of_values(SCRIPTS)
def placed(order: tuple[str, ...] | None) -> frozenset[str]:
    """The keys in a script's own order of a night."""
    return frozenset(map(key, order or ()))


def _tags(character: Character) -> Tags:
    """The tags of a homebrew character by its wording; under the id of an official one it has those in data."""
    official = catalogue.find(character.key)
    if official:
        return Tags(official.tags, Source.DATA)
    return Tags(_by_wording(character.ability, character.team), Source.WORDING)


@of_short_texts(4096)
def _by_wording(ability: str, team: Team) -> frozenset[str]:
    return tags.by_wording(ability, team, catalogue.tag_words())
