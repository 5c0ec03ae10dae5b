"""Documents at once: children are forked when all is loaded, make one after another, and can be killed.

A pool of processes takes longer to start than two documents take to make. A forked child has everything at once,
its own limits of time and memory, and a core of its own. What it learns with one document it knows for the next.
"""

import gc
import os
import pickle
import selectors
import signal
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from builder.press.job import limit_process

#: Bytes read of an answer at a time.
CHUNK = 1 << 20
#: Bytes in which the number of a job, and the length of an answer, are sent.
WORD = 8
#: A child is replaced by a fresh one after so many jobs, so that no leak grows old.
JOBS_PER_CHILD = 100
_LOST = object()
#: In a child: whether others are waiting for every core.
_CROWD: list[bool] = []


class ChildLostError(Exception):
    """A child that ended without an answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may take."""

    seconds: float
    memory_mb: int


@dataclass(slots=True)
class _Child:
    process: int
    #: Where it reads which job is next, and where its answers are read.
    orders: int
    pipe: int
    number: int = 0
    deadline: float = 0.0
    answer: bytearray = field(default_factory=bytearray)
    jobs: int = 0

    def give(self, number: int, seconds: float) -> None:
        """Has it do a job."""
        self.number, self.deadline = number, time.monotonic() + seconds
        self.answer = bytearray()
        self.jobs += 1
        with suppress(BrokenPipeError):  # it is gone, as reading will show
            os.write(self.orders, number.to_bytes(WORD, "big"))

    @property
    def has_said_all(self) -> bool:
        """Whether its answer is whole."""
        said = len(self.answer)
        return said >= WORD and said >= WORD + int.from_bytes(self.answer[:WORD], "big")


def is_possible() -> bool:
    """Whether this process can fork: where the system can, and no other thread might hold a lock."""
    return hasattr(os, "fork") and threading.active_count() == 1


def is_worth_it() -> bool:
    """Whether another process would have a core for itself: not where more jobs wait than there are cores."""
    return is_possible() and not any(_CROWD)


def answers(
    jobs: Sequence[Callable[[], Any]],
    *,
    at_once: int,
    limits: Limits,
    meanwhile: Callable[[], object] | None = None,
) -> Generator[tuple[int, Any | TimeoutError | ChildLostError], None, None]:
    """The number of each job with what it gave, in the order in which they are done.

    Instead of an answer there is a TimeoutError for a job that took too long, a ChildLostError for one that lost
    its process. `meanwhile` is done once here, while the children are at their first jobs. Whoever stops listening
    ends all children.
    """
    waiting = list(range(len(jobs)))[::-1]
    running: dict[int, _Child] = {}
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                child = _start(jobs, limits, crowded=len(jobs) > at_once)
                running[child.pipe] = child
                child.give(waiting.pop(), limits.seconds)
            if meanwhile:
                meanwhile()
                meanwhile = None
            for child in _finished(running):
                number, answer = child.number, _answer(child)
                if answer is not _LOST and waiting and child.jobs < JOBS_PER_CHILD:
                    child.give(waiting.pop(), limits.seconds)
                else:
                    del running[child.pipe]
                    is_late = child.deadline <= time.monotonic()
                    _end(child)
                    if answer is _LOST:
                        answer = TimeoutError() if is_late else ChildLostError()
                yield number, answer
    finally:
        for child in running.values():
            _end(child)


def _start(jobs: Sequence[Callable[[], Any]], limits: Limits, *, crowded: bool) -> _Child:
    ordered, orders = os.pipe()
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(ordered)
        os.close(writing)
        return _Child(process, orders, reading)
    try:  # in the child, which must never come back from here
        os.close(orders)
        os.close(reading)
        _CROWD.append(crowded)
        gc.freeze()  # what it has from its parent is no garbage, and need not be searched for any
        limit_process(limits.memory_mb, (int(limits.seconds) + 1) * min(len(jobs), JOBS_PER_CHILD))
        with os.fdopen(writing, "wb") as pipe:
            while order := os.read(ordered, WORD):
                said = pickle.dumps(jobs[int.from_bytes(order, "big")](), pickle.HIGHEST_PROTOCOL)
                pipe.write(len(said).to_bytes(WORD, "big"))
                pipe.write(said)
                pipe.flush()
        os._exit(0)
    finally:
        os._exit(1)


def _finished(running: dict[int, _Child]) -> list[_Child]:
    """Children that have said all, or will not, or have no time left; waits until there is one."""
    with selectors.DefaultSelector() as selector:
        for pipe in running:
            selector.register(pipe, selectors.EVENT_READ)
        while True:
            soonest = min(child.deadline for child in running.values())
            ready = selector.select(max(0.0, soonest - time.monotonic()))
            done = [running[key.fd] for key, _ in ready if not _read(running[key.fd])]
            late = [child for child in running.values() if child.deadline <= time.monotonic()]
            if done or late:
                return list({child.pipe: child for child in (*done, *late)}.values())


def _read(child: _Child) -> bool:
    """Takes what a child has written; False when it has said all, or is gone."""
    part = os.read(child.pipe, CHUNK)
    child.answer += part
    return bool(part) and not child.has_said_all


def _answer(child: _Child) -> Any:  # noqa: ANN401  # what the job gave
    """What a child has said; half an answer is none."""
    if not child.has_said_all:
        return _LOST
    try:
        return pickle.loads(child.answer[WORD:])  # noqa: S301  # our own child wrote it
    except Exception:  # noqa: BLE001  # what cannot travel
        return _LOST


def _end(child: _Child) -> None:
    """Ends a child, if it has not ended."""
    os.kill(child.process, signal.SIGKILL)  # one that has ended is still there until somebody waits for it
    os.waitpid(child.process, 0)
    os.close(child.pipe)
    os.close(child.orders)
