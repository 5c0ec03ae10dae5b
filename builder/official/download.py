"""Download the publisher's files from a site or a folder: the texts first, and only when they are valid the art."""

import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from builder import fetch, files
from builder.errors import FetchError, SyncError
from builder.language import gettext as _
from builder.official.resources import DATA_FILES, MOST_IN_ALL, MOST_JSON, MOST_PICTURE, ROLES, others
from builder.settings import OFFICIAL, settings

JSON_TYPES = ("application/json", "text/json", "text/plain", fetch.UNKNOWN_TYPE)
PICTURE_TYPES = ("image/webp", "image/png", fetch.UNKNOWN_TYPE)
_NOT_THERE = 404


class Source(Protocol):
    """Any source of the publisher's files by path."""

    @property
    def name(self) -> str:
        """The address or folder, for messages."""

    def read(self, path: str, most_bytes: int, media_types: tuple[str, ...], seconds: float) -> bytes:
        """Read one complete file. Raises FetchError."""


@dataclass(frozen=True, slots=True)
class Site:
    """A web address."""

    base: str
    #: The user named this host, so it may be on the local network, without https.
    chosen: bool

    @property
    def name(self) -> str:
        """The address."""
        return self.base

    def read(self, path: str, most_bytes: int, media_types: tuple[str, ...], seconds: float) -> bytes:
        """Read one complete file from the site. Raises FetchError."""
        url = f"{self.base}{path}"
        plain = self.chosen and self.base.startswith("http:")
        return fetch.get(
            url,
            most_bytes=most_bytes,
            seconds=seconds,
            media_types=media_types,
            allow_private=self.chosen,
            plain_http=plain,
        ).body


@dataclass(frozen=True, slots=True)
class Folder:
    """A local folder with the layout of the publisher's site."""

    path: Path

    @property
    def name(self) -> str:
        """The folder."""
        return str(self.path)

    def read(self, path: str, most_bytes: int, media_types: tuple[str, ...], seconds: float) -> bytes:  # noqa: ARG002
        """Read one complete file from the folder. Raises FetchError."""
        file = self.path / path
        if not file.is_file():
            raise FetchError(str(file), _("the file does not exist"), _NOT_THERE)
        try:
            with file.open("rb") as opened:
                body = opened.read(most_bytes + 1)
        except OSError as error:
            raise FetchError(str(file), (error.strerror or str(error)).lower()) from error
        if len(body) > most_bytes:
            raise FetchError(str(file), _("it is too large"))
        return body


def choose(given: str | None) -> Source:
    """The source from `--from`, else from the setting. Raises SyncError if it is invalid."""
    text = (given if given is not None else settings().official).strip()
    if not text:
        raise SyncError(
            _(
                "No address of the publisher's files. Give it (or a folder) with --from, or set "
                "CLOCKWRIGHT_OFFICIAL."
            )
        )
    if "://" in text:
        if fetch.origin(text) is None or "?" in text or "#" in text:
            raise SyncError(
                _("“%(text)s” is not a web address; give one such as %(official)s")
                % {"text": text[:200], "official": OFFICIAL}
            )
        base = text if text.endswith("/") else f"{text}/"
        return Site(base, chosen=base != OFFICIAL)
    return Folder(_root(Path(text).expanduser()))


def _root(folder: Path) -> Path:
    """The folder that contains `data`: the given one, or its `resources`."""
    if not folder.is_dir():
        raise SyncError(_("There is no folder “%(folder)s”.") % {"folder": folder})
    for root in (folder, folder / "resources"):
        if (root / ROLES).is_file():
            return root.resolve()
    raise SyncError(
        _(
            "The folder “%(folder)s” has no %(roles)s. It must have the same structure as the "
            "publisher's site."
        )
        % {"folder": folder, "roles": ROLES}
    )


#: Timeouts in seconds for a picture, for a text file, and for everything.
SECONDS, SECONDS_FOR_WORDS, SECONDS_IN_ALL = 10, 30, 900
#: Parallel downloads of pictures: fast, but no burden on a free site.
AT_ONCE = 6
#: With this many interrupted downloads the connection is bad: the sync is abandoned.
MOST_BROKEN = 8

#: Called with the file being fetched, the number of finished files, and the total.
Progress = Callable[[str, int, int], None]


def words(source: Source, into: Path, progress: Progress) -> Mapping[str, bytes]:
    """The three text files as fetched. Raises FetchError."""
    found = {}
    for number, name in enumerate(DATA_FILES):
        progress("words", number, len(DATA_FILES))
        found[name] = _read(source, name, MOST_JSON, JSON_TYPES, SECONDS_FOR_WORDS)
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        files.write(into / name, found[name], durable=True)
    progress("words", len(DATA_FILES), len(DATA_FILES))
    return found


def art(
    source: Source, wanted: Iterable[str], into: Path, before: Path | None, progress: Progress
) -> frozenset[str]:
    """Download the pictures in parallel, and return those that exist now.

    A missing or invalid picture is skipped; after an interrupted download it is copied from the edition `before`.
    Raises FetchError if too many are interrupted, or on the limits of size or time.
    """
    paths = [*wanted, *others()]
    ends, weight = time.monotonic() + SECONDS_IN_ALL, 0
    there: set[str] = set()
    broken: dict[str, FetchError] = {}
    with _workers() as workers:
        asked = {workers.submit(_picture, source, path, into): path for path in paths}
        for done, future in enumerate(as_completed(asked), 1):
            try:
                weight += future.result()
                there.add(asked[future])
            except FetchError as error:
                if error.again:
                    broken[asked[future]] = error
            _check(source.name, list(broken.values()), weight, ends)
            progress("art", done, len(paths))
    return frozenset(there) | {path for path in broken if before and _copied(before / path, into / path)}


def _check(name: str, broken: list[FetchError], weight: int, ends: float) -> None:
    if len(broken) >= MOST_BROKEN:
        raise broken[0]
    if weight > MOST_IN_ALL:
        raise FetchError(name, _("all of it together is too large"))
    if time.monotonic() > ends:
        raise FetchError(name, _("it took too long"))


@contextmanager
def _workers() -> Iterator[ThreadPoolExecutor]:
    """A thread pool; on a failure, or Ctrl-C, pending downloads are canceled."""
    workers = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="art")
    try:
        yield workers
    finally:
        workers.shutdown(cancel_futures=True)


def _picture(source: Source, path: str, into: Path) -> int:
    body = _read(source, path, MOST_PICTURE, PICTURE_TYPES, SECONDS)
    if not _is_picture(body, path):
        raise FetchError(path, _("it is not a complete picture"))
    (into / path).parent.mkdir(parents=True, exist_ok=True)
    (into / path).write_bytes(body)
    return len(body)


def _read(source: Source, path: str, most_bytes: int, media_types: tuple[str, ...], seconds: float) -> bytes:
    """Read one file; retries once after an interrupted download."""
    try:
        return source.read(path, most_bytes, media_types, seconds)
    except FetchError as error:
        if not error.again:
            raise
    return source.read(path, most_bytes, media_types, seconds)


def _is_picture(body: bytes, path: str) -> bool:
    """Whether a file is complete and of its type; the press validates it further before it prints one."""
    if path.endswith(".png"):
        return body.startswith(b"\x89PNG\r\n\x1a\n") and body[-8:-4] == b"IEND"
    length = int.from_bytes(body[4:8], "little") + 8
    return body[:4] == b"RIFF" and body[8:12] == b"WEBP" and length <= len(body) <= length + 1


def _copied(before: Path, into: Path) -> bool:
    """Copy the picture from the earlier edition, if it had it."""
    if not before.is_file():
        return False
    into.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(before, into)
    return True
