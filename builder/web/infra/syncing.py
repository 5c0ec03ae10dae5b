"""The sync of the official wording for the settings page: one at a time, in the background, with its progress."""

import logging
import threading
from collections.abc import Iterator
from contextvars import copy_context
from dataclasses import dataclass, replace

from builder import catalogue
from builder.answers.sync_report import KEPT, summary
from builder.errors import ClockwrightError, FetchError, SyncError
from builder.language import gettext as _
from builder.official import download, sync
from builder.official.sync import Synced

log = logging.getLogger("clockwright.web")


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a sync, or the result of the last one."""

    is_running: bool = False
    what: str = ""
    done: int = 0
    total: int = 0
    fault: str = ""
    #: Somebody pressed Cancel: the download under way is given up.
    is_cancelled: bool = False
    #: The report, line by line.
    report: tuple[str, ...] = ()


class Sync:
    """The one sync of this server."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: Which sync is the current one: a canceled one may still wait for the publisher's site.
        self._number = 0
        self.progress = Progress()

    def start(self) -> bool:
        """Starts in the background; returns False if it was running already."""
        with self._lock:
            if self.progress.is_running:
                return False
            self._number += 1
            number = self._number
            self.progress = Progress(is_running=True)
        threading.Thread(target=copy_context().run, args=(self._run, number), daemon=True).start()
        return True

    def cancel(self) -> None:
        """Gives up the sync under way; nothing that it fetched is used."""
        with self._lock:
            if not self.progress.is_running:
                return
            self._number += 1
            self.progress = Progress(is_cancelled=True)

    def _run(self, number: int) -> None:
        ended = self._ended(number)
        with self._lock:
            if number == self._number:
                self.progress = ended

    def _ended(self, number: int) -> Progress:
        def step(what: str, done: int, total: int) -> None:
            with self._lock:
                if number != self._number:
                    raise SyncError(_("Canceled."))
                self.progress = replace(self.progress, what=what, done=done, total=total)

        try:
            return Progress(report=tuple(report(sync.bring(download.choose(None), catalogue.ours(), step))))
        except FetchError as error:
            hint = [_("Check that Clockwright has internet access.")] if error.again else []
            return Progress(fault=" ".join((str(error), *hint, _("Nothing was changed."))))
        except ClockwrightError as error:
            return Progress(fault=str(error))
        except OSError as error:
            return Progress(
                fault=_("%(reason)s. Nothing was changed.")
                % {"reason": error.strerror or _("The disk failed")}
            )
        except Exception as error:  # whatever the error, the page must not wait forever
            log.exception("The sync failed")
            return Progress(
                fault=_("The sync failed (%(error)s). Nothing was changed.") % {"error": type(error).__name__}
            )


def report(synced: Synced) -> Iterator[str]:
    """The report of a sync, line by line."""
    yield from summary(synced, _("No texts have changed."))
    if synced.is_new:
        yield KEPT


CURRENT = Sync()
