"""How far a print run has come: a bar on a terminal, plain lines elsewhere, nothing for a single script."""

import sys
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from builder.cli import terminal

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID


class Progress:
    """Counts finished scripts on standard error."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if self._total > 1 and terminal.is_terminal(sys.stderr):
            self._bar = _bar()
            self._task = self._bar.add_task("Printing", total=self._total)
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def step(self, name: str, notices: Iterable[str], *, failed: bool) -> None:
        """One script is done."""
        self._done += 1
        if self._bar and self._task is not None:
            self._bar.update(self._task, advance=1)
        elif self._total > 1:
            state = ", not all of it" if failed else ""
            terminal.say(f"[{self._done}/{self._total}] {terminal.one_line(name)}{state}")
        for notice in notices:
            self._say(f"{terminal.one_line(name)}: {terminal.one_line(notice)}")

    def _say(self, text: str) -> None:
        if self._bar:
            self._bar.console.print(text, markup=False, highlight=False)
        else:
            terminal.say(text)


def _bar() -> "Bar":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
