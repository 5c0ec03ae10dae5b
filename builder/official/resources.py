"""What the publisher's resources for toolmakers hold, as values."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import takewhile

from builder.game.character import Character, Jinx
from builder.game.teams import Team

#: What the publisher's Community Created Content Policy asks of those who use their wording and art, in our words.
POLICY = (
    "Official wording and art: © Steven Medway and The Pandemonium Institute, used under their Community Created"
    " Content Policy, for private and non-commercial use. This is community-made: not an official product, and"
    " neither made nor endorsed by The Pandemonium Institute."
)
#: The same for the foot of a page.
POLICY_SHORT = "Official wording and art © The Pandemonium Institute · private use · not an official product"
POLICY_PAGE = "https://bloodontheclocktower.com/pages/community-created-content-policy"

#: The publisher's files, and what each may weigh (they are a twentieth of it).
ROLES, JINXES, NIGHTS = "data/roles.json", "data/jinxes.json", "data/nightsheet.json"
DATA_FILES = (ROLES, JINXES, NIGHTS)
MOST_JSON, MOST_PICTURE, MOST_IN_ALL = 2_000_000, 1_000_000, 200_000_000
#: The mark with which the publisher asks community-made things to be shown; the one for light paper first.
LOGOS = ("community/ccc-parchment.png", "community/ccc-sleeve.png")

_UNALIGNED = frozenset({Team.FABLED, Team.LORIC})
_EVIL = frozenset({Team.MINION, Team.DEMON})


@dataclass(frozen=True, slots=True)
class Resources:
    """One edition of the whole: every character, every jinx, both nights."""

    characters: tuple[Character, ...]
    jinxes: tuple[Jinx, ...]
    #: Every id that acts, in order, with `dusk`, both infos and `dawn`.
    first_night: tuple[str, ...]
    other_night: tuple[str, ...]
    #: Ids in jinxes and night order that no character has.
    strangers: tuple[str, ...] = field(default=(), compare=False)


def pictures(character: Character) -> tuple[str, ...]:
    """Where a character's art may be, as on the publisher's site: usual alignment, then flipped.

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
    """The pictures of a character that are there, as far as each has its place: no flipped one without the usual."""
    return tuple(takewhile(is_there, wanted))
