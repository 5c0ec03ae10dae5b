"""Every exception of ours.

ClockwrightError            base of them all; its text is one sentence for a person
├── UnreadableScriptError   input that is no script at all; `.problems` lists everything wrong at once
├── UnknownChoiceError      a kind, style, paper or format that does not exist; says which there are
├── MissingPartError        something is not installed; says the one command that mends it
├── FetchError              a file did not come from the network; `.reason` says why, `.status` what the server said
├── OfficialFilesError      the publisher's files are not as they have to be; `.faults` lists everything wrong
├── SyncError               the official wording could not be brought or put away
├── PictureError            a picture cannot be used; its text is the reason
├── LibraryError            the library of saved scripts cannot do what was asked; nothing was lost
│   ├── LibraryBusyError    another change holds it; asking again will do
│   ├── LibraryFullError    there is no room on the disk
│   │   └── LibraryQuotaError   there is no more room for this owner, or on this server
│   └── LibraryDamagedError its file is damaged; says how to bring back a backup
└── RenderError             a document could not be made in its limits
    └── BusyError           too many documents are wanted at once; `.retry_after` says when to ask again
"""

from collections.abc import Iterable, Sequence

from builder.game.problem import Problem


class ClockwrightError(Exception):
    """Base of all our exceptions: its text is meant for a person."""


class UnreadableScriptError(ClockwrightError):
    """The input is no script. Lists every fault at once, each with its place."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.message for problem in problems))


class UnknownChoiceError(ClockwrightError):
    """Somebody asked for a thing that does not exist."""

    #: Letters of what was asked for that fit into a sentence.
    SHOWN = 60

    def __init__(self, what: str, asked: str, there_are: Iterable[str]) -> None:
        asked = asked if len(asked) <= self.SHOWN else f"{asked[: self.SHOWN]}…"
        super().__init__(f"There is no {what} “{asked}”. There is: {', '.join(sorted(there_are))}.")


class MissingPartError(ClockwrightError):
    """A program or file that we need is not there."""


class FetchError(ClockwrightError):
    """A file did not come from the network; its text names the address and the reason."""

    def __init__(self, url: str, reason: str, status: int | None = None, *, again: bool = False) -> None:
        self.url, self.reason, self.status = url, reason, status
        #: Whether it may come at another time: the line broke, or the server is in trouble.
        self.again = again
        super().__init__(f"“{' '.join(url[:200].split())}” could not be fetched: {reason}.")


class OfficialFilesError(ClockwrightError):
    """The publisher's files cannot be used; the first faults are in its text, all in `.faults`."""

    #: Faults that fit into a sentence.
    SHOWN = 3

    def __init__(self, origin: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        more = len(faults) - self.SHOWN
        rest = f"; and {more} more" if more > 0 else ""
        super().__init__(
            f"The files from {origin} cannot be used. {'; '.join(faults[: self.SHOWN])}{rest}. Nothing was changed."
        )


class SyncError(ClockwrightError):
    """The official wording could not be brought or put away; what was there before is still in use."""


class PictureError(ClockwrightError):
    """A picture cannot be used; its text is the reason, to stand in a sentence: `it is no picture`."""


class RenderError(ClockwrightError):
    """A document could not be made."""


class BusyError(RenderError):
    """Too many documents are wanted at once; asking again after `retry_after` seconds will do."""

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__("The press is busy with other documents. Please try again in a few seconds.")


class LibraryError(ClockwrightError):
    """The library cannot do what was asked; what it holds is as it was."""


class LibraryBusyError(LibraryError):
    """Another change holds the library."""


class LibraryFullError(LibraryError):
    """There is no room for a change."""


class LibraryQuotaError(LibraryFullError):
    """An owner has all that a hosted server keeps for one, or the server has all that it is to keep."""


class LibraryDamagedError(LibraryError):
    """The library's file is damaged."""
