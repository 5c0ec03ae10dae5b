"""Every exception of ours.

ClockwrightError            base of them all; its text is one sentence for a person
├── UnreadableScriptError   input that is no script at all; `.problems` lists everything wrong at once
├── UnknownChoiceError      a kind, style, paper or format that does not exist; says which there are
├── MissingPartError        something is not installed; says the one command that mends it
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

    def __init__(self, what: str, asked: str, there_are: Iterable[str]) -> None:
        super().__init__(f"There is no {what} “{asked}”. There is: {', '.join(sorted(there_are))}.")


class MissingPartError(ClockwrightError):
    """A program or file that we need is not there."""


class RenderError(ClockwrightError):
    """A document could not be made."""


class BusyError(RenderError):
    """Too many documents are wanted at once; asking again after `retry_after` seconds will do."""

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__("The press is busy with other documents. Please try again in a few seconds.")
