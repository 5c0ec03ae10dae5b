"""A Bloodstar almanac as plain text, as a browser or a text browser copies it.

1. PIKEMAN

  The ability.


  “The flavour.”

  The overview, one sentence.

  A rule, a paragraph each.

  Examples / How to Run, each with its paragraphs

  Townsfolk

2. Night Order

  First Night

  PIKEMAN
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.formats.bloodstar.reader import OF_THE_SCRIPT
from builder.formats.source import prose_of, text_of
from builder.formats.text import Draft, check_number, script_of
from builder.game.almanac import Almanac, Page
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team, read_team
from builder.language import N_

NAME = "almanac-text"
TITLE = N_("Bloodstar almanac as plain text")
ENDINGS = (".txt",)
RANK = (5, 2)
CALLED = N_("the almanac")
HEAD = re.compile(r"^ {0,6}(\d{1,3})\. (\S.*)$")
GENERATED = "almanac generated using bloodstar"
QUOTES = ("“", '"', "«", "„")
HEADINGS = {"examples": "examples", "example": "examples", "how to run": "how_to_run"}
#: Lowercase words in a name.
SMALL = frozenset({"of", "the", "and", "a", "an", "in", "de", "la", "du", "von"})
LACKS = N_(
    "This is the text of an almanac. It does not include reminder tokens, night reminders, "
    "pictures or the author. To get them too, open it together with the script.json."
)
#: At most this many occurrences of a name are checked.
MOST_PLACES = 500


class Spellings:
    """Finds how a text spells names, without searching it again for each."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.small = text.lower()
        if len(self.small) != len(text):  # some letters become two in lower case
            self.small = "".join(small if len(small := each.lower()) == 1 else each for each in text)

    def of(self, head: str) -> str:
        """A name in capitals as it is spelled elsewhere, or an empty string."""
        wanted, at = head.lower(), -1
        for _ in range(MOST_PLACES):
            at = self.small.find(wanted, at + 1)
            if at < 0:
                break
            end = at + len(wanted)
            found = self.text[at:end]
            is_whole = not (
                _is_letter(self.text[max(at - 1, 0) : at]) or _is_letter(self.text[end : end + 1])
            )
            if is_whole and not found.isupper() and found[:1].isupper():
                return found
        return ""


def _is_letter(neighbour: str) -> bool:
    return neighbour == "_" or neighbour.isalnum()


@dataclass(frozen=True, slots=True)
class Part:
    """A numbered part of the text: its heading, its paragraphs, and its first line."""

    head: str
    paragraphs: tuple[str, ...]
    line: int

    @property
    def team(self) -> Team | None:
        """The team in its last paragraph, if it is a character's page."""
        return read_team(self.paragraphs[-1]) if self.paragraphs else None


def recognises(source: bytes | str) -> bool:
    """Whether numbered parts end with the name of a team."""
    text = prose_of(source)
    return bool(re.search(r"(?m)^ {0,6}1\. ", text)) and any(part.team for part in _parts(text))


def read(source: bytes | str) -> Script:
    """Read the almanac's characters, with their texts and both night orders."""
    text, notices = text_of(source)
    parts = list(_parts(text))
    spelt = Spellings(text)
    check_number(sum(1 for part in parts if part.team))
    drafts = [_draft(part, spelt) for part in parts if part.team]
    others = (part for part in parts if not (part.team or _is_night_order(part)))
    front = [
        "\n\n".join((part.head, *part.paragraphs)) for part in others if GENERATED not in part.head.casefold()
    ]
    orders = {name: order for part in parts if _is_night_order(part) for name, order in _orders(part)}
    return script_of(
        drafts,
        almanac=Almanac(**dict(zip(OF_THE_SCRIPT, front, strict=False))),  # type: ignore[arg-type]  # fields that are texts
        first_night=orders.get("first night"),
        other_night=orders.get("other nights"),
        reading=(*notices, Problem("almanac-text", Severity.NOTICE, LACKS)),
    )


def _parts(text: str) -> Iterator[Part]:
    head, start, lines = "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        found = HEAD.match(line)
        if found:
            if head:
                yield Part(head, _paragraphs(lines), start)
            head, start, lines = found[2].rstrip(), number, []
        else:
            lines.append(line)
    if head:
        yield Part(head, _paragraphs(lines), start)


def _paragraphs(lines: list[str]) -> tuple[str, ...]:
    found: list[list[str]] = []
    is_open = False
    for line in lines:
        words = line.strip()
        if words and is_open and not _is_list_line(words):
            found[-1].append(words)
        elif words:
            found.append([words])
        is_open = bool(words) and not _is_list_line(words)
    return tuple(map(" ".join, found))


def _is_list_line(words: str) -> bool:
    """Whether a line is an item of its own: a name in capitals of the night order, the name of a team."""
    return words.isupper() or read_team(words) is not None


def _is_night_order(part: Part) -> bool:
    return key(part.head) == "nightorder"


def _orders(part: Part) -> Iterator[tuple[str, tuple[str, ...]]]:
    """`first night` and `other nights`, each with the names as written."""
    name, names = "", list[str]()
    for words in (*part.paragraphs, "end"):
        if words.casefold() in ("first night", "other nights", "end"):
            if name:
                yield name, tuple(names)
            name, names = words.casefold(), []
        else:
            names.append(words)


def _draft(part: Part, spelt: Spellings) -> Draft:
    ability, *rest = part.paragraphs[:-1] or ("",)
    flavor = ""
    if rest and rest[0].startswith(QUOTES):
        flavor, *rest = rest
    intro, examples, how_to_run = _sections(rest)
    return Draft(
        name=_name(part.head, spelt),
        team=part.team or Team.TOWNSFOLK,
        ability=ability,
        flavor=_unquoted(flavor),
        page=Page(
            overview=intro[0] if intro else "",
            rules=tuple(intro[1:]),
            examples=tuple(examples),
            how_to_run=tuple(how_to_run),
        ),
        line=part.line,
    )


def _sections(paragraphs: list[str]) -> tuple[list[str], list[str], list[str]]:
    """The text before any heading, under Examples, and under How to Run."""
    found: dict[str, list[str]] = {"intro": [], "examples": [], "how_to_run": []}
    here = "intro"
    for words in paragraphs:
        heading = HEADINGS.get(words.rstrip(":").casefold())
        here = heading or here
        if not heading:
            found[here].append(words)
    return found["intro"], found["examples"], found["how_to_run"]


def _unquoted(flavor: str) -> str:
    """Flavor without the quotes around it."""
    pairs = (("“", "”"), ('"', '"'))
    inside = next(
        (flavor[1:-1] for start, end in pairs if flavor[:1] == start and flavor[-1:] == end), flavor
    )
    return inside.strip()


def _name(head: str, spelt: Spellings) -> str:
    """A name in capitals as the almanac spells it elsewhere, otherwise in title case."""
    if not head.isupper():
        return head
    if found := spelt.of(head):
        return found
    words = [word if word.lower() in SMALL else _capital(word) for word in head.lower().split(" ")]
    return _capital(" ".join(words))


def _capital(word: str) -> str:
    return "-".join(part[:1].upper() + part[1:] for part in word.split("-"))
