"""The calls of the API: each takes the dataclass of its options and returns the type of its answer.

There is no other registry: the routes and the description are generated from POST and GET.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict, get_type_hints

import builder
from builder import catalogue, formats
from builder.answers import lists, scripts, wording
from builder.answers.shapes import (
    CharacterValue,
    Checked,
    Dealt,
    ExplainedCharacter,
    FormatValue,
    JinxValue,
    KindValue,
    Matched,
    Nights,
    PaperValue,
    ProblemValue,
    Setups,
    Styled,
    VerdictValue,
)
from builder.game import sorting
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_
from builder.web.api import printing
from builder.web.api.options import OptionsError, option
from builder.web.api.responses import File

PLAYERS = "Number of players, not counting Travellers (5 to 20)."
JSON_FORMATS = ("official", "bloodstar")
MEDIA = {"markdown": "text/markdown", "csv": "text/csv"}
ENDINGS = {"markdown": "md", "csv": "csv"}


class Remarked(TypedDict):
    """A script in another form, and what was done to it."""

    text: NotRequired[str]
    script: NotRequired[list[Any]]
    reasons: NotRequired[list[str]]
    remarks: NotRequired[list[ProblemValue]]


@dataclass(frozen=True, slots=True)
class Nothing:
    """No options."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Options of /api/check."""

    dismissed: bool = option("Whether to include findings that the author dismissed.", default=False)


@dataclass(frozen=True, slots=True)
class SetupOptions:
    """Options of /api/setup."""

    players: int | None = option(f"{PLAYERS} Without it: all from 5 to 15.", None, least=5, most=20)
    in_play: tuple[str, ...] | None = option(
        "Checks whether a game with exactly these characters is legal. Needs players.", None, name="inPlay"
    )


@dataclass(frozen=True, slots=True)
class DealOptions:
    """Options of /api/deal."""

    players: int = option(PLAYERS, least=5, most=20)
    seed: str | None = option("The same seed deals the same game. Without it, the game is random.", None)
    with_: tuple[str, ...] = option("Ids of characters that must be in play.", (), name="with")
    without: tuple[str, ...] = option("Ids of characters that must not be in play.", ())


@dataclass(frozen=True, slots=True)
class NightOptions:
    """Options of /api/night."""

    players: int | None = option(
        f"{PLAYERS} With fewer than 7, the evil team gets no information.", None, least=5, most=20
    )


@dataclass(frozen=True, slots=True)
class StyleOptions:
    """Options of /api/style."""

    fix: bool = option("Whether to return the script with every “fix” put right as well.", default=False)


@dataclass(frozen=True, slots=True)
class SortOptions:
    """Options of /api/sort."""

    explain: bool = option("Whether to say why each character comes before the next.", default=False)


@dataclass(frozen=True, slots=True)
class ConvertOptions:
    """Options of /api/convert."""

    to: str = option("The format to write.", "official", choices=lambda: list(writable()))
    public: bool = option(
        "Whether to leave out private notes and everything hidden from exports.", default=False
    )
    remarks: bool = option("Whether to say what had to be changed or left out for the format.", default=False)


@dataclass(frozen=True, slots=True)
class CharactersOptions:
    """Options of /api/characters."""

    team: str | None = option("Only this team.", None, choices=lambda: [team.value for team in Team])


@dataclass(frozen=True, slots=True)
class CharacterOptions:
    """Options of /api/characters/{id}."""

    id: str = option("The id or the name of an official character.")


def check(script: Script, options: CheckOptions) -> Checked:
    """What is wrong with a script, or worth a thought."""
    return scripts.checked(script, dismissed=options.dismissed)


def setup(script: Script, options: SetupOptions) -> Setups | VerdictValue:
    """Who can be in play together, by number of players; with inPlay whether a table is legal."""
    if options.in_play is None:
        return scripts.setups(script, options.players)
    if options.players is None:
        message = N_("“inPlay” needs “players”: the number of players.")
        raise OptionsError([Problem("option", Severity.ERROR, message, path="$.players")])
    return scripts.verdict(script, options.players, options.in_play)


def deal(script: Script, options: DealOptions) -> Dealt:
    """A legal game: characters, bag, bluffs, tokens and steps."""
    seed = options.seed
    number = int(seed) if seed is not None and seed.isdecimal() else seed
    return scripts.dealt(script, options.players, number, options.with_, options.without)


def night(script: Script, options: NightOptions) -> Nights:
    """Who wakes when: the first night and the other nights, from dusk to dawn."""
    return scripts.nights(script, options.players)


def jinxes(script: Script, _: Nothing) -> list[JinxValue]:
    """The jinxes that apply to a script, official ones and its own."""
    return scripts.jinxes(script)


def style(script: Script, options: StyleOptions) -> Styled:
    """Where abilities, night reminders and tokens differ from the official style, and what they should say."""
    found = wording.styled(script)
    return found | {"script": json.loads(builder.dump(wording.fixed(script)))} if options.fix else found


def meet(script: Script, _: Nothing) -> Matched:
    """What happens when characters of a script meet, and what nobody on it explains."""
    return wording.matched(script)


def sort(script: Script, options: SortOptions) -> File | Remarked:
    """A script in the official order, as official JSON."""
    starts = catalogue.sort_starts()
    ordered = sorting.sort(script, starts)
    if options.explain:
        reasons = [*sorting.explain(ordered, starts)]
        return {"script": json.loads(builder.dump(ordered)), "reasons": reasons}
    return _written(ordered, "official")


def convert(script: Script, options: ConvertOptions) -> File | Remarked:
    """A script in another format, official JSON by default."""
    script = formats.public(script) if options.public else script
    if not options.remarks:
        return _written(script, options.to)
    report = getattr(formats.found()[options.to], "report", None)
    remarks: list[Any] = [remark.as_json() for remark in report(script)] if report else []
    return {"text": formats.write(script, options.to), "remarks": remarks}


def characters(options: CharactersOptions) -> list[CharacterValue]:
    """The official characters, with their abilities in the wording that this server speaks."""
    return lists.characters(lists.team_called(options.team) if options.team else None)


def character(options: CharacterOptions) -> ExplainedCharacter:
    """An official character with its almanac: rulings, examples, how to run it, advice, jinxes."""
    return lists.explained(options.id)


def kinds(_: Nothing) -> list[KindValue]:
    """What can be printed, in which styles, on which papers, with which settings."""
    return [*lists.kinds(), *printing.extras()]


def papers(_: Nothing) -> list[PaperValue]:
    """What can be printed on."""
    return lists.papers()


def file_formats(_: Nothing) -> list[FormatValue]:
    """The file formats that can be read and written."""
    return lists.file_formats()


#: By the rest of their address, which may have an option (`<id>`): the calls that take a script, and the calls that
#: say what is available.
POST: dict[str, Callable[[Script, Any], Any]] = {
    "check": check,
    "setup": setup,
    "deal": deal,
    "night": night,
    "jinxes": jinxes,
    "style": style,
    "matchups": meet,
    "sort": sort,
    "convert": convert,
    "print": printing.print_,
}
GET: dict[str, Callable[[Any], Any]] = {
    "characters": characters,
    "characters/<id>": character,
    "printables": kinds,
    "papers": papers,
    "formats": file_formats,
}


def options_of(work: Callable[..., Any]) -> type:
    """The dataclass of a call's options: the type of its last parameter."""
    *_, last = [hint for name, hint in get_type_hints(work).items() if name != "return"]
    return last  # type: ignore[no-any-return]  # the last parameter of every call is a type


def _written(script: Script, to: str) -> File:
    text = formats.write(script, to)
    is_json = to in JSON_FORMATS
    ending = "json" if is_json else ENDINGS.get(to, "txt")
    media = "application/json" if is_json else MEDIA.get(to, "text/plain")
    return File(text.encode("utf-8", "replace"), media, f"{script.name}.{ending}")


def writable() -> list[str]:
    """The formats that a script can be written in."""
    return [name for name, module in formats.found().items() if hasattr(module, "write")]


def writes(name: str) -> list[str]:
    """The media types of the files that a call returns."""
    given = {"sort": ["application/json"], "print": printing.MEDIA}
    return given.get(name) or ["application/json", "text/plain", *MEDIA.values()]
