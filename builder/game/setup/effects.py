"""What a character can change about who is in play: the words in which the rules of setup are written as data.

Each effect is one small value. In a character's file it stands under `setupEffects` as an object with a key `effect`
(the name below in small letters) and a `source`, so that another table of rules (an older wording of the Huntsman,
say) is only other data. Homebrew effects are the same values, read from the brackets of the ability.
"""

from dataclasses import dataclass

from builder.game.teams import Team


@dataclass(frozen=True, slots=True)
class Change:
    """So many more or fewer of a team, Townsfolk giving way: Baron is `options=(2,)`, Godfather `(-1, 1)`."""

    team: Team
    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Exactly:
    """The number of a team is set, whatever the others add or take; `number=None` is any number (Xaan)."""

    team: Team
    number: int | None


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody else must be in play. An Outsider, Minion or Demon may be added for it, by one of `adds`."""

    name: str
    adds: tuple[int, ...] = (0, 1)


@dataclass(frozen=True, slots=True)
class Copies:
    """So many of one character. `extra`: copies outside the Townsfolk come on top of the team's number."""

    low: int
    high: int
    #: Whose copies; empty: its own.
    name: str = ""
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Most:
    """More than half of the players are this character (Legion). Game: at least one player is not."""

    name: str = ""
    #: Players to copies: how many are advised.
    advised: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Replaces:
    """All of a team are this character instead (Riot, by its older rule)."""

    team: Team
    name: str = ""


@dataclass(frozen=True, slots=True)
class Disguise:
    """It never knows itself: it draws a token of another kind. `crosses`: seats are crossed instead (Lunatic)."""

    teams: tuple[Team, ...]
    crosses: bool = False
    #: It sits directly beside the Demon, so a good token has to: one more Minion's in the bag is all there can be.
    beside: bool = False
    #: What the marker token says that is put beside it.
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Grant:
    """It has, or gives the Demon, the ability of a character of these teams, as a rule one that is not in play."""

    teams: tuple[Team, ...]
    to_demon: bool = False
    #: Whether the Storyteller may also make up an ability.
    own: bool = False
    #: Whether the character may be in play as well (Alchemist).
    in_play: bool = False
    excluded: tuple[str, ...] = ()
    marker: str = ""


@dataclass(frozen=True, slots=True)
class AbilitiesOf:
    """It has the abilities of all of a team on the script (Hermit), their setup included."""

    team: Team


@dataclass(frozen=True, slots=True)
class Leaves:
    """It may remove itself from play and leave its place to a Townsfolk (Hermit)."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """It is in play though no player is it (Lil' Monsta)."""


@dataclass(frozen=True, slots=True)
class Later:
    """Characters of a team are made after the setup: the usual number and `more` (Kazali), or just `more`."""

    team: Team
    more: int = 0
    as_usual: bool = True
    when: str = "on the first night"


@dataclass(frozen=True, slots=True)
class Alignment:
    """Players whose alignment is not that of their character: `team=None` is the character itself."""

    team: Team | None
    number: int = 1
    evil: bool = True


@dataclass(frozen=True, slots=True)
class EvilLimit:
    """At most so many evil players more than usual (Spirit of Ivory)."""

    number: int


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Characters of these teams may be in play more than once.

    `beyond`: teams whose duplicates stand outside the count and take a Townsfolk's place (Pope: Outsiders).
    """

    teams: tuple[Team, ...]
    beyond: tuple[Team, ...] = ()
    bluffs: bool = False


@dataclass(frozen=True, slots=True)
class NoRules:
    """The Storyteller may break the rules: all players are good, in any mix, with any duplicates (Atheist)."""


@dataclass(frozen=True, slots=True)
class Bluffs:
    """Who is shown bluffs. Modes: none, in-play, instead (of the Demon), each-minion, optional, always."""

    mode: str


@dataclass(frozen=True, slots=True)
class Step:
    """Something that the Storyteller does or bears in mind at setup; changes no numbers.

    `marker` is put on one player: `on` are teams, “good” for good players of the good ones, “opposing” for players
    of the other alignment, “others” where it is never the player itself; nothing is the player itself.
    """

    text: str
    marker: str = ""
    on: tuple[str, ...] = ()
    #: Only with so many copies in play.
    copies: int = 1


Effect = (
    Change
    | Exactly
    | Partner
    | Copies
    | Most
    | Replaces
    | Disguise
    | Grant
    | AbilitiesOf
    | Leaves
    | Nobody
    | Later
    | Alignment
    | EvilLimit
    | Duplicates
    | NoRules
    | Bluffs
    | Step
)
