"""The nights of a dealt game: only who is in play, with the seat of each player and what evil players learn."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from builder import catalogue
from builder.game import cards, markup
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.markup import Mark, Piece
from builder.game.night import SILENCERS, Row, Step, night_sheet
from builder.game.script import Entry, Script
from builder.game.setup.dealing import tonight
from builder.game.setup.reveal import Lesson
from builder.game.teams import Team
from builder.language import card, gettext as _, join
from builder.printables.night import reminder_labels
from builder.web.view_models import grimoire
from builder.web.view_models.dealt_game import Face, MarkView, SeatView, Table

#: Abilities of dying and the dead, which may wake dead players.
_OF_DEATH = re.compile(r"\b(?:die[sd]?|dying|dead|deaths?|kill(?:s|ed|ing)?)\b", re.IGNORECASE)
#: Those that do not end with the death of their player; those of a death at night alone.
_AFTER_DEATH = re.compile(r"\bregisters?\b|\bfrom (?:now|then) on\b|\brest of the game\b", re.IGNORECASE)
_AT_NIGHT = re.compile(r"\bdies? at night\b", re.IGNORECASE)
#: A card with the token that belongs to it, and a token that is shown without one.
_ON_CARD = re.compile(r"\*[A-Z ]+\*(?: &|,) (?:the |an? )?(?P<name>[A-Z][^.;,&]*?) token\b")
_SHOWS = re.compile(r"\bshow\b[^.]*\b(?:tokens?|character)\b", re.IGNORECASE)
#: Whose ability another one's player has: a Boffin's, the Demon.
_GIVES_TO_DEMON = "boffin"
#: Is shown to the Minions with the Demon, and to the Demon with the Minions.
_MAGICIAN = "magician"
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
    #: Seats, counted from 0, to which the Storyteller points as well: of a Magician.
    pointed: tuple[tuple[int, Face], ...] = ()
    #: The reminders of this character that lie by players.
    marks: tuple[MarkView, ...] = ()
    #: Jinxes with others in play: their names and what the jinx says.
    jinxes: tuple[tuple[str, str], ...] = ()
    #: What the Storyteller does in this game alone.
    steps: tuple[str, ...] = ()
    #: When its dead players may have to wake, because the ability is about dying or the dead: "always"; "after" their
    #: death, the night of it or of the day before it; "night", that of their death alone. Empty: not at all.
    of_death: str = ""
    #: What cannot happen in this game, with the reason.
    unmet: tuple[tuple[str, tuple[Piece, ...]], ...] = ()
    #: The character tokens that are shown with each card of the words, by its place among these.
    shown: Mapping[int, tuple[Face, ...]] = field(default_factory=dict)
    #: Whose reminder tokens are placed in it: the key of its character, if there are any.
    by: str = ""
    #: The tokens that its words name, by the places of these words; empty for one that they leave open.
    placed: Mapping[int, str] = field(default_factory=dict)
    #: Whether it shows somebody a character token that its words leave open.
    shows_character: bool = False
    #: Who has which ability in this game through the character of this row.
    given: tuple[tuple[tuple[int, ...], Face], ...] = ()
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
    grants = [(key(holder), key(ability)) for holder, ability in game.grants if ability]
    acting = {entry.key for entry in present.entries} | {ability for _unused, ability in grants}
    there = game.in_play | {ability for _unused, ability in grants}
    # Of a character that only somebody's token shows, as the Drunk's does, there are no jinxes.
    jinxes = applying(
        replace(
            script,
            entries=tuple(each for each in script.entries if each.key in there or _is_always_there(each)),
        ),
        catalogue.jinxes(),
    )
    labels = reminder_labels(script)
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
                    _row(replace(row, reminder=happens), _wakes(wakes, grants, table), labels=labels),
                    unmet=unmet,
                    marks=tuple(
                        mark
                        for mark in table.reminders
                        if mark.owner and key(mark.owner.id) == wakes and mark.is_news
                    ),
                    jinxes=_jinxes(present, jinxes, wakes),
                    of_death=_of_death(row.character),
                    shows_character=_shows_character(row.character, names, is_first=is_first),
                    given=_given(wakes, grants, table),
                )
            )
    return [replace(row, shown=_shown(row.words, table)) for row in found]


def _shown(words: Sequence[Piece], table: Table) -> dict[int, tuple[Face, ...]]:
    """What is shown with each card: the tokens that its sentence names after it, or the bluffs."""
    faces = [each for seat in table.seats for each in (seat.face, seat.real)]
    faces += [*table.bluff_choices, *table.everybody]
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


def _of_death(who: Character) -> str:
    ability = grimoire.in_english(who).ability
    if not _OF_DEATH.search(ability):
        return ""
    if _AFTER_DEATH.search(ability):
        return "always"
    return "night" if _AT_NIGHT.search(ability) else "after"


def _shows_character(who: Character, names: Collection[str], *, is_first: bool) -> bool:
    """Whether a row shows a token that its words do not name; those beside a card are on the card."""
    english = grimoire.in_english(who)
    words = english.first_night_reminder if is_first else english.other_night_reminder
    words = _ON_CARD.sub(lambda found: "" if found["name"] in names else found[0], words)
    return bool(_SHOWS.search(words))


def _given(
    wakes: str, grants: Iterable[tuple[str, str]], table: Table
) -> tuple[tuple[tuple[int, ...], Face], ...]:
    """The abilities that others have through a character, each with the seats of its players."""
    faces = {key(each.id): each for each in table.everybody}
    return tuple(
        (tuple(seat.number for seat in _holders(holder, table)), faces[ability])
        for holder, ability in grants
        if holder == wakes and ability in faces
    )


def _holders(holder: str, table: Table) -> list[SeatView]:
    """Who has the ability that a character has or gives."""
    if holder == _GIVES_TO_DEMON:
        return [seat for seat in table.seats if seat.real.team == Team.DEMON]
    return [seat for seat in table.seats if key(seat.real.id) == holder]


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
            told = Lesson(demons=_places(demons))
            yield replace(_row(row, _waking(minions), told), pointed=_magicians(table))
    elif row.kind is Step.DEMON_INFO:
        if demons:
            unaware = {each for seat in demons if seat.lesson for each in seat.lesson.unaware}
            told = Lesson(minions=_places(minions), unaware=tuple(sorted(unaware)), bluffs=table.game.bluffs)
            yield replace(_row(row, _waking(demons), told), pointed=_magicians(table))
    else:
        yield _row(row)


def _magicians(table: Table) -> tuple[tuple[int, Face], ...]:
    """Who seems to the Minions a Demon, and to the Demon a Minion."""
    return tuple((seat.number - 1, seat.real) for seat in table.seats if key(seat.real.id) == _MAGICIAN)


def _wakes(wanted: str, grants: Iterable[tuple[str, str]], table: Table) -> tuple[Waking, ...]:
    """The players who are a character, think so, or have its ability through another one."""
    through = {
        seat.number: face
        for holder, ability in grants
        if ability == wanted
        for face in [each for each in table.everybody if key(each.id) == holder]
        for seat in _holders(holder, table)
    }
    gives = wanted == _GIVES_TO_DEMON
    found = []
    for seat in table.seats:
        if key(seat.face.id) == wanted:
            found.append(Waking(seat.number, truly=seat.truly))
        elif key(seat.real.id) == wanted:
            found.append(Waking(seat.number, token=seat.face))
        elif seat.number in through:
            found.append(Waking(seat.number, through=through[seat.number]))
        elif gives and seat.real.team == Team.DEMON:
            found.append(Waking(seat.number, truly=seat.real))
    return tuple(found)


def _waking(seats: Iterable[SeatView]) -> tuple[Waking, ...]:
    return tuple(Waking(seat.number) for seat in seats)


def _places(seats: Iterable[SeatView]) -> tuple[int, ...]:
    return tuple(seat.number - 1 for seat in seats)


def _row(
    row: Row,
    players: tuple[Waking, ...] = (),
    lesson: Lesson | None = None,
    labels: Collection[str] = (),
) -> WakingRow:
    team = row.character.team.value if row.character else ""
    words = markup.reminder(f"{row.reminder} {row.note}".strip(), labels)
    own = {cards.plain(each): each for each in row.character.all_reminders} if row.character else {}
    placed = {}
    for at, piece in enumerate(words):
        text = own.get(cards.plain(piece.text), "")
        if own and (piece.mark is Mark.TOKEN or (piece.mark is Mark.NAMED and text)):
            placed[at] = text
    return WakingRow(
        row.id,
        row.name,
        row.kind,
        team,
        tuple(words),
        players,
        lesson,
        by=row.character.key if row.character and own else "",
        placed=placed,
    )
