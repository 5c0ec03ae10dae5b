"""Progress of a print run: a bar on a terminal, plain lines elsewhere, nothing for a few documents."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from builder.cli import terminal
from builder.language import gettext as _

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import ProgressColumn, Task, TaskID

#: How many letters of a script's name are shown next to the bar.
NAME = 30
#: The number of documents from which on progress is shown.
FEW = 3


class Progress:
    """Counts finished scripts, and on a terminal their documents, on standard error."""

    def __init__(self, total: int, documents: int) -> None:
        self._total = total
        self._documents = documents
        self._done = 0
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if (self._total > 1 or self._documents > FEW) and terminal.is_terminal(sys.stderr):
            # A thread that draws the bar would prevent forking; it is drawn after each document.
            self._bar = bar(_rate(), auto_refresh=False)
            self._task = self._bar.add_task(_("Printing"), total=self._documents)
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        if self._bar:
            self._bar.stop()
        if kind and issubclass(kind, KeyboardInterrupt):
            terminal.say(
                _("Stopped. %(done)s of %(total)s scripts are complete; the rest were not printed.")
                % {"done": self._done, "total": self._total}
            )

    def advance(self, name: str, kind: str) -> None:
        """Counts a document that is done, if not yet written."""
        if self._bar and self._task is not None:
            description = f"{terminal.one_line(name)[:NAME]}: {kind}"
            self._bar.update(self._task, advance=1, description=description)
            self._bar.refresh()

    def step(self, name: str, notices: Iterable[str], *, failed: bool) -> None:
        """Counts a script that is done."""
        self._done += 1
        if not self._bar and self._total > 1:
            state = " (incomplete)" if failed else ""
            terminal.say(f"[{self._done}/{self._total}] {terminal.one_line(name)}{state}")
        for notice in notices:
            self._print_line(f"{terminal.one_line(name)}: {terminal.one_line(notice)}")

    def _print_line(self, text: str) -> None:
        if self._bar:
            self._bar.console.print(text, markup=False, highlight=False)
        else:
            terminal.say(text)


def bar(*more: "ProgressColumn", auto_refresh: bool = True) -> "Bar":
    """A bar on standard error with a description, numbers, these columns and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        *more,
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=auto_refresh,
    )


def _rate() -> "ProgressColumn":
    """The number of documents per minute."""
    from rich.progress import TextColumn
    from rich.text import Text

    class Rate(TextColumn):
        def render(self, task: "Task") -> Text:
            return Text(
                _("%(number)s a minute") % {"number": f"{60 * task.speed:.0f}"} if task.speed else "",
                style="dim",
            )

    return Rate("")
