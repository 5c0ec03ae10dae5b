"""The middle of the build page: the sheet as a list by team, each character with what one can do to it."""

import json
from dataclasses import dataclass

from builder import catalogue, editing
from builder.game.script import Entry, Script
from builder.game.teams import Team
from builder.web import character_list, likeness, shelf

#: A list longer than this is cut, so that a page with a hostile script can still be used.
MOST_ENTRIES = 300


@dataclass(frozen=True, slots=True)
class EntryView:
    """One character on the sheet."""

    #: `[place, id]` as a form sends it.
    who: str
    #: Names its parts on the page; no two alike.
    mark: str
    key: str
    name: str
    ability: str
    emblem: str
    is_own: bool
    is_first: bool
    is_last: bool
    #: Where its own page is, behind `/characters/`; empty for one that is not the author's.
    address: str = ""
    #: Its small picture, behind the path of the script; empty where the emblem stands for it.
    picture: str = ""

    def op(self, name: str, **fields: object) -> str:
        """An op about this character, as a form sends it."""
        return json.dumps({"op": name, "who": json.loads(self.who), **fields})

    @property
    def drop(self) -> str:
        """The op that takes it off the script."""
        return json.dumps({"op": "drop", "who": [json.loads(self.who)]})


@dataclass(frozen=True, slots=True)
class TeamList:
    """One team of the sheet."""

    key: str
    title: str
    entries: tuple[EntryView, ...]


def teams(script: Script) -> tuple[TeamList, ...]:
    """The sheet, team by team; those nobody knows at the end."""
    groups: dict[str, list[tuple[int, Entry]]] = {
        team: [] for team in (*(each.value for each in Team), editing.UNKNOWN)
    }
    for place, entry in enumerate(script.entries[:MOST_ENTRIES]):
        groups[editing.team_of(entry)].append((place, entry))
    addresses = character_list.addresses(script)
    titles = {team.value: (team.title, team.plural) for team in Team} | {
        editing.UNKNOWN: ("Unknown", "Unknown")
    }
    return tuple(
        TeamList(team, titles[team][len(members) != 1], _entries(members, addresses))
        for team, members in groups.items()
        if members
    )


def _entries(members: list[tuple[int, Entry]], addresses: list[str]) -> tuple[EntryView, ...]:
    seen: dict[str, int] = {}
    found, words = [], catalogue.wording()
    for index, (place, entry) in enumerate(members):
        seen[entry.key] = seen.get(entry.key, 0) + 1
        character = entry.character
        found.append(
            EntryView(
                who=character_list.named(place, entry.id[: editing.LONGEST_ID]),
                mark=f"{entry.key[: editing.LONGEST_ID]}-{seen[entry.key]}",
                key=entry.key[: editing.LONGEST_ID],
                name=(character.name if character else "") or entry.id or "?",
                ability=character.ability if character else "",
                emblem=shelf.emblem_in(character, words) if character else "",
                is_own=entry.is_custom,
                is_first=index == 0,
                is_last=index == len(members) - 1,
                address=addresses[place] if entry.is_custom else "",
                picture=likeness.picture(character, addresses[place]) if entry.is_custom else "",
            )
        )
    return tuple(found)
