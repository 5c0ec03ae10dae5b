"""A character sheet as plain text: teams as headings, a line `Name  ability` for each character, night rows.

Official names become official characters; all others are defined by the sheet's text.
Our own Markdown is converted to such text first, line by line; its jinxes, rules and title are parsed separately.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder import catalogue
from builder.formats import official
from builder.formats.official.clockwright_block import written_block
from builder.formats.source import prose_of, text_of
from builder.formats.text import Draft, check_number, own_id, stranger_problems, with_lines, written
from builder.game.almanac import Almanac
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import UNNAMED, Script
from builder.game.teams import Team, read_team_heading
from builder.language import N_, gettext as _
from builder.prose_lists import join_and

NAME = "sheet-text"
TITLE = N_("Character sheet as plain text")
ENDINGS = (".txt",)
RANK = (3, 3)
CALLED = N_("the sheet")
HEADING = re.compile(r"^\W*(?P<team>\w+)\W*$")
#: `- Sailor  Each night, …`, `Sailor: Each night, …`, `Sailor<tab>Each night, …`. What stands before the colon in an
#: ability, or in `Sailor - Each night*, choose …:`, is no name.
ROW = re.compile(
    r"^(?:[-•*]\s+)?(?P<name>(?!\s)(?:(?! - )[^,*]){1,41}?)(?:\s{2,}|\t+|:\s+|\s+[–—]\s+)(?P<ability>\S.{8,})$"
)
NIGHTS = {"firstnight": "firstNight", "othernights": "otherNight", "othernight": "otherNight"}
LEGEND = re.compile(r"^\*\s*not the first night", re.IGNORECASE)
COUNTS = re.compile(r"^character counts?\b", re.IGNORECASE)
SPECIAL = {"dusk": "dusk", "dawn": "dawn", "minioninfo": "minioninfo", "demoninfo": "demoninfo"}
LONGEST_NAME = 40
#: At most this many jinxes with unknown characters are listed.
MOST_TOLD = 50
#: Markdown of ours: `- **Sailor**: Each night, …`, `3. **Sailor** The Sailor chooses …`, headings.
MARKED_ROW = re.compile(r"^\s*[-*]\s+\*\*(?P<name>[^\n]+?)\*\*:\s*(?P<words>.*)$")
NIGHT_ROW = re.compile(r"^\s*\d{1,3}\.\s+\*\*(?P<name>[^\n]+?)\*\*\s*(?P<words>.*)$")
MARKED_HEADING = re.compile(r"^(?P<level>#{1,6})\s+(?P<words>\S.*)$")
#: The author is within this many lines of the top.
NEAR = 6
AUTHOR = re.compile(r"^by\s+(?P<name>\S.*)$")
JINXES, RULES, NIGHT, PAGES = "jinxes", "rules", "night", "pages"
PARTS = {"jinxes": JINXES, "rulesofthisscript": RULES, "firstnight": NIGHT, "othernights": NIGHT}


@dataclass(slots=True)
class Found:
    """The parsed contents of a text."""

    lines: list[Draft] = field(default_factory=list)
    story: list[str] = field(default_factory=list)
    #: For each night the names in order, and their instructions, line by line.
    nights: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    #: All names in the lines.
    known: set[str] = field(default_factory=set)
    #: How many lines under the teams are as short as a name, which is no sheet's way.
    bare: int = 0


@dataclass(frozen=True, slots=True)
class Paired:
    """A jinx in the text: both names in one string, and the reason."""

    names: str
    reason: str


@dataclass(slots=True)
class Unmarked:
    """A text without its Markdown, line by line, and the parts that a plain sheet lacks."""

    lines: list[str] = field(default_factory=list)
    title: str = ""
    author: str = ""
    jinxes: list[Paired] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)


def recognises(source: bytes | str) -> bool:
    """Whether at least three characters with abilities are under the headings of two teams.

    Where as many names have a line of their own, the abilities are below them (`written_characters`).
    """
    found = _found(unmarked(prose_of(source)).lines)
    return len(found.lines) > max(2, found.bare) and len({line.team for line in found.lines}) > 1


def read(source: bytes | str) -> Script:
    """Read the characters on the sheet, and both night orders if there are any."""
    raw, notices = text_of(source)
    text = unmarked(raw)
    found = _found(text.lines)
    check_number(len(found.lines))
    ids = {key(line.name): _id(line) for line in found.lines}
    meta: dict[str, Any] = {"id": "_meta", "name": text.title or UNNAMED}
    texts = {"author": text.author, "bootlegger": text.rules}
    meta |= {name: value for name, value in texts.items() if value}
    for night, rows in found.nights.items():
        keys = map(key, rows)
        meta[night] = list(dict.fromkeys(SPECIAL.get(each) or ids.get(each) or each for each in keys))
    meta |= written_block(Almanac(synopsis="\n\n".join(found.story)), {})
    doings = {night: _doings(rows) for night, rows in found.nights.items()}
    values = [_written(line, ids, doings) for line in found.lines]
    strangers = _join(values, text.jinxes, ids)
    reading = (
        *notices,
        *_unknown_names(found, ids),
        *(_jinx_problem(each) for each in strangers[:MOST_TOLD]),
    )
    script = official.script_of([meta, *values], reading=reading)
    return with_lines(script, [line.line for line in found.lines])


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
            _add(found, team, line, number)
        elif night:
            _act(found.nights[night], words, found.known)
        elif is_story:
            found.story.append(words)
    return found


def _add(found: Found, team: Team, line: str, number: int) -> None:
    row = ROW.match(line)
    if row:
        found.lines.append(Draft(row["name"].strip(), team, row["ability"].strip(), line=number))
        found.known.add(key(row["name"]))
    elif len(line.strip()) <= LONGEST_NAME and line.rstrip()[-1].isalnum():
        found.bare += 1


def _team(words: str) -> Team | None:
    heading = HEADING.match(words) if len(words) <= LONGEST_NAME else None
    return read_team_heading(heading["team"]) if heading else None


def _act(rows: dict[str, list[str]], words: str, known: set[str]) -> None:
    """A row of the night: a name on a line of its own, or a name, a tab and an instruction."""
    name, _unused, doing = words.partition("\t")
    if len(name) <= LONGEST_NAME and (doing or key(name) in known or key(name) in SPECIAL):
        rows.setdefault(name.strip(), [doing.strip()])
    elif rows:
        rows[next(reversed(rows))].append(words)


def _id(line: Draft) -> str:
    official_one = catalogue.find(line.name)
    return official_one.id if official_one else own_id(line.name)


def _doings(rows: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The instruction for each in a night, by the key of the name."""
    doings: dict[str, str] = {}
    for name, pieces in rows.items():
        doings.setdefault(key(name), " ".join(pieces).strip())
    return doings


def _written(line: Draft, ids: Mapping[str, str], doings: Mapping[str, Mapping[str, str]]) -> Any:
    own = ids[key(line.name)]
    if catalogue.find(line.name):
        return own
    night_reminders = {
        f"{night}Reminder": _reminder(tasks[key(line.name)])
        for night, tasks in doings.items()
        if tasks.get(key(line.name))
    }
    return written(replace(line, fields=night_reminders), own)


def _join(values: Sequence[Any], jinxes: Sequence[Paired], ids: Mapping[str, str]) -> list[Paired]:
    """Add each jinx to a character of the sheet; return those that name unknown characters.

    Jinxes of two official characters are skipped: they apply anyway.
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
    """The ids of `Lodger & Letter Opener`; a name may contain an & itself."""
    parts = names[: 2 * LONGEST_NAME + 3].split(" & ")
    splits = ((key(" & ".join(parts[:at])), key(" & ".join(parts[at:]))) for at in range(1, len(parts)))
    return next(((ids[one], ids[other]) for one, other in splits if one in ids and other in ids), ())


def _jinx_problem(jinx: Paired) -> Problem:
    return Problem(
        "jinx-stranger",
        Severity.WARNING,
        _(
            "The jinx “%(names)s” names a character that is not on this sheet, so it was left out. "
            "Check the spelling of both names."
        )
        % {"names": jinx.names[:80]},
    )


def _reminder(doing: str) -> str:
    """An instruction in the script format's marks: a circle is a reminder token."""
    words = re.sub(r"[•☺?]\s*|(?:^|\s)-\s", " ", doing.replace("○", " :reminder: "))
    return " ".join(words.split())


def _unknown_names(found: Found, ids: Mapping[str, str]) -> Iterator[Problem]:
    own = [line.name for line in found.lines if not catalogue.find(line.name)]
    listed: Sequence[str] = own[:12] if len(own) <= 12 else [*own[:12], "others"]
    more = _("The texts of %(names)s are from the sheet.") % {"names": join_and(listed)} + " " if own else ""
    yield Problem(
        "sheet-text",
        Severity.NOTICE,
        _("This is the text of a character sheet.")
        + f" {more}"
        + _("It does not include reminder tokens, pictures or the author."),
    )
    here = {*ids, *SPECIAL}
    strangers = {name for rows in found.nights.values() for name in rows if key(name) not in here}
    yield from stranger_problems(
        sorted(strangers),
        _(
            "The night order lists “%(name)s”, which is not on this sheet. Check the spelling, add the "
            "character, or remove it from the order."
        ),
    )


def unmarked(text: str) -> Unmarked:
    """Convert a Markdown sheet to plain lines, with the same line numbers; any other text is unchanged."""
    lines = text.splitlines()
    if not any(map(MARKED_ROW.match, lines)):
        return Unmarked(lines)
    found, part = Unmarked(), ""
    for line in lines:
        if heading := MARKED_HEADING.match(line):
            part = _part(found, heading, part)
        found.lines.append(_plain(found, part, line))
    return found


def _part(found: Unmarked, heading: re.Match[str], before: str) -> str:
    """The part that a heading begins. After the nights every other one is an almanac page."""
    words = heading["words"].rstrip()
    if len(heading["level"]) == 1 and not found.title:
        found.title = words
        return before
    return PARTS.get(key(words), PAGES if before else "")


def _plain(found: Unmarked, part: str, line: str) -> str:
    """A line without its Markdown; empty if it is not part of a sheet."""
    row = (NIGHT_ROW if part == NIGHT else MARKED_ROW).match(line)
    if part == JINXES and row:
        found.jinxes.append(Paired(row["name"].strip(), row["words"].strip()))
    elif part == RULES and line.startswith("- ") and line[2:].strip():
        found.rules.append(line[2:].strip())
    elif not part and found.title and not found.author and len(found.lines) < NEAR:
        author = AUTHOR.match(line)
        found.author = author["name"].strip() if author else ""
    if part in {JINXES, RULES, PAGES}:
        return ""
    if not row:
        return line
    words = f"{row['name'].strip()}\t{row['words']}"
    return words.replace("●", "○") if part == NIGHT else words.replace("\\*", "*")
