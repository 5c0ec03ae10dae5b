"""`clockwright convert`, `sort`, `variant`: a script in another format or order, a character in full."""

import json
from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

import builder
from builder import catalogue, files, formats
from builder.cli import sources, terminal
from builder.game import sorting
from builder.game.problem import Problem
from builder.game.script import Script
from builder.language import gettext as _


class ToOption(click.Option):
    """`--to`, whose help lists the formats; they are loaded when the help is printed, not at every start."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help, with every format that can be written."""
        self.help = _("The format to write: %(writers)s.") % {"writers": ", ".join(formats.writers())}
        return super().get_help_record(ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002  # click's signature
        """The formats that begin with the typed letters."""
        return [CompletionItem(name) for name in formats.writers() if name.startswith(incomplete)]


@click.command("convert")
@click.argument("given", metavar="IN...", type=sources.ScriptPath(), nargs=-1, required=True)
@click.option("-o", "--output", metavar="OUT", help="The file to write.  [default: standard output]")
@click.option("--to", cls=ToOption, default="official", metavar="FORMAT", show_default=True)
@click.option("--public", is_flag=True, help="Leave out private notes and everything hidden from exports.")
@click.option(
    "--columns",
    metavar="COLUMNS",
    help="Of a table: which column is what, by letter or title: name=B,ability=D,from=2.",
)
def convert(
    given: tuple[str, ...], output: str | None, to: str, columns: str | None, *, public: bool
) -> None:
    """Convert a script to another format, by default official JSON.

    The format of IN is detected. Several files of the same script (such as its script.json and its almanac.html) are
    combined. Warnings, and a list of what the new format cannot hold, go to standard error.
    """
    script = sources.load_together(given) if columns is None else sources.load_table(given, columns)
    say_problems(script.reading)
    script = formats.public(script) if public else script
    text = formats.write(script, to)
    deliver(text, output)
    say_changes(script, to)


@click.command("sort")
@sources.script_argument
@click.option("-o", "--output", metavar="OUT", help="The file to write.  [default: standard output]")
@click.option(
    "--explain", is_flag=True, help="Also say why each character comes before the next, on standard error."
)
def sort(given: str, output: str | None, *, explain: bool) -> None:
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


@click.command("variant")
@click.argument("character", metavar="CHARACTER")
@click.option(
    "--id", "own_id", default="", metavar="ID", help="The id of the variant.  [default: CHARACTER_variant]"
)
@click.option("-o", "--output", metavar="OUT", help="The file to write.  [default: standard output]")
def variant(character: str, own_id: str, output: str | None) -> None:
    """Create a homebrew variant of an official character, complete and ready to edit, with its jinxes.

    The variant gets a new id, because the official app ignores changes to official characters.
    """
    written = builder.variant(character, own_id)
    deliver(json.dumps(written, ensure_ascii=False, indent=2) + "\n", output)
    terminal.say(
        _("In your script, replace “%(character)s” with it, then change what you like.")
        % {"character": terminal.one_line(character)}
    )


def say_changes(script: Script, to: str = "official") -> None:
    """Prints to standard error what a format cannot contain, and where it went."""
    report = getattr(formats.found()[to], "report", None)
    say_problems(report(script) if report else ())


def say_problems(problems: Iterable[Problem]) -> None:
    """Prints each problem on a line of standard error."""
    for problem in problems:
        terminal.say(terminal.one_line(problem.message))


def deliver(text: str, output: str | None) -> None:
    """Writes to a file, completely or not at all, or to standard output."""
    if output in {None, sources.STANDARD_INPUT}:
        terminal.write(text)
    else:
        files.write(Path(str(output)), text.encode("utf-8", "replace"), durable=True)
