"""What an author says that a bracket does, where no rule can understand it: rows of a form, as data.

    "bracket": [{"what": "exactly", "team": "outsider", "value": "0, 2, 4"}],
    "bracketText": "[Even number of Outsiders]"

stands in `_meta.clockwright.characters[id]`, and applies for as long as the ability has this bracket.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from builder.game.setup import effects as fx
from builder.game.setup.bracket_rules import Effects
from builder.game.setup.rules import SetupError
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import N_, gettext as _

Row = Mapping[str, str]
#: Limits: rows, and letters in one.
MOST_ROWS, LONGEST = 12, 200
PARTS = ("what", "team", "value")


class ChoiceError(SetupError):
    """A row that says nothing that a setup can do; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing that a bracket can do: its title, an example of its value."""

    title: str
    example: str
    read: Callable[["_FilledRow"], Effects]


@dataclass(frozen=True, slots=True)
class _FilledRow:
    """One row as it was filled in."""

    title: str
    team: Team | None
    value: str

    @property
    def values(self) -> dict[str, object]:
        """What the sentences about it name."""
        return {"choice": _(self.title), "most": fx.ANY_NUMBER}

    def counted(self) -> Team:
        """The team, which is not the Townsfolk."""
        if self.team not in COUNTED_TEAMS[1:]:
            raise ChoiceError(
                _("“%(choice)s” needs Outsiders, Minions or Demons: Townsfolk fill the other seats.")
                % self.values
            )
        return self.team

    def some(self) -> Team:
        """The team, whichever it is."""
        if self.team is None:
            raise ChoiceError(_("“%(choice)s” needs a team.") % self.values)
        return self.team

    def numbers(self, usual: str = "") -> tuple[int, ...]:
        """`1`, `0, 2, 4`, `1 or 2` or `1-3`."""
        text = re.sub(r"\s+(?:or|and)\s+", ",", (self.value or usual).replace("–", "-").replace("−", "-"))
        found: set[int] = set()
        for part in text.split(","):
            ends = re.fullmatch(r"\s*\+?(\d{1,2})\s*(?:(?:-|to)\s*(\d{1,2})\s*)?", part, re.ASCII)
            if ends is None or int(ends[2] or ends[1]) > fx.ANY_NUMBER:
                raise ChoiceError(
                    _("“%(choice)s” needs a number from 0 to %(most)s, or several: 1 or 0, 2, 4 or 1-3.")
                    % self.values
                )
            found.update(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
        if not found:
            raise ChoiceError(_("“%(choice)s” needs the smaller number first.") % self.values)
        return tuple(sorted(found))

    def number(self, usual: str = "") -> int:
        """One number, at least 1."""
        found = self.numbers(usual)
        if len(found) > 1 or not found[0]:
            raise ChoiceError(_("“%(choice)s” needs one number from 1 to %(most)s.") % self.values)
        return found[0]

    def names(self) -> tuple[str, ...]:
        """The names of characters, parted by commas."""
        found = tuple(name.strip() for name in self.value.split(",") if name.strip())
        if not found:
            raise ChoiceError(_("“%(choice)s” needs the name of a character.") % self.values)
        return found

    def text(self) -> str:
        """Any text."""
        if not self.value:
            raise ChoiceError(_("“%(choice)s” needs a text.") % self.values)
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
    return (
        fx.Step(
            _("Put “%(token)s” by 1 %(team)s.") % {"token": said.text(), "team": team.label},
            said.value,
            (team.value,),
        ),
    )


#: Every choice, in the order of the form.
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "more": Kind(N_("More of a team"), "1", lambda it: (fx.Change(it.counted(), it.numbers()),)),
        "fewer": Kind(
            N_("Fewer of a team"),
            "1",
            lambda it: (fx.Change(it.counted(), tuple(sorted(-n for n in it.numbers()))),),
        ),
        "exactly": Kind(N_("This number of a team"), "2", _exactly),
        "least": Kind(
            N_("At least this number of a team"),
            "2",
            lambda it: (fx.Among(it.counted(), tuple(range(it.number(), fx.ANY_NUMBER + 1)), nearest=True),),
        ),
        "most": Kind(
            N_("At most this number of a team"),
            "1",
            lambda it: (fx.Among(it.counted(), tuple(range(it.number() + 1)), nearest=True),),
        ),
        "needs": Kind(N_("Others must be in play"), "King", lambda it: tuple(map(fx.Partner, it.names()))),
        "never": Kind(
            N_("Others are never in play"), "Spy, Baron", lambda it: tuple(map(fx.Never, it.names()))
        ),
        "copies": Kind(N_("Several of this character"), "2", _copies),
        "absent": Kind(N_("It is not in play at the start"), "", lambda _: (fx.Copies(0, 0),)),
        "nobody": Kind(N_("It is in play, but no player has it"), "", lambda _: (fx.Nobody(),)),
        "token": Kind(N_("Its player draws another token"), "", lambda it: (fx.Disguise((it.some(),)),)),
        "bag": Kind(N_("Extra tokens in the bag"), "1", lambda it: (fx.BagTokens(it.team, it.number("1")),)),
        "beside": Kind(N_("Sits beside"), "King", _seats("beside")),
        "apart": Kind(N_("Does not sit beside"), "King", _seats("apart")),
        "opposite": Kind(N_("Sits opposite"), "King", _seats("opposite")),
        "row": Kind(
            N_("A team sits in one row"), "", lambda it: (fx.Seats("row", it.some().value, it.some().value),)
        ),
        "evil": Kind(N_("This character or a team is evil"), "1", lambda it: _turned(it, evil=True)),
        "good": Kind(N_("This character or a team is good"), "1", lambda it: _turned(it, evil=False)),
        "marker": Kind(N_("A reminder by a player"), "Drunk", _marked),
        "step": Kind(N_("A step for the Storyteller"), "Choose 2 players.", lambda it: (fx.Step(it.text()),)),
    }
)


@cache
def needed(what: str) -> tuple[str, ...]:
    """The parts without which a row of this kind says nothing: `team`, `value`."""
    whole = {"what": what, "team": Team.OUTSIDER.value, "value": KINDS[what].example}
    return tuple(part for part in PARTS[1:] if not _says(whole | {part: ""}))


def _says(row: Row) -> bool:
    try:
        return bool(effects_of(row, Team.TOWNSFOLK))
    except ChoiceError:
        return False


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
        raise ChoiceError(_("Choose what the bracket does."))
    named = row.get("team", "")
    if named and named not in COUNTED_TEAMS:
        raise ChoiceError(
            _("“%(choice)s” needs Townsfolk, Outsiders, Minions or Demons.") % {"choice": _(kind.title)}
        )
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
