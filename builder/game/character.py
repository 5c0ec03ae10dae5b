"""What is known of one character."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.game.almanac import Page
from builder.game.ids import key
from builder.game.teams import Team


@dataclass(frozen=True, slots=True)
class Jinx:
    """A special rule for two characters on one script. The pair has no order."""

    characters: tuple[str, str]
    reason: str
    #: "official", "script" (an author's own) or "hermit" (taken over from another Outsider).
    source: str = "official"
    #: What it changes about the setup (`game.setup.cast.jinx_rules`), as data.
    setup: tuple[Mapping[str, Any], ...] = field(default=(), compare=False)

    @property
    def pair(self) -> frozenset[str]:
        """The two keys, for looking the jinx up from either side."""
        return frozenset(map(key, self.characters))


@dataclass(frozen=True, slots=True)
class SortFigures:
    """Where the official wording places a character inside its team: group of its opening words, then length."""

    group: int
    length: int


@dataclass(frozen=True, slots=True)
class Icon:
    """What an author made its picture of: a shape painted in the team's colors, good and evil alike."""

    #: Name of a picture in the game-icons set; or else
    emblem: str = ""
    #: the address of a picture of the author's own (`builder.uploads`).
    picture: str = ""
    #: How it is painted where that is not the usual way, as JSON (`game.paint_settings`).
    settings: Mapping[str, Any] = field(default_factory=dict)
    #: Who drew it.
    credit: str = ""

    @property
    def is_painted(self) -> bool:
        """Whether there is anything to paint."""
        return bool(self.emblem or self.picture)


@dataclass(frozen=True, slots=True)
class Character:
    """One character: its words, its place in the night, its tokens."""

    id: str
    name: str
    team: Team
    ability: str = ""
    edition: str = ""
    flavor: str = ""
    #: Position on the official scale (fractions allowed); 0 or None: does not wake.
    first_night: float | None = None
    other_night: float | None = None
    first_night_reminder: str = ""
    other_night_reminder: str = ""
    reminders: tuple[str, ...] = ()
    reminders_global: tuple[str, ...] = ()
    setup: bool = False
    #: App features, as the script format writes them: {"type", "name", "value"?, "time"?, "global"?}.
    special: tuple[Mapping[str, Any], ...] = ()
    jinxes: tuple[Jinx, ...] = ()
    #: URLs: usual and flipped alignment; for a Traveller unaligned, good, evil.
    images: tuple[str, ...] = ()
    #: What this character changes about who is in play (game-facts §3), as data.
    setup_effects: tuple[Mapping[str, Any], ...] = ()
    sort: SortFigures | None = None
    #: Name of a picture in the game-icons set.
    emblem: str = ""
    #: What its art is painted from; goes before `images`.
    icon: Icon = field(default_factory=Icon)
    tags: frozenset[str] = field(default=frozenset())
    #: What the almanac says of it.
    page: Page = field(default_factory=Page)

    @property
    def key(self) -> str:
        """The form of its id in which it is compared."""
        return key(self.id)
