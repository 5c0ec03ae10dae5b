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
from builder.press.pictures.store import ADDRESS as PICTURE
from builder.press.pictures.store import name_of as name_of_bytes
from builder.press.pictures.store import store

if TYPE_CHECKING:
    from PIL.Image import Image


ADDRESS = "clockwright:painted/"
#: Raised when the steps of painting change, so that nobody sees what an older version painted.
VERSION = 2
#: An emblem is drawn so much larger than it is painted: it leaves a little free around it, and its edges stay crisp.
FINER = 1.5
#: The scale of a draft.
DRAFT = 0.5
#: Usual and flipped; of a Traveller unaligned, good, evil. Nobody changes the side of a Fabled or a Loric.
_VERSIONS = {
    Team.TOWNSFOLK: ("townsfolk", EVIL),
    Team.OUTSIDER: ("outsider", EVIL),
    Team.MINION: ("minion", GOOD),
    Team.DEMON: ("demon", GOOD),
    Team.TRAVELLER: ("traveller", GOOD, EVIL),
}


def name_of(url: str) -> str:
    """The name under which the art of an address is stored; it is painted where nobody did yet. Else empty."""
    team, _, what = url.removeprefix(ADDRESS).partition("/")
    return paint(what, team, framed=True) if what else ""


def paint(what: str, team: str, settings: PaintSettings = painting.USUAL, *, framed: bool = False) -> str:
    """Paints an emblem or a stored picture for a team, with settings of one's own; the name of the result."""
    return paint_each(what, (team,), settings, framed=framed)[0]


def paint_each(
    what: str, teams: Sequence[str], settings: PaintSettings = painting.USUAL, *, framed: bool = False
) -> tuple[str, ...]:
    """The same for several teams; what they have in common is done once. `framed` is as documents want it."""
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
    """The same as PNG files."""
    for name in paint_each(what, teams, settings, framed=framed):
        yield store().get(name) or b""


def draft(
    what: str, teams: Sequence[str], settings: PaintSettings, *, framed: bool = False
) -> Iterator[bytes]:
    """The same in half the size, for an eye that waits; nothing is stored."""
    small = replace(settings, scale=DRAFT)
    return painting.paint_each(_shape(what, small), teams, small, framed=framed)


def _name(what: str, team: str, settings: PaintSettings, *, framed: bool) -> str:
    facts = json.dumps([VERSION, what, team, settings.as_json(), framed], sort_keys=True)
    return name_of_bytes(f"painted {facts}".encode())


def _shape(what: str, settings: PaintSettings) -> "bytes | Image":
    """What is painted: a stored picture as PNG, or the outline of an emblem, or of a plain one for what is neither."""
    picture = store().get(what)
    if picture is not None and picture.startswith(SIGNATURE):
        return picture
    return icon_shapes.emblem(what, round(settings.size * settings.scale * FINER))


def versions(team: Team) -> tuple[str, ...]:
    """What the art of a team is painted as, the usual first."""
    return _VERSIONS.get(team, (team.value,))


def painted_art(character: Character, shape: str, *, every_version: bool = False) -> tuple[str, ...]:
    """The addresses of a character's art as documents show it: without the free part of its canvas.

    `shape` is an emblem or the name of a stored picture. Paints what is new.
    """
    wanted = versions(character.team)[: None if every_version else 1]
    return tuple(PICTURE + name for name in _painted(character, shape, wanted, framed=True))


def _painted(
    character: Character, shape: str, wanted: Sequence[str], *, framed: bool = False
) -> tuple[str, ...]:
    return paint_each(shape, wanted, paint_settings.read(character.icon.settings), framed=framed)


def files(characters: Sequence[Character]) -> Iterator[tuple[str, bytes]]:
    """The art of characters as PNG files with their names (`file_names`), painted or as their authors made it.

    Whoever has neither an icon nor a picture of their own that is stored here gives none. Fetches nothing.
    """
    for character, names in zip(characters, file_names(characters), strict=True):
        stored = _painted_names(character) if character.icon.is_painted else _own_names(character)
        for name, what in zip(names, stored, strict=False):
            png = store().get(what) if what else None
            if png:
                yield name, png


def file_names(characters: Sequence[Character]) -> list[tuple[str, ...]]:
    """For each character the names of its files as Bloodstar writes them, in the order of the official `image` field.

    `<id>.png`; `<id>_evil.png` or `<id>_good.png`, of a Traveller both, good first. The second of an id is `<id>-2`.
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
    """The painted versions, as they are stored; none where the shape is gone."""
    icon = character.icon
    shape = (
        downloads.gather([icon.picture], fetching=False)[icon.picture].name if icon.picture else icon.emblem
    )
    return _painted(character, shape, versions(character.team)) if shape else ()


def _own_names(character: Character) -> tuple[str, ...]:
    """The pictures that lie in the script or were uploaded, as they are stored; empty for one that is elsewhere."""
    ours = [url for url in character.images if uploads.is_address(url) or url[:5].lower() == "data:"]
    found = downloads.gather(ours, fetching=False)
    return tuple(found[url].name if url in found else "" for url in character.images)


@dataclass(frozen=True, slots=True)
class Preset:
    """One way to paint: its name in addresses, what people call it, a few words on it."""

    name: str
    title: str
    words: str
    #: What differs from the usual (`game.paint_settings`).
    settings: Mapping[str, Any]


@cache
def presets() -> tuple[Preset, ...]:
    """All of them, the usual first."""
    return tuple(Preset(**each) for each in json.loads(assets.data("icon_presets.json").read_bytes()))
