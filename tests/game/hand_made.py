"""Scripts written by hand for the tests."""

import json
from pathlib import Path
from typing import Any

from builder import catalogue
from builder.game.character import Character
from builder.game.script import Entry, Meta, Script
from builder.game.teams import Team


def read(path: Path) -> Any:  # JSON
    return json.loads(path.read_bytes())


def own(identifier: str, team: Team = Team.TOWNSFOLK, **values: Any) -> Character:  # its fields
    """A homebrew character."""
    return Character(identifier, identifier.title(), team, **values)


def entry(item: "str | Character") -> Entry:
    if isinstance(item, str):
        return Entry(item, item)
    return Entry(item.id, {"id": item.id, "name": item.name, "team": item.team.value}, item)


def script(*items: "str | Character", **meta: Any) -> Script:  # the fields of Meta
    """A resolved script of official ids and homebrew characters."""
    return catalogue.resolve(Script(Meta(**meta), tuple(map(entry, items))))


def from_json(value: list[Any]) -> Script:
    """A script from official JSON, read without our own reader."""
    meta: dict[str, Any] = next(
        (item for item in value if isinstance(item, dict) and item["id"] == "_meta"), {}
    )
    entries = []
    for item in value:
        if item is meta:
            continue
        if isinstance(item, str) or item.keys() <= {"id"}:
            entries.append(entry(item if isinstance(item, str) else item["id"]))
            continue
        character = Character(
            item["id"],
            item["name"],
            Team(item["team"].replace("traveler", "traveller")),
            item["ability"],
            first_night=item.get("firstNight"),
            other_night=item.get("otherNight"),
            first_night_reminder=item.get("firstNightReminder") or "",
            other_night_reminder=item.get("otherNightReminder") or "",
        )
        entries.append(Entry(item["id"], item, character))
    return catalogue.resolve(
        Script(
            Meta(
                name=meta.get("name", ""),
                almanac=meta.get("almanac", ""),
                first_night=tuple(meta["firstNight"]) if "firstNight" in meta else None,
                other_night=tuple(meta["otherNight"]) if "otherNight" in meta else None,
            ),
            tuple(entries),
            meta or None,
        )
    )
