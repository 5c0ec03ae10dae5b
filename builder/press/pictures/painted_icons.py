"""Painted art: by address (`clockwright:painted/<team>/<emblem, or name of a picture>`), of characters, as files.

`<team>` is a team, or `good` or `evil` for the other version of one. Painted on first use, then cached.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from builder import assets, uploads
from builder.chunks import SIGNATURE
from builder.files import safe_name
from builder.game import paint_settings
from builder.game.character import Character
from builder.game.paint_settings import PaintSettings
from builder.game.teams import Team
from builder.press.pictures import downloads, icon_shapes, painting
from builder.press.pictures.painting import EVIL, GOOD
from builder.press.pictures.store import ADDRESS as PICTURE, name_of as name_of_bytes, store

if TYPE_CHECKING:
    from PIL.Image import Image


ADDRESS = "clockwright:painted/"
#: Part of each cache key; increase it when painting changes.
VERSION = 2
#: Scale at which emblems are drawn before painting: they have a margin, and their edges stay crisp.
FINER = 1.5
#: The scale of a draft.
DRAFT = 0.5
#: Default and flipped; for a Traveller unaligned, good, evil. A Fabled or Loric never changes sides.
_VERSIONS = {
    Team.TOWNSFOLK: ("townsfolk", EVIL),
    Team.OUTSIDER: ("outsider", EVIL),
    Team.MINION: ("minion", GOOD),
    Team.DEMON: ("demon", GOOD),
    Team.TRAVELLER: ("traveller", GOOD, EVIL),
}


def name_of(url: str) -> str:
    """The name in the store of the art at an address, painted if it is not cached. "" for another address."""
    team, _, what = url.removeprefix(ADDRESS).partition("/")
    return paint(what, team, framed=True) if what else ""


def paint(what: str, team: str, settings: PaintSettings = painting.USUAL, *, framed: bool = False) -> str:
    """Paints an emblem or a stored picture for a team; returns the name of the result in the store."""
    return paint_each(what, (team,), settings, framed=framed)[0]


def paint_each(
    what: str, teams: Sequence[str], settings: PaintSettings = painting.USUAL, *, framed: bool = False
) -> tuple[str, ...]:
    """Paints for several teams, with shared steps done once. `framed` is for documents."""
    names = {team: _name(what, team, settings, framed=framed) for team in teams}
    new = [team for team, name in names.items() if store().get(name) is None]
    if new:
        made = painting.paint_each(_shape(what, settings), new, settings, framed=framed)
        for team, png in zip(new, made, strict=True):
            store().put(names[team], png)
    return tuple(names[team] for team in teams)


def paint_all(
    what: str, teams: Sequence[str], settings: PaintSettings, *, framed: bool = False
) -> Iterator[bytes]:
    """Paints for several teams; returns PNG files."""
    for name in paint_each(what, teams, settings, framed=framed):
        yield store().get(name) or b""


def draft(
    what: str, teams: Sequence[str], settings: PaintSettings, *, framed: bool = False
) -> Iterator[bytes]:
    """Paints at half the size, as a quick preview. Stores nothing."""
    small = replace(settings, scale=DRAFT)
    return painting.paint_each(_shape(what, small), teams, small, framed=framed)


def _name(what: str, team: str, settings: PaintSettings, *, framed: bool) -> str:
    facts = json.dumps([VERSION, what, team, settings.as_json(), framed], sort_keys=True)
    return name_of_bytes(f"painted {facts}".encode())


def _shape(what: str, settings: PaintSettings) -> "bytes | Image":
    """The source to paint: a stored picture as PNG, else the outline of an emblem; a plain one for an unknown name."""
    picture = store().get(what)
    if picture is not None and picture.startswith(SIGNATURE):
        return picture
    return icon_shapes.emblem(what, round(settings.size * settings.scale * FINER))


def versions(team: Team) -> tuple[str, ...]:
    """The versions in which a team's art is painted, the default first."""
    return _VERSIONS.get(team, (team.value,))


def painted_art(character: Character, shape: str, *, every_version: bool = False) -> tuple[str, ...]:
    """The addresses of a character's art for documents: cropped to the frame. Paints what is not cached.

    `shape` is an emblem or the name of a stored picture.
    """
    wanted = versions(character.team)[: None if every_version else 1]
    return tuple(PICTURE + name for name in _painted(character, shape, wanted, framed=True))


def _painted(
    character: Character, shape: str, wanted: Sequence[str], *, framed: bool = False
) -> tuple[str, ...]:
    return paint_each(shape, wanted, paint_settings.read(character.icon.settings), framed=framed)


def files(characters: Sequence[Character]) -> Iterator[tuple[str, bytes]]:
    """The art of characters as PNG files with their names (`file_names`), painted or as their authors made it.

    Skips characters with neither an icon nor a stored picture. Downloads nothing.
    """
    for character, names in zip(characters, file_names(characters), strict=True):
        stored = _painted_names(character) if character.icon.is_painted else _own_names(character)
        for name, what in zip(names, stored, strict=False):
            png = store().get(what) if what else None
            if png:
                yield name, png


def file_names(characters: Sequence[Character]) -> list[tuple[str, ...]]:
    """For each character the names of its files as in Bloodstar, in the order of the official `image` field.

    `<id>.png`; `<id>_evil.png` or `<id>_good.png`, for a Traveller both, good first. A duplicate id becomes `<id>-2`.
    """
    taken: set[str] = set()
    return [_file_names(each, taken) for each in characters]


def _file_names(character: Character, taken: set[str]) -> tuple[str, ...]:
    stem, number = safe_name(character.id).replace(" ", "_"), 1
    unique = stem
    while unique.casefold() in taken:
        number += 1
        unique = f"{stem}-{number}"
    taken.add(unique.casefold())
    others = versions(character.team)[1:]
    return (f"{unique}.png", *(f"{unique}_{other}.png" for other in others))


def _painted_names(character: Character) -> tuple[str, ...]:
    """The names in the store of a character's painted versions; empty if the shape is missing."""
    icon = character.icon
    shape = (
        downloads.gather([icon.picture], fetching=False)[icon.picture].name if icon.picture else icon.emblem
    )
    return _painted(character, shape, versions(character.team)) if shape else ()


def _own_names(character: Character) -> tuple[str, ...]:
    """The names in the store of pictures in the script (`data:`) or uploaded; empty for web addresses."""
    ours = [url for url in character.images if uploads.is_address(url) or url[:5].lower() == "data:"]
    found = downloads.gather(ours, fetching=False)
    return tuple(found[url].name if url in found else "" for url in character.images)


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset of paint settings: its name in addresses, title and description."""

    name: str
    title: str
    words: str
    #: Differences from the default (`game.paint_settings`).
    settings: Mapping[str, Any]


@cache
def presets() -> tuple[Preset, ...]:
    """All presets, the default first."""
    return tuple(Preset(**each) for each in json.loads(assets.data("icon_presets.json").read_bytes()))
