"""`clockwright check`: what is wrong with a script."""

from collections.abc import Sequence
from itertools import groupby

import click

import builder
from builder import checks
from builder.answers import scripts as answers
from builder.cli import sources, terminal
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team

_HEADINGS = {
    Severity.ERROR: ("Error", "Errors", "red"),
    Severity.WARNING: ("Warning", "Warnings", "yellow"),
    Severity.ADVICE: ("Piece of advice", "Advice", "cyan"),
    Severity.NOTICE: ("Notice", "Notices", None),
}


@click.command("check")
@sources.script_argument
@click.option("--dismissed", "with_dismissed", is_flag=True, help="Show what the author set aside, too.")
@click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
@click.pass_context
def command(ctx: click.Context, given: str, *, with_dismissed: bool, as_json: bool) -> None:
    """Say what is wrong with a script, or worth a thought.

    Exit status 1 when something is an error; a script can be printed all the same.
    """
    script = sources.load(given)
    problems, aside = builder.problems(script), checks.dismissed(script)
    if as_json:
        terminal.tell_json(answers.checked(script, dismissed=with_dismissed))
    else:
        _tell(script, problems)
        _tell_dismissed(aside, shown=with_dismissed)
    if any(problem.severity is Severity.ERROR for problem in problems):
        ctx.exit(1)


def _tell(script: Script, problems: Sequence[Problem]) -> None:
    author = script.meta.author.strip()
    terminal.tell(terminal.one_line(f"{script.name} by {author}" if author else script.name), bold=True)
    terminal.tell(_summary(script))
    if not problems:
        terminal.tell("Nothing wrong was found.", fg="green")
    ordered = sorted(problems, key=lambda problem: list(Severity).index(problem.severity))
    for severity, group in groupby(ordered, key=lambda problem: problem.severity):
        found = list(group)
        one, several, colour = _HEADINGS[severity]
        terminal.tell()
        terminal.tell(f"{several if len(found) > 1 else one} ({len(found)})", bold=True, fg=colour)
        for problem in found:
            terminal.tell(f"  {_line(problem)}")


def _tell_dismissed(aside: Sequence[tuple[Problem, str]], *, shown: bool) -> None:
    if not aside:
        return
    terminal.tell()
    if not shown:
        what, it = ("1 finding is", "it") if len(aside) == 1 else (f"{len(aside)} findings are", "them")
        terminal.tell(f"{what} set aside by the author; --dismissed shows {it}.")
        return
    terminal.tell(f"Set aside by the author ({len(aside)})", bold=True)
    for problem, note in aside:
        remark = f" Note: {terminal.one_line(note)}" if note.strip() else ""
        terminal.tell(f"  {_line(problem)}{remark}")


def _summary(script: Script) -> str:
    """`13 Townsfolk, 4 Outsiders, 1 Demon`."""
    parts = [
        f"{count} {(team.title if count == 1 else team.plural)}"
        for team in Team
        if (count := sum(1 for _ in script.team(team)))
    ]
    if script.unknown:
        parts.append(f"{len(script.unknown)} unknown")
    return ", ".join(parts) or "Nobody is on this script."


def _line(problem: Problem) -> str:
    """The sentence, with its place where it does not name that itself, and what would mend it."""
    message = terminal.one_line(problem.message)
    if problem.line is not None and "line" not in message.lower():
        message = f"line {problem.line}: {message}"
    remedy = f" (Fix: {terminal.one_line(problem.fix.label)}.)" if problem.fix else ""
    return f"{message}{remedy} [{problem.code}]"
