"""`clockwright matchups`: what happens when characters of a script meet."""

from itertools import groupby

import click

from builder import catalogue
from builder.answers import matchups as answers
from builder.cli import sources, terminal
from builder.prose_lists import join_and
from builder.wording import matchups
from builder.wording.matchups import Kind

HEADINGS = {
    Kind.CONFLICT: ("Conflicts", "red"),
    Kind.WATCH: ("Watch out", "yellow"),
    Kind.HARD: ("Hard to run", "cyan"),
    Kind.GOOD: ("Good together", "green"),
}


@click.command("matchups")
@sources.script_argument
@terminal.json_option
def command(given: str, *, as_json: bool) -> None:
    """Say what happens when characters meet: conflicts, what to watch, what goes well, what nobody explains.

    Homebrew is judged by its wording.
    """
    script = sources.load(given)
    if as_json:
        terminal.tell_json(answers.matched(script))
        return
    found = matchups.of(script)
    if not found.remarks and not found.missing:
        terminal.tell("Nothing to remark.")
    for kind, group in groupby(found.remarks, key=lambda each: each.kind):
        heading, colour = HEADINGS[kind]
        terminal.tell(heading, bold=True, fg=colour)
        for each in group:
            terminal.tell(terminal.one_line(each.message))
    for missing in found.missing:
        names = [known.name for each in missing.candidates if (known := catalogue.find(each))]
        terminal.tell(f"{missing.message} These would: {join_and(names)}.")
