"""Replace an edition atomically: built in a new folder, activated in one step; on any failure the old one stays."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from builder import files
from builder.errors import SyncError
from builder.language import gettext as _
from builder.official import state

_NEW, _LOCK = ".new-", ".lock"


@contextmanager
def alone() -> Iterator[None]:
    """Lock against other syncs and removals. Raises SyncError if one is running."""
    home = state.home()
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
    folder = Path(tempfile.mkdtemp(prefix=_NEW, dir=state.home()))
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
    for path in state.home().iterdir():
        if path.is_dir() and not path.is_symlink() and path.name not in retained:
            shutil.rmtree(path, ignore_errors=True)


def forget() -> bool:
    """Remove the official wording and art; ours is used again. Returns whether there was any."""
    home = state.home()
    if not home.is_dir():
        return False
    with alone():
        there = (home / state.CURRENT).exists() or any(path.is_dir() for path in home.iterdir())
        (home / state.CURRENT).unlink(missing_ok=True)
        state.expire_check()
        sweep()
        (home / _LOCK).unlink(missing_ok=True)
    with suppress(OSError):
        home.rmdir()
    return there
