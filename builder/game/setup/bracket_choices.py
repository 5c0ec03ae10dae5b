"""What an author says that a bracket does, where no rule can understand it: rows of a form, as data.

    "bracket": [{"what": "exactly", "team": "outsider", "value": "0, 2, 4"}],
    "bracketText": "[Even number of Outsiders]"

stands in `_meta.clockwright.characters[id]`, and applies for as long as the ability has this bracket.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from builder.game.setup import effects as fx
from builder.game.setup.bracket_rules import Effects
from builder.game.setup.rules import SetupError
from builder.game.teams import Team

Row = Mapping[str, str]
#: Limits: rows, and letters in one.
MOST_ROWS, LONGEST = 12, 200
PARTS = ("what", "team", "value")
_TEAMS = (Team.TOWNSFOLK, Team.OUTSIDER, Team.MINION, Team.DEMON)
_COUNTED = frozenset(_TEAMS[1:])


class ChoiceError(SetupError):
    """A row that says nothing that a setup can do; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing that a bracket can do: its title, an example of its value, whether it is about a team."""

    title: str
    example: str
    read: Callable[["_FilledRow"], Effects]
    has_team: bool = True


@dataclass(frozen=True, slots=True)
class _FilledRow:
    """One row as it was filled in."""

    title: str
    team: Team | None
    value: str

    def counted(self) -> Team:
        """The team, which is not the Townsfolk."""
        if self.team not in _COUNTED:
            raise ChoiceError(
                f"“{self.title}” needs Outsiders, Minions or Demons: Townsfolk fill the other seats."
            )
        return self.team

    def some(self) -> Team:
        """The team, whichever it is."""
        if self.team is None:
            raise ChoiceError(f"“{self.title}” needs a team.")
        return self.team

    def numbers(self, usual: str = "") -> tuple[int, ...]:
        """`1`, `0, 2, 4`, `1 or 2` or `1-3`."""
        text = re.sub(r"\s+(?:or|and)\s+", ",", (self.value or usual).replace("–", "-").replace("−", "-"))
        found: set[int] = set()
        for part in text.split(","):
            ends = re.fullmatch(r"\s*\+?(\d{1,2})\s*(?:(?:-|to)\s*(\d{1,2})\s*)?", part, re.ASCII)
            if ends is None or int(ends[2] or ends[1]) > fx.ANY_NUMBER:
                raise ChoiceError(
                    f"“{self.title}” needs a number from 0 to {fx.ANY_NUMBER}, or several: 1 or 0, 2, 4 or 1-3."
                )
            found.update(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
        if not found:
            raise ChoiceError(f"“{self.title}” needs the smaller number first.")
        return tuple(sorted(found))

    def number(self, usual: str = "") -> int:
        """One number, at least 1."""
        found = self.numbers(usual)
        if len(found) > 1 or not found[0]:
            raise ChoiceError(f"“{self.title}” needs one number from 1 to {fx.ANY_NUMBER}.")
        return found[0]

    def names(self) -> tuple[str, ...]:
        """The names of characters, parted by commas."""
        found = tuple(name.strip() for name in self.value.split(",") if name.strip())
        if not found:
            raise ChoiceError(f"“{self.title}” needs the name of a character.")
        return found

    def text(self) -> str:
        """Any text."""
        if not self.value:
            raise ChoiceError(f"“{self.title}” needs a text.")
        return self.value


def _exactly(said: _FilledRow) -> Effects:
    if said.value.lower() == "any":
        return (fx.Exactly(said.counted(), None),)
    numbers = said.numbers()
    return (
        (fx.Exactly(said.counted(), *numbers),) if len(numbers) == 1 else (fx.Among(said.counted(), numbers),)
    )


def _copies(said: _FilledRow) -> Effects:
    if said.value.lower() == "any":
        return (fx.Copies(1, fx.ANY_NUMBER),)
    numbers = said.numbers()
    return (fx.Copies(max(1, numbers[0]), max(1, numbers[-1]), extra=True),)


def _seats(where: str) -> Callable[[_FilledRow], Effects]:
    def read(said: _FilledRow) -> Effects:
        return (fx.Seats(where, "", said.value or said.some().value),)

    return read


def _turned(said: _FilledRow, *, evil: bool) -> Effects:
    is_all = said.value.lower() == "all"
    return (fx.Alignment(said.team, fx.ANY_NUMBER if is_all else said.number("1"), evil),)


def _marked(said: _FilledRow) -> Effects:
    team = said.some()
    return (fx.Step(f"Put “{said.text()}” by 1 {team.title}.", said.value, (team.value,)),)


#: Every choice, in the order of the form.
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "more": Kind("More of a team", "1", lambda it: (fx.Change(it.counted(), it.numbers()),)),
        "fewer": Kind(
            "Fewer of a team",
            "1",
            lambda it: (fx.Change(it.counted(), tuple(sorted(-n for n in it.numbers()))),),
        ),
        "exactly": Kind("This number of a team", "2", _exactly),
        "least": Kind(
            "At least so many of a team",
            "2",
            lambda it: (fx.Among(it.counted(), tuple(range(it.number(), fx.ANY_NUMBER + 1)), nearest=True),),
        ),
        "most": Kind(
            "At most so many of a team",
            "1",
            lambda it: (fx.Among(it.counted(), tuple(range(it.number() + 1)), nearest=True),),
        ),
        "needs": Kind(
            "Others must be in play", "King", lambda it: tuple(map(fx.Partner, it.names())), has_team=False
        ),
        "never": Kind(
            "Others are never in play",
            "Spy, Baron",
            lambda it: tuple(map(fx.Never, it.names())),
            has_team=False,
        ),
        "copies": Kind("Several of this character", "2", _copies, has_team=False),
        "absent": Kind("It is not in play at the start", "", lambda _: (fx.Copies(0, 0),), has_team=False),
        "nobody": Kind("It is in play, but no player is it", "", lambda _: (fx.Nobody(),), has_team=False),
        "token": Kind("Its player draws another token", "", lambda it: (fx.Disguise((it.some(),)),)),
        "bag": Kind(
            "More tokens in the bag than players", "1", lambda it: (fx.BagTokens(it.team, it.number("1")),)
        ),
        "beside": Kind("Sits beside", "King", _seats("beside")),
        "apart": Kind("Does not sit beside", "King", _seats("apart")),
        "opposite": Kind("Sits opposite", "King", _seats("opposite")),
        "row": Kind(
            "A team sits in one row", "", lambda it: (fx.Seats("row", it.some().value, it.some().value),)
        ),
        "evil": Kind("Evil (this character, or players of a team)", "1", lambda it: _turned(it, evil=True)),
        "good": Kind("Good (this character, or players of a team)", "1", lambda it: _turned(it, evil=False)),
        "marker": Kind("A reminder by a player of a team", "Drunk", _marked),
        "step": Kind(
            "Something for the Storyteller to do",
            "Choose 2 players.",
            lambda it: (fx.Step(it.text()),),
            has_team=False,
        ),
    }
)


def tidy(row: Mapping[str, object]) -> dict[str, str]:
    """A row with its parts as texts, without empty ones."""
    given = {part: row.get(part) for part in PARTS}
    return {
        part: " ".join(str(text).split())[:LONGEST]
        for part, text in given.items()
        if isinstance(text, str | int) and str(text).strip()
    }


def effects_of(row: Row, owner: Team) -> Effects:
    """The effects of one row, for a character of this team. Raises ChoiceError."""
    kind = KINDS.get(row.get("what", ""))
    if kind is None:
        raise ChoiceError("Choose what the bracket does.")
    named = row.get("team", "")
    if named and named not in _TEAMS:
        raise ChoiceError(f"“{kind.title}” needs Townsfolk, Outsiders, Minions or Demons.")
    found = kind.read(_FilledRow(kind.title, Team(named) if named else None, row.get("value", "")))
    is_demon = owner is Team.DEMON and fx.Nobody() in found
    return (*found, fx.Exactly(Team.DEMON, 0)) if is_demon else found


def effects(rows: Iterable[Row], owner: Team) -> Effects:
    """The effects of all rows; of one that is invalid, none."""
    found: list[fx.Effect] = []
    for row in rows:
        try:
            found += effects_of(row, owner)
        except ChoiceError:
            continue
    return tuple(found)
