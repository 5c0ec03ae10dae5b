"""Parse an almanac by fans as plain text, as far as possible.

Such texts are copied from a PDF in which names and teams are pictures. A character's part begins after a wide gap,
with its ability in quotes, or with a sentence “The Pikeman …”; then bullets, `Examples`, `How to Run`. Every guess
(the character of an ability, its team) is reported.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from builder import language
from builder.formats.source import prose_of, refuse, text_of
from builder.formats.text import MOST_TOLD, Draft, check_number, script_of
from builder.game.almanac import Almanac, Credit, Page
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_, gettext as _, ngettext

NAME = "fan-almanac"
TITLE = N_("Homebrew almanac as plain text")
ENDINGS = (".txt",)
RANK = (5, 2)
CALLED = N_("the almanac")
#: This many empty lines separate two characters.
GAP = 3
BULLET = re.compile(r"^[-•*]\s+")
ABILITY = re.compile(r'(?<!\w)"([^"]{12,400}?)"(?=\s|$)')
#: “The Lightning Rod protects …”, “The Trapezist's ability …”
SUBJECT = re.compile(r"\b[Tt]he ((?:[A-Z][\w-]*)(?: (?:[A-Z][\w-]*))*)(?=['’]s\b|\W|$)")
#: Longest overview.
SHORT = 180
#: The usual team sizes; an almanac of this many characters is assumed to be in that order.
HABIT = (Team.TOWNSFOLK,) * 13 + (Team.OUTSIDER,) * 4 + (Team.MINION,) * 4 + (Team.DEMON,) * 4
#: Capitalized words that are not characters.
COMMON = frozenset(
    {word for team in Team for word in (team.title, team.plural)} | {"Storyteller", "Grimoire", "Town"}
)
EXAMPLES, HOW_TO_RUN = "Examples", "How to Run"
DIFFICULTY = re.compile(r"^(?:Beginner|Intermediate|Advanced|Expert)s?\b")
PLAYED = re.compile(r"When playing \*([^*]{1,60}?)\*")
ALL_ABOUT = re.compile(r"\*?([A-Z][^.:*]{2,50}?)\*? is all about\b")
AUTHOR = re.compile(r"\bby ([A-Z][\w.'-]+(?: [A-Z][\w.'-]+){0,3})\.?\*?$")
CREDIT = re.compile(r"^- (?P<what>[^:]{1,40}): (?P<who>.+)$")
NOBODY = N_(
    "This looks like the text of an almanac, but there seem to be no characters in it. Put "
    "three blank lines before each character, then its ability in quotes or a sentence that "
    "begins with “The Pikeman …”."
)
NAMELESS = N_(
    "This is the text of an almanac whose names and teams did not come along, as they are pictures in most PDFs: of "
    "%(found)s characters found, %(bare)s have no ability. Open the script file of the almanac instead, or write each "
    "character as “Pikeman (Townsfolk): its ability”."
)
HEADS = {"character credit:": "characters", "icon credit:": "icons"}


@dataclass(frozen=True, slots=True)
class Chapter:
    """One character in the text."""

    name: str
    page: Page
    line: int
    ability: str = ""
    #: Whether its ability was found elsewhere and is a guess.
    is_guessed: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, its line, and the number of empty lines before it."""

    text: str
    line: int
    gap: int


@dataclass(slots=True)
class Reading:
    """The parsed parts so far."""

    chapters: list[Chapter] = field(default_factory=list)
    #: Abilities whose character has not been found yet.
    waiting: list[str] = field(default_factory=list)
    lost: list[Paragraph] = field(default_factory=list)


@dataclass(slots=True)
class _Names:
    """Counts the names in the paragraphs; `first` is the most frequent, of equals the earliest."""

    counts: dict[str, int] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    first: str = ""

    def add(self, text: str) -> None:
        """Count the names in one more paragraph."""
        weight = 5 if _subject(text) else 1
        for found in SUBJECT.finditer(text):
            if found[1] not in COMMON:
                self._count(found[1], weight)
                weight = 1

    def _count(self, name: str, weight: int) -> None:
        self.places.setdefault(name, len(self.places))
        self.counts[name] = self.counts.get(name, 0) + weight
        if self._rank(name) > self._rank(self.first):
            self.first = name

    def _rank(self, name: str) -> tuple[int, int]:
        return self.counts.get(name, 0), -self.places.get(name, 0)


def recognises(source: bytes | str) -> bool:
    """Whether the headings of an almanac occur several times."""
    text = prose_of(source)
    return len(re.findall(rf"(?m)^{HOW_TO_RUN}\s*$", text)) > 1 and not re.search(r"(?m)^ {0,6}1\. \S", text)


def read(source: bytes | str) -> Script:
    """Read the characters that can be recognized, and report what cannot."""
    text, notices = text_of(source)
    paragraphs = list(_paragraphs(text))
    start = next((index for index in range(len(paragraphs)) if _opens(paragraphs, index)), None)
    if start is None:
        refuse("no-characters", NOBODY)
    end = _end(paragraphs)
    reading = Reading()
    for part in _chunks(paragraphs[start:end]):
        _take(reading, part)
    chapters = _merged(reading.chapters)
    if not chapters:
        refuse("no-characters", NOBODY)
    bare = sum(not chapter.ability for chapter in chapters)
    if len(chapters) != len(HABIT) and 2 * bare > len(chapters):
        refuse("no-names", _(NAMELESS) % {"found": len(chapters), "bare": bare})
    check_number(len(chapters))
    return script_of(
        [
            Draft(each.name, team, each.ability, page=each.page, line=each.line)
            for each, team in zip(chapters, _teams(chapters), strict=True)
        ],
        name=_title(paragraphs[:start]),
        author=_author(paragraphs[:start]),
        almanac=_almanac(paragraphs[:start], paragraphs[end:]),
        reading=(*notices, *_report(chapters, reading)),
    )


def _paragraphs(text: str) -> Iterator[Paragraph]:
    gap, held, first = GAP, list[str](), 0
    for number, line in enumerate((*text.splitlines(), ""), 1):
        words = line.strip()
        if held and (not words or BULLET.match(words)):
            yield Paragraph(" ".join(held), first, gap)
            gap, held = 0, []
        if words:
            first = first if held else number
            held.append(words)
        else:
            gap += 1


def _opens(paragraphs: Sequence[Paragraph], index: int) -> bool:
    """Whether the first character's part begins here: after a gap, with its ability or its sentence."""
    each = paragraphs[index]
    behind = [other.text for other in paragraphs[index : index + 12]]
    is_one = bool(ABILITY.match(each.text) or SUBJECT.match(each.text))
    return each.gap >= GAP and is_one and (EXAMPLES in behind or HOW_TO_RUN in behind)


def _end(paragraphs: Sequence[Paragraph]) -> int:
    """The index where the credits begin."""
    for index, each in enumerate(paragraphs):
        if each.text.casefold() in HEADS:
            designed = index > 0 and paragraphs[index - 1].text.startswith("Design")
            return index - 1 if designed else index
    return len(paragraphs)


def _chunks(paragraphs: Sequence[Paragraph]) -> Iterator[list[Paragraph]]:
    """Split the text by character: at wide gaps, and where another character begins."""
    part: list[Paragraph] = []
    under, names = "", _Names()
    for each in paragraphs:
        if part and (each.gap >= GAP or (under == HOW_TO_RUN and _is_beginning(each.text, names.first))):
            yield part
            part, under, names = [], "", _Names()
        under = each.text if each.text in (EXAMPLES, HOW_TO_RUN) else under
        part.append(each)
        names.add(each.text)
    if part:
        yield part


def _is_beginning(text: str, name: str) -> bool:
    """Whether a paragraph after a How to Run begins the next character: an ability, or a sentence about it."""
    if ABILITY.match(text):
        return True
    is_sentence = SUBJECT.match(text) is not None and len(text) < SHORT and text.count(". ") == 0
    if not (is_sentence or BULLET.match(text)):
        return False
    found = next((each[1] for each in SUBJECT.finditer(text) if each[1] not in COMMON), name)
    return found != name


def _subject(text: str) -> str:
    """The name that a paragraph begins with, if any."""
    words = BULLET.sub("", text)
    found = SUBJECT.match(words)
    return found[1] if found and found[1] not in COMMON else ""


def _take(reading: Reading, part: list[Paragraph]) -> None:
    """Parse one part of the text: abilities, a character, or both."""
    abilities = ABILITY.findall(part[0].text) if part[0].text.startswith('"') else []
    rest = part[1:] if abilities else part
    before = reading.chapters[-1] if reading.chapters else None
    if len(abilities) > 1 and before and not before.ability:
        reading.chapters[-1] = replace(before, ability=abilities[0], is_guessed=True)
        abilities = abilities[1:]
    reading.waiting += abilities
    names = _Names()
    for each in rest:
        names.add(each.text)
    if not names.first:
        reading.lost += rest
        return
    ability = reading.waiting.pop(0) if reading.waiting else ""
    is_own = bool(abilities) and ability == abilities[0] and not reading.waiting
    reading.chapters.append(
        replace(_chapter(names.first, rest), ability=ability, is_guessed=bool(ability) and not is_own)
    )


def _chapter(name: str, part: Sequence[Paragraph]) -> Chapter:
    found: dict[str, list[str]] = {"": [], EXAMPLES: [], HOW_TO_RUN: []}
    overview, here = "", ""
    for each in part:
        if each.text in found:
            here = each.text
        elif not here and not overview and not BULLET.match(each.text):
            overview = each.text
        else:
            found[here].append(BULLET.sub("", each.text))
    rules, examples, how_to_run = map(tuple, found.values())
    return Chapter(name, Page(overview, rules, examples, how_to_run), part[0].line)


def _merged(chapters: Sequence[Chapter]) -> list[Chapter]:
    """Each character once: parts separated by a page break are merged."""
    found: dict[str, list[Chapter]] = {}
    for each in chapters:
        found.setdefault(each.name, []).append(each)
    return list(map(_joined, found.values()))


def _joined(parts: Sequence[Chapter]) -> Chapter:
    pages = [each.page for each in parts]
    return replace(
        parts[0],
        page=Page(
            overview=next((each.overview for each in pages if each.overview), ""),
            rules=tuple(text for each in pages for text in each.rules),
            examples=tuple(text for each in pages for text in each.examples),
            how_to_run=tuple(text for each in pages for text in each.how_to_run),
        ),
        ability=next((each.ability for each in parts if each.ability), ""),
        is_guessed=any(each.is_guessed for each in parts),
    )


def _teams(chapters: Sequence[Chapter]) -> Sequence[Team]:
    return HABIT if len(chapters) == len(HABIT) else (Team.TOWNSFOLK,) * len(chapters)


def _report(chapters: Sequence[Chapter], reading: Reading) -> Iterator[Problem]:
    """Problems for guesses, and for text that was not understood."""
    text = _(
        "This almanac names no teams, so all characters were read as Townsfolk. Set the team of each: "
        "%(names)s."
    )
    if len(chapters) == len(HABIT):
        text = _(
            "This almanac names no teams, so its characters were read as 13 Townsfolk, 4 Outsiders, 4 "
            "Minions and 4 Demons, in this order. Check the teams of %(names)s."
        )
    yield _warning("teams", text % {"names": _listed(chapters)})
    if bare := [chapter for chapter in chapters if not chapter.ability]:
        yield _warning(
            "abilities", _("No ability was found for %(names)s. Add it.") % {"names": _listed(bare)}
        )
    if guessed := [chapter for chapter in chapters if chapter.is_guessed]:
        message = _(
            "The text does not say whose some abilities are, so they were assigned in order. Check %(names)s."
        )
        yield _warning("guess", message % {"names": _listed(guessed)})
    for ability in reading.waiting[:MOST_TOLD]:
        yield _warning(
            "left", _("No character was found for the ability “%(ability)s”.") % {"ability": ability[:120]}
        )
    for each in reading.lost[:MOST_TOLD]:
        message = _("Line %(line)s was not understood and was left out: “%(text)s”.") % {
            "line": each.line,
            "text": each.text[:80],
        }
        yield _warning("left", message, each.line)
    more = sum(max(len(left) - MOST_TOLD, 0) for left in (reading.waiting, reading.lost))
    if more:
        yield _warning(
            "left",
            ngettext(
                "%(number)s more line or ability was not understood and was left out.",
                "%(number)s more lines and abilities were not understood and were left out.",
                more,
            )
            % {"number": language.number(more)},
        )


def _listed(chapters: Iterable[Chapter]) -> str:
    return ", ".join(chapter.name for chapter in chapters)


def _warning(code: str, message: str, line: int | None = None) -> Problem:
    return Problem(f"almanac-{code}", Severity.WARNING, message, line=line)


def _title(front: Sequence[Paragraph]) -> str:
    """The script's name: what the text says is being played, or is all about."""
    found = (PLAYED.search(each.text) or ALL_ABOUT.match(each.text) for each in front)
    return next((title[1].strip(" .…") for title in found if title), "")


def _author(front: Sequence[Paragraph]) -> str:
    found = (AUTHOR.search(each.text) for each in front)
    return next((author[1].rstrip(".") for author in found if author), "")


def _almanac(front: Sequence[Paragraph], back: Sequence[Paragraph]) -> Almanac:
    texts: dict[str, str] = {}
    guide: list[str] = []
    synopsis: list[str] = []
    for each in front:
        text = each.text
        if text.startswith("*") and not texts and not synopsis:
            texts["dedication"] = text.strip("*")
        elif "fan-made" in text and "disclaimer" not in texts:
            texts["disclaimer"] = text
        elif DIFFICULTY.match(text) and "difficulty" not in texts:
            texts["difficulty"] = text
        elif "difficulty" in texts:
            guide.append(text)
        else:
            synopsis.append(text)
    texts["synopsis"] = "\n\n".join(synopsis)
    return Almanac(**texts, play_guide=tuple(guide), **_credits(back))  # type: ignore[arg-type]  # texts by name


def _roles(written: str) -> Iterator[tuple[str, list[str]]]:
    """Who made which characters: `Ada (Pikeman, Smith), Bo (Lich)`."""
    for piece in written.split(")")[:-1]:
        before, is_open, roles = piece.partition("(")
        who = before.rpartition(",")[2].strip()
        if is_open and who:
            yield who, [role.strip() for role in roles.split(",")]


def _credits(back: Sequence[Paragraph]) -> dict[str, str | tuple[Credit, ...]]:
    under, people, icons, cover = "", dict[str, list[str]](), list[str](), ""
    for each in back:
        under = HEADS.get(each.text.casefold(), under)
        found = CREDIT.match(each.text)
        if found and under == "characters":
            for who, roles in _roles(found["who"]):
                people.setdefault(who, []).extend(f"{found['what']}: {role}" for role in roles)
        elif found and under == "icons":
            icons.append(f"{found['what']}: {found['who']}")
        elif each.text.startswith("Cover"):
            cover = each.text
        elif not found and each.text.casefold() not in HEADS:
            people.setdefault(each.text.rstrip("."), [])
    return {
        "credits": tuple(Credit(who, tuple(roles)) for who, roles in people.items()),
        "icon_credits": "\n".join(icons),
        "cover_credits": cover,
    }
