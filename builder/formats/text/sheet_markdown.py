"""The Markdown that we write, made a sheet as plain text again: rows, nights; jinxes, rules and title beside it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from builder.game.ids import key

#: `- **Sailor**: Each night, …`
ROW = re.compile(r"^\s*[-*]\s+\*\*(?P<name>[^\n]+?)\*\*:\s*(?P<words>.*)$")
#: `3. **Sailor** The Sailor chooses …`
NIGHT_ROW = re.compile(r"^\s*\d{1,3}\.\s+\*\*(?P<name>[^\n]+?)\*\*\s*(?P<words>.*)$")
HEADING = re.compile(r"^(?P<level>#{1,6})\s+(?P<words>\S.*)$")
#: The author stands within so many lines of the top.
NEAR = 6
AUTHOR = re.compile(r"^by\s+(?P<name>\S.*)$")
JINXES, RULES, NIGHT, PAGES = "jinxes", "rules", "night", "pages"
PARTS = MappingProxyType(
    {"jinxes": JINXES, "rulesofthisscript": RULES, "firstnight": NIGHT, "othernights": NIGHT}
)


@dataclass(frozen=True, slots=True)
class Paired:
    """A jinx as the text has it: both names in one, and the reason."""

    names: str
    reason: str


@dataclass(slots=True)
class Unmarked:
    """A text without its marks, line by line, and what no sheet has a place for."""

    lines: list[str] = field(default_factory=list)
    title: str = ""
    author: str = ""
    jinxes: list[Paired] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)


def unmarked(text: str) -> Unmarked:
    """A Markdown sheet as plain lines, as many as before; any other text stays as it is."""
    lines = text.splitlines()
    if not any(map(ROW.match, lines)):
        return Unmarked(lines)
    found, part = Unmarked(), ""
    for line in lines:
        heading = HEADING.match(line)
        if heading:
            part = _part(found, heading, part)
        found.lines.append(LINES[part](found, line))
    return found


def _part(found: Unmarked, heading: re.Match[str], before: str) -> str:
    """Which part a heading opens. Behind the nights every other one is an almanac page."""
    words = heading["words"].rstrip()
    if len(heading["level"]) == 1 and not found.title:
        found.title = words
        return before
    other = PAGES if before in {JINXES, RULES, NIGHT, PAGES} else ""
    return PARTS.get(key(words), other)


def _plain(found: Unmarked, line: str) -> str:
    row = ROW.match(line)
    author = AUTHOR.match(line)
    if author and found.title and not found.author and len(found.lines) < NEAR:
        found.author = author["name"].strip()
    return f"{row['name'].strip()}\t{row['words']}".replace("\\*", "*") if row else line


def _jinx(found: Unmarked, line: str) -> str:
    row = ROW.match(line)
    if row:
        found.jinxes.append(Paired(row["name"].strip(), row["words"].strip()))
    return ""


def _rule(found: Unmarked, line: str) -> str:
    if line.startswith("- ") and line[2:].strip():
        found.rules.append(line[2:].strip())
    return ""


def _night(_: Unmarked, line: str) -> str:
    row = NIGHT_ROW.match(line)
    return f"{row['name'].strip()}\t{row['words']}".replace("●", "○") if row else line


def _page(_: Unmarked, __: str) -> str:
    return ""


LINES: Mapping[str, Callable[[Unmarked, str], str]] = MappingProxyType(
    {"": _plain, JINXES: _jinx, RULES: _rule, NIGHT: _night, PAGES: _page}
)
