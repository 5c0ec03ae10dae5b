"""`clockwright official`: the publisher's own wording and art, for private use."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

import click

from builder import catalogue
from builder.cli import terminal
from builder.errors import FetchError, SyncError
from builder.language import gettext as _
from builder.official import edition
from builder.official.edition import State

if TYPE_CHECKING:
    from rich.progress import Progress as Bar, TaskID

    from builder.official.sync import Synced

#: How many pictures each line counts without a terminal.
_STEP = 100


def bring(given: str | None) -> "Synced":
    """Syncs, and shows the progress. Raises ClockwrightError or OSError."""
    from builder.official import download, sync as syncing

    source = download.choose(given)
    try:
        with Shown() as shown:
            return syncing.bring(source, catalogue.ours(), shown.step)
    except FetchError as error:
        parts = [str(error)]
        if error.again:
            parts.append(
                _("Check your internet connection, or use a folder with a copy of the files: --from DIR.")
            )
        raise SyncError(" ".join([*parts, _("Nothing was changed.")])) from error
    except KeyboardInterrupt:
        terminal.say(_("Stopped. Nothing was changed."))
        raise


class Shown:
    """A bar on a terminal, plain lines elsewhere; on standard error."""

    def __init__(self) -> None:
        self._bar: Bar | None = None
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        if terminal.is_terminal(sys.stderr):
            from builder.cli.batch import bar

            self._bar = bar()
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar:
            self._bar.stop()

    def step(self, what: str, done: int, total: int) -> None:
        """Shows how many files of a kind have arrived."""
        if self._bar:
            if what not in self._tasks:
                self._tasks[what] = self._bar.add_task(
                    _("Downloading the %(what)s") % {"what": what}, total=total
                )
            self._bar.update(self._tasks[what], completed=done)
        elif done == total or (done and done % _STEP == 0):
            terminal.say(
                _("Downloading the %(what)s: %(done)s of %(total)s files")
                % {"what": what, "done": done, "total": total}
            )


def report(synced: "Synced") -> Iterator[str]:
    """The report of a sync, line by line."""
    from builder.answers.sync_report import KEPT, names_of, some, summary

    yield from summary(synced, _("No texts have changed, only pictures."))
    if synced.strangers:
        yield _("In the jinxes or the night order, but not among the characters: %(strangers)s.") % {
            "strangers": some(synced.strangers)
        }
    if synced.state.without_art:
        yield _("No art found for %(names)s; their emblems are used instead.") % {
            "names": some(names_of(synced.state.without_art))
        }
    yield " ".join(
        (_("In use now: %(label)s.") % {"label": catalogue.wording().label}, str(KEPT), str(catalogue.POLICY))
    )
    yield _("The policy: %(policy_page)s") % {"policy_page": catalogue.POLICY_PAGE}


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
    synced = bring(given)
    if as_json:
        terminal.tell_json(
            {"isNew": synced.is_new, **synced.changes.as_json(), "strangers": list(synced.strangers)}
            | {"status": _as_json(synced.state)}
        )
        return
    for line in report(synced):
        terminal.tell(terminal.one_line(line))


@command.command("status")
@terminal.json_option
def status(*, as_json: bool) -> None:
    """Show which wording is in use, since when, and where it came from."""
    found, wording = edition.read(), catalogue.wording()
    if as_json:
        terminal.tell_json(_as_json(found if wording.is_official else None))
        return
    terminal.tell(terminal.one_line(_("In use: %(label)s.") % {"label": wording.label}))
    if found and wording.is_official:
        for line in _details(found):
            terminal.tell(terminal.one_line(line))
    elif edition.mark():
        terminal.tell(_("The official wording was downloaded, but its files are damaged. To fix this, run:"))
        terminal.tell("    clockwright official sync")
    else:
        terminal.tell(_("To use the publisher's wording and art on your private sheets, run:"))
        terminal.tell("    clockwright official sync")


@command.command("forget")
def forget() -> None:
    """Remove the official wording and art, and use Clockwright's wording again."""
    from builder.official import sync

    if sync.forget():
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
        "damaged": found is None and edition.mark() is not None,
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
