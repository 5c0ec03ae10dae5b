"""What a benchmark gives: rows of a table, and how they are timed.

A module of this folder that offers `rows()` is found by `python -m benchmarks`; nothing is registered anywhere.
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of results."""

    #: Its number in the design, such as `1`; rows are sorted by it.
    number: str
    what: str
    #: What was measured, and its unit.
    value: float
    unit: str = "ms"
    #: The most that it may be, or the least for `more_is_better`; None: it has no limit of its own.
    limit: float | None = None
    more_is_better: bool = False
    #: What it was measured against in the same run, and what that took.
    against: str = ""
    reference: float | None = None
    #: How many times better than that it has to be.
    times: float | None = None
    #: What a reader should know.
    remark: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times better than the reference it is."""
        if self.reference is None:
            return None
        return self.value / self.reference if self.more_is_better else self.reference / self.value

    @property
    def keeps_its_limit(self) -> bool | None:
        """Whether the value is within its limit; None where there is none."""
        if self.limit is None:
            return None
        return self.value >= self.limit if self.more_is_better else self.value <= self.limit

    @property
    def keeps_its_ratio(self) -> bool | None:
        """Whether it beats the reference as it should; None where nothing is asked."""
        return None if self.times is None or self.ratio is None else self.ratio >= self.times

    def line(self) -> str:
        """The row in Markdown."""
        sign = "≥" if self.more_is_better else "≤"
        limit = "" if self.limit is None else f"{sign} {self.limit:g} {_mark(keeps=self.keeps_its_limit)}"
        against = "" if self.reference is None else f"{self.against}: {self.reference:,.0f} {self.unit}"
        ratio = "" if self.ratio is None else f"{self.ratio:.1f} ×"
        if self.times is not None and self.ratio is not None:
            ratio += f" (≥ {self.times:g} ×) {_mark(keeps=self.keeps_its_ratio)}"
        value = f"{self.value:,.1f} {self.unit}"
        return f"| {self.number} | {self.what} | {value} | {limit} | {against} | {ratio} | {self.remark} |"


def _mark(*, keeps: bool | None) -> str:
    return "✓" if keeps else "✗"


def milliseconds(work: Callable[[], object], rounds: int = 7) -> float:
    """The median of so many rounds, after one to warm up."""
    work()
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        work()
        times.append((perf_counter() - begun) * 1000)
    return statistics.median(times)
