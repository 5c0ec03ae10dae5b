"""The list of a set's homebrew characters in the studio, and the addresses of their pages."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from builder import catalogue, editing, emblems
from builder.catalogue import Wording
from builder.checks.picture_faults import missing_icon
from builder.errors import MissingPartError
from builder.formats.official.entries import extra_keys
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Severity
from builder.game.script import Entry, Script
from builder.game.teams import Team
from builder.language import N_, gettext as _
from builder.memoize import of_values
from builder.web.infra.script_store import Opened
from builder.web.view_models import thumbnail

ICON = N_("icon")
#: An almanac page with one of these parts is there.
PARTS = ("overview", "rules", "examples", "how_to_run")
LONGEST_ADDRESS = 80
#: How many names are cached in quoted form.
CACHED = 4_000
#: How many scripts have their emblems cached.
SCRIPTS = 16
#: Characters that end a part of an address, or are invalid.
UNFIT = re.compile(r"[/\x00-\x1f\x7f-\x9f\u2028\u2029]")
NOT_PLAIN = re.compile(r"[^a-z0-9]+")
GRAVE = (Severity.ERROR, Severity.WARNING)


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry of a script in a list with buttons."""

    #: `[place, id]` as a form sends it.
    who: str

    def op(self, name: str, **fields: object) -> str:
        """An op about this character, as form fields."""
        return json.dumps({"op": name, "who": json.loads(self.who), **fields})

    @property
    def drop(self) -> str:
        """The op that takes it off the script."""
        return json.dumps({"op": "drop", "who": [json.loads(self.who)]})


@dataclass(frozen=True, slots=True)
class OwnView(ListedEntry):
    """One homebrew character in the list."""

    name: str
    #: Its path behind `/characters/`, and its id on the page.
    address: str
    mark: str
    team: str
    ability: str
    emblem: str
    #: The address of its small picture; empty if it shows its emblem.
    picture: str
    #: How many findings are about it, and how many of them are errors.
    findings: int
    grave: int
    #: What is not there yet, as its editor says.
    missing: tuple[str, ...]
    is_exported: bool
    key: str
    is_first: bool
    is_last: bool


def teams(opened: Opened) -> list[tuple[str, str, list[OwnView]]]:
    """The homebrew characters, team by team: the team, its title, its members."""
    script = opened.script
    findings, emblem_of, paths, marks = _findings(opened), drawn(script), addresses(script), _marks(script)

    def view(place: int, *, is_first: bool, is_last: bool) -> OwnView:
        entry, path = script.entries[place], paths[place]
        character = entry.character
        every, grave = findings.get(entry.key, (0, 0))
        small = thumbnail.picture(character, path)
        return OwnView(
            name=(character.name if character else "") or entry.id or "?",
            address=path,
            mark=marks[place],
            who=who(script, place),
            team=editing.team_of(entry),
            ability=character.ability if character else "",
            emblem=(character.icon.emblem or emblem_of.get(character.id, "")) if character else "",
            picture=f"{opened.path}{small}" if small else "",
            findings=every,
            grave=grave,
            missing=tuple(missing(character)),
            is_exported=character.page.export if character else True,
            key=entry.key,
            is_first=is_first,
            is_last=is_last,
        )

    titles = {team.value: (team.label, team.heading) for team in Team} | {
        editing.UNKNOWN: (_("Unknown"), _("Unknown"))
    }
    found = []
    for team, names in titles.items():
        everybody = [place for place, each in enumerate(script.entries) if editing.team_of(each) == team]
        members = [
            view(place, is_first=place == everybody[0], is_last=place == everybody[-1])
            for place in everybody
            if is_own(script.entries[place])
        ]
        if members:
            found.append((team, names[len(members) != 1], members))
    return found


def official(script: Script) -> list[Character]:
    """The official characters of the script."""
    return [each.character for each in script.entries if each.character and not is_own(each)]


def missing(character: Character | None) -> Iterator[str]:
    """Names of the parts that are not there yet. None of them is a problem."""
    if character is None:
        yield _("team")
        return
    if not character.ability.strip():
        yield _("ability")
    if not (character.icon.is_painted or character.images):
        yield ICON
    if not any(getattr(character.page, part) for part in PARTS):
        yield _("almanac page")


def is_own(entry: Entry) -> bool:
    """Whether the script itself defines the character."""
    has_words = isinstance(entry.written, dict) and len(entry.written) > 1
    return entry.is_custom or (has_words and entry.character is None)


def places(script: Script) -> list[int]:
    """The homebrew characters in the order of the list."""
    order = [*(team.value for team in Team), editing.UNKNOWN]
    own = [place for place, entry in enumerate(script.entries) if is_own(entry)]
    return sorted(own, key=lambda place: (order.index(editing.team_of(script.entries[place])), place))


def address(script: Script, place: int) -> str:
    """The path of an entry's page behind `/characters/`: its id, or its place if an address cannot contain the id."""
    return addresses(script)[place]


def addresses(script: Script) -> list[str]:
    """Same as `address`, for every entry."""
    names = extra_keys(entry.id for entry in script.entries)
    return [_quoted(name) or f"@{place}" for place, name in enumerate(names)]


@lru_cache(CACHED)
def _quoted(name: str) -> str:
    """A name quoted for an address; empty if that is impossible."""
    is_plain = len(name) <= LONGEST_ADDRESS and not UNFIT.search(name) and name[:1] not in ("", "@", ".")
    return quote(name, safe="~") if is_plain else ""


def find(script: Script, name: str) -> int | None:
    """The place of the entry with this address."""
    names = extra_keys(entry.id for entry in script.entries)
    if name in names:
        return names.index(name)
    if name.startswith("@") and name[1:].isdecimal():
        place = int(name[1:6])
        return place if place < len(names) else None
    keys = [entry.key for entry in script.entries]
    return keys.index(key(name)) if key(name) in keys else None


def who(script: Script, place: int) -> str:
    """Refers to an entry as ops do."""
    return named(place, script.entries[place].id[: editing.LONGEST_ID])


@lru_cache(CACHED)
def named(place: int, identifier: str) -> str:
    """Refers to the entry at a place as ops do."""
    return json.dumps([place, identifier])


def _marks(script: Script) -> list[str]:
    """Element ids that follow a character when it moves."""
    plain = [NOT_PLAIN.sub("-", entry.key[: editing.LONGEST_ID]).strip("-") for entry in script.entries]
    counted = Counter(plain)
    return [
        f"own-{name}" if name and counted[name] == 1 else f"own-{place}" for place, name in enumerate(plain)
    ]


def _findings(opened: Opened) -> dict[str, tuple[int, int]]:
    """For each key how many findings are about it, and how many errors. Computed once for the whole script."""
    counted: dict[str, tuple[int, int]] = {}
    for problem in opened.problems:
        if problem.code == missing_icon.code:  # said as what is missing
            continue
        for each in {key(one) for one in problem.characters}:
            every, grave = counted.get(each, (0, 0))
            counted[each] = (every + 1, grave + (problem.severity in GRAVE))
    return counted


def drawn(script: Script) -> Mapping[str, str]:
    """The emblem of each character, distinct within its script; empty if the emblems are not installed."""
    return _drawn(script.entries, catalogue.wording())


@of_values(SCRIPTS)
def _drawn(entries: tuple[Entry, ...], _words: Wording) -> Mapping[str, str]:
    try:
        return emblems.assign(each.character for each in entries if each.character)
    except MissingPartError:
        return {}
