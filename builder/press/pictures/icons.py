"""The art of characters whose authors gave a shape to paint (`game.icon`): usual, and as if they had changed sides."""

from collections.abc import Iterator, Sequence

from builder import uploads
from builder.files import safe_name
from builder.game import paint_settings
from builder.game.character import Character
from builder.game.teams import Team
from builder.press.pictures import downloads
from builder.press.pictures import painted_icons as art
from builder.press.pictures.painting import EVIL, GOOD
from builder.press.pictures.store import ADDRESS, store

#: Usual and flipped; of a Traveller unaligned, good, evil. Nobody changes the side of a Fabled or a Loric.
_VERSIONS = {
    Team.TOWNSFOLK: ("townsfolk", EVIL),
    Team.OUTSIDER: ("outsider", EVIL),
    Team.MINION: ("minion", GOOD),
    Team.DEMON: ("demon", GOOD),
    Team.TRAVELLER: ("traveller", GOOD, EVIL),
}


def versions(team: Team) -> tuple[str, ...]:
    """What the art of a team is painted as, the usual first."""
    return _VERSIONS.get(team, (team.value,))


def painted(character: Character, shape: str, *, every_version: bool = False) -> tuple[str, ...]:
    """The addresses of a character's art as documents show it: without the free part of its canvas.

    `shape` is an emblem or the name of a kept picture. Paints what is new.
    """
    wanted = versions(character.team)[: None if every_version else 1]
    return tuple(ADDRESS + name for name in _painted(character, shape, wanted, framed=True))


def _painted(
    character: Character, shape: str, wanted: Sequence[str], *, framed: bool = False
) -> tuple[str, ...]:
    return art.paint_each(shape, wanted, paint_settings.read(character.icon.settings), framed=framed)


def files(characters: Sequence[Character]) -> Iterator[tuple[str, bytes]]:
    """The art of characters as PNG files with their names (`file_names`), painted or as their authors made it.

    Whoever has neither an icon nor a picture of their own that is kept here gives none. Fetches nothing.
    """
    for character, names in zip(characters, file_names(characters), strict=True):
        kept = _painted_names(character) if character.icon.is_painted else _own_names(character)
        for name, what in zip(names, kept, strict=False):
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
    """The painted versions, as they are kept; none where the shape is gone."""
    icon = character.icon
    shape = (
        downloads.gather([icon.picture], fetching=False)[icon.picture].name if icon.picture else icon.emblem
    )
    return _painted(character, shape, versions(character.team)) if shape else ()


def _own_names(character: Character) -> tuple[str, ...]:
    """The pictures that lie in the script or were uploaded, as they are kept; empty for one that is elsewhere."""
    ours = [url for url in character.images if uploads.is_address(url) or url[:5].lower() == "data:"]
    found = downloads.gather(ours, fetching=False)
    return tuple(found[url].name if url in found else "" for url in character.images)
