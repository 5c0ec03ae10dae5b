"""What a read link shows: the characters with icons and abilities, rules and jinxes, and who wakes when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder import catalogue
from builder.artefacts.usual_extras import has_almanac
from builder.game import keywords, markup
from builder.game.almanac import Page
from builder.game.keywords import Keyword
from builder.game.markup import Mark, Piece
from builder.game.night import Row, night_sheet
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.printables import names
from builder.web.infra.script_store import Opened
from builder.web.view_models import dealt_game
from builder.web.view_models.dealt_game import Face


@dataclass(frozen=True, slots=True)
class TeamView:
    """The characters of one team."""

    key: str
    title: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class WakeView:
    """Who wakes, and what to do then."""

    name: str
    #: Its team; empty for a step of the night.
    team: str
    words: tuple[Piece, ...]


def teams(opened: Opened, path: str) -> list[TeamView]:
    """The characters, team by team; `path` is that of the page."""
    faces = dealt_game.faces(opened, path)
    found = [
        (team, [faces[each.key] for each in opened.script.characters if each.team is team]) for team in Team
    ]
    return [TeamView(team.value, team.heading, tuple(ones)) for team, ones in found if ones]


def glossary(script: Script) -> list[Keyword]:
    """The explained keywords that the abilities and rules have."""
    said = (*(each.ability for each in script.characters), *script.meta.bootlegger)
    return [each for each in keywords.used(keywords.of(script), said) if each.text]


def ability_parts(text: str, words: tuple[Keyword, ...]) -> list[tuple[str, str]]:
    """An ability in parts: its brackets (`setup`), keywords (`term`), and plain text (empty)."""
    found = []
    for piece in markup.ability(text):
        if piece.mark is Mark.SETUP:
            found.append((piece.text, "setup"))
        else:
            found += [
                (part, "term" if is_term else "") for part, is_term in keywords.split(piece.text, words)
            ]
    return found


def nights(script: Script) -> list[tuple[str, list[WakeView]]]:
    """Title and rows of both nights."""
    sheet = night_sheet(script, catalogue.night_order())
    return [(_("First night"), _rows(sheet.first)), (_("Other nights"), _rows(sheet.other))]


def almanac_places(script: Script) -> Mapping[str, str] | None:
    """By id, where the almanac's web page has the texts of a character; None if the script has no almanac texts."""
    if not has_almanac(script):
        return None
    return {each.character.id: each.name for each in names.named(script) if each.character.page != Page()}


def _rows(rows: Sequence[Row]) -> list[WakeView]:
    return [
        WakeView(
            row.name,
            row.character.team.value if row.character else "",
            markup.reminder(f"{row.reminder} {row.note}".strip()),
        )
        for row in rows
    ]
