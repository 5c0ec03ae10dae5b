"""`clockwright style`: whether homebrew texts are worded like the official ones."""

import click

import builder
from builder.answers import styles
from builder.cli import sources, terminal
from builder.cli.converting import deliver
from builder.language import gettext as _
from builder.language import ngettext
from builder.wording import style
from builder.wording.style import Severity

_COLOURS = {Severity.FIX: "yellow", Severity.STYLE: "cyan", Severity.IDEA: None}


@click.command("style")
@sources.script_argument
@click.option("--fix", is_flag=True, help="Put right what is safe, and write the script as official JSON.")
@click.option(
    "-o", "--output", metavar="OUT", help="With --fix: the file to write.  [default: standard output]"
)
@terminal.json_option
def command(given: str, output: str | None, *, fix: bool, as_json: bool) -> None:
    """Compare the wording of homebrew characters with the official style.

    Severities: “fix” is safe to put right, “style” is worth a look, “idea” is a thought.
    """
    if output is not None and not fix:
        raise click.UsageError(_("--output needs --fix."))
    if fix and as_json:
        raise click.UsageError(_("--fix writes the script, --json the findings. Leave one out."))
    script = sources.load(given)
    found = style.of(script)
    if as_json:
        terminal.tell_json(styles.styled(script))
        return
    if fix:
        deliver(builder.dump(styles.fixed(script)), output)
        changed = sum(each.fixed != each.text for each in found)
        said = ngettext("%(number)s text put right.", "%(number)s texts put right.", changed)
        terminal.say(said % {"number": changed})
        return
    if not found:
        terminal.tell(_("No slips found."), fg="green")
    for each in found:
        where = "" if each.field == "ability" else f" ({each.field})"
        terminal.tell(terminal.one_line(f"{each.name}{where}"), bold=True)
        for slip in each.slips:
            terminal.tell(
                terminal.one_line(f"  {slip.severity.value}: {slip.message}"), fg=_COLOURS[slip.severity]
            )
