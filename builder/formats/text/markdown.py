"""Markdown: the script as a text for a forum or a wiki, its almanac with it."""

from collections.abc import Iterator

from builder import catalogue
from builder.game import markup
from builder.game.character import Character
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.night import night_sheet
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_

NAME = "markdown"
TITLE = N_("Markdown, for forums and wikis")


def write(script: Script) -> str:
    """Title, teams with abilities, jinxes, both nights; and the almanac's texts, if any."""
    parts = [*_head(script)]
    for team in Team:
        rows = [_row(character) for character in script.team(team)]
        if rows:
            parts += [f"## {team.plural}", "\n".join(rows)]
    parts += [*_jinxes(script), *_rules(script), *_nights(script), *_pages(script)]
    if script.almanac.changelog:
        parts += ["## Changelog", script.almanac.changelog]
    return "\n\n".join(parts) + "\n"


def _head(script: Script) -> Iterator[str]:
    yield f"# {_one_line(script.name)}"
    if script.meta.author:
        yield f"by {_one_line(script.meta.author)}"
    almanac = script.almanac
    yield from (
        text for text in (almanac.synopsis, almanac.overview, almanac.difficulty, almanac.audience) if text
    )
    if almanac.play_guide:
        yield "## How to play it"
        yield from almanac.play_guide


def _row(character: Character) -> str:
    return f"- **{_one_line(character.name)}**: {_ability(character.ability)}"


def _ability(text: str) -> str:
    """An ability on one line; its asterisk is escaped."""
    return _one_line(text).replace("*", "\\*")


def _jinxes(script: Script) -> Iterator[str]:
    names = {character.key: character.name for character in script.characters}
    rows = [
        f"- **{' & '.join(names.get(one, one) for one in _pair(jinx.characters, names))}**: {_one_line(jinx.reason)}"
        for jinx in applying(script, catalogue.jinxes())
    ]
    if rows:
        yield "## Jinxes"
        yield "\n".join(rows)


def _pair(ids: tuple[str, str], names: dict[str, str]) -> list[str]:
    return [key(one) if key(one) in names else one for one in ids]


def _rules(script: Script) -> Iterator[str]:
    if script.meta.rules:
        yield "## Rules of this script"
        yield "\n".join(f"- {_one_line(rule)}" for rule in script.meta.rules)


def _nights(script: Script) -> Iterator[str]:
    sheet = night_sheet(script, catalogue.night_order())
    for title, rows in (("First night", sheet.first), ("Other nights", sheet.other)):
        yield f"## {title}"
        yield "\n".join(
            f"{number}. **{_one_line(row.name)}** {_one_line(markup.plain(row.reminder))}".rstrip()
            for number, row in enumerate(rows, 1)
        )


def _pages(script: Script) -> Iterator[str]:
    for character in script.characters:
        page = character.page
        if not page.export or not (page.overview or page.rules or page.examples or page.how_to_run):
            continue
        yield f"## {_one_line(character.name)}"
        yield f"*{character.team.title}*"
        yield f"**{_ability(character.ability)}**" if character.ability else "–"
        if character.flavor:
            yield "\n".join(f"> {line}" for line in character.flavor.splitlines())
        if page.overview:
            yield page.overview
        if page.rules:
            yield "\n".join(f"- {rule}" for rule in page.rules)
        for heading, texts in (
            ("Examples", page.examples),
            ("How to Run", page.how_to_run),
            ("Advice", (*page.advice, *filter(None, (page.tip, page.optional_rule)))),
        ):
            if texts:
                yield f"### {heading}"
                yield from texts


def _one_line(text: str) -> str:
    return " ".join(text.split())
