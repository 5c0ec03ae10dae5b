"""A character sheet as plain text: teams as headings, a line `Name  ability` for each character, night rows.

Whoever has an official name is the official character; everybody else comes in with the words of the sheet.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder import catalogue
from builder.formats import official
from builder.formats.official.almanac_block import block_of
from builder.formats.source import prose_of, text_of
from builder.formats.text import check_number, own_id, strangers_told
from builder.formats.text.sheet_markdown import Paired, unmarked
from builder.game.almanac import Almanac
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team

NAME = "sheet-text"
TITLE = "Character sheet as plain text"
HEADING = re.compile(r"^\W*(?P<team>\w+)\W*$")
TEAMS = {key(word): team for team in Team for word in (team.value, team.plural)} | {
    "traveler": Team.TRAVELLER,
    "travelers": Team.TRAVELLER,
}
#: `- Sailor  Each night, …`, `Sailor: Each night, …`, `Sailor<tab>Each night, …`
ROW = re.compile(r"^(?:[-•*]\s+)?(?P<name>\S.{0,40}?)(?:\s{2,}|\t+|:\s+|\s+[–—]\s+)(?P<ability>\S.{8,})$")
NIGHTS = {"firstnight": "firstNight", "othernights": "otherNight", "othernight": "otherNight"}
LEGEND = re.compile(r"^\*\s*not the first night", re.IGNORECASE)
COUNTS = re.compile(r"^character counts?\b", re.IGNORECASE)
SPECIAL = {"dusk": "dusk", "dawn": "dawn", "minioninfo": "minioninfo", "demoninfo": "demoninfo"}
LONGEST_NAME = 40
#: So many jinxes that nobody here has are told one by one.
MOST_TOLD = 50


@dataclass(frozen=True, slots=True)
class Line:
    """A character of the sheet."""

    name: str
    team: Team
    ability: str
    number: int


@dataclass(slots=True)
class Found:
    """What a text turned out to hold."""

    lines: list[Line] = field(default_factory=list)
    story: list[str] = field(default_factory=list)
    #: For each night the names in order, and what is to be done, piece by piece.
    nights: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    #: Whom the lines name.
    known: set[str] = field(default_factory=set)


def recognises(source: bytes | str) -> bool:
    """Whether at least three characters with their abilities stand under the headings of two teams."""
    found = _found(unmarked(prose_of(source)).lines)
    return len(found.lines) > 2 and len({line.team for line in found.lines}) > 1


def read(source: bytes | str) -> Script:
    """A script of the characters on the sheet; both night orders where the text has them."""
    text = unmarked(text_of(source)[0])
    found = _found(text.lines)
    check_number(len(found.lines))
    ids = {key(line.name): _id(line) for line in found.lines}
    meta: dict[str, Any] = {"id": "_meta", "name": text.title or "Unnamed script"}
    told = {"author": text.author, "bootlegger": text.rules}
    meta |= {name: value for name, value in told.items() if value}
    for night, rows in found.nights.items():
        meta[night] = list(dict.fromkeys(_acting(name, ids) for name in rows))
    if found.story:
        meta["clockwright"] = {"almanac": block_of(Almanac(synopsis="\n\n".join(found.story)))}
    doings = {night: _doings(rows) for night, rows in found.nights.items()}
    values = [_written(line, ids, doings) for line in found.lines]
    strangers = _join(values, text.jinxes, ids)
    reading = (*_told(found, ids), *(_jinx_told(each) for each in strangers[:MOST_TOLD]))
    script = official.script_of([meta, *values], reading=reading)
    placed = zip(script.entries, found.lines, strict=True)
    return replace(script, entries=tuple(replace(entry, line=line.number) for entry, line in placed))


def _found(lines: Sequence[str]) -> Found:
    found, team, night, is_story = Found(), None, "", False
    for number, line in enumerate(lines, 1):
        words = line.strip()
        if not words:
            continue
        here = _team(words)
        if LEGEND.match(words) or COUNTS.match(words) or key(words) in NIGHTS:
            night = NIGHTS.get(key(words), night)
            team, is_story = None, bool(LEGEND.match(words))
            if night:
                found.nights.setdefault(night, {})
        elif here and not night:
            team = here
        elif team:
            row = ROW.match(line)
            if row:
                found.lines.append(Line(row["name"].strip(), team, row["ability"].strip(), number))
                found.known.add(key(row["name"]))
        elif night:
            _act(found.nights[night], words, found.known)
        elif is_story:
            found.story.append(words)
    return found


def _team(words: str) -> Team | None:
    heading = HEADING.match(words) if len(words) <= LONGEST_NAME else None
    return TEAMS.get(key(heading["team"])) if heading else None


def _act(rows: dict[str, list[str]], words: str, known: set[str]) -> None:
    """A row of the night: a name on a line of its own, or before a tab with what is to be done behind it."""
    name, _, doing = words.partition("\t")
    if len(name) <= LONGEST_NAME and (doing or key(name) in known or key(name) in SPECIAL):
        rows.setdefault(name.strip(), [doing.strip()])
    elif rows:
        rows[next(reversed(rows))].append(words)


def _id(line: Line) -> str:
    official_one = catalogue.find(line.name)
    return official_one.id if official_one else own_id(line.name)


def _acting(name: str, ids: Mapping[str, str]) -> str:
    return SPECIAL.get(key(name)) or ids.get(key(name)) or key(name)


def _doings(rows: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What each is to do in a night, by the key of the name."""
    told: dict[str, str] = {}
    for name, pieces in rows.items():
        told.setdefault(key(name), " ".join(pieces).strip())
    return told


def _written(line: Line, ids: Mapping[str, str], doings: Mapping[str, Mapping[str, str]]) -> Any:
    own = ids[key(line.name)]
    if catalogue.find(line.name):
        return own
    written: dict[str, Any] = {"id": own, "name": line.name, "team": line.team.value, "ability": line.ability}
    for night, told in doings.items():
        if told.get(key(line.name)):
            written[f"{night}Reminder"] = _reminder(told[key(line.name)])
    if line.ability.rstrip().endswith("]"):
        written["setup"] = True
    return written


def _join(values: Sequence[Any], jinxes: Sequence[Paired], ids: Mapping[str, str]) -> list[Paired]:
    """Put each jinx beside a character of the sheet; what is left names somebody who is not on it.

    Two official characters have theirs anyway.
    """
    own = {value["id"]: value for value in values if isinstance(value, dict)}
    strangers = []
    for jinx in jinxes:
        pair = _pair(jinx.names, ids)
        holder = next((one for one in pair if one in own), "")
        if len(pair) < 2:
            strangers.append(jinx)
        elif holder:
            other = pair[0] if holder == pair[1] else pair[1]
            own[holder].setdefault("jinxes", []).append({"id": other, "reason": jinx.reason})
    return strangers


def _pair(names: str, ids: Mapping[str, str]) -> tuple[str, ...]:
    """The ids of `Lodger & Letter Opener`; a name may have an & of its own."""
    parts = names[: 2 * LONGEST_NAME + 3].split(" & ")
    splits = ((key(" & ".join(parts[:at])), key(" & ".join(parts[at:]))) for at in range(1, len(parts)))
    return next(((ids[one], ids[other]) for one, other in splits if one in ids and other in ids), ())


def _jinx_told(jinx: Paired) -> Problem:
    return Problem(
        "jinx-stranger",
        Severity.WARNING,
        f"The jinx “{jinx.names[:80]}” names somebody who is not on this sheet, so it was left out. Check how both "
        "names are written.",
    )


def _reminder(doing: str) -> str:
    """What is to be done in the marks of the script format: a circle is a reminder token."""
    words = re.sub(r"[•☺?]\s*|(?:^|\s)-\s", " ", doing.replace("○", " :reminder: "))
    return " ".join(words.split())


def _told(found: Found, ids: Mapping[str, str]) -> Iterator[Problem]:
    own = [line.name for line in found.lines if not catalogue.find(line.name)]
    listed: Sequence[str] = own[:12] if len(own) <= 12 else [*own[:12], "others"]
    more = f" {', '.join(listed)} came in with the words of the sheet." if own else ""
    yield Problem(
        "sheet-text",
        Severity.NOTICE,
        f"This is the text of a character sheet.{more} Tokens, pictures and the author are not in it.",
    )
    here = {*ids, *SPECIAL}
    strangers = {name for rows in found.nights.values() for name in rows if key(name) not in here}
    yield from strangers_told(sorted(strangers), "is not on this sheet")
