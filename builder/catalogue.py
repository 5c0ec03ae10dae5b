"""The official characters, jinxes and night order, read from `data/` when they are asked for."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builder import assets
from builder.game import tags
from builder.game.character import Character, Jinx, SortFigures
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup.rules import Rules
from builder.game.tags import Words
from builder.game.teams import Team


@dataclass(frozen=True, slots=True)
class NightOrder:
    """The whole official order of each night, `dusk`, both infos and `dawn` among the ids."""

    first_night: tuple[str, ...]
    other_night: tuple[str, ...]


def find(identifier: str) -> Character | None:
    """The official character that an id means (`Fang Gu`, `fang_gu` and `fanggu` are one), or None."""
    path = _files().get(key(identifier))
    return _read(path) if path else None


def keys() -> frozenset[str]:
    """The key of every official character."""
    return frozenset(_files())


@cache
def everyone() -> tuple[Character, ...]:
    """Every official character, by team and then by id."""
    return tuple(_read(path) for path in _files().values())


@cache
def jinxes() -> tuple[Jinx, ...]:
    """The official pairs, each once."""
    return tuple(
        Jinx((pair["head"], pair["other"]), pair["reason"], setup=tuple(pair.get("setup", ())))
        for pair in _json("jinxes.json")
    )


@cache
def night_order() -> NightOrder:
    """The official order of both kinds of night."""
    order = _json("night_order.json")
    return NightOrder(tuple(order["firstNight"]), tuple(order["otherNight"]))


@cache
def setup_counts() -> Mapping[int, Mapping[str, int]]:
    """For each number of players: how many of each team, before anybody changes it."""
    return MappingProxyType({int(players): counts for players, counts in _json("setup_counts.json").items()})


@cache
def rules() -> Rules:
    """The rules of setup: counts, jinxes and what the official characters do."""
    return Rules(setup_counts(), jinxes(), find)


@cache
def sort_starts() -> tuple[str, ...]:
    """The opening words by which the official order groups abilities, in its order."""
    return tuple(_json("sort_groups.json")["starts"])


@cache
def tag_words() -> tuple[Words, ...]:
    """By which words a homebrew ability is known to do what."""
    return tags.table(_json("tag_words.json"))


@cache
def check_limits(code: str) -> Mapping[str, Any]:
    """The numbers that one check goes by."""
    return MappingProxyType(_json("check_thresholds.json").get(code, {}))


def resolve(script: Script) -> Script:
    """The same script with every official id filled in; the script's own definitions stay as they are."""
    return replace(
        script,
        entries=tuple(
            entry if entry.character else replace(entry, character=find(entry.id)) for entry in script.entries
        ),
    )


@cache
def _files() -> Mapping[str, Path]:
    """Key to file. Folders are teams, so nothing need be opened to know who there is."""
    return MappingProxyType(
        {
            path.stem: path
            for team in Team
            for path in sorted(assets.data("characters", team.value).glob("*.json"))
        }
    )


@cache
def _read(path: Path) -> Character:
    written = json.loads(path.read_bytes())
    return Character(
        id=written["id"],
        name=written["name"],
        team=Team(written["team"]),
        ability=written["ability"],
        edition=written["edition"],
        first_night=_position(written["id"], night_order().first_night),
        other_night=_position(written["id"], night_order().other_night),
        first_night_reminder=written.get("firstNightReminder", ""),
        other_night_reminder=written.get("otherNightReminder", ""),
        reminders=tuple(written["reminders"]),
        reminders_global=tuple(written.get("remindersGlobal", ())),
        setup=written["setup"],
        special=tuple(written.get("special", ())),
        setup_effects=tuple(written.get("setupEffects", ())),
        sort=SortFigures(**written["sort"]),
        emblem=written["emblem"],
        tags=frozenset(written["tags"]),
    )


def _position(identifier: str, order: tuple[str, ...]) -> float:
    """Place i in the list means number i + 1 on the format's scale; 0 means that the character does not wake."""
    return order.index(identifier) + 1 if identifier in order else 0


def _json(name: str) -> Any:  # noqa: ANN401  # JSON
    return json.loads(assets.data(name).read_bytes())
