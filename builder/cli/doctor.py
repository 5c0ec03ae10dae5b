"""`clockwright doctor`: what is installed, what is missing, and how to fix it."""

import click

from builder.cli import terminal
from builder.language import gettext as _
from builder.settings import variables


@click.command("doctor")
@terminal.json_option
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """Check the installation, and show the command that fixes each problem.

    The exit status is 1 if something is missing that printing needs.
    """
    from builder.cli.examination import examine, patches

    parts = examine()
    healthy = all(part.ok for part in parts if part.needed)
    if as_json:
        terminal.tell_json(
            {
                "ok": healthy,
                "parts": [part.as_json() for part in parts],
                "patches": dict(patches()),
                "settings": dict(variables()),
            }
        )
    else:
        for part in parts:
            state, colour = ("ok", "green") if part.ok else ("missing", "red" if part.needed else "yellow")
            terminal.tell(f"{state:8}{terminal.one_line(f'{part.name}: {part.detail}')}", fg=colour)
            if not part.ok:
                terminal.tell(
                    f"        {part.use} " + _("To fix it, run:  %(remedy)s") % {"remedy": part.remedy}
                )
        terminal.tell()
        terminal.tell(_("WeasyPrint patches, which make printing faster and PDFs accessible:"))
        for name, state in patches():
            terminal.tell(terminal.one_line(f"{name}: {state}"))
        terminal.tell()
        terminal.tell(_("Current settings (environment variables):"))
        for name, value in variables():
            terminal.tell(terminal.one_line(f"{name}={value}"))
    if not healthy:
        ctx.exit(1)
