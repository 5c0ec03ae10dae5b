"""The seven kinds of character, in the order in which every sheet lists them."""

from enum import StrEnum


class Team(StrEnum):
    """What kind of character it is."""

    TOWNSFOLK = "townsfolk"
    OUTSIDER = "outsider"
    MINION = "minion"
    DEMON = "demon"
    TRAVELLER = "traveller"
    FABLED = "fabled"
    LORIC = "loric"

    @property
    def title(self) -> str:  # type: ignore[override]  # a str has a method of this name; a team has a title
        """The word for one of them: `Townsfolk`, `Minion`."""
        return self.value.capitalize()

    @property
    def plural(self) -> str:
        """The word for several: `Townsfolk`, `Minions`, `Fabled`."""
        return self.title if self in UNCOUNTED else f"{self.title}s"


UNCOUNTED = frozenset({Team.TOWNSFOLK, Team.FABLED, Team.LORIC})
#: The teams whose numbers the setup counts fix.
COUNTED_TEAMS = (Team.TOWNSFOLK, Team.OUTSIDER, Team.MINION, Team.DEMON)
GOOD_TEAMS = frozenset({Team.TOWNSFOLK, Team.OUTSIDER})
EVIL_TEAMS = frozenset({Team.MINION, Team.DEMON})


def read_team(text: str) -> Team | None:
    """The team a file means, `traveler` and capitals included; None for a word that names no team."""
    word = text.strip().lower()
    try:
        return Team({"traveler": "traveller"}.get(word, word))
    except ValueError:
        return None
