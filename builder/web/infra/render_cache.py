"""Caches documents and pictures, so that a runner makes each only once.

Simultaneous requests for the same document share one job; finished documents are cached on disk, failed ones are not
tried again for a while, and the number of waiting requests is limited.
"""

import hashlib
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cachetools import TTLCache

from builder import catalogue
from builder.artefact import Artefact, PrintRequest
from builder.artefacts.fingerprint import checkout
from builder.artefacts.runner import RETRY_AFTER, Runner, sentence
from builder.artefacts.web_jobs import FETCH, PAGES
from builder.cache import DiskCache, Store
from builder.errors import BusyError, PictureError, RenderError, WorkerDiedError
from builder.press.pictures.store import standing

#: Maximum number of requests in the queue; further ones get a BusyError.
WAITING = 48
#: Maximum bytes of cached documents and pictures on disk.
CAPACITY = 400_000_000
#: Seconds before a failed document is tried again, and the maximum number of failures in the cache.
FAILURES_LAST = 120
MAX_FAILURES = 256


class Work(NamedTuple):
    """Numbers of jobs: running and waiting now, finished and failed since the start."""

    running: int = 0
    waiting: int = 0
    made: int = 0
    failed: int = 0


class RenderCache:
    """The documents and pictures of a runner, for the web app."""

    def __init__(
        self, runner: Runner, documents: Path | Store, *, fingerprint: str = "", waiting: int = WAITING
    ) -> None:
        """`documents` is a folder of this machine, or a store that machines share.

        `fingerprint` identifies the version of the program, and is part of each cache key.
        """
        self._runner = runner
        self._cache: Store = (
            DiskCache(documents, capacity=CAPACITY) if isinstance(documents, Path) else documents
        )
        self._fingerprint = fingerprint or checkout()
        self._slots = threading.BoundedSemaphore(waiting)
        self._lock = threading.Lock()
        #: The job for each key; a future of its own first, since handing a job to the farm may take a moment.
        self._running: dict[str, Future[Future[Artefact]]] = {}
        self._made = self._failed = 0
        self._failures: TTLCache[str, str] = TTLCache(MAX_FAILURES, FAILURES_LAST)

    def bring(self, script_json: str) -> None:
        """Downloads missing pictures of a script. Raises BusyError; other failures are noticed in the document."""
        if standing(script_json).is_complete:
            return
        try:
            self._run(self._key(script_json, repr(FETCH)), script_json, FETCH, keep=False)
        except BusyError:
            raise
        except RenderError:
            return

    def version(self, script_json: str) -> str:
        """The part of a cache key that does not depend on script, kind, style or paper: program and stored pictures."""
        return f"{self._fingerprint}{standing(script_json).stamp}"

    def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        """Renders a document, or returns it from the cache. It is written to the cache only if `keep`.

        Raises RenderError with a message for the user, BusyError if the queue is full, PictureError for an upload
        that is not a valid picture.
        """
        key = self._request_key(script_json, wanted)
        return self._cached(key) or self._run(key, script_json, wanted, keep=keep)

    def pictures(self, script_json: str, wanted: PrintRequest, *, dpi: int, keep: bool = True) -> list[bytes]:
        """Returns a PNG of each page of the same document. Raises the same errors as `render`."""
        key = f"{self._request_key(script_json, wanted)}-{dpi}"
        pages = self._cached(key)
        if pages is None:
            document = self.render(script_json, wanted, keep=keep)
            pages = self._run(key, document.body, replace(PAGES, dpi=dpi), keep=keep)
        return [picture for _, picture in pages.files]

    def finished(self, script_json: str, wanted: PrintRequest) -> Artefact | None:
        """The document if it is cached, else None."""
        return self._cached(self._request_key(script_json, wanted))

    @property
    def work(self) -> Work:
        """How many jobs are running, waiting, finished and failed."""
        with self._lock:
            running = sum(_is_running(started) for started in self._running.values())
            return Work(running, len(self._running) - running, self._made, self._failed)

    @property
    def is_available(self) -> bool:
        """Whether it accepts jobs."""
        return self._runner.is_available

    def close(self, seconds: float = 30) -> None:
        """Accepts no more jobs, gives running ones at most `seconds` to finish, then stops them."""
        self._runner.close(seconds)

    def _request_key(self, script_json: str, wanted: PrintRequest) -> str:
        texts = catalogue.stamp(wanted.language, wanted.second_language)
        return self._key(standing(script_json).stamp, texts, script_json, repr(wanted))

    def _key(self, *parts: str) -> str:
        named = (self._fingerprint, catalogue.wording().stamp, *parts)
        return hashlib.sha256("\0".join(named).encode("utf-8", "replace")).hexdigest()

    def _cached(self, key: str) -> Artefact | None:
        packed = self._cache.read(f"{key}.artefact")
        return None if packed is None else Artefact.unpacked(packed)

    def _run(self, key: str, source: bytes | str, wanted: PrintRequest, *, keep: bool) -> Artefact:
        """Runs a job, or waits for one with the same key that is running already; the first caller caches it."""
        with self._lock:
            reason = self._failures.get(key)
        if reason is not None:
            raise RenderError(reason)
        with self._queue_slot():
            with self._lock:
                started = self._running.get(key)
                is_first = started is None
                if started is None:
                    started = self._running[key] = Future()
            try:
                if is_first:
                    _hand_in(started, self._runner, source, wanted)
                made = started.result().result()
                if is_first:
                    if keep:
                        self._cache.write(f"{key}.artefact", made.packed())
                    self._made += 1
            except (BusyError, PictureError):
                raise  # the runner is full, or the upload invalid: not a failed render
            except Exception as error:
                self._failed += is_first
                reason = sentence(error, wanted)
                if not isinstance(error, WorkerDiedError):  # that job may be tried again at once
                    with self._lock:
                        self._failures[key] = reason
                raise RenderError(reason) from error
            finally:
                if is_first:
                    with self._lock:
                        del self._running[key]
            return made

    @contextmanager
    def _queue_slot(self) -> Iterator[None]:
        if not self._slots.acquire(blocking=False):
            raise BusyError(RETRY_AFTER)
        try:
            yield
        finally:
            self._slots.release()


def _hand_in(
    started: Future[Future[Artefact]], runner: Runner, source: bytes | str, wanted: PrintRequest
) -> None:
    try:
        started.set_result(runner.submit(source, wanted))
    except Exception as error:  # noqa: BLE001  # for everybody who waits
        started.set_exception(error)


def _is_running(started: Future[Future[Artefact]]) -> bool:
    return started.done() and not started.exception() and started.result().running()
