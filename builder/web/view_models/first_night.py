"""The nights of a dealt game: only who is in play, with the seat of each player and what evil players learn."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from builder import catalogue
from builder.game import markup
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.markup import Mark, Piece
from builder.game.night import SILENCERS, Row, Step, night_sheet
from builder.game.script import Entry, Script
from builder.game.setup.dealing import tonight
from builder.game.setup.reveal import Lesson
from builder.game.teams import Team
from builder.language import card, join
from builder.language import gettext as _
from builder.web.view_models.dealt_game import Face, MarkView, SeatView, Table

#: Abilities of dying and the dead, which may wake dead players.
_OF_DEATH = re.compile(r"\b(?:die[sd]?|dying|dead|deaths?|kill(?:s|ed|ing)?)\b", re.IGNORECASE)
#: Ends of sentences, with the tokens that belong to them; and the beginning of a condition, in English.
_END = re.compile(
    r"(?<=[.!?])(?<!\b[A-Z]\.)\s+(?!:reminder:)|(?<=[.!?] :reminder:)\s+(?!:reminder:)|(?<=[。！？])(?=[^:])"
)
_CONDITION = re.compile(r"If (?:the |an? )?(?=[A-Z])")


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
    #: Whether the ability is about dying or the dead, so that dead players may have to wake just now.
    is_of_death: bool = False
    #: What cannot happen in this game, with the reason.
    unmet: tuple[tuple[str, tuple[Piece, ...]], ...] = ()
    #: The character tokens that are shown with each card of the words, by its place among these.
    shown: Mapping[int, tuple[Face, ...]] = field(default_factory=dict)
    #: The texts of its reminder tokens.
    reminders: tuple[str, ...] = ()
    #: Why the whole row does not happen; empty if it does.
    left_out: str = ""


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
    telling = replace(present, entries=tuple(each for each in present.entries if each.key not in SILENCERS))
    here, whole = night_sheet(telling, order, players), night_sheet(script, order, players)
    steps = {row.kind: row for row in (here.first if is_first else here.other)}
    jinxes = applying(present, catalogue.jinxes())
    grants = [(key(holder), key(ability)) for holder, ability in game.grants if ability]
    acting = {entry.key for entry in present.entries} | {ability for _unused, ability in grants}
    there = game.in_play | {ability for _unused, ability in grants}
    silencers = [name for each, name in present.names.items() if each in there.intersection(SILENCERS)]
    names = _names(script)
    found: list[WakingRow] = []
    for row in whole.first if is_first else whole.other:
        if row.kind.is_info and silencers:
            why = _("Left out: %(names)s in play.") % {"names": join(silencers)}
            found.append(WakingRow(row.id, row.name, row.kind, "", (), left_out=why))
        elif row.kind is not Step.CHARACTER:
            found += _step(steps.get(row.kind, row), table)
        elif row.character and row.character.key in acting:
            wakes = row.character.key
            happens, unmet = _parted(row, names, acting, is_first=is_first)
            found.append(
                replace(
                    _row(replace(row, reminder=happens), _wakes(wakes, grants, table)),
                    unmet=unmet,
                    marks=tuple(
                        mark
                        for mark in table.reminders
                        if mark.owner and key(mark.owner.id) == wakes and mark.is_news
                    ),
                    jinxes=_jinxes(present, jinxes, wakes),
                    is_of_death=_is_of_death(row.character),
                )
            )
    return [replace(row, shown=_shown(row.words, table)) for row in found]


def _shown(words: Sequence[Piece], table: Table) -> dict[int, tuple[Face, ...]]:
    """What is shown with each card: the tokens that its sentence names after it, or the bluffs."""
    faces = [each for seat in table.seats for each in (seat.face, seat.real)]
    faces += [*table.bluff_choices, *(face for face, _unused in table.script_reminders)]
    by_name = {each.name: each for each in faces}
    not_in_play = card("THESE CHARACTERS ARE NOT IN PLAY").casefold()
    found = {}
    for at, piece in enumerate(words):
        if piece.mark is Mark.INFO:
            after = words[at + 1].text if at + 1 < len(words) and words[at + 1].mark is Mark.TEXT else ""
            said = re.split(r"[.:;,。：；，]", after, maxsplit=1)[0]
            named = [face for name, face in by_name.items() if re.search(rf"\b{re.escape(name)}\b", said)]
            found[at] = table.bluffs if piece.text.casefold() == not_in_play else tuple(named[:1])
    return found


def _names(script: Script) -> dict[str, str]:
    """The key of each character by its English name and by its name on the script; longer names come first."""
    named = {each.name: each.key for each in map(catalogue.find_english, catalogue.keys()) if each}
    named |= {name: each for each, name in script.names.items()}
    return dict(sorted(named.items(), key=lambda one: -len(one[0])))


def _parted(
    row: Row, names: Mapping[str, str], acting: Collection[str], *, is_first: bool
) -> tuple[str, tuple[tuple[str, tuple[Piece, ...]], ...]]:
    """What a row says without sentences on the condition of a character that is not in this game; and these.

    Conditions are found in English; a translation has the same sentences or is left as it is.
    """
    english = catalogue.find_english(row.id) if row.character and row.character.language else None
    known = (
        (english.first_night_reminder if is_first else english.other_night_reminder)
        if english
        else row.reminder
    )
    sentences, conditions = _END.split(row.reminder), _END.split(known)
    if len(sentences) != len(conditions):
        return row.reminder, ()
    happens, unmet = [], []
    for sentence, condition in zip(sentences, conditions, strict=True):
        found = _CONDITION.match(condition)
        about = condition[found.end() :] if found else ""
        name = next((each for each in names if re.match(rf"{re.escape(each)}\b", about)), "")
        if name and names[name] not in acting:
            who = catalogue.find(names[name])
            why = _("No %(name)s in this game:") % {"name": who.name if who else name}
            unmet.append((why, tuple(markup.reminder(sentence))))
        else:
            happens.append(sentence)
    return (" ".join(happens), tuple(unmet)) if unmet else (row.reminder, ())


def _is_of_death(who: Character) -> bool:
    english = catalogue.find_english(who.id) if who.language else None
    return bool(_OF_DEATH.search((english or who).ability))


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
    who = row.character
    reminders = (*who.reminders, *who.reminders_global) if who else ()
    return WakingRow(
        row.id,
        row.name,
        row.kind,
        team,
        tuple(words),
        players,
        lesson,
        reminders=tuple(dict.fromkeys(reminders)),
    )
