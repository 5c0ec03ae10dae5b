"""`clockwright explain`: what a character does and how to run it."""

from textwrap import fill

import click

from builder.answers import lists
from builder.answers.shapes import ExplainedCharacter
from builder.cli import terminal
from builder.game.teams import Team
from builder.language import gettext as _

#: Columns of a line.
WIDTH = 100


@click.command("explain")
@click.argument("character", nargs=-1, required=True)
@terminal.json_option
def command(character: tuple[str, ...], *, as_json: bool) -> None:
    """Explain an official character: its ability, rulings, examples, how to run it, advice.

    CHARACTER is its name or its id. The explanations are always in Clockwright's words, even if you use the official
    wording.
    """
    found = lists.explained(" ".join(character))
    if as_json:
        terminal.tell_json(found)
    else:
        _tell(found)


def _tell(found: ExplainedCharacter) -> None:
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
