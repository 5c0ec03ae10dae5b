"""`clockwright official sync`: fetch the publisher's wording and art into the user's data folder, all or nothing."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from builder import files
from builder.errors import SyncError
from builder.language import gettext as _
from builder.official import comparing, download, edition, publisher_files
from builder.official.comparing import Changes
from builder.official.download import Progress, Source
from builder.official.edition import State
from builder.official.resources import Resources, others, pictures, there

_NEW, _LOCK = ".new-", ".lock"


@contextmanager
def alone() -> Iterator[None]:
    """Lock against other syncs and removals. Raises SyncError if one is running."""
    home = edition.home()
    home.mkdir(parents=True, exist_ok=True)
    with (home / _LOCK).open("ab") as lock:
        if not files.lock(lock.fileno()):
            raise SyncError(
                _("Another download is in progress. Wait until it is done, which takes a minute or two.")
            )
        yield


@contextmanager
def fresh() -> Iterator[Path]:
    """A new folder to fill; removed unless it is activated."""
    folder = Path(tempfile.mkdtemp(prefix=_NEW, dir=edition.home()))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def settle(folder: Path, name: str) -> str:
    """Rename a filled folder to a new unique name, and return the name."""
    place = folder.with_name(f"{name}-{folder.name.removeprefix(_NEW)}")
    folder.chmod(0o755)
    folder.rename(place)
    with suppress(OSError):  # where folders cannot be synced, the rename must do
        handle = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    return place.name


def sweep(*retained: str) -> None:
    """Remove the folders of earlier editions and failed syncs."""
    for path in edition.home().iterdir():
        if path.is_dir() and not path.is_symlink() and path.name not in retained:
            shutil.rmtree(path, ignore_errors=True)


def forget() -> bool:
    """Remove the official wording and art; ours is used again. Returns whether there was any."""
    home = edition.home()
    if not home.is_dir():
        return False
    with alone():
        there = (home / edition.CURRENT).exists() or any(path.is_dir() for path in home.iterdir())
        (home / edition.CURRENT).unlink(missing_ok=True)
        edition.expire_check()
        sweep()
        (home / _LOCK).unlink(missing_ok=True)
    with suppress(OSError):
        home.rmdir()
    return there


@dataclass(frozen=True, slots=True)
class Synced:
    """The result of a sync."""

    state: State
    changes: Changes
    #: Whether any text or picture changed.
    is_new: bool
    #: Ids in the publisher's jinxes and night order without a character.
    strangers: tuple[str, ...]


def bring(source: Source, bundled: Resources, progress: Progress) -> Synced:
    """Fetch everything, validate it, and activate it in one step.

    `bundled` are our own data, to compare with on the first sync. Raises FetchError, OfficialFilesError,
    SyncError or OSError; then the previous edition stays active.
    """
    with alone():
        before = edition.read()
        sweep(*([before.folder] if before else []))
        with fresh() as folder:
            found = publisher_files.read(download.words(source, folder, progress), source.name)
            wanted = [path for character in found.characters for path in pictures(character)]
            art = download.art(source, wanted, folder, before.path if before else None, progress)
            stamp = _stamp(folder)
            put = _state(settle(folder, stamp), stamp, source, found, art, before)
            earlier = edition.load(before) if before else None
            changes = comparing.compare(earlier or bundled, found, texts=earlier is not None)
            if art:
                progress("art", len(art), len(art))  # the last chance to cancel
            edition.write(put)
        sweep(put.folder, *([before.folder] if before else []))
    return Synced(put, changes, before is None or before.stamp != stamp, found.strangers)


def _state(
    folder: str, stamp: str, source: Source, found: Resources, art: frozenset[str], before: State | None
) -> State:
    now = _now()
    same = before is not None and before.stamp == stamp
    return State(
        folder=folder,
        stamp=stamp,
        synced=before.synced if before and same else now,
        checked=now,
        origin=source.name,
        characters=len(found.characters),
        jinxes=len(found.jinxes),
        pictures=len(art - set(others())),
        without_art=tuple(
            each.id for each in found.characters if not there(pictures(each), art.__contains__)
        ),
    )


def _stamp(folder: Path) -> str:
    """Twelve letters of a hash of all files: independent of when they were fetched."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
