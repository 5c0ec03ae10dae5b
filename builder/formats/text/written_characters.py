"""Characters as people write them in a document or a chat, copied as text.

    Minions                          Toad (Outsider): You croak.        Toad
    Heron – You wade.                                                   Type: Outsider
    2. Otter. You swim.              Toad                               Script entry: You croak.
                                     Outsider                           The Toad croaks at night.
                                     You croak.

Tried last, and only if nearly every line is understood and each character has a team and an ability.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from builder.formats.source import prose_of, refuse, text_of
from builder.formats.text import MOST_TOLD, Draft, check_number, script_of
from builder.formats.text.character_table import field_of, read_cells
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team, read_team_heading
from builder.language import N_, gettext as _

NAME = "written-characters"
TITLE = N_("Characters as written in a document: name, team, ability")
ENDINGS = (".txt",)
RANK = (4, 3)
CALLED = N_("the text")
#: In longer lines no marks of lists and bold letters are looked for.
_LONGEST_LINE = 1_000
#: A name has at most this many letters and words.
_LONGEST, _MOST_WORDS = 40, 5
#: At most one line of this many may be left over.
_LEFT = 5
#: Words up to this length may be small in a name: of, the, and.
_SMALL = 3
_IN_SENTENCES = re.compile(r"[,*\[\]]|[.:;!?]$")
_BULLET = re.compile(r"^(?:[-*•·–○▪]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)+")
_BOLD = re.compile(r"(\*\*|__)(.+?)\1")
#: A bold name in front of an ability.
_BOLD_NAME = re.compile(r"^(\*\*|__)(.{1,40}?)\1\s+(?=[\w“\"'])")
_HEADING = re.compile(r"(?P<team>[^\W\d]+)\s*(?:\(?\d+\)?)?\s*:?")
_WITH_TEAM = re.compile(
    r"(?P<name>[^:]{1,40}?)\s*[(\[](?P<team>[^\W\d]+)[)\]]\s*(?:[:–—.-]\s*)?(?P<ability>.*)"
)
_UNDER_TEAM = re.compile(r"(?P<name>[^:–—.]{1,40}?)\s*(?:[:–—]|\s-|\.)\s+(?P<ability>.{3,})")
_LABEL = re.compile(r"(?P<label>[^\W\d][^:\t]{1,24}?)\s*(?::|\t+)\s*(?P<value>.*)")
#: `[Outsider] Toad: You croak.`, and `Toad – Outsider – You croak.` with or without the ability.
_TEAM_FIRST = re.compile(
    r"[(\[](?P<team>[^\W\d]+)[)\]]\s*(?P<name>[^:–—]{1,40}?)\s*(?:[:–—]|\s-\s)\s*(?P<ability>.+)"
)
_TEAM_BETWEEN = re.compile(
    r"(?P<name>[^:–—|]{1,40}?)\s*(?:[–—|]|\s-\s)\s*(?P<team>[^\W\d]+)\s*(?:(?:[:–—|]|\s-\s)\s*(?P<ability>.+))?"
)
_QUOTED = re.compile(r"“([^“”]+)”|\"([^\"]+)\"")
_SENTENCE = re.compile(r".*\s.*[.!?\]]")
#: What people write for a team in brackets.
_SHORT_TEAMS = {
    **dict.fromkeys(("tf", "town"), Team.TOWNSFOLK),
    **dict.fromkeys(("o", "os", "out"), Team.OUTSIDER),
    **dict.fromkeys(("m", "min"), Team.MINION),
    **dict.fromkeys(("d", "dem"), Team.DEMON),
}
#: Titles of fields that are no titles of columns.
_LABELS = {"scriptentry": "ability", "type": "team", "name": "name"}


@dataclass(slots=True)
class _Found:
    """A character so far; `fields` by our names."""

    name: str
    line: int
    team: Team | None = None
    fields: dict[str, str] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether there is all that a character needs."""
        return bool(self.team and self.fields.get("ability"))


@dataclass(slots=True)
class _Reading:
    """What was understood so far."""

    found: list[_Found] = field(default_factory=list)
    left: list[tuple[int, str]] = field(default_factory=list)
    lines: int = 0
    title: str = ""
    team: Team | None = None
    #: Whether paragraphs belong to the last character, because labels named its parts.
    is_labelled: bool = False


Block = Sequence[tuple[int, str]]


def recognises(source: bytes | str) -> bool:
    """Whether nearly every line belongs to a character with a team and an ability, and there are two or more."""
    reading = _parsed(prose_of(source))
    is_clear = len(reading.left) * _LEFT <= reading.lines
    return len(reading.found) > 1 and is_clear and all(each.is_whole for each in reading.found)


def read(source: bytes | str) -> Script:
    """Read the characters, and report the lines that belong to none. Raises UnreadableScriptError."""
    text, notices = text_of(source)
    reading = _parsed(text)
    if not reading.found:
        refuse("no-characters", _("This text has no characters. Write each as “Toad (Outsider): You croak.”"))
    check_number(len(reading.found))
    return script_of(
        list(map(_draft, reading.found)), name=reading.title, reading=(*notices, *_report(reading))
    )


def _draft(found: _Found) -> Draft:
    fields, page = read_cells(
        {name: text for name, text in found.fields.items() if name not in ("name", "team")}
    )
    ability, flavor = str(fields.pop("ability", "")), str(fields.pop("flavor", ""))
    team = found.team or Team.TOWNSFOLK
    page = replace(page, rules=(*page.rules, *found.rules))
    return Draft(found.name, team, ability, flavor, page, fields, found.line)


def _report(reading: _Reading) -> Iterator[Problem]:
    for line, text in reading.left[:MOST_TOLD]:
        message = _("Line %(line)s belongs to no character and was left out: “%(text)s”.") % {
            "line": line,
            "text": text[:80],
        }
        yield Problem("line-left-out", Severity.WARNING, message, line=line)


def _parsed(text: str) -> _Reading:
    reading = _Reading()
    blocks = list(_blocks(text))
    for number, block in enumerate(blocks):
        reading.lines += len(block)
        behind = blocks[number + 1] if number + 1 < len(blocks) else ()
        _take(reading, block, behind)
    return reading


def _blocks(text: str) -> Iterator[Block]:
    """The lines without marks of lists, grouped where there are empty lines."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate((*text.splitlines(), ""), 1):
        plain = line.strip()
        if len(plain) <= _LONGEST_LINE:
            plain = _in_order(_BOLD.sub(r"\2", _BOLD_NAME.sub(r"\2: ", _BULLET.sub("", plain))).strip())
        if plain:
            block.append((number, plain))
        elif block:
            yield block
            block = []


def _in_order(text: str) -> str:
    """The line with its team in brackets behind the name, wherever it stands; without quotes around all of it."""
    found = _TEAM_FIRST.fullmatch(text) or _TEAM_BETWEEN.fullmatch(text)
    if found and read_team_heading(found["team"]) and not read_team_heading(found["name"]):
        ability = f": {_unquoted(found['ability'])}" if found["ability"] else ""
        return f"{found['name'].strip()} ({found['team']}){ability}"
    return text


def _unquoted(text: str) -> str:
    found = _QUOTED.fullmatch(text.strip())
    return (found[1] or found[2]).strip() if found else text.strip()


def _take(reading: _Reading, block: Block, behind: Block) -> None:
    """One group of lines: a heading, a title, characters of a line each, or one character."""
    team = _heading(block[0][1])
    if team:
        reading.team, reading.is_labelled = team, False
        block = block[1:]
    if not block:
        return
    labels = [_label(text) for _number, text in block]
    if any(labels):
        _labelled(reading, block, labels)
    elif behind and _is_name(block[-1][1]) and len(block) == 1 and _label(behind[0][1]):
        reading.found.append(_Found(block[0][1], block[0][0], reading.team))  # its parts follow
        reading.is_labelled = True
    elif reading.is_labelled and reading.found:
        reading.found[-1].rules += [text for _number, text in block]
    elif one := _of_block(reading, block):
        reading.found.append(one)
    else:
        _one_by_one(reading, block)


def _heading(text: str) -> Team | None:
    found = _HEADING.fullmatch(text) if len(text) <= _LONGEST else None
    return read_team_heading(found["team"]) if found else None


def _is_name(text: str) -> bool:
    words = text.split()
    is_short = len(text) <= _LONGEST and len(words) <= _MOST_WORDS
    is_titled = all(not word[:1].islower() for word in words if len(word) > _SMALL)
    return is_short and is_titled and not text[:1].islower() and not _IN_SENTENCES.search(text)


def _label(text: str) -> str:
    """The field that a line begins with the title of; empty if it is none."""
    found = _LABEL.match(text[:_LONGEST])
    if found is None:
        return ""
    plain = re.sub(r"\W", "", found["label"].lower())
    return _LABELS.get(plain) or field_of(found["label"])


def _labelled(reading: _Reading, block: Block, labels: Sequence[str]) -> None:
    """The parts of one character, each after its title."""
    is_new = not (reading.is_labelled and reading.found and not reading.found[-1].fields)
    first, (number, text) = labels[0], block[0]
    if is_new and not first and _is_name(text):
        reading.found.append(_Found(text, number, reading.team))
        block, labels = block[1:], labels[1:]
    elif is_new and "name" in labels:
        reading.found.append(_Found("", number, reading.team))
    elif is_new:
        reading.left += block
        return
    reading.is_labelled = True
    one, last = reading.found[-1], ""
    for (_number, each), label in zip(block, labels, strict=True):
        found = _LABEL.fullmatch(each)
        value = found["value"].strip() if label and found else each
        if label == "name":
            one.name = value
        elif label == "team":
            one.team = read_team_heading(value) or one.team
        elif label:
            one.fields[label] = f"{one.fields[label]}\n{value}" if label in one.fields else value
        elif last and not one.fields.get(last):
            one.fields[last] = value
        else:
            one.rules.append(value)
        last = label or last


def _of_block(reading: _Reading, block: Block) -> _Found | None:
    """A name, perhaps its team, and its ability, on lines of their own."""
    (number, name), rest = block[0], [text for _number, text in block[1:]]
    with_team = _WITH_TEAM.fullmatch(name)
    team = reading.team
    flavor = {}
    if with_team and not with_team["ability"] and (own := _team_in_brackets(with_team["team"])):
        name, team = with_team["name"], own
    elif rest and (own := _heading(rest[0])):
        team, rest = own, rest[1:]
    if len(rest) > 1 and (quoted := _QUOTED.fullmatch(rest[0])):
        flavor, rest = {"flavor": quoted[1] or quoted[2]}, rest[1:]
    name, rest = _unquoted(name), [_unquoted(rest[0]), *rest[1:]] if rest else []
    if (
        not rest
        or team is None
        or not _is_name(name)
        or _is_name(rest[0])
        or _on_a_line(reading, rest[0], number)
        or any(_heading(text) or _begins(text, behind) for text, behind in pairwise(rest[1:]))
    ):
        return None
    return _Found(name, number, team, {"ability": rest[0], **flavor}, rest[1:])


def _begins(text: str, behind: str) -> bool:
    """Whether a line is a name, and the next one its ability."""
    return _is_name(text) and not field_of(text) and _SENTENCE.fullmatch(behind) is not None


def _team_in_brackets(text: str) -> Team | None:
    return read_team_heading(text) or _SHORT_TEAMS.get(text.lower())


def _one_by_one(reading: _Reading, block: Block) -> None:
    """Characters of a line each, or of two without an empty line between them."""
    taken = -1
    for place, (number, text) in enumerate(block):
        team = _heading(text)
        one = _on_a_line(reading, text, number)
        behind = block[place + 1][1] if place + 1 < len(block) else ""
        if place == taken:
            continue
        if team:
            reading.team = team
        elif not one and _begins(text, behind) and (one := _of_block(reading, block[place : place + 2])):
            reading.found.append(one)
            taken = place + 1
        elif one:
            reading.found.append(one)
        elif not reading.found and not reading.title and place == 0 and len(text) <= 2 * _LONGEST:
            reading.title = text
        else:
            reading.left.append((number, text))


def _on_a_line(reading: _Reading, text: str, number: int) -> _Found | None:
    """`Toad (Outsider): You croak.`, or `Toad – You croak.` under its team."""
    found = _WITH_TEAM.fullmatch(text)
    if found and (team := _team_in_brackets(found["team"])) and found["ability"]:
        return _Found(_unquoted(found["name"]), number, team, {"ability": found["ability"]})
    found = _UNDER_TEAM.fullmatch(text)
    if found and reading.team and _is_name(found["name"]):
        return _Found(_unquoted(found["name"]), number, reading.team, {"ability": found["ability"]})
    return None
