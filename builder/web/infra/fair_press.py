"""Shares the press fairly among the visitors of a hosted server.

Each visitor may have a few jobs in the press at once; a limited number of further requests waits for those. Each
job counts against the rate limit (`rate_limit.charge_job`) before it is rendered, whatever address requested it.
"""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flask import has_request_context

from builder.artefact import Artefact, PrintRequest
from builder.artefacts.runner import RETRY_AFTER
from builder.cache import MemoryCache
from builder.errors import BusyError
from builder.web.infra import rate_limit
from builder.web.infra.render_cache import RenderCache

#: Limits per visitor: jobs in the press at once, and requests in the press or waiting.
JOBS = 3
REQUESTS = 16
#: The limit for all visitors together, so that a thread is always free for pages (`server.THREADS`).
EVERYBODYS = 48
#: Seconds that a request waits for its turn.
PATIENCE = 30.0
#: Bytes for the marks of recent jobs: a repeated job is not counted again.
COUNTED = 1_000_000


@dataclass(slots=True)
class _Visitor:
    requests: int = 0
    jobs: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(JOBS))


class FairPress:
    """The press (`infra.render_cache`), with a queue for each visitor if `hosted`."""

    def __init__(self, press: RenderCache, *, hosted: bool) -> None:
        self._press = press
        self._is_hosted = hosted
        self._lock = threading.Lock()
        self._visitors: dict[str, _Visitor] = {}
        self._requests = 0
        self._counted: MemoryCache[bytes, bool] = MemoryCache(COUNTED)

    def __getattr__(self, name: str) -> Any:
        """Everything else comes from the press."""
        return getattr(self._press, name)

    def bring(self, script_json: str) -> None:
        """Same as in the press, in turn."""
        with self._turn():
            self._press.bring(script_json)

    def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        """Same as in the press, counted and in turn."""
        self._count(script_json, repr(wanted), keep=keep)
        with self._turn():
            return self._press.render(script_json, wanted, keep=keep)

    def pictures(self, script_json: str, wanted: PrintRequest, *, dpi: int, keep: bool = True) -> list[bytes]:
        """Same as in the press, counted and in turn."""
        self._count(str(dpi), script_json, repr(wanted), keep=keep)
        with self._turn():
            return self._press.pictures(script_json, wanted, dpi=dpi, keep=keep)

    def _count(self, *parts: str, keep: bool) -> None:
        """Counts a new job against the rate limit. A recent job, or another page of one, is not counted."""
        if not has_request_context():
            return
        mark = hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).digest()
        if keep and mark in self._counted:
            return
        rate_limit.charge_job()
        self._counted.put(mark, True, len(mark))  # noqa: FBT003  # a set of marks

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Waits for the visitor's turn. Raises BusyError if too many of their requests are waiting."""
        if not self._is_hosted or not has_request_context():
            yield
            return
        name = rate_limit.visitor()
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
