"""The press as visitors of a hosted server share it: none of them can take it for themselves.

Each visitor has a few jobs in the press at once; further requests of theirs wait for those, and only so many. Each job
is counted (`limits.charge_job`) when it is about to be made, whatever address asked for it.
"""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from flask import has_request_context

from builder.errors import BusyError
from builder.game.remembered import Bounded
from builder.press.document import Document
from builder.press.pool import Work
from builder.web import limits
from builder.web.services import Press

#: Jobs of one visitor that may be in the press at once, and requests of one visitor that may be for it or wait.
JOBS = 3
REQUESTS = 16
#: Requests of all visitors, so that pages always have a thread free (`server.THREADS`).
EVERYBODYS = 48
#: Seconds after which a request is told to come back, and those that it waits for its turn.
RETRY_AFTER = 4
PATIENCE = 30.0
#: Bytes for the marks of jobs that were counted lately: looked at again, they are not counted again.
COUNTED = 1_000_000


@dataclass(slots=True)
class _Visitor:
    requests: int = 0
    jobs: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(JOBS))


class FairPress:
    """The press (`services.Press`), with turns for visitors where `hosted`."""

    def __init__(self, press: Press, *, hosted: bool) -> None:
        self._press = press
        self._is_hosted = hosted
        self._lock = threading.Lock()
        self._visitors: dict[str, _Visitor] = {}
        self._requests = 0
        self._counted: Bounded[bytes, bool] = Bounded(COUNTED)

    def bring(self, script_json: str) -> None:
        """As the press does it, in turn."""
        with self._turn():
            self._press.bring(script_json)

    def version(self, script_json: str) -> str:
        """As the press does it."""
        return self._press.version(script_json)

    def render(
        self, script_json: str, kind: str, style: str, paper: str, *settings: str, keep: bool = True
    ) -> Document:
        """As the press does it, counted and in turn."""
        self._count(script_json, kind, style, paper, *settings, keep=keep)
        with self._turn():
            return self._press.render(script_json, kind, style, paper, *settings, keep=keep)

    def pictures(
        self,
        script_json: str,
        kind: str,
        style: str,
        paper: str,
        *settings: str,
        dpi: int,
        keep: bool = True,
    ) -> list[bytes]:
        """As the press does it, counted and in turn."""
        self._count(str(dpi), script_json, kind, style, paper, *settings, keep=keep)
        with self._turn():
            return self._press.pictures(script_json, kind, style, paper, *settings, dpi=dpi, keep=keep)

    def finished(
        self, script_json: str, kind: str, style: str, paper: str, *settings: str
    ) -> Document | None:
        """As the press does it; it never waits."""
        return self._press.finished(script_json, kind, style, paper, *settings)

    @property
    def work(self) -> Work:
        """As the press has it."""
        return self._press.work

    @property
    def is_ready(self) -> bool:
        """As the press has it."""
        return self._press.is_ready

    def close(self, seconds: float = 30) -> None:
        """As the press does it."""
        self._press.close(seconds)

    def _count(self, *asked: str, keep: bool) -> None:
        """Counts a job that is made anew. Who asks for what was made lately, or for one more page of it, is not."""
        if not has_request_context():
            return
        mark = hashlib.sha256("\0".join(asked).encode("utf-8", "replace")).digest()
        if keep and mark in self._counted:
            return
        limits.charge_job()
        self._counted.keep(mark, True, len(mark))  # noqa: FBT003  # a set of marks

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Waits for one's turn. Raises BusyError for who has too much waiting already."""
        if not self._is_hosted or not has_request_context():
            yield
            return
        name = limits.visitor()
        jobs = self._enter(name)
        try:
            if not jobs.acquire(timeout=PATIENCE):
                raise BusyError(RETRY_AFTER)
            try:
                yield
            finally:
                jobs.release()
        finally:
            self._leave(name)

    def _enter(self, name: str) -> threading.Semaphore:
        with self._lock:
            visitor = self._visitors.get(name) or _Visitor()
            if visitor.requests >= REQUESTS or self._requests >= EVERYBODYS:
                raise BusyError(RETRY_AFTER)
            self._visitors[name] = visitor
            visitor.requests += 1
            self._requests += 1
            return visitor.jobs

    def _leave(self, name: str) -> None:
        with self._lock:
            visitor = self._visitors[name]
            visitor.requests -= 1
            self._requests -= 1
            if not visitor.requests:
                del self._visitors[name]
