"""`clockwright characters`, `checks`, `emblems`, `explain`, `formats`, and `papers`: what there is."""

from textwrap import fill

import click

from builder import catalogue, checks, emblems, printables
from builder.answers import lists
from builder.answers.shapes import ExplainedCharacter
from builder.cli import terminal
from builder.game.teams import Team
from builder.language import gettext as _, number
from builder.printables.common import Paper

SHOWN = 24


@click.command("characters")
@click.option("--team", metavar="TEAM", help="Only this team, such as minion.")
@terminal.json_option
def list_characters(team: str | None, *, as_json: bool) -> None:
    """List the official characters with their abilities."""
    only = lists.team_called(team) if team is not None else None
    if as_json:
        terminal.tell_json(lists.characters(only))
        return
    found = [character for character in catalogue.everyone() if only in {None, character.team}]
    terminal.table(
        (_("Id"), _("Name"), _("Team"), _("Ability")),
        [(each.id, each.name, each.team.label, each.ability) for each in found],
    )


@click.command("checks")
@terminal.json_option
def list_checks(*, as_json: bool) -> None:
    """List all checks and what they look for."""
    found = checks.found()
    if as_json:
        terminal.tell_json(
            [{"code": each.code, "severity": each.severity.value, "help": each.help} for each in found]
        )
        return
    terminal.table(
        (_("Code"), _("Severity"), _("What it looks for")),
        [(each.code, each.severity.value, each.summary) for each in found],
    )


@click.command("emblems")
@click.argument("words", nargs=-1)
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, 5000),
    default=SHOWN,
    show_default=True,
    help="How many to show at most.",
)
@terminal.json_option
def list_emblems(words: tuple[str, ...], *, limit: int, as_json: bool) -> None:
    """Find emblems by what they show or mean. Without WORDS, list all of them by name.

    The best matches come first. Small typos are fine.
    """
    found = emblems.search(" ".join(words), limit) if words else emblems.names()[:limit]
    if as_json:
        terminal.tell_json(list(found))
        return
    for name in found:
        terminal.tell(name)
    if not found:
        terminal.say(_("No emblems found. Try another word, such as lantern or crown."))


@click.command("formats")
@terminal.json_option
def list_formats(*, as_json: bool) -> None:
    """List the file formats that can be read and written."""
    found = lists.file_formats()
    if as_json:
        terminal.tell_json(found)
        return
    terminal.table(
        (_("Format"), _("What it is"), _("Read"), _("Written")),
        [
            (
                each["format"],
                each["title"],
                "read" if each["reads"] else "",
                "written" if each["writes"] else "",
            )
            for each in found
        ],
    )


@click.command("papers")
@terminal.json_option
def list_papers(*, as_json: bool) -> None:
    """List the paper sizes and sticker sheets, with their size in millimeters and what each is for.

    To use one: clockwright print SCRIPT --paper PAPER, or for one kind only: --paper tokens=PAPER
    """
    found = printables.every_paper().values()
    if as_json:
        terminal.tell_json(lists.papers())
        return
    terminal.table(
        (_("Id"), _("Paper"), _("Size"), _("For")),
        [
            (
                each.id,
                _(each.name),
                _("%(width)s by %(height)s mm")
                % {"width": number(each.width), "height": number(each.height)},
                _use_of_paper(each),
            )
            for each in found
        ],
    )


def _use_of_paper(paper: Paper) -> str:
    if not paper.labels:
        return _("everything")
    stickers = paper.labels.columns * paper.labels.rows
    kinds = ", ".join(lists.kinds_on(paper))
    if paper.labels.holds == "card":
        text = _("%(kinds)s: %(stickers)s stickers for info cards per sheet")
    elif paper.labels.holds == "character":
        text = _("%(kinds)s: %(stickers)s stickers for character tokens per sheet")
    else:
        text = _("%(kinds)s: %(stickers)s stickers for reminder tokens per sheet")
    return text % {"kinds": kinds, "stickers": stickers}


WIDTH = 100


@click.command("explain")
@click.argument("character", nargs=-1, required=True)
@terminal.json_option
def explain(character: tuple[str, ...], *, as_json: bool) -> None:
    """Explain an official character: its ability, rulings, examples, how to run it, advice.

    CHARACTER is its name or its id. The explanations are always in Clockwright's words, even if you use the official
    wording.
    """
    found = lists.explained(" ".join(character))
    if as_json:
        terminal.tell_json(found)
    else:
        _tell_character(found)


def _tell_character(found: ExplainedCharacter) -> None:
    terminal.tell(f"{found['name']} ({Team(found['team']).title})", bold=True)
    terminal.tell(fill(found["ability"], WIDTH))
    almanac = found["almanac"]
    _paragraphs("", [almanac["overview"]])
    _paragraphs(_("Rules"), almanac["rules"], "• ")
    _paragraphs(_("Examples"), almanac["examples"], "• ")
    _paragraphs(_("How to run"), almanac["howToRun"], "• ")
    _paragraphs(_("Advice for the Storyteller"), almanac["advice"], "• ")
    _paragraphs(_("Tips"), almanac["tip"].split("\n\n"))
    _paragraphs(_("Jinxes"), [f"{each['name']}: {each['reason']}" for each in found["jinxes"]], "• ")


def _paragraphs(heading: str, texts: list[str], bullet: str = "") -> None:
    if texts:
        terminal.tell()
    if heading and texts:
        terminal.tell(heading, bold=True)
    for text in texts:
        terminal.tell(fill(text, WIDTH, initial_indent=bullet, subsequent_indent=" " * len(bullet)))
