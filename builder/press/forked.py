"""A few documents at once: each is made in a child that is forked when all is loaded, and can be killed.

A pool of processes takes longer to start than two documents take to make. A forked child has everything at once,
its own limits of time and memory, and a core of its own.
"""

import os
import pickle
import selectors
import signal
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.press.job import limit_process

#: Bytes read of an answer at a time.
CHUNK = 1 << 20


class ChildLostError(Exception):
    """A child that ended without an answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may take."""

    seconds: float
    memory_mb: int


@dataclass(slots=True)
class _Child:
    number: int
    process: int
    pipe: int
    deadline: float
    answer: bytearray = field(default_factory=bytearray)


def is_possible() -> bool:
    """Whether this process can fork: where the system can, and no other thread might hold a lock."""
    return hasattr(os, "fork") and threading.active_count() == 1


def answers(
    jobs: Sequence[Callable[[], Any]], *, at_once: int, limits: Limits
) -> Generator[tuple[int, Any | TimeoutError | ChildLostError], None, None]:
    """The number of each job with what it gave, in the order in which they are done.

    Instead of an answer there is a TimeoutError for a job that took too long, a ChildLostError for one that lost
    its process. Whoever stops listening ends all children.
    """
    waiting = list(enumerate(jobs))[::-1]
    running: dict[int, _Child] = {}
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                child = _start(*waiting.pop(), limits)
                running[child.pipe] = child
            for child in _finished(running):
                del running[child.pipe]
                yield child.number, _end(child)
    finally:
        for child in running.values():
            _end(child)


def _start(number: int, job: Callable[[], Any], limits: Limits) -> _Child:
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return _Child(number, process, reading, time.monotonic() + limits.seconds)
    try:  # in the child, which must never come back from here
        os.close(reading)
        limit_process(limits.memory_mb, int(limits.seconds) + 1)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(job(), pipe, pickle.HIGHEST_PROTOCOL)
        os._exit(0)
    finally:
        os._exit(1)


def _finished(running: dict[int, _Child]) -> list[_Child]:
    """Children that have said all or have no time left; waits until there is one."""
    with selectors.DefaultSelector() as selector:
        for pipe in running:
            selector.register(pipe, selectors.EVENT_READ)
        while True:
            soonest = min(child.deadline for child in running.values())
            ready = selector.select(max(0.0, soonest - time.monotonic()))
            done = [running[key.fd] for key, _ in ready if not _read(running[key.fd])]
            late = [child for child in running.values() if child.deadline <= time.monotonic()]
            if done or late:
                return list({child.number: child for child in (*done, *late)}.values())


def _read(child: _Child) -> bool:
    """Takes what a child has written; False when it has said all."""
    part = os.read(child.pipe, CHUNK)
    child.answer += part
    return bool(part)


def _end(child: _Child) -> Any | TimeoutError | ChildLostError:  # noqa: ANN401  # what the job gave
    """Ends a child, if it has not ended, and gives its answer."""
    is_late = child.deadline <= time.monotonic()
    os.kill(child.process, signal.SIGKILL)  # one that has ended is still there until somebody waits for it
    os.waitpid(child.process, 0)
    os.close(child.pipe)
    try:
        return pickle.loads(child.answer)  # noqa: S301  # our own child wrote it
    except Exception:  # noqa: BLE001  # half an answer, or none
        return TimeoutError() if is_late else ChildLostError()
