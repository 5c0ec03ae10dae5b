"""What the page of one character shows: its fields, jinxes, tags, pictures and findings."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from builder import catalogue, wording
from builder.checks.picture_faults import missing_icon
from builder.editing import night_order
from builder.game.ids import key
from builder.game.script import Script
from builder.language import N_
from builder.web.infra.fair_press import FairPress
from builder.web.infra.script_store import Opened
from builder.web.view_models import (
    character_form,
    character_list,
    character_previews,
    house_style,
    other_sets,
    panel,
    script_page,
)
from builder.web.view_models.character_form import Values
from builder.wording import Help
from builder.wording.tagging import TagAdvice

#: Alternative texts of a character's pictures, and the width and height of their boxes.
PICTURES = {
    "token": (N_("Token of %(name)s"), 319, 319),
    "reminders": (N_("Reminder tokens of %(name)s"), 356, 178),
    "row": (N_("%(name)s on the sheet"), 1086, 60),
    "almanac": (N_("Almanac page of %(name)s"), 910, 1287),
}
NO_MATCHUPS = panel.MatchupsView((), ())
#: The most severe first.
GRAVITY = ("error", "warning", "advice", "notice")


@dataclass(frozen=True, slots=True)
class Picture:
    """A preview: its address, alternative text and size."""

    address: str
    alt: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class JinxView:
    """A jinx of this character."""

    id: str
    name: str
    reason: str
    #: Whether the other character is on the script, so that the jinx applies.
    is_here: bool


@dataclass(frozen=True, slots=True)
class CharacterView:
    """Everything that the editor shows of one character."""

    name: str
    #: Behind `/characters/`.
    address: str
    who: str
    team: str
    emblem: str
    values: Values
    jinxes: tuple[JinxView, ...]
    #: The ability in the wording of the game; None if the team is unknown.
    help: Help | None
    tags: tuple[TagAdvice, ...]
    findings: tuple[tuple[str, script_page.ProblemView], ...]
    pictures: Mapping[str, Picture]
    #: Address and name of the previous and the next homebrew character; empty at the ends.
    before: tuple[str, str]
    after: tuple[str, str]
    #: Suggestions for night reminders: the texts of its reminder tokens.
    own_tokens: tuple[str, ...]
    #: Whether it has an icon or a finished picture.
    has_icon: bool = True
    #: Names of the other parts that are missing.
    lacking: tuple[str, ...] = ()
    #: Its texts that are not in house style.
    styled: tuple[house_style.StyledView, ...] = ()
    #: Whether the script's own order of each night lists it.
    ordered: tuple[bool, bool] = (False, False)
    #: Its original, if it was copied from another script.
    copy: other_sets.CopyView | None = None
    #: Whom it meets on this script, apart from jinxes.
    matchups: panel.MatchupsView = NO_MATCHUPS


def of(opened: Opened, place: int, press: FairPress, typed: Values | None = None) -> CharacterView:
    """The page of the character at a place, with what was typed if that could not be saved."""
    script = opened.script
    entry = script.entries[place]
    character = entry.character
    name = (character.name if character else "") or entry.id or "?"
    before, after = _previous_and_next(script, place)
    missing = tuple(character_list.missing(character))
    advice = wording.help(character, script, opened.problems) if character else None
    return CharacterView(
        name=name,
        address=character_list.address(script, place),
        who=character_list.who(script, place),
        team=character.team.value if character else "unknown",
        emblem=character_list.drawn(script).get(character.id, "") if character else "",
        values=typed or character_form.values(script, place),
        jinxes=tuple(_jinxes(script, place)),
        help=advice,
        tags=advice.tags if advice else (),
        findings=tuple(_findings(opened, entry.key)),
        pictures=pictures(opened, place, press),
        before=before,
        after=after,
        own_tokens=tuple(dict.fromkeys(character.all_reminders)) if character else (),
        has_icon=character_list.ICON not in missing,
        lacking=tuple(each for each in missing if each != character_list.ICON),
        styled=house_style.one(script, place),
        ordered=night_order.ordered(script, entry.id),
        copy=other_sets.of_one(opened, entry),
        matchups=panel.matchups_of(script, entry.id),
    )


def pictures(opened: Opened, place: int, press: FairPress) -> Mapping[str, Picture]:
    """The previews of a character; none without a team, which no style can draw."""
    entry = opened.script.entries[place]
    if entry.character is None:
        return {}
    known = character_previews.around(opened.script, place)
    path = f"{opened.path}/characters/{character_list.address(opened.script, place)}/preview"
    found = {}
    for what, (alt, width, height) in PICTURES.items():
        if what == "reminders" and not entry.character.all_reminders:
            continue
        script_json = character_previews.reduced(known, what)
        stamp = character_previews.stamp(script_json, press.version(script_json))
        found[what] = Picture(f"{path}/{what}.png?v={stamp}", alt, width, height)
    return found


def partners(script: Script) -> list[tuple[str, str]]:
    """Possible partners for jinxes: id and name, those on the script first."""
    on_script = [(each.id, each.character.name) for each in script.entries if each.character]
    keys = {entry.key for entry in script.entries}
    return [*on_script, *((each.id, each.name) for each in catalogue.everyone() if each.key not in keys)]


def _jinxes(script: Script, place: int) -> list[JinxView]:
    """The jinxes of a character, whichever side defines them, each pair once."""
    me = script.entries[place].key
    keys = {entry.key for entry in script.entries}
    names = script.names
    mine = script.entries[place].character
    held = [*(mine.jinxes if mine else ()), *(jinx for each in script.characters for jinx in each.jinxes)]
    found: dict[str, JinxView] = {}
    for jinx in held:
        others = [each for each in jinx.characters if key(each) != me]
        if (
            jinx.source == "script"
            and len(others) == len(jinx.characters) - 1
            and key(others[0]) not in found
        ):
            other = key(others[0])
            known = catalogue.find(others[0])
            name = names.get(other) or (known.name if known else others[0])
            found[other] = JinxView(others[0], name, jinx.reason, other in keys)
    return list(found.values())


def _findings(opened: Opened, who: str) -> list[tuple[str, script_page.ProblemView]]:
    about = [
        each
        for each in opened.problems
        if who in {key(one) for one in each.characters} and each.code != missing_icon.code  # see `has_icon`
    ]
    about.sort(key=lambda problem: GRAVITY.index(problem.severity.value))
    shown = [replace(each, message=each.plain_message) for each in about[: script_page.MOST_PROBLEMS]]
    return [(each.severity.value, script_page.problem_view(each)) for each in shown]


def _previous_and_next(script: Script, place: int) -> tuple[tuple[str, str], tuple[str, str]]:
    own = character_list.places(script)
    at = own.index(place) if place in own else -1
    if at < 0:
        return ("", ""), ("", "")

    def named(index: int) -> tuple[str, str]:
        if not 0 <= index < len(own):
            return "", ""
        entry = script.entries[own[index]]
        return character_list.address(script, own[index]), (
            entry.character.name if entry.character else entry.id
        )

    return named(at - 1), named(at + 1)
