"""One character and everything stored about it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.game.almanac import Page
from builder.game.ids import key
from builder.game.teams import Team

_ARTICLE = re.compile(r"^The\s+(?=\S)")


def bare(name: str) -> str:
    """A name that may follow “the”: `Twins` of `The Twins`."""
    return _ARTICLE.sub("", name)


@dataclass(frozen=True, slots=True)
class Jinx:
    """A special rule for two characters on one script. The pair has no order."""

    characters: tuple[str, str]
    reason: str
    #: "official", "script" (defined by the author) or "hermit" (inherited from another Outsider).
    source: str = "official"
    #: What it changes about the setup (`game.setup.cast.jinx_rules`), as data.
    setup: tuple[Mapping[str, Any], ...] = field(default=(), compare=False)
    #: The language of an official reason; empty: English, or its author's.
    language: str = field(default="", compare=False)

    @property
    def pair(self) -> frozenset[str]:
        """The two keys, in no order."""
        return frozenset(map(key, self.characters))


@dataclass(frozen=True, slots=True)
class SortFigures:
    """Where the official wording sorts a character in its team: group of its opening words, then length."""

    group: int
    length: int


@dataclass(frozen=True, slots=True)
class Icon:
    """The source of a character's art: a shape painted in the team's colors, good and evil alike."""

    #: Name of a picture in the game-icons set, or
    emblem: str = ""
    #: the address of a picture that the author uploaded (`builder.uploads`).
    picture: str = ""
    #: Paint settings that differ from the defaults, as JSON (`game.paint_settings`).
    settings: Mapping[str, Any] = field(default_factory=dict)
    #: Who drew it.
    credit: str = ""

    @property
    def is_painted(self) -> bool:
        """Whether there is a picture to paint."""
        return bool(self.emblem or self.picture)


@dataclass(frozen=True, slots=True)
class Character:
    """One character: its texts, night order and tokens."""

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
    #: What its author says that its bracket does (`setup.bracket_choices`), and the bracket for which they say it.
    bracket: tuple[Mapping[str, str], ...] = ()
    bracket_text: str = ""
    sort: SortFigures | None = None
    #: Name of a picture in the game-icons set.
    emblem: str = ""
    #: The source of its art; takes precedence over `images`.
    icon: Icon = field(default_factory=Icon)
    tags: frozenset[str] = field(default=frozenset())
    #: Its page in the almanac.
    page: Page = field(default_factory=Page)
    #: The language of an official character's texts; empty: English, or its author's.
    language: str = ""
    #: Its English name, if it has another in that language; official orders go by it.
    english_name: str = ""
    #: Fields (`ability`, …) that are still English, because that language lacks them.
    untranslated: frozenset[str] = frozenset()
    #: Its id in the form used for comparison.
    key: str = field(init=False, compare=False, repr=False)

    @property
    def all_reminders(self) -> tuple[str, ...]:
        """The texts of its reminder tokens, also of those that others may use."""
        return (*self.reminders, *self.reminders_global)

    def __post_init__(self) -> None:
        """Compute the key once: every check and page uses it."""
        object.__setattr__(self, "key", key(self.id))
