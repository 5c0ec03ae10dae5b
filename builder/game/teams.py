"""The seven teams, in the order in which every sheet lists them."""

from enum import StrEnum

from builder import language
from builder.language import gettext, ngettext, pgettext


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
        """The English singular: `Townsfolk`, `Minion`."""
        return self.value.capitalize()

    @property
    def plural(self) -> str:
        """The English plural: `Townsfolk`, `Minions`, `Fabled`."""
        return self.title if self in UNCOUNTED else f"{self.title}s"

    @property
    def label(self) -> str:
        """The singular in the current language; if a pack has nothing but the plural, that."""
        word = {
            "townsfolk": pgettext("one character", "Townsfolk"),
            "outsider": pgettext("one character", "Outsider"),
            "minion": pgettext("one character", "Minion"),
            "demon": pgettext("one character", "Demon"),
            "traveller": pgettext("one character", "Traveller"),
            "fabled": pgettext("one character", "Fabled"),
            "loric": pgettext("one character", "Loric"),
        }[self.value]
        has_catalogue = word != self.title or gettext("Demons") != "Demons"
        return word if has_catalogue else language.team(self.value) or word

    @property
    def heading(self) -> str:
        """The plural in the current language."""
        return (
            language.team(self.value)
            or {
                "townsfolk": gettext("Townsfolk"),
                "outsider": gettext("Outsiders"),
                "minion": gettext("Minions"),
                "demon": gettext("Demons"),
                "traveller": gettext("Travellers"),
                "fabled": gettext("Fabled"),
                "loric": gettext("Loric"),
            }[self.value]
        )

    def counted(self, number: int, said: str = "") -> str:
        """So many characters in the current language: `13 Townsfolk`, `1 Demon`.

        What is `said` stands in place of the number, whose form the team has: `0 to 3 Outsiders`.
        """
        words = {
            "townsfolk": ngettext("%(number)s Townsfolk", "%(number)s Townsfolk", number),
            "outsider": ngettext("%(number)s Outsider", "%(number)s Outsiders", number),
            "minion": ngettext("%(number)s Minion", "%(number)s Minions", number),
            "demon": ngettext("%(number)s Demon", "%(number)s Demons", number),
            "traveller": ngettext("%(number)s Traveller", "%(number)s Travellers", number),
            "fabled": ngettext("%(number)s Fabled", "%(number)s Fabled", number),
            "loric": ngettext("%(number)s Loric", "%(number)s Loric", number),
        }[self.value]
        return words % {"number": said or number}


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


def read_team_heading(text: str) -> Team | None:
    """The same where the plural is a team, too: `Outsiders`."""
    return read_team(text.strip().lower().rstrip("s"))
