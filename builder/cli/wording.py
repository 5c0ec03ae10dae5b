"""`clockwright style`, `replace`: the wording of homebrew, compared with the official style, and changed."""

import click

import builder
from builder.answers import wording
from builder.cli import sources, terminal
from builder.cli.converting import deliver
from builder.game.script import Script
from builder.language import gettext as _, ngettext
from builder.wording import replacing, style
from builder.wording.replacing import Wanted, Where
from builder.wording.style import Severity

_COLOURS = {Severity.FIX: "yellow", Severity.STYLE: "cyan", Severity.IDEA: None}


@click.command("style")
@sources.script_argument
@click.option("--fix", is_flag=True, help="Put right what is safe, and write the script as official JSON.")
@click.option(
    "--off",
    metavar="RULE",
    multiple=True,
    help="Switch a rule off for this script, and write it as official JSON; repeat it for several.",
)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="With --fix or --off: the file to write.  [default: standard output]",
)
@terminal.json_option
def compare_style(given: str, output: str | None, off: tuple[str, ...], *, fix: bool, as_json: bool) -> None:
    """Compare the wording of homebrew characters with the official style.

    Severities: “fix” is safe to put right, “style” is worth a look, “idea” is a thought.
    """
    if output is not None and not (fix or off):
        raise click.UsageError(_("--output needs --fix or --off."))
    if (fix or off) and as_json:
        raise click.UsageError(_("--fix and --off write the script, --json the findings. Leave one out."))
    script = sources.load(given)
    for rule in off:
        script = wording.switched(script, rule, on=False)
    if as_json:
        terminal.tell_json(wording.styled(script))
    elif fix or off:
        _write(script, output, fix=fix)
    else:
        _tell_style(script)


def _write(script: Script, output: str | None, *, fix: bool) -> None:
    """Writes the script, with everything put right that is safe if `fix` is set."""
    deliver(builder.dump(wording.fixed(script) if fix else script), output)
    if fix:
        changed = sum(each.fixed != each.text for each in style.of(script))
        said = ngettext("%(number)s text put right.", "%(number)s texts put right.", changed)
        terminal.say(said % {"number": changed})


def _tell_style(script: Script) -> None:
    found = style.of(script)
    if not found:
        terminal.tell(_("No slips found."), fg="green")
    for each in found:
        where = "" if each.field == "ability" else f" ({each.field})"
        terminal.tell(terminal.one_line(f"{each.name}{where}"), bold=True)
        for slip in each.slips:
            line = terminal.one_line(f"  {slip.severity.value}: {slip.message} ({slip.rule})")
            terminal.tell(line, fg=_COLOURS[slip.severity])
    if without := sorted(style.off(script)):
        terminal.tell(_("Switched off for this script: %(rules)s.") % {"rules": ", ".join(without)})


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
def replace(
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
        terminal.tell_json(wording.hits_found(found))
        return
    said = ngettext("%(number)s hit.", "%(number)s hits.", len(found)) % {"number": len(found)}
    if output is not None:
        deliver(builder.dump(wording.replaced(script, found)), output)
        terminal.say(said)
        return
    for each in found:
        name = each.name or _("Script")
        terminal.tell(terminal.one_line(f"{name} ({each.source.field})"), bold=True)
        terminal.tell(terminal.one_line(f"  {each.before}[{each.found} → {each.instead}]{each.after}"))
    terminal.tell(said)
