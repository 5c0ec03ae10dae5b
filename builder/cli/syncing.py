"""Shows the progress of a sync, and its report."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

from builder import catalogue
from builder.answers.sync_report import KEPT, names_of, news, some
from builder.cli import terminal
from builder.cli.progress import bar
from builder.errors import FetchError, SyncError
from builder.language import gettext as _
from builder.language import ngettext
from builder.official import sources, sync
from builder.official.sync import Synced

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

#: How many pictures each line counts without a terminal.
_STEP = 100


def bring(given: str | None) -> Synced:
    """Syncs, and shows the progress. Raises ClockwrightError or OSError."""
    source = sources.choose(given)
    try:
        with Shown() as shown:
            return sync.bring(source, catalogue.ours(), shown.step)
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


def report(synced: Synced) -> Iterator[str]:
    """The report of a sync, line by line."""
    found = synced.state
    yield ngettext(
        "%(characters)s characters, %(jinxes)s jinx and %(pictures)s pictures from %(origin)s.",
        "%(characters)s characters, %(jinxes)s jinxes and %(pictures)s pictures from %(origin)s.",
        found.jinxes,
    ) % {
        "characters": found.characters,
        "jinxes": found.jinxes,
        "pictures": found.pictures,
        "origin": found.origin,
    }
    if not synced.is_new:
        yield _("Nothing new since %(day)s.") % {"day": found.day}
    elif synced.changes.with_texts:
        yield from news(synced.changes)
        if synced.changes.is_empty:
            yield _("No texts have changed, only pictures.")
    else:
        yield _("All texts are now the publisher's. Compared with Clockwright's data:")
        yield from news(synced.changes)
        if synced.changes.is_empty:
            yield _("The characters, jinxes and night order are the same.")
    if synced.strangers:
        yield _("In the jinxes or the night order, but not among the characters: %(strangers)s.") % {
            "strangers": some(synced.strangers)
        }
    if found.without_art:
        yield _("No art found for %(names)s; their emblems are used instead.") % {
            "names": some(names_of(found.without_art))
        }
    yield " ".join(
        (_("In use now: %(label)s.") % {"label": catalogue.wording().label}, str(KEPT), str(catalogue.POLICY))
    )
    yield _("The policy: %(policy_page)s") % {"policy_page": catalogue.POLICY_PAGE}
