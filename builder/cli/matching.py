"""`clockwright matchups`: what happens when characters of a script meet."""

from itertools import groupby

import click

from builder import catalogue
from builder.answers import matchups as answers
from builder.cli import sources, terminal
from builder.language import N_
from builder.language import gettext as _
from builder.prose_lists import join_and
from builder.wording import matchups
from builder.wording.matchups import Kind

HEADINGS = {
    Kind.CONFLICT: (N_("Conflicts"), "red"),
    Kind.WATCH: (N_("Watch out"), "yellow"),
    Kind.HARD: (N_("Hard to run"), "cyan"),
    Kind.GOOD: (N_("Good together"), "green"),
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
        terminal.tell(_("Nothing to remark."))
    for kind, group in groupby(found.remarks, key=lambda each: each.kind):
        heading, colour = HEADINGS[kind]
        terminal.tell(_(heading), bold=True, fg=colour)
        for each in group:
            terminal.tell(terminal.one_line(each.message))
    for missing in found.missing:
        names = [known.name for each in missing.candidates if (known := catalogue.find(each))]
        terminal.tell(
            _("%(missing)s Candidates: %(names)s.") % {"missing": missing.message, "names": join_and(names)}
        )
