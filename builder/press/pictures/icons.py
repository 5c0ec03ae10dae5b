"""The art of characters whose authors gave a shape to paint (`game.icon`): usual, and as if they had changed sides."""

from builder.game.character import Character
from builder.game.teams import Team
from builder.press.pictures import paint_settings
from builder.press.pictures import painted as art
from builder.press.pictures.painting import EVIL, GOOD
from builder.press.pictures.store import ADDRESS

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
    """The addresses of a character's art; `shape` is an emblem or the name of a kept picture. Paints what is new."""
    settings = paint_settings.read(character.icon.settings)
    wanted = versions(character.team)[: None if every_version else 1]
    return tuple(ADDRESS + art.paint(shape, version, settings) for version in wanted)
