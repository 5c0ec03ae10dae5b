"""The nights of a dealt game: only who is in play, with the seat of each player and what evil players learn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from builder import catalogue
from builder.game import markup
from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.markup import Piece
from builder.game.night import Row, Step, night_sheet
from builder.game.script import Entry, Script
from builder.game.setup.dealing import tonight
from builder.game.setup.reveal import Lesson
from builder.game.teams import Team
from builder.web.view_models.dealt_game import Face, MarkView, SeatView, Table


@dataclass(frozen=True, slots=True)
class Waking:
    """A player who wakes. The faces are there only if the row does not say them."""

    number: int
    #: What the player truly is, if the row is of the token that they see.
    truly: Face | None = None
    #: The token that the player sees, if the row is of what they truly are.
    token: Face | None = None
    #: The character through which the player has the ability of this row.
    through: Face | None = None


@dataclass(frozen=True, slots=True)
class WakingRow:
    """A row of the first night."""

    id: str
    name: str
    kind: Step
    #: Its team; empty for a step of the night.
    team: str
    words: tuple[Piece, ...]
    players: tuple[Waking, ...] = ()
    lesson: Lesson | None = None
    #: The reminders of this character that lie by players.
    marks: tuple[MarkView, ...] = ()
    #: Jinxes with others in play: their names and what the jinx says.
    jinxes: tuple[tuple[str, str], ...] = ()
    #: What the Storyteller does in this game alone.
    steps: tuple[str, ...] = ()


def rows(script: Script, table: Table) -> list[WakingRow]:
    """Who wakes on the first night of this game, from dusk to dawn; the script is that of the game."""
    found = _rows(script, table, is_first=True)
    openings = tonight()
    steps = tuple(step for step in table.game.steps if step.startswith(openings))
    return [replace(row, steps=steps) if row.kind is Step.DUSK else row for row in found]


def other_rows(script: Script, table: Table) -> list[WakingRow]:
    """The same for each later night."""
    return _rows(script, table, is_first=False)


def _rows(script: Script, table: Table, *, is_first: bool) -> list[WakingRow]:
    game, order = table.game, catalogue.night_order()
    players = sum(not seat.is_traveller for seat in table.seats)
    dealt_keys = game.in_play | game.tokens
    present = replace(
        script,
        entries=tuple(each for each in script.entries if each.key in dealt_keys or _is_always_there(each)),
    )
    # The notes of the steps are about the characters in play; the order is that of the whole script.
    here, whole = night_sheet(present, order, players), night_sheet(script, order, players)
    steps = {row.kind: row for row in (here.first if is_first else here.other)}
    jinxes = applying(present, catalogue.jinxes())
    grants = [(key(holder), key(ability)) for holder, ability in game.grants if ability]
    acting = {entry.key for entry in present.entries} | {ability for _, ability in grants}
    found: list[WakingRow] = []
    for row in whole.first if is_first else whole.other:
        if row.kind is not Step.CHARACTER:
            found += _step(steps.get(row.kind, row), table)
        elif row.character and row.character.key in acting:
            wakes = row.character.key
            found.append(
                replace(
                    _row(row, _wakes(wakes, grants, table)),
                    marks=tuple(
                        mark
                        for mark in table.reminders
                        if mark.owner and key(mark.owner.id) == wakes and mark.is_news
                    ),
                    jinxes=_jinxes(present, jinxes, wakes),
                )
            )
    return found


def _jinxes(present: Script, jinxes: Iterable[Jinx], wakes: str) -> tuple[tuple[str, str], ...]:
    """The jinxes of a character with others in play."""
    names = present.names
    return tuple(
        (names.get(other, other), jinx.reason)
        for jinx in jinxes
        if wakes in jinx.pair
        for other in jinx.pair - {wakes}
    )


def _is_always_there(entry: Entry) -> bool:
    """Whether a character is in every game of its script, as Fabled and Loric are."""
    return entry.character is not None and entry.character.team in {Team.FABLED, Team.LORIC}


def _step(row: Row, table: Table) -> Iterator[WakingRow]:
    """Dusk, dawn, or what the Minions and the Demon learn."""
    demons = [seat for seat in table.seats if seat.real.team == Team.DEMON]
    minions = [seat for seat in table.seats if seat.real.team == Team.MINION and not seat.truly]
    if row.kind is Step.MINION_INFO:
        if minions:
            yield _row(row, _waking(minions), Lesson(demons=_places(demons)))
    elif row.kind is Step.DEMON_INFO:
        if demons:
            unaware = {each for seat in demons if seat.lesson for each in seat.lesson.unaware}
            told = Lesson(minions=_places(minions), unaware=tuple(sorted(unaware)), bluffs=table.game.bluffs)
            yield _row(row, _waking(demons), told)
    else:
        yield _row(row)


def _wakes(wanted: str, grants: Iterable[tuple[str, str]], table: Table) -> tuple[Waking, ...]:
    """The players who are a character, think so, or have its ability through another one."""
    holders = {holder for holder, ability in grants if ability == wanted}
    found = []
    for seat in table.seats:
        if key(seat.face.id) == wanted:
            found.append(Waking(seat.number, truly=seat.truly))
        elif key(seat.real.id) == wanted:
            found.append(Waking(seat.number, token=seat.face))
        elif key(seat.real.id) in holders:
            found.append(Waking(seat.number, through=seat.real))
    return tuple(found)


def _waking(seats: Iterable[SeatView]) -> tuple[Waking, ...]:
    return tuple(Waking(seat.number) for seat in seats)


def _places(seats: Iterable[SeatView]) -> tuple[int, ...]:
    return tuple(seat.number - 1 for seat in seats)


def _row(row: Row, players: tuple[Waking, ...] = (), lesson: Lesson | None = None) -> WakingRow:
    team = row.character.team.value if row.character else ""
    words = markup.reminder(f"{row.reminder} {row.note}".strip())
    return WakingRow(row.id, row.name, row.kind, team, tuple(words), players, lesson)
