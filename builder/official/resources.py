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


def pictures(character: Character) -> tuple[str, ...]:
    """Possible paths of a character's art on the publisher's site: usual alignment, then flipped.

    A Traveller has three: unaligned, good, evil; Fabled and Loric have one.
    """
    if not character.edition:
        return ()
    stem = f"characters/{character.edition}/{character.key}"
    if character.team in _UNALIGNED:
        endings: tuple[str, ...] = ("",)
    elif character.team is Team.TRAVELLER:
        endings = ("", "_g", "_e")
    else:
        endings = ("_e", "_g") if character.team in _EVIL else ("_g", "_e")
    return tuple(f"{stem}{ending}.webp" for ending in endings)


def there(wanted: Iterable[str], is_there: Callable[[str], bool]) -> tuple[str, ...]:
    """The existing pictures of a character, up to the first missing one: no flipped one without the usual."""
    return tuple(takewhile(is_there, wanted))
