"""`clockwright official`: the publisher's own wording and art, for private use."""

import click

from builder import catalogue
from builder.cli import terminal
from builder.language import gettext as _
from builder.official import state
from builder.official.state import State


@click.group("official")
def command() -> None:
    """Use the publisher's own wording and art on your private sheets.

    Clockwright comes without them: it downloads them from the publisher's files for toolmakers into your data folder.
    Until then, everything is in Clockwright's wording.
    """


@command.command("sync")
@click.option(
    "--from",
    "given",
    metavar="URL|DIR",
    help="Another address, or a folder with a copy of the publisher's files.",
)
@terminal.json_option
def sync(given: str | None, *, as_json: bool) -> None:
    """Download or update the official wording, jinxes, night order and art, and show what is new."""
    from builder.cli import syncing

    synced = syncing.bring(given)
    if as_json:
        terminal.tell_json(
            {"isNew": synced.is_new, **synced.changes.as_json(), "strangers": list(synced.strangers)}
            | {"status": _as_json(synced.state)}
        )
        return
    for line in syncing.report(synced):
        terminal.tell(terminal.one_line(line))


@command.command("status")
@terminal.json_option
def status(*, as_json: bool) -> None:
    """Show which wording is in use, since when, and where it came from."""
    found, wording = state.read(), catalogue.wording()
    if as_json:
        terminal.tell_json(_as_json(found if wording.is_official else None))
        return
    terminal.tell(terminal.one_line(_("In use: %(label)s.") % {"label": wording.label}))
    if found and wording.is_official:
        for line in _details(found):
            terminal.tell(terminal.one_line(line))
    elif state.mark():
        terminal.tell(_("The official wording was downloaded, but its files are damaged. To fix this, run:"))
        terminal.tell("    clockwright official sync")
    else:
        terminal.tell(_("To use the publisher's wording and art on your private sheets, run:"))
        terminal.tell("    clockwright official sync")


@command.command("forget")
def forget() -> None:
    """Remove the official wording and art, and use Clockwright's wording again."""
    from builder.official import edition_swap

    if edition_swap.forget():
        terminal.tell(_("The official wording and art were removed. Clockwright's wording is in use again."))
    else:
        terminal.tell(_("The official wording was never downloaded here. Clockwright's wording is in use."))


def _details(found: State) -> list[str]:
    pictured = found.characters - len(found.without_art)
    return [
        _("Characters: %(characters)s (%(pictured)s with art). Jinxes: %(jinxes)s.")
        % {"characters": found.characters, "pictured": pictured, "jinxes": found.jinxes},
        _("From %(origin)s, last checked for updates on %(checked)s.")
        % {"origin": found.origin, "checked": found.checked[:10]},
        _("In %(path)s") % {"path": found.path},
        catalogue.POLICY,
        _("The policy: %(policy_page)s") % {"policy_page": catalogue.POLICY_PAGE},
    ]


def _as_json(found: State | None) -> dict[str, object]:
    wording = catalogue.wording()
    info: dict[str, object] = {
        "official": wording.is_official,
        "label": wording.label,
        "stamp": wording.stamp,
        "damaged": found is None and state.mark() is not None,
    }
    if found is None:
        return info | {"characters": len(catalogue.keys()), "jinxes": len(catalogue.jinxes()), "pictures": 0}
    return info | {
        "synced": found.synced,
        "checked": found.checked,
        "from": found.origin,
        "folder": str(found.path),
        "characters": found.characters,
        "jinxes": found.jinxes,
        "pictures": found.pictures,
        "withoutArt": list(found.without_art),
        "policy": catalogue.POLICY,
        "policyPage": catalogue.POLICY_PAGE,
    }
