"""The contents of the publisher's resources for toolmakers, as values."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import takewhile

from builder.game.character import Character, Jinx
from builder.game.teams import Team
from builder.language import N_

#: What the publisher's Community Created Content Policy requires from users of their wording and art, in our words.
POLICY = N_(
    "Official wording and art: © Steven Medway and The Pandemonium Institute, used under their Community "
    "Created Content Policy, for private and non-commercial use. This is community-made: not an official "
    "product, and neither made nor endorsed by The Pandemonium Institute."
)
#: A short form for the footer of a page.
POLICY_SHORT = N_(
    "Official wording and art © The Pandemonium Institute · private use · not an official product"
)
POLICY_PAGE = "https://bloodontheclocktower.com/pages/community-created-content-policy"

#: The publisher's files, and their size limits (20 times the actual sizes).
ROLES, JINXES, NIGHTS = "data/roles.json", "data/jinxes.json", "data/nightsheet.json"
DATA_FILES = (ROLES, JINXES, NIGHTS)
MOST_JSON, MOST_PICTURE, MOST_IN_ALL = 2_000_000, 1_000_000, 200_000_000
#: The publisher's logo for community-made things; the one for light paper first.
LOGOS = ("community/ccc-parchment.png", "community/ccc-sleeve.png")

_UNALIGNED = frozenset({Team.FABLED, Team.LORIC})
_EVIL = frozenset({Team.MINION, Team.DEMON})


@dataclass(frozen=True, slots=True)
class Resources:
    """One complete edition: every character, every jinx, both nights."""

    characters: tuple[Character, ...]
    jinxes: tuple[Jinx, ...]
    #: Every id that acts, in order, with `dusk`, both infos and `dawn`.
    first_night: tuple[str, ...]
    other_night: tuple[str, ...]
    #: Ids in jinxes and night order without a character.
    strangers: tuple[str, ...] = field(default=(), compare=False)


#: Editions with a logo; `custom` is for scripts of one's own.
EDITIONS = ("tb", "bmr", "snv", "taf", "custom")


def pictures(character: Character) -> tuple[str, ...]:
    """Possible paths of a character's art on the publisher's site: usual alignment, then flipped.

    A Traveller has three: unaligned, good, evil; Fabled and Loric have one.
    """
    if not character.edition:
        return ()
    return _versions(f"characters/{character.edition}/{character.key}", character.team)


def generic_pictures(team: Team) -> tuple[str, ...]:
    """Possible paths of the icons for characters of a team without their own, as `pictures` has them."""
    return _versions(f"characters/generic/{team.value}", team)


def edition_logo(edition: str) -> str:
    """The path of an edition's logo."""
    return f"editions/{edition}/logo.webp"


def others() -> tuple[str, ...]:
    """Paths of the pictures that belong to no character."""
    generic = (path for team in Team for path in generic_pictures(team))
    return (*generic, *map(edition_logo, EDITIONS), *LOGOS)


def _versions(stem: str, team: Team) -> tuple[str, ...]:
    if team in _UNALIGNED:
        endings: tuple[str, ...] = ("",)
    elif team is Team.TRAVELLER:
        endings = ("", "_g", "_e")
    else:
        endings = ("_e", "_g") if team in _EVIL else ("_g", "_e")
    return tuple(f"{stem}{ending}.webp" for ending in endings)


def there(wanted: Iterable[str], is_there: Callable[[str], bool]) -> tuple[str, ...]:
    """The existing pictures of a character, up to the first missing one: no flipped one without the usual."""
    return tuple(takewhile(is_there, wanted))
