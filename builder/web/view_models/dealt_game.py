"""What the Deal page shows of a dealt game: the bag, the players around the table, and what each learns."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from builder import catalogue, emblems
from builder.game.character import Character
from builder.game.ids import key
from builder.game.setup import reveal
from builder.game.setup.dealing import Deal
from builder.game.setup.reveal import Lesson
from builder.game.teams import COUNTED_TEAMS, GOOD_TEAMS, read_team
from builder.web.infra.script_store import Opened
from builder.web.view_models import character_list, thumbnail

#: The teams of the bag: others never have a token in it.
TEAMS = tuple(team.value for team in COUNTED_TEAMS)
#: The circle of seats, in the units of its picture: its middle, the distance of the seats, the largest token.
MIDDLE, REACH, LARGEST = 500, 385, 82
#: With more seats than this it is an oval, so that names fit between the tokens.
ROUND, HIGH_REACH = 10, 510
#: The size of a character's name on its token, and the width of a letter of size 1.
LETTERS, LETTER_WIDTH = 32, 0.54
#: The width of the first and of the second line on a token of radius 1, and the longest name in one line.
WIDTHS, ONE_LINE = (1.7, 1.3), 9

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
        return team.title if team else "Unknown"

    @property
    def lines(self) -> tuple[str, ...]:
        """Its name in one line or two, about equally long."""
        words = self.name.split()
        cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        best = min(cuts, key=lambda cut: max(map(len, cut)), default=(self.name,))
        return best if len(self.name) > ONE_LINE else (self.name,)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at the table. Its place is in the units of the circle."""

    number: int
    face: Face
    #: The player's real character if it differs from the token that they see.
    truly: Face | None
    is_evil: bool
    is_locked: bool
    across: int
    down: int
    lesson: Lesson | None
    #: The texts of reminder tokens at this seat.
    reminders: tuple[str, ...]

    @property
    def real(self) -> Face:
        """What the player truly is."""
        return self.truly or self.face


@dataclass(frozen=True, slots=True)
class Table:
    """A dealt game."""

    #: Clockwise from the top.
    seats: tuple[SeatView, ...]
    extra: tuple[Face, ...]
    bluffs: tuple[Face, ...]
    reminders: tuple[tuple[Face, str], ...]
    steps: tuple[str, ...]
    because: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]
    #: Everybody of the script and of the game by id.
    faces: Mapping[str, Face]

    @property
    def middle(self) -> int:
        """The middle of the circle from above."""
        return MIDDLE - REACH + _reach_down(len(self.seats))

    @property
    def height(self) -> int:
        """The height of the picture."""
        return 2 * self.middle + 30

    @property
    def radius(self) -> int:
        """The radius of a token in the circle: neighbors never touch."""
        return min(LARGEST, round(0.92 * REACH * sin(pi / len(self.seats))))

    @property
    def bag(self) -> list[SeatView]:
        """The players team by team."""
        return sorted(self.seats, key=lambda seat: (rank(seat.real.team), seat.face.name))

    @property
    def name_length(self) -> int:
        """The number of letters of a player's name that fit below a token."""
        return self.radius // 7

    def size(self, lines: Sequence[str]) -> int:
        """The size of the letters in which all lines of a name fit on a token."""
        fitting = [
            width * self.radius / (LETTER_WIDTH * max(1, len(line)))
            for line, width in zip(lines, WIDTHS, strict=False)
        ]
        return round(min(LETTERS, *fitting))


def table(opened: Opened, dealt: Deal, wanted: Iterable[str] = ()) -> Table:
    """A dealt game, for the page."""
    locked = {key(each) for each in wanted}
    known = faces(opened)

    def face(identifier: str) -> Face:
        return known.get(key(identifier)) or _face(catalogue.find(identifier), identifier)

    evil, seats = list(dealt.evil), []
    free = list(dealt.reminders)
    good = [each.id for each in known.values() if read_team(each.team) in GOOD_TEAMS]
    places = reveal.seats(dealt, lambda each: read_team(face(each).team), good)
    for number, place in enumerate(places):
        bad = place.character in evil
        if bad:
            evil.remove(place.character)
        mine = [each for each in free if each[0] in {place.token, place.character}]
        free = [each for each in free if each not in mine]
        angle = 2 * pi * number / len(places)
        seats.append(
            SeatView(
                number=number + 1,
                face=face(place.token),
                truly=face(place.character) if place.token != place.character else None,
                is_evil=bad,
                is_locked=key(place.character) in locked,
                across=round(MIDDLE + REACH * sin(angle)),
                down=round(MIDDLE - REACH + _reach_down(len(places)) * (1 - cos(angle))),
                lesson=place.lesson,
                reminders=tuple(words for _, words in mine if not IS_THE.match(words)),
            )
        )
    return Table(
        seats=tuple(seats),
        extra=tuple(map(face, dealt.extra)),
        bluffs=tuple(map(face, dealt.bluffs)),
        reminders=tuple((face(on), words) for on, words in dealt.reminders),
        steps=dealt.steps,
        because=dealt.because,
        counts=tuple((team, number) for team, number in zip(TEAMS, dealt.distribution, strict=True)),
        faces={each: face(each) for each in _named(dealt, places)},
    )


def _reach_down(seats: int) -> int:
    return REACH if seats <= ROUND else HIGH_REACH


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


def _named(dealt: Deal, places: Iterable[reveal.RevealSeat]) -> set[str]:
    """The ids that the page names in sentences."""
    lessons = [place.lesson for place in places if place.lesson]
    told = {each for lesson in lessons for each in (*lesson.bluffs, lesson.character) if each}
    told |= {who for lesson in lessons for _, who in lesson.unaware}
    return told.union(dealt.extra, dealt.bluffs)


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
