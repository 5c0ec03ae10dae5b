"""The beginner's guide: the rules on two pages for a new player, and a check list for the Storyteller.

Its words, on paper and in the app, are in `data/guide.json`: every text is short and stands alone, without markup, so
that it can be translated by itself where it is shown. What a Storyteller does at setup for each character is one line.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from builder import assets, catalogue
from builder.game.character import Character, bare
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.markup import direction
from builder.game.script import Script
from builder.game.setup import character_effects, effects as fx, explaining
from builder.game.teams import Team
from builder.language import N_, gettext as _, join, ngettext
from builder.printables import common, table
from builder.printables.common import CountRow, Front, Icon, Section, typeset
from builder.printables.options import DEFAULTS, Options
from builder.prose import NO_BREAK, bound


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to know: a few words in bold, if any, and what they mean."""

    text: str
    lead: str = ""
    #: How the bold words look: as a team's name, as a reminder token, or as any others.
    look: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading with its points."""

    name: str
    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One side of the guide."""

    name: str
    title: str
    #: Its topics, column by column.
    columns: tuple[tuple[Topic, ...], ...]

    @property
    def topics(self) -> tuple[Topic, ...]:
        """All topics in the order in which they are read."""
        return tuple(topic for column in self.columns for topic in column)


@dataclass(frozen=True, slots=True)
class Checks:
    """A part of the check list; `again`: it comes round several times in a game."""

    name: str
    title: str
    steps: tuple[str, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Guide:
    """All words, in English."""

    #: Headings, notes, and steps of the check list for some scripts only.
    words: Mapping[str, str]
    pages: tuple[Page, ...]
    checks: tuple[Checks, ...]


@cache
def guide() -> Guide:
    """The guide and the check list."""
    written = json.loads(assets.data("guide.json").read_bytes())
    return Guide(
        written["words"],
        tuple(
            Page(each["name"], each["title"], tuple(map(_column, each["columns"])))
            for each in written["pages"]
        ),
        tuple(Checks(**{**each, "steps": tuple(each["steps"])}) for each in written["checks"]),
    )


def _column(topics: list[dict[str, Any]]) -> tuple[Topic, ...]:
    return tuple(
        Topic(each["name"], each["title"], tuple(Point(**point) for point in each["points"]))
        for each in topics
    )


#: A number, which keeps to the word after it.
_NUMBER = re.compile(r"((?<!\w)\d+) (?=\w)")
_BLUFFS = {
    "none": N_("Show no bluffs."),
    "in-play": N_("The bluffs are characters that are in play."),
    "instead": N_("The bluffs are for this player, not for a Demon."),
    "each-minion": N_("Each Minion is shown three bluffs as well."),
    "optional": N_("You don’t have to show any bluffs."),
    "always": N_("Show the Demon bluffs even with fewer than 7 players."),
}


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do, and the text of the reminder token that it takes, if any."""

    text: str
    marker: str = ""


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A character, and what to do if it is in play."""

    icon: Icon
    tasks: tuple[Task, ...]
    direction: str
    name_direction: str


def setup_steps(script: Script, options: Options) -> tuple[SetupStep, ...]:
    """What the characters of a script ask for at setup, in the order of the script, each character once."""
    found: dict[str, SetupStep] = {}
    for character in script.characters:
        tasks = tuple(dict.fromkeys(map(_typeset, _tasks(character, script))))
        if tasks and character.key not in found:
            found[character.key] = SetupStep(
                common.icon(character, options), tasks, direction(tasks[0].text), direction(character.name)
            )
    return tuple(found.values())


def _typeset(task: Task) -> Task:
    return Task(bound(_NUMBER.sub(rf"\g<1>{NO_BREAK}", typeset(task.text))), typeset(task.marker))


def _tasks(character: Character, script: Script) -> Iterator[Task]:
    reading = character_effects.read(character, catalogue.rules())
    for text, effects in reading.sentences:
        if effects is None:  # not understood: it says itself what to do
            yield Task(f"[{text}]")
        for effect in effects or ():
            for task in _task(effect, script):
                yield replace(task, marker=catalogue.reminder(task.marker))
    if reading.is_cut:
        yield Task(_("See the brackets of its ability for more."))


def _task(effect: fx.Effect, script: Script) -> Iterator[Task]:  # noqa: C901, PLR0912  # one case a kind of effect
    match effect:
        case fx.Step(text, marker):
            yield Task(_(text), marker)
        case fx.Change() | fx.Exactly():
            yield Task(f"{explaining.capital(explaining.effect(effect))}.")
        case fx.Partner(name):
            yield Task(_("The %(name)s has to be in play as well.") % {"name": _name(name, script)})
        case fx.Copies() if effect.high > 1:
            phrase = explaining.capital(explaining.effect(effect))
            yield Task(_("%(number_of_them)s may be in play.") % {"number_of_them": phrase})
        case fx.Most():
            yield Task(_("More than half of the players get this token."))
        case fx.Replaces(team):
            yield Task(_("Each %(team)s is this character instead.") % {"team": team.label})
        case fx.Disguise():
            yield _disguise(effect)
        case fx.Grant():
            yield _grant(effect)
        case fx.AbilitiesOf(team):
            yield Task(
                _("Also follow the setup instructions of the %(team)s on this script.")
                % {"team": team.heading}
            )
        case fx.Leaves():
            yield Task(_("You may replace it with a Townsfolk."))
        case fx.Nobody():
            yield Task(_("No player has this token."))
        case fx.Later():
            yield Task(f"{explaining.capital(explaining.later(effect))}.")
        case fx.Alignment():
            phrase = explaining.capital(explaining.effect(effect))
            yield Task(
                _("%(who_is_what)s: turn the token upside down in the Grimoire.") % {"who_is_what": phrase}
            )
        case fx.Duplicates(teams):
            yield Task(
                _("Several of the same may be in play: %(teams)s.")
                % {"teams": join(team.heading for team in teams)}
            )
        case fx.Bluffs(mode):
            yield Task(_(_BLUFFS[mode]))
        case _:
            if phrase := explaining.effect(effect):
                yield Task(f"{explaining.capital(phrase)}.")


def _disguise(effect: fx.Disguise) -> Task:
    if effect.crosses:
        return Task(
            _(
                "This token and the Demon’s are in the bag. Whoever draws one is the other: swap them in the Grimoire."
            )
        )
    tokens = _either(effect.teams)
    if effect.beside:
        words = _(
            "Leave this token out of the bag. Put in one more %(tokens)s instead, and mark a good player beside the "
            "Demon."
        )
    else:
        words = _("Leave this token out of the bag. Put in one more %(tokens)s instead, and mark it.")
    return Task(words % {"tokens": tokens}, effect.marker)


def _grant(effect: fx.Grant) -> Task:
    if effect.to_demon and effect.in_play:
        words = _("Choose the ability that the Demon has: that of a %(team)s.")
    elif effect.to_demon:
        words = _("Choose the ability that the Demon has: that of a %(team)s who is not in play.")
    elif effect.own:
        words = _(
            "Choose the ability that it has: that of a %(team)s who is not in play, or one that you make up."
        )
    elif effect.in_play:
        words = _("Choose the ability that it has: that of a %(team)s.")
    else:
        words = _("Choose the ability that it has: that of a %(team)s who is not in play.")
    return Task(words % {"team": _either(effect.teams)}, effect.marker)


def _either(teams: tuple[Team, ...]) -> str:
    return join(dict.fromkeys(team.label for team in sorted(teams, key=list(Team).index)), "or")


def _name(identifier: str, script: Script) -> str:
    wanted = key(identifier)
    here = next((each for each in script.characters if wanted in (each.key, key(each.name))), None)
    found = here or catalogue.find(identifier)
    return bare(found.name if found else identifier)


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
    texts = guide()
    counts = table.counts(script, options)
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
    texts = guide()
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
