"""A plain list of characters, one name or id a line, as people type or copy it."""

import re
from dataclasses import dataclass

from builder import catalogue
from builder.formats import misspelling
from builder.formats.official import script_of
from builder.formats.official.round_trip import MOST
from builder.formats.source import prose_of, text_of
from builder.formats.text import with_lines
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_, gettext as _

NAME = "text"
TITLE = N_("Plain text, one name or id per line")
ENDINGS = (".txt",)
RANK = (4, 3)
CALLED = N_("the list")
BULLET = re.compile(r"^(?:[-*•·–]|\d{1,3}[.)])\s+")  # people do use this dash
COUNT = re.compile(r"\(?\d+\)?")
EDGES = " \t,;:\"'“”[]"
HEADINGS = frozenset(
    key(word) for team in Team for word in (team.value, team.plural, "traveler", "travelers")
)
#: A team after a name: `Drunk (Outsider)`, `Baron - Minion`.
TEAM_BEHIND = re.compile(
    rf"\s*[(–—-]\s*({'|'.join(sorted(HEADINGS, key=len, reverse=True))})\s*\)?$", re.IGNORECASE
)
#: A whole team on a line: `Demons: Imp, Po`.
TEAM_LINE = re.compile(
    rf"(?:{'|'.join(sorted((*HEADINGS, 'unknown'), key=len, reverse=True))})\s*(?:\(\d+\))?\s*[:–-]\s+(?P<names>.+)$",
    re.IGNORECASE,
)
LONGEST = 60
#: Most words in a name.
MOST_WORDS = 4
#: Required similarity (of 100) to treat a name as a typo.
ALIKE = 80


@dataclass(frozen=True, slots=True)
class Named:
    """A line with a name, and its number."""

    words: str
    line: int


def recognises(source: bytes | str) -> bool:
    """Whether at least half of the lines name official characters or nearly do (a letter is no script)."""
    _unused, named = _sorted_out(prose_of(source))
    known = sum(_is_known(one.words) for one in named)
    return 0 < known + sum(_is_nearly_known(one.words) for one in named) >= len(named) / 2 and known > 0


def read(source: bytes | str) -> Script:
    """Read a script from a list of names; unknown names stay as written."""
    text, notices = text_of(source)
    title, named = _sorted_out(text)
    values: list[object] = [{"id": "_meta", "name": title}] if title else []
    for one in named:
        official = catalogue.find(one.words)
        values.append(official.id if official else one.words)
    notice = Problem(
        "plain-list", Severity.NOTICE, _("This is a plain list of names. It was read as a script.")
    )
    script = script_of(values, reading=(*notices, notice))
    return with_lines(script, [one.line for one in named])


def write(script: Script) -> str:
    """The names, one a line in the script's order, under the title."""
    names = (entry.character.name if entry.character else entry.id for entry in script.entries)
    lines = [f"# {script.name}", *(name for name in names if name.strip())]
    return "".join(f"{' '.join(line.split())}\n" for line in lines)


def _sorted_out(text: str) -> tuple[str, list[Named]]:
    """The title (a line that starts with #), and every line with a name."""
    title = ""
    named: list[Named] = []
    lines = text.splitlines()
    parts = enumerate(lines, 1) if len(lines) > 1 else ((1, part) for part in text.split(","))
    for number, part in parts:
        words = BULLET.sub("", " ".join(part.split()), count=1).strip(EDGES)
        listed = TEAM_LINE.match(words)
        if listed:
            named += [Named(one, number) for each in listed["names"].split(",") if (one := each.strip(EDGES))]
        elif part.lstrip().startswith("#"):
            words = words.lstrip("# ")
            title = title or ("" if _is_heading(words) else words)
        elif words and not _is_heading(words):
            named.append(Named(TEAM_BEHIND.sub("", words), number))
            if len(named) > MOST:
                break
    # An unknown first line above names is the title.
    first = named[0] if not title and len(named) > 1 and named[0].line == 1 < len(lines) else None
    if first and not _is_known(first.words) and not _is_nearly_known(first.words):
        return first.words, named[1:]
    return title, named


def _is_heading(words: str) -> bool:
    """Whether a line says a team: `Outsiders`, `Minions (4):`."""
    return len(words) <= LONGEST and key(COUNT.sub("", words)) in HEADINGS


def _is_known(words: str) -> bool:
    return len(words) <= LONGEST and catalogue.find(words) is not None


def _is_nearly_known(words: str) -> bool:
    """Whether a name is an official one with a typo; the check `unknown-id` finds which."""
    if len(words) > LONGEST or _is_known(words) or len(words.split()) > MOST_WORDS:
        return False
    return bool(misspelling.nearest(words, alike=ALIKE))
