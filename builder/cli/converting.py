"""`clockwright convert`: a script in another format."""

from pathlib import Path

import click

from builder import files, formats
from builder.cli import sources, terminal
from builder.game.script import Script


@click.command("convert")
@click.argument("given", metavar="IN...", type=sources.ScriptPath(), nargs=-1, required=True)
@click.option("-o", "--output", metavar="OUT", help="The file to write; standard output without it.")
@click.option("--to", default="official", show_default=True, help="The format to write.")
@click.option("--public", is_flag=True, help="For others: without private notes and what is not exported.")
def command(given: tuple[str, ...], output: str | None, to: str, *, public: bool) -> None:
    """Write a script in another format, official JSON by default.

    The format of IN is recognised; several files of one script (its script.json and its almanac.html) become
    one. What the format cannot hold is kept aside or changed, and named on standard error.
    """
    script = sources.load_together(given)
    if len(given) > 1:
        for remark in script.reading:
            terminal.say(terminal.one_line(remark.message))
    script = formats.public(script) if public else script
    text = formats.write(script, to)
    deliver(text, output)
    tell_changes(script, to)


def tell_changes(script: Script, to: str = "official") -> None:
    """Names on standard error what a format had to change or keep aside."""
    report = getattr(formats.found()[to], "report", None)
    for remark in report(script) if report else ():
        terminal.say(terminal.one_line(remark.message))


def deliver(text: str, output: str | None) -> None:
    """Writes to a file, whole or not at all, or to standard output."""
    if output in {None, sources.STANDARD_INPUT}:
        terminal.write(text)
    else:
        files.write(Path(str(output)), text.encode("utf-8", "replace"), durable=True)
