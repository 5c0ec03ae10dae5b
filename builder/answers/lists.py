"""Lists of what is available: characters, documents, papers, formats."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from builder import catalogue, formats, printables
from builder.answers.shapes import (
    CharacterValue,
    ExplainedCharacter,
    FormatValue,
    KindValue,
    PaperValue,
    PartnerValue,
    SettingValue,
)
from builder.errors import UnknownCharacterError, UnknownChoiceError
from builder.formats import misspelling
from builder.game.character import Character
from builder.game.teams import Team, read_team
from builder.language import gettext as _
from builder.printables import options
from builder.printables.common import Paper
from builder.printables.options import Setting


def team_called(name: str) -> Team:
    """A team by its name. Raises UnknownChoiceError, which lists the valid names."""
    team = read_team(name)
    if team is None:
        raise UnknownChoiceError(_("There is no team “%(name)s”."), name, [known.value for known in Team])
    return team


def characters(team: Team | None = None) -> list[CharacterValue]:
    """The official characters, of one team or all."""
    return [_character(each) for each in catalogue.everyone() if team in {None, each.team}]


def _character(character: Character) -> CharacterValue:
    return {
        "id": character.id,
        "name": character.name,
        "team": character.team.value,
        "edition": character.edition,
        "ability": character.ability,
        "firstNight": _number(character.first_night),
        "otherNight": _number(character.other_night),
        "firstNightReminder": character.first_night_reminder,
        "otherNightReminder": character.other_night_reminder,
        "setup": character.setup,
        "reminders": list(character.reminders),
        "remindersGlobal": list(character.reminders_global),
        "special": [dict(feature) for feature in character.special],
        "emblem": character.emblem,
        "tags": sorted(character.tags),
    }


def explained(name: str) -> ExplainedCharacter:
    """An official character by its id or name, with its almanac texts and jinxes.

    Raises UnknownCharacterError, which names similar ones.
    """
    found = catalogue.find(name)
    if found is None:
        raise UnknownCharacterError(name, misspelling.similar_names(name))
    character = catalogue.explained(found)
    page = character.page
    return {
        **_character(character),
        "flavor": character.flavor,
        "almanac": {
            "overview": page.overview,
            "rules": list(page.rules),
            "examples": list(page.examples),
            "howToRun": list(page.how_to_run),
            "advice": list(page.advice),
            "tip": page.tip,
        },
        "jinxes": list(_partners(character)),
    }


def _partners(character: Character) -> Iterator[PartnerValue]:
    for jinx in catalogue.jinxes():
        for each in jinx.pair - {character.key} if character.key in jinx.pair else ():
            other = catalogue.find(each)
            yield {"id": each, "name": other.name if other else each, "reason": jinx.reason}


def _number(number: float | None) -> float:
    """A position in the night; 0 if the character does not wake."""
    number = number or 0
    return int(number) if float(number).is_integer() else number


def kinds() -> list[KindValue]:
    """The kinds of documents, with their styles, papers and settings."""
    return [
        {
            "kind": kind,
            "title": printables.title(kind),
            "styles": list(styles),
            "looks": {style: printables.style_title(kind, style) for style in styles},
            "papers": list(printables.papers_for(kind)),
            "settings": settings(options.settings_of(printables.module(kind))),
        }
        for kind, styles in printables.kinds().items()
    ]


def settings(known: Mapping[str, Setting]) -> dict[str, SettingValue]:
    """Settings by name."""
    return {
        name: {"help": setting.help, "default": setting.default, "choices": list(setting.choices)}
        for name, setting in known.items()
    }


def papers() -> list[PaperValue]:
    """The papers to print on."""
    return [
        {
            "id": each.id,
            "name": each.name,
            "width": each.width,
            "height": each.height,
            "labels": asdict(each.labels) if each.labels else None,
            "kinds": kinds_on(each),
        }
        for each in printables.every_paper().values()
    ]


def kinds_on(paper: Paper) -> list[str]:
    """The kinds that can be printed on a paper."""
    return [kind for kind in printables.kinds() if paper.id in printables.papers_for(kind)]


def file_formats() -> list[FormatValue]:
    """The file formats that can be read and written."""
    return [
        {
            "format": name,
            "title": module.TITLE,
            "reads": hasattr(module, "read"),
            "writes": hasattr(module, "write"),
        }
        for name, module in formats.found().items()
    ]
