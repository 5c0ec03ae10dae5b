"""`clockwright replace`: find and replace in the texts of a whole script."""

import click

import builder
from builder.answers import replacements
from builder.cli import sources, terminal
from builder.cli.converting import deliver
from builder.language import gettext as _
from builder.language import ngettext
from builder.wording import replacing
from builder.wording.replacing import Wanted, Where


@click.command("replace")
@sources.script_argument
@click.argument("find", metavar="FIND")
@click.argument("replacement", metavar="REPLACEMENT")
@click.option(
    "--in",
    "where",
    type=click.Choice([each.value for each in Where]),
    multiple=True,
    help="Which texts; repeat it for several.  [default: all]",
)
@click.option("--whole-words", is_flag=True, help="Leave out hits inside of longer words.")
@click.option("--match-case", is_flag=True, help="Leave out hits with other capitals.")
@click.option(
    "-o", "--output", metavar="OUT", help="Replace, and write the script there (“-”: standard output)."
)
@terminal.json_option
def command(
    given: str,
    find: str,
    replacement: str,
    where: tuple[str, ...],
    output: str | None,
    *,
    as_json: bool,
    **options: bool,
) -> None:
    """Find words in the texts of a script, and replace them.

    Without --output, each hit of FIND is shown in its sentence; with it, REPLACEMENT is put in their place.
    The texts of homebrew characters are searched, their almanac pages, and those of the script itself.
    """
    if output is not None and as_json:
        raise click.UsageError(_("--output writes the script, --json the hits. Leave one out."))
    script = sources.load(given)
    wanted = Wanted(find, replacement, where=frozenset(map(Where, where or Where)), **options)
    found = replacing.hits(script, wanted)
    if as_json:
        terminal.tell_json(replacements.values(found))
        return
    said = ngettext("%(number)s hit.", "%(number)s hits.", len(found)) % {"number": len(found)}
    if output is not None:
        deliver(builder.dump(replacements.replaced(script, found)), output)
        terminal.say(said)
        return
    for each in found:
        name = each.name or _("Script")
        terminal.tell(terminal.one_line(f"{name} ({each.source.field})"), bold=True)
        terminal.tell(terminal.one_line(f"  {each.before}[{each.found} → {each.instead}]{each.after}"))
    terminal.tell(said)
