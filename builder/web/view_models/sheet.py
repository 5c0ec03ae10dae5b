"""The middle of the build page: the sheet by team, each character with its buttons; above it the script details."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from builder import catalogue, editing, uploads
from builder.catalogue import Wording
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _
from builder.memoize import of_values
from builder.web.view_models import character_list, shelf, thumbnail

#: A list longer than this is cut, so that the page of a hostile script stays usable.
MOST_ENTRIES = 300
#: The place for a character that is on the script once: its id is enough, and its row survives a move.
ANYWHERE = -1
#: How many characters of a team a script usually has; of Demons one to four.
GOALS = {"townsfolk": 13, "outsider": 4, "minion": 4, "demon": 1}
NONE_OUTDATED: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class EntryView(character_list.ListedEntry):
    """One character on the sheet; its place is `ANYWHERE` if the id is enough."""

    #: A unique prefix for ids of elements on the page.
    mark: str
    key: str
    name: str
    ability: str
    emblem: str
    is_own: bool
    #: The path of its page behind `/characters/`; empty for an official one.
    address: str = ""
    #: Its small picture, behind the path of the script; empty if it shows its emblem.
    picture: str = ""
    #: The title of the set whose original of it changed since; empty: none did.
    changed_in: str = ""


@dataclass(frozen=True, slots=True)
class TeamList:
    """One team of the sheet."""

    key: str
    title: str
    entries: tuple[EntryView, ...]

    @property
    def goal(self) -> int:
        """How many are usual, until there are more; 0 if no number is."""
        goal = GOALS.get(self.key, 0)
        return goal if len(self.entries) <= goal else 0


def teams(script: Script, outdated: Mapping[str, str] = NONE_OUTDATED) -> tuple[TeamList, ...]:
    """The sheet, team by team, the four main ones even if they are empty; unknown characters at the end.

    `outdated` is as in `other_sets`.
    """
    groups: dict[str, list[tuple[int, Entry]]] = {
        team: [] for team in (*(each.value for each in Team), editing.UNKNOWN)
    }
    for place, entry in enumerate(script.entries[:MOST_ENTRIES]):
        groups[editing.team_of(entry)].append((place, entry))
    addresses = character_list.addresses(script)
    counts = Counter(map(_findable, script.entries))
    titles = {team.value: team.heading for team in Team} | {editing.UNKNOWN: _("Unknown")}
    return tuple(
        TeamList(team, titles[team], _entries(members, addresses, counts, outdated))
        for team, members in groups.items()
        if members or team in COUNTED_TEAMS
    )


def _entries(
    members: list[tuple[int, Entry]],
    addresses: list[str],
    counts: Mapping[str, int],
    outdated: Mapping[str, str],
) -> tuple[EntryView, ...]:
    seen: dict[str, int] = {}
    found, words = [], catalogue.wording()
    for place, entry in members:
        seen[entry.key] = seen.get(entry.key, 0) + 1
        who = character_list.named(
            ANYWHERE if counts[_findable(entry)] == 1 else place, entry.id[: editing.LONGEST_ID]
        )
        address = addresses[place] if entry.is_custom else ""
        found.append(_view(entry, who, seen[entry.key], address, outdated.get(entry.key, ""), words))
    return tuple(found)


@of_values()
def _view(entry: Entry, who: str, number: int, address: str, changed_in: str, words: Wording) -> EntryView:
    """`number` counts the entries with the same key up to this one."""
    character = entry.character
    return EntryView(
        who=who,
        mark=f"{entry.key[: editing.LONGEST_ID]}-{number}",
        key=entry.key[: editing.LONGEST_ID],
        name=(character.name if character else "") or entry.id or "?",
        ability=character.ability if character else "",
        emblem=shelf.emblem_in(character, words) if character else "",
        is_own=entry.is_custom,
        address=address,
        picture=thumbnail.picture(character, address) if entry.is_custom else "",
        changed_in=changed_in,
    )


def _findable(entry: Entry) -> str:
    """The key by which `editing.find` looks for an entry."""
    return entry.key if len(entry.id) <= editing.LONGEST_ID else key(entry.id[: editing.LONGEST_ID])


#: The details that may be a picture.
PICTURES = ("logo", "background")


class Picture(NamedTuple):
    """A picture of the script."""

    #: Its address as an author typed it; empty if it was uploaded, or if there is none.
    address: str
    #: The end of the address of its preview, different for each upload; empty if it was not uploaded here.
    upload: str


def pictures_of(script: Script) -> dict[str, Picture]:
    """The pictures among the details of a script, by their names."""
    addresses = {name: getattr(script.meta, name) for name in PICTURES}
    return {
        name: Picture("", each.removeprefix(uploads.SCHEME))
        if uploads.is_address(each)
        else Picture(each, "")
        for name, each in addresses.items()
    }
