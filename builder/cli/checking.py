"""`clockwright check`: what is wrong with scripts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import click

import builder
from builder import checks
from builder.answers import scripts as answers
from builder.cli import sources, terminal
from builder.errors import ClockwrightError
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_, gettext as _, ngettext

#: Exit status if a file cannot be read.
UNREADABLE = 2
_HEADINGS = {
    Severity.ERROR: (N_("Error"), N_("Errors"), "red"),
    Severity.WARNING: (N_("Warning"), N_("Warnings"), "yellow"),
    Severity.ADVICE: (N_("Piece of advice"), N_("Advice"), "cyan"),
    Severity.NOTICE: (N_("Notice"), N_("Notices"), None),
}


@click.command("check")
@click.argument("given", metavar="SCRIPT...", nargs=-1, required=True, type=sources.ScriptPath())
@click.option(
    "--dismissed", "with_dismissed", is_flag=True, help="Also show findings that the author dismissed."
)
@terminal.json_option
@click.pass_context
def command(ctx: click.Context, given: tuple[str, ...], *, with_dismissed: bool, as_json: bool) -> None:
    """Check scripts for problems, and give advice.

    Each SCRIPT is a file, or a folder of .json files. If a file cannot be read, you see which and why, and the others
    are still checked.

    The exit status is 1 if there are errors (you can print the script anyway), 2 if a file cannot be read. With
    several scripts or a folder, --json gives a list with one object per file.
    """
    if len(given) == 1 and not sources.is_folder(given[0]):
        status = _check(given[0], with_dismissed=with_dismissed, as_json=as_json)
    else:
        status = _check_many(list(sources.expand(given)), with_dismissed=with_dismissed, as_json=as_json)
    ctx.exit(status)


def _check(source: str, *, with_dismissed: bool, as_json: bool) -> int:
    """Prints the problems of one script; returns its exit status. Raises ClockwrightError if it cannot be read."""
    script = sources.load(source)
    if not as_json:
        return _tell(script, dismissed=with_dismissed)
    report = answers.checked(script, dismissed=with_dismissed)
    terminal.tell_json(report)
    return _status(problem["severity"] for problem in report["problems"])


def _check_many(every: Sequence[str], *, with_dismissed: bool, as_json: bool) -> int:
    rows: list[dict[str, Any]] = []
    statuses: Counter[int] = Counter()
    for source in every:
        try:
            script = sources.load(source)
        except ClockwrightError as error:
            terminal.complain(str(error))
            statuses[UNREADABLE] += 1
            rows.append({"file": source, "fault": str(error)})
            continue
        if as_json:
            report = answers.checked(script, dismissed=with_dismissed)
            statuses[_status(problem["severity"] for problem in report["problems"])] += 1
            rows.append({"file": source, **report})
        else:
            terminal.tell(terminal.one_line(source), fg="blue")
            statuses[_tell(script, dismissed=with_dismissed)] += 1
            terminal.tell()
    if as_json:
        terminal.tell_json(rows)
    else:
        terminal.tell(_total(statuses), bold=True)
    return max(statuses)


def _status(severities: Iterable[str]) -> int:
    return int(Severity.ERROR.value in severities)


def _total(statuses: Counter[int]) -> str:
    """Such as “12 scripts, 2 with errors; 1 file cannot be read”."""
    read = statuses[0] + statuses[1]
    total = ngettext("%(count)s script", "%(count)s scripts", read) % {"count": read}
    faulty = _("%(scripts)s, %(count)s with errors") if statuses[1] else _("%(scripts)s, none with errors")
    parts = [faulty % {"scripts": total, "count": statuses[1]}]
    if lost := statuses[UNREADABLE]:
        parts.append(
            ngettext("%(count)s file cannot be read", "%(count)s files cannot be read", lost)
            % {"count": lost}
        )
    return f"{'; '.join(parts)}."


def _tell(script: Script, *, dismissed: bool) -> int:
    problems = builder.problems(script)
    author = script.meta.author.strip()
    terminal.tell(
        terminal.one_line(
            _("%(name)s by %(author)s") % {"name": script.name, "author": author} if author else script.name
        ),
        bold=True,
    )
    terminal.tell(_summary(script))
    if not problems:
        terminal.tell(_("No problems found."), fg="green")
    ordered = sorted(problems, key=lambda problem: list(Severity).index(problem.severity))
    for severity, group in groupby(ordered, key=lambda problem: problem.severity):
        found = list(group)
        one, several, colour = _HEADINGS[severity]
        terminal.tell()
        terminal.tell(f"{several if len(found) > 1 else one} ({len(found)})", bold=True, fg=colour)
        for problem in found:
            terminal.tell(f"  {_line(problem)}")
    _tell_dismissed(checks.dismissed(script), shown=dismissed)
    return _status(problem.severity.value for problem in problems)


def _tell_dismissed(aside: Sequence[tuple[Problem, str]], *, shown: bool) -> None:
    if not aside:
        return
    terminal.tell()
    if not shown:
        text = ngettext(
            "The author dismissed %(count)s finding. To see it, add --dismissed.",
            "The author dismissed %(count)s findings. To see them, add --dismissed.",
            len(aside),
        )
        terminal.tell(text % {"count": len(aside)})
        return
    terminal.tell(_("Dismissed by the author (%(count)s)") % {"count": len(aside)}, bold=True)
    for problem, note in aside:
        remark = " " + _("Note: %(note)s") % {"note": terminal.one_line(note)} if note.strip() else ""
        terminal.tell(f"  {_line(problem)}{remark}")


def _summary(script: Script) -> str:
    """`13 Townsfolk, 4 Outsiders, 1 Demon`."""
    parts = [team.counted(count) for team in Team if (count := sum(1 for _unused in script.team(team)))]
    if script.unknown:
        parts.append(
            ngettext("%(count)s unknown", "%(count)s unknown", len(script.unknown))
            % {"count": len(script.unknown)}
        )
    return ", ".join(parts) or _("No characters yet.")


def _line(problem: Problem) -> str:
    """The sentence of a problem, with its place if the sentence does not name it, and its fix."""
    message = terminal.one_line(problem.message)
    if problem.line is not None and "line" not in message.lower():
        message = _("line %(line)s: %(message)s") % {"line": problem.line, "message": message}
    remedy = (
        " " + _("(Fix: %(label)s.)") % {"label": terminal.one_line(problem.fix.label)} if problem.fix else ""
    )
    return f"{message}{remedy} [{problem.code}]"
