"""`clockwright sort`: a script in the official order."""

import click

import builder
from builder import catalogue
from builder.cli import sources, terminal
from builder.cli.converting import deliver, say_changes
from builder.game import sorting


@click.command("sort")
@sources.script_argument
@click.option("-o", "--output", metavar="OUT", help="The file to write.  [default: standard output]")
@click.option(
    "--explain", is_flag=True, help="Also say why each character comes before the next, on standard error."
)
def command(given: str, output: str | None, *, explain: bool) -> None:
    """Sort a script into the official order.

    The order goes by team, then by how the ability begins, then by length. Sorting is a matter of taste: an unsorted
    script works just as well.
    """
    starts = catalogue.sort_starts()
    script = sources.load(given)
    ordered = sorting.sort(script, starts)
    deliver(builder.dump(ordered), output)
    say_changes(ordered)
    if explain:
        for reason in sorting.explain(ordered, starts):
            terminal.say(terminal.one_line(reason))
