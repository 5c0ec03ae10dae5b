"""A store that several machines share: any address that fsspec knows, such as s3://bucket/prefix or file:///folder.

Each object is written whole and sealed with a checksum, so that nobody reads half of one.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from builder import cache, files
from builder.errors import ClockwrightError, MissingPartError, UnavailableError
from builder.language import N_, gettext as _

T = TypeVar("T")

#: Options for fsspec by protocol: no call waits long for a server that is away. Seconds.
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "s3": {"config_kwargs": {"connect_timeout": 1, "read_timeout": 2, "retries": {"max_attempts": 0}}}
}
#: Limit of a whole call.
SECONDS = 5
#: After a failure, further calls fail at once for so long.
PAUSE_SECONDS = 1
#: A call that fails sooner than this (seconds) lost an idle connection, and is tried once more.
BROKEN_CONNECTION = 0.3
AWAY = N_(
    "The store of finished documents does not answer, so none can be made at the moment. No "
    "change of yours is lost. Please try again in a few seconds."
)

_log = logging.getLogger(__name__)


class ObjectStore:
    """Objects by name under an address of fsspec. It connects at the first call."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._opened: tuple[Any, str] | None = None
        self._away_until = 0.0

    def read(self, name: str, version: bytes = b"") -> bytes | None:
        """The content of an object; None if it is missing, damaged or of another version. Raises UnavailableError."""
        written = self._call(lambda system, root: _content(system, f"{root}/{name}"))
        return None if written is None else cache.unsealed(written, version)

    def write(self, name: str, content: bytes, version: bytes = b"") -> None:
        """Writes an object whole. Raises UnavailableError if the store is away, full or read-only."""
        sealed = cache.sealed(content, version)
        self._call(lambda system, root: _put(system, f"{root}/{name}", sealed))

    def delete(self, name: str) -> None:
        """Deletes an object, if there is one. Raises UnavailableError."""
        self._call(lambda system, root: _delete(system, f"{root}/{name}"))

    def _call(self, work: Callable[[Any, str], T]) -> T:
        system, root = self._files()
        start = time.monotonic()
        if start < self._away_until:
            raise UnavailableError(AWAY)
        try:
            try:
                return work(system, root)
            except Exception:
                if time.monotonic() - start > BROKEN_CONNECTION:
                    raise
                return work(system, root)
        except Exception as error:  # each protocol has errors of its own, not all of them OSError
            self._away_until = time.monotonic() + PAUSE_SECONDS
            _log.warning(_("CLOCKWRIGHT_ARTEFACTS does not answer: %s"), type(error).__name__)
            raise UnavailableError(AWAY) from error

    def _files(self) -> tuple[Any, str]:
        with self._lock:
            if self._opened is None:
                self._opened = _open(self._url)
            return self._opened


def _open(url: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise MissingPartError(
            _("CLOCKWRIGHT_ARTEFACTS needs further packages; type:  pip install 'clockwright[farm]'")
        ) from None
    protocol, is_address, _unused = url.partition("://")
    try:
        if not is_address:
            raise ValueError("it has no ://")  # noqa: TRY301  # said as all others
        system, root = fsspec.url_to_fs(url, skip_instance_cache=True, **OPTIONS.get(protocol, {}))
    except (ImportError, ValueError) as error:
        raise ClockwrightError(
            _(
                "CLOCKWRIGHT_ARTEFACTS is “%(url)s”, which is no address of a store (%(error)s). Use one "
                "like s3://bucket/prefix or file:///folder."
            )
            % {"url": url, "error": error}
        ) from error
    system.retries = 1  # s3fs would try five times
    return system, root.rstrip("/")


def _content(system: Any, path: str) -> bytes | None:
    try:
        found: bytes = _bounded(system, "cat_file", path)
    except FileNotFoundError:
        return None
    return found


def _delete(system: Any, path: str) -> None:
    with suppress(FileNotFoundError):
        system.rm_file(path)


def _put(system: Any, path: str, content: bytes) -> None:
    if "file" in system.protocol:  # fsspec would write in place
        target = Path(path)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.write(target, content)
    else:
        _bounded(system, "pipe_file", path, content)


def _bounded(system: Any, name: str, *arguments: object) -> Any:
    """Calls a method, at most for `SECONDS`: an upload to a server that hangs has no limit of its own."""
    if not system.async_impl:
        return getattr(system, name)(*arguments)
    from fsspec import asyn

    async def call() -> Any:
        async with asyncio.timeout(SECONDS):
            return await getattr(system, f"_{name}")(*arguments)

    return asyn.sync(system.loop, call)
