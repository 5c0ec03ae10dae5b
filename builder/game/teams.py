"""The seven teams, in the order in which every sheet lists them."""

from enum import StrEnum


class Team(StrEnum):
    """The team of a character."""

    TOWNSFOLK = "townsfolk"
    OUTSIDER = "outsider"
    MINION = "minion"
    DEMON = "demon"
    TRAVELLER = "traveller"
    FABLED = "fabled"
    LORIC = "loric"

    @property
    def title(self) -> str:  # type: ignore[override]  # a str has a method of this name; a team has a title
        """The singular: `Townsfolk`, `Minion`."""
        return self.value.capitalize()

    @property
    def plural(self) -> str:
        """The plural: `Townsfolk`, `Minions`, `Fabled`."""
        return self.title if self in UNCOUNTED else f"{self.title}s"


UNCOUNTED = frozenset({Team.TOWNSFOLK, Team.FABLED, Team.LORIC})
#: The teams whose numbers the setup determines.
COUNTED_TEAMS = (Team.TOWNSFOLK, Team.OUTSIDER, Team.MINION, Team.DEMON)
GOOD_TEAMS = frozenset({Team.TOWNSFOLK, Team.OUTSIDER})
EVIL_TEAMS = frozenset({Team.MINION, Team.DEMON})


def read_team(text: str) -> Team | None:
    """Parse a team from a file, `traveler` and capitals included; None if the word is not a team."""
    word = text.strip().lower()
    try:
        return Team({"traveler": "traveller"}.get(word, word))
    except ValueError:
        return None
