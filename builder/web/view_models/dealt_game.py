"""What the Deal page shows of a dealt game: the bag, the players around the table, and what each learns."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import builder
from builder import catalogue, emblems
from builder.errors import ClockwrightError
from builder.game.character import Character
from builder.game.ids import key
from builder.game.setup import reveal, seated_game
from builder.game.setup.dealing import Deal
from builder.game.setup.reveal import Lesson
from builder.game.setup.seated_game import Game, GameError, Mark, TeamOf
from builder.game.teams import COUNTED_TEAMS, EVIL_TEAMS, GOOD_TEAMS, Team, read_team
from builder.language import gettext as _
from builder.web.infra.script_store import Opened
from builder.web.view_models import character_list, grimoire, thumbnail
from builder.web.view_models.grimoire import Circle, Label, ReminderSet

#: The teams of the bag: others never have a token in it.
TEAMS = tuple(team.value for team in COUNTED_TEAMS)
#: The size of a character's name on its token, and the width of a letter of size 1.
LETTERS, LETTER_WIDTH = 32, 0.54
#: The width of the first and of the second line on a token of radius 1, and the longest name in one line.
WIDTHS, ONE_LINE = (1.7, 1.3), 9
#: The largest size of letters in two lines on a token of radius 1.
SECOND_LINE = 0.33
#: Letters of a script that a game brings along.
MOST_SCRIPT = 2_000_000
#: What it brings along of facts about the script.
OF_META = frozenset({"id", "firstNight", "otherNight", "bootlegger"})

#: A reminder that only repeats what the seat says.
IS_THE = re.compile(r"is the\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Face:
    """A character as the page shows it."""

    id: str
    name: str
    team: str
    #: The name of its emblem.
    emblem: str
    #: The address of its small picture; empty if it shows its emblem.
    picture: str = ""
    ability: str = ""
    #: The id under which the almanac explains it; empty for homebrew.
    explained: str = ""

    @property
    def team_title(self) -> str:
        """The name of its team, in the singular."""
        team = read_team(self.team)
        return team.label if team else _("Unknown")

    @property
    def lines(self) -> tuple[str, ...]:
        """Its name in one line or two, about equally long."""
        words = self.name.split()
        cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        best = min(cuts, key=lambda cut: max(map(len, cut)), default=(self.name,))
        return best if len(self.name) > ONE_LINE else (self.name,)


@dataclass(frozen=True, slots=True)
class MarkView:
    """A reminder token by a seat, or by a token of nobody."""

    text: str
    #: Whose reminder it is; None if nobody knows.
    owner: Face | None
    #: By whose token it lies, and in which seat; 0: nobody's.
    on: Face
    seat: int = 0
    #: Its number at this seat, and the seats that may have it.
    number: int = 0
    places: tuple[int, ...] = ()
    #: What it has alone among the reminders of the game, wherever it is moved.
    key: str = ""

    @property
    def by(self) -> str:
        """The key of its owner; empty if nobody knows."""
        return key(self.owner.id) if self.owner else ""

    @property
    def is_news(self) -> bool:
        """Whether it says more than the seat does."""
        says = f"is {self.owner.name}" if self.owner else ""
        return not IS_THE.match(self.text) and self.text.casefold() != says.casefold()


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at the table. Its place is in the units of the circle."""

    number: int
    face: Face
    #: The player's real character if it differs from the token that they see.
    truly: Face | None
    is_evil: bool
    is_locked: bool
    lesson: Lesson | None
    marks: tuple[MarkView, ...]
    #: The tokens that this player may have drawn instead.
    tokens: tuple[Face, ...]

    @property
    def card(self) -> str:
        """What this player is shown, as JSON: the token and the lesson, by ids, with seats counted from 0."""
        return json.dumps([self.face.id, asdict(self.lesson) if self.lesson else None])

    @property
    def real(self) -> Face:
        """What the player truly is."""
        return self.truly or self.face

    @property
    def is_traveller(self) -> bool:
        """Whether a Traveller sits here."""
        return self.real.team == Team.TRAVELLER

    @property
    def alignment(self) -> str:
        """How this player's alignment is marked: that of a Traveller always, others' if their character misleads."""
        if self.is_evil and (self.is_traveller or self.real.team not in EVIL_TEAMS):
            return "evil"
        return "good" if not self.is_evil and (self.is_traveller or self.real.team in EVIL_TEAMS) else ""

    @property
    def news(self) -> tuple[MarkView, ...]:
        """The reminders that say more than the seat does."""
        return tuple(mark for mark in self.marks if mark.is_news)


@dataclass(frozen=True, slots=True)
class Table:
    """A dealt game."""

    game: Game
    #: Clockwise from the top.
    seats: tuple[SeatView, ...]
    extra: tuple[Face, ...]
    bluffs: tuple[Face, ...]
    #: What may be a bluff.
    bluff_choices: tuple[Face, ...]
    reminders: tuple[MarkView, ...]
    #: The reminder tokens of the script by character, those in play first.
    script_reminders: tuple[ReminderSet, ...]
    #: All characters of the script, by team.
    everybody: tuple[Face, ...]
    counts: tuple[tuple[str, int], ...]
    #: Everybody of the script and of the game by id.
    faces: Mapping[str, Face]
    #: Whether the script is another one than when the game was dealt.
    is_script_changed: bool
    #: Travellers who may join.
    joining: tuple[Face, ...]
    #: What a player can become, by team.
    characters: tuple[tuple[str, tuple[Face, ...]], ...]

    @property
    def circle(self) -> Circle:
        """Where the tokens are in the picture."""
        return grimoire.circle(len(self.seats))

    def label(self, seat: SeatView, words: Mapping[str, str]) -> Label:
        """The label of a seat in the picture; `words` are the page's for `seat`, `is the`, `evil` and `good`."""
        texts = [("player", words["seat"])]
        if seat.truly:
            texts.append(("truly", words["is the"]))
        if seat.alignment:
            texts.append(("alignment", words[seat.alignment]))
        texts += [("mark", mark.text) for mark in seat.news]
        return self.circle.label(seat.number - 1, texts)

    def size(self, lines: Sequence[str]) -> int:
        """The size of the letters in which all lines of a name fit on a token."""
        fitting = [
            width * self.circle.radius / (LETTER_WIDTH * max(1, len(line)))
            for line, width in zip(lines, WIDTHS, strict=False)
        ]
        # The second of two lines has to stay above the lower edge.
        highest = SECOND_LINE * self.circle.radius if len(lines) > 1 else LETTERS
        return round(min(LETTERS, highest, *fitting))


def begin(opened: Opened, dealt: Deal, query: str, travellers: Sequence[str]) -> Game:
    """A game of a script as it is now, with these Travellers."""
    known = faces(opened)
    team_of = _team_of(known)
    game = seated_game.begin(dealt, team_of, query, _snapshot(opened.official))
    return seated_game.add_travellers(game, travellers, team_of)


def travellers(opened: Opened) -> list[Face]:
    """The Travellers of a script; the official ones if it has none."""
    found = [face for face in faces(opened).values() if face.team == Team.TRAVELLER]
    return found or _official_travellers()


def _official_travellers() -> list[Face]:
    return [_face(each, each.id) for each in catalogue.everyone() if each.team is Team.TRAVELLER]


def as_dealt(opened: Opened, game: Game) -> Opened:
    """The script of a game: as it was when it was dealt, with its Travellers. Raises GameError if it is none."""
    entries = _entries(game.script)
    there = {key(each if isinstance(each, str) else str(each.get("id"))) for each in entries}
    for player in game.seats:
        if key(player.character) not in there and _of_catalogue(player.character) is Team.TRAVELLER:
            entries.append(player.character)
    text = json.dumps(entries)
    try:
        return replace(opened, script=builder.parse(text), official=text)
    except ClockwrightError as error:
        raise GameError(_("The stored game cannot be read. Deal again.")) from error


def _entries(text: str) -> list[Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GameError(_("The stored game cannot be read. Deal again.")) from error
    is_script = isinstance(found, list) and all(isinstance(each, str | dict) for each in found)
    if not is_script or len(text) > MOST_SCRIPT:
        raise GameError(_("The stored game cannot be read. Deal again."))
    return list(found)


def _snapshot(official: str) -> str:
    """A script without what a game needs not: pictures, and facts about it other than its night order."""

    def needed(entry: dict[str, Any]) -> dict[str, Any]:
        if entry.get("id") == "_meta":
            return {name: its for name, its in entry.items() if name in OF_META}
        return {name: its for name, its in entry.items() if name != "image"}

    found = [needed(each) if isinstance(each, dict) else each for each in json.loads(official)]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _of_catalogue(identifier: str) -> Team | None:
    found = catalogue.find(identifier)
    return found.team if found else None


def _team_of(known: Mapping[str, Face]) -> TeamOf:
    def team_of(identifier: str) -> Team | None:
        face = known.get(key(identifier))
        return read_team(face.team) if face else _of_catalogue(identifier)

    return team_of


@dataclass(frozen=True, slots=True)
class Known:
    """A game with its script as it was dealt: what changes by hand need to know."""

    game: Game
    opened: Opened
    faces: Mapping[str, Face]

    @classmethod
    def of(cls, opened: Opened, game: Game) -> "Known":
        """Pictures are those of the script as it is now, for characters that it still has."""
        then = as_dealt(opened, game)
        found, now = faces(then), faces(opened)
        for name, face in found.items():
            if name in now and now[name].name == face.name:
                found[name] = replace(face, picture=now[name].picture)
        return cls(game, then, found)

    def face(self, identifier: str) -> Face:
        """A character of the game."""
        return self.faces.get(key(identifier)) or _face(catalogue.find(identifier), identifier)

    def team_of(self, identifier: str) -> Team | None:
        """The team of a character."""
        return _team_of(self.faces)(identifier)

    @property
    def ids(self) -> list[str]:
        """The characters of the script."""
        return [face.id for face in self.faces.values()]


def table(opened: Opened, game: Game, wanted: Iterable[str] = ()) -> Table:
    """A dealt game, for the page."""
    known = Known.of(opened, game)
    locked, face, team_of = {key(each) for each in wanted}, known.face, known.team_of
    good = [each for each in known.ids if team_of(each) in GOOD_TEAMS]
    lessons = reveal.lessons(game, team_of, good)
    seats = []
    for at, (player, lesson) in enumerate(zip(game.seats, lessons, strict=True)):
        marks = tuple(
            _mark(known, mark, player.token, at, number) for number, mark in enumerate(player.marks)
        )
        seats.append(
            SeatView(
                number=at + 1,
                face=face(player.token),
                truly=None if player.knows else face(player.character),
                is_evil=player.is_evil,
                is_locked=key(player.character) in locked,
                lesson=lesson,
                marks=marks,
                tokens=tuple(map(face, seated_game.tokens_for(game, at, known.ids, team_of))),
            )
        )
    loose = [MarkView(mark.text, _owner(known, mark), face(on)) for on, mark in game.loose]
    numbers = Counter(seat.real.team for seat in seats)
    return Table(
        game=game,
        seats=tuple(seats),
        extra=tuple(map(face, game.extra)),
        bluffs=tuple(map(face, game.bluffs)),
        bluff_choices=tuple(map(face, seated_game.bluffs_for(game, known.ids, team_of))),
        reminders=(*(mark for seat in seats for mark in seat.marks), *loose),
        script_reminders=grimoire.sets(_with_reminders(known)),
        everybody=tuple(sorted(known.faces.values(), key=lambda each: rank(each.team))),
        counts=tuple((team, numbers[team]) for team in TEAMS)
        + (((Team.TRAVELLER.value, numbers[Team.TRAVELLER]),) if numbers[Team.TRAVELLER] else ()),
        faces={each: face(each) for each in _named(game, lessons)},
        is_script_changed=game.script != _snapshot(opened.official),
        joining=tuple(each for each in travellers(known.opened) if key(each.id) not in game.in_play)
        or tuple(each for each in _official_travellers() if key(each.id) not in game.in_play),
        characters=tuple(
            (team.heading, tuple(face for face in known.faces.values() if face.team == team.value))
            for team in COUNTED_TEAMS
        ),
    )


def _with_reminders(known: Known) -> list[Character]:
    there = known.game.in_play | known.game.tokens
    having = [each for each in known.opened.script.characters if each.all_reminders]
    return sorted(having, key=lambda each: each.key not in there)


def _mark(known: Known, mark: Mark, token: str, at: int, number: int) -> MarkView:
    places = tuple(each + 1 for each in seated_game.places_for(known.game, at, mark, known.team_of))
    own = f"{mark.by} {mark.number}"
    return MarkView(mark.text, _owner(known, mark), known.face(token), at + 1, number, places, own)


def _owner(known: Known, mark: Mark) -> Face | None:
    return known.face(mark.by) if mark.by else None


def rank(team: str) -> int:
    """The place of a team in lists."""
    return TEAMS.index(team) if team in TEAMS else len(TEAMS)


def faces(opened: Opened, path: str = "") -> dict[str, Face]:
    """The characters of a script by key; their pictures are under `path`, else under that of the script."""
    script = opened.script
    names, addresses = emblems.assign(script.characters), character_list.addresses(script)
    found = {}
    for address, entry in zip(addresses, script.entries, strict=True):
        each = entry.character
        if each:
            small = thumbnail.picture(each, address) if entry.is_custom else ""
            picture = f"{path or opened.path}{small}" if small else ""
            emblem = names.get(each.id, "")
            explained = each.key if catalogue.is_official(entry, each) else ""
            found[each.key] = Face(
                each.id, each.name, each.team.value, emblem, picture, each.ability, explained
            )
    return found


def _named(game: Game, lessons: Iterable[Lesson | None]) -> set[str]:
    """The ids that the page names in sentences."""
    taught = [lesson for lesson in lessons if lesson]
    named = {each for lesson in taught for each in (*lesson.bluffs, lesson.character) if each}
    named |= {who for lesson in taught for _unused, who in lesson.unaware}
    return named.union(game.extra, game.bluffs)


def _face(character: Character | None, identifier: str) -> Face:
    if character is None:
        return Face(identifier, identifier, "unknown", "")
    return Face(
        character.id,
        character.name,
        character.team.value,
        emblems.of(character),
        ability=character.ability,
    )
