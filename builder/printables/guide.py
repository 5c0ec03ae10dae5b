"""The beginner's guide: the rules on two pages for a new player, and a check list for the Storyteller."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from builder import catalogue
from builder.game.jinxes import applying
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _, ngettext
from builder.printables import common, guide_texts, table_cards
from builder.printables.common import CountRow, Front, Section
from builder.printables.guide_setup import SetupStep, setup_steps
from builder.printables.guide_texts import Checks, Page, Point, Topic
from builder.printables.options import DEFAULTS, Options
from builder.prose import bound

KIND = "guide"
TITLE = "beginner's guide"
ORDER = 6
#: Spare room is distributed among the rows of one column.
COLUMNS = 2


@dataclass(frozen=True, slots=True)
class TeamCount:
    """How many characters of a team the script has: `13 Townsfolk`."""

    team: str
    text: str


@dataclass(frozen=True, slots=True)
class Content:
    """The content of the beginner's guide."""

    front: Front
    #: Headings and notes by their names in `data/guide.json`.
    words: Mapping[str, str]
    pages: tuple[Page, ...]
    #: What the script has: teams, and then what is not a team, such as `3 jinxes`.
    teams: tuple[TeamCount, ...]
    others: tuple[str, ...]
    rules: tuple[str, ...]
    players: tuple[int, ...]
    counts: tuple[CountRow, ...]
    #: The Storyteller's check list; the part before the game has steps for what this script has.
    checks: tuple[Checks, ...]
    setup: tuple[SetupStep, ...]
    #: The days and nights that can be ticked off.
    rounds: tuple[int, ...]
    sections: tuple[Section, ...]


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """The content of the beginner's guide for the players of a script."""
    texts = guide_texts.guide()
    counts = table_cards.counts(script, options)
    setup = setup_steps(script, options)
    checks = tuple(_checks(script))
    pages = tuple(map(_page, texts.pages))
    words = {name: _(text) for name, text in texts.words.items()}
    return Content(
        front=common.front(script, options, TITLE),
        words=words | {name: bound(words[name]) for name in ("lead", "script_note")},
        pages=pages,
        teams=tuple(_teams(script)),
        others=tuple(_others(script)),
        rules=tuple(map(bound, script.meta.rules)),
        players=counts.players,
        counts=counts.rows,
        checks=checks,
        setup=setup,
        rounds=tuple(range(1, 7)),
        sections=(*map(_page_section, pages), _checks_section(checks, setup)),
    )


def _page(page: Page) -> Page:
    """A page in the current language, whose texts do not end in a line of one short word."""
    columns = tuple(tuple(map(_topic, column)) for column in page.columns)
    return replace(page, title=_(page.title), columns=columns)


def _topic(topic: Topic) -> Topic:
    return replace(topic, title=_(topic.title), points=tuple(map(_point, topic.points)))


def _point(point: Point) -> Point:
    return replace(point, lead=_(point.lead), text=bound(_(point.text)))


def _teams(script: Script) -> Iterator[TeamCount]:
    for team in Team:
        number = sum(1 for _ in script.team(team))
        if number:
            yield TeamCount(team.value, team.counted(number))


def _others(script: Script) -> Iterator[str]:
    jinxes = len(applying(script, catalogue.jinxes()))
    rules = len(script.meta.rules)
    unknown = sum(1 for entry in script.unknown if entry.id)
    for number, words in (
        (jinxes, ngettext("%(number)s jinx", "%(number)s jinxes", jinxes)),
        (rules, ngettext("%(number)s special rule", "%(number)s special rules", rules)),
        (unknown, _("%(number)s unknown")),
    ):
        if number:
            yield words % {"number": number}


def _checks(script: Script) -> Iterator[Checks]:
    """The check list; its first part also has what everybody has to hear before a game of this script."""
    texts = guide_texts.guide()
    before, *others = texts.checks
    guests = any(script.team(Team.FABLED)) or any(script.team(Team.LORIC))
    told = [
        texts.words[name]
        for name, applies in (
            ("guests_step", guests),
            ("jinx_step", applying(script, catalogue.jinxes())),
            ("rules_step", script.meta.rules),
        )
        if applies
    ]
    first, *more = before.steps
    for part in (replace(before, steps=(first, *told, *more)), *others):
        yield replace(part, title=_(part.title), steps=tuple(bound(_(step)) for step in part.steps))


def _page_section(page: Page) -> Section:
    texts = tuple(f"{point.lead} {point.text}" for topic in page.topics for point in topic.points)
    return Section(page.name, rows=len(texts) // COLUMNS, texts=texts, headings=len(page.topics))


def _checks_section(checks: tuple[Checks, ...], setup: tuple[SetupStep, ...]) -> Section:
    steps = tuple(step for part in checks for step in part.steps)
    tasks = tuple(
        f"{step.icon.name} " + " ".join(f"{task.text} {task.marker}" for task in step.tasks) for step in setup
    )
    texts = (*steps, *tasks)
    return Section("checks", rows=len(texts) // COLUMNS, texts=texts, headings=len(checks) + 1)
