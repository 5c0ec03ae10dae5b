"""The bundled data: the official characters, jinxes and night order in our own words, from `data/`."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from builder import assets
from builder.game.almanac import Explanation, Page
from builder.game.character import Character, Jinx, SortFigures
from builder.game.teams import Team


def find(key: str) -> Character | None:
    """The character with a key, or None."""
    path = _files().get(key)
    return _read(path) if path else None


def keys() -> frozenset[str]:
    """The key of every character."""
    return frozenset(_files())


@cache
def everyone() -> tuple[Character, ...]:
    """Every character, by team and then by id."""
    return tuple(_read(path) for path in _files().values())


@cache
def jinxes() -> tuple[Jinx, ...]:
    """The official jinxes, each pair once."""
    return tuple(
        Jinx((pair["head"], pair["other"]), pair["reason"], setup=tuple(pair.get("setup", ())))
        for pair in table("jinxes.json")
    )


@cache
def night(name: str) -> tuple[str, ...]:
    """The order of the `firstNight` or the `otherNight`."""
    return tuple(table("night_order.json")[name])


def table(name: str) -> Any:
    """A file of `data/`."""
    return json.loads(assets.data(name).read_bytes())


@cache
def _files() -> Mapping[str, Path]:
    """Key to file. Folders are teams, so the keys are known without opening any file."""
    return {
        path.stem: path
        for team in Team
        for path in sorted(assets.data("characters", team.value).glob("*.json"))
    }


@cache
def _read(path: Path) -> Character:
    written = json.loads(path.read_bytes())
    return Character(
        id=written["id"],
        name=written["name"],
        team=Team(written["team"]),
        ability=written["ability"],
        edition=written["edition"],
        first_night=place(written["id"], night("firstNight")),
        other_night=place(written["id"], night("otherNight")),
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


@cache
def explanation(key: str) -> Explanation | None:
    """What Clockwright's almanac says about a character, or None."""
    path = _files().get(key)
    if path is None:
        return None
    written = json.loads(assets.data("almanac", path.parent.name, path.name).read_bytes())
    page = Page(
        overview=written["overview"],
        rules=tuple(written["rules"]),
        examples=tuple(written["examples"]),
        how_to_run=tuple(written["howToRun"]),
        advice=tuple(written["advice"]),
        tip=written["tip"],
    )
    return Explanation(written["flavor"], page)


def place(identifier: str, order: tuple[str, ...]) -> float:
    """Index i in the list means number i + 1 on the format's scale; 0 means that the character does not wake."""
    return order.index(identifier) + 1 if identifier in order else 0
