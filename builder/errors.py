"""Every exception of ours.

ClockwrightError            base of them all; its text is one sentence for a person
├── UnreadableScriptError   input that is not a script; `.problems` lists everything wrong at once
├── UnknownChoiceError      an unknown kind, style, paper or format; lists the existing ones
├── UnknownCharacterError   a name that no official character has; names similar ones
├── MissingPartError        something is not installed; names the one command that fixes it
├── FetchError              a file could not be fetched; `.reason` is the cause, `.status` the server's status
├── OfficialFilesError      the publisher's files are invalid; `.faults` lists everything wrong
├── SyncError               the official wording could not be synced or removed
├── PictureError            a picture is unusable; its text is the reason
├── LibraryError            an operation on the library of saved scripts failed; nothing was lost
│   ├── LibraryBusyError    locked by another change; retry
│   ├── LibraryFullError    the disk is full
│   │   └── LibraryQuotaError   this owner's quota, or the server's, is used up
│   └── LibraryDamagedError its file is damaged; says how to restore a backup
└── RenderError             a document could not be rendered within its limits
    ├── BusyError           too many requests at once; `.retry_after` says when to retry
    │   └── UnavailableError    another machine that is needed for it does not answer
    ├── JobTimeoutError     the job took longer than `.seconds` and was stopped
    └── WorkerDiedError     the job lost its process twice; it may succeed later
"""

from collections.abc import Iterable, Sequence

from builder.game.problem import Problem
from builder.language import gettext as _, join, number

#: Maximum length of an unknown name in a message.
SHOWN = 60


class ClockwrightError(Exception):
    """Base of all our exceptions: its text is meant for a person."""


class UnreadableScriptError(ClockwrightError):
    """The input is not a script. Lists every fault at once, each with its position."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.message for problem in problems))


class UnknownChoiceError(ClockwrightError):
    """An unknown name, such as a kind or a style."""

    def __init__(self, text: str, asked: str, there_are: Iterable[str]) -> None:
        """`text` is a translated sentence, such as `There is no paper “%(name)s”.`."""
        choices = sorted(there_are)
        remedy = _("Choose from: %(choices)s.") if len(choices) > 1 else _("Use %(choices)s.")
        super().__init__(f"{text % {'name': _short(asked)}} {remedy % {'choices': ', '.join(choices)}}")


def _short(asked: str) -> str:
    return asked if len(asked) <= SHOWN else f"{asked[:SHOWN]}…"


class UnknownCharacterError(ClockwrightError):
    """A name that no official character has; names similar ones."""

    def __init__(self, asked: str, similar: Sequence[str]) -> None:
        hint = did_you_mean(similar) or " " + _("“clockwright characters” lists them all.")
        super().__init__(_("No official character is called “%(name)s”.") % {"name": _short(asked)} + hint)


def did_you_mean(similar: Sequence[str]) -> str:
    """The question whether one of these names was meant, after a space; empty for none."""
    return " " + _("Did you mean %(names)s?") % {"names": join(similar, "or")} if similar else ""


class MissingPartError(ClockwrightError):
    """A program or file that we need is not installed."""


class FetchError(ClockwrightError):
    """A file could not be fetched; the text names the address and the reason."""

    def __init__(self, url: str, reason: str, status: int | None = None, *, again: bool = False) -> None:
        self.url, self.reason, self.status = url, reason, status
        #: Whether a retry may succeed: the connection broke, or the server is in trouble.
        self.again = again
        text = _("“%(address)s” could not be downloaded: %(reason)s.")
        super().__init__(text % {"address": " ".join(url[:200].split()), "reason": reason})


class OfficialFilesError(ClockwrightError):
    """The publisher's files are unusable; the text lists the first faults, `.faults` all of them."""

    #: Maximum number of faults in the text.
    SHOWN = 3

    def __init__(self, origin: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        more = len(faults) - self.SHOWN
        rest = [_("and %(count)s more") % {"count": more}] if more > 0 else []
        text = _("The files from %(origin)s cannot be used. %(faults)s. Nothing was changed.")
        super().__init__(text % {"origin": origin, "faults": "; ".join([*faults[: self.SHOWN], *rest])})


class SyncError(ClockwrightError):
    """The official wording could not be synced or removed; the previous one is still in use."""


class PictureError(ClockwrightError):
    """A picture is unusable; its text is the reason, to insert into a sentence: `it is no picture`."""


class RenderError(ClockwrightError):
    """A document could not be rendered."""


class BusyError(RenderError):
    """Too many documents are requested at once; retry after `retry_after` seconds."""

    def __init__(self, retry_after: int, message: str = "") -> None:
        self.retry_after = retry_after
        super().__init__(
            message or _("Too many documents are being made right now. Please try again in a few seconds.")
        )


class UnavailableError(BusyError):
    """A part of the farm (broker, workers or store) does not answer; the text is for visitors, too."""

    def __init__(self, message: str, retry_after: int = 5) -> None:
        super().__init__(retry_after, message)


class JobTimeoutError(RenderError):
    """A job exceeded its time limit and was stopped."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(
            _("It took longer than %(seconds)s seconds, so it was stopped.") % {"seconds": number(seconds)}
        )


class WorkerDiedError(RenderError):
    """A job lost its process twice, or no process could be started."""

    def __init__(self) -> None:
        super().__init__(_("The process that made it ended early, most likely because memory ran out."))


class LibraryError(ClockwrightError):
    """An operation on the library failed; its contents are unchanged."""


class LibraryBusyError(LibraryError):
    """The library is locked by another change."""


class LibraryFullError(LibraryError):
    """The disk has no room for a change."""


class LibraryQuotaError(LibraryFullError):
    """An owner's quota on a hosted server, or the quota of the whole server, is used up."""


class LibraryDamagedError(LibraryError):
    """The library's file is damaged."""
