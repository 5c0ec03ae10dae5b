"""How an edition takes another's place: built beside it, put in force in one step; on any failure the old stays."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from builder.errors import SyncError
from builder.official import state

_NEW, _LOCK = ".new-", ".lock"


@contextmanager
def alone() -> Iterator[None]:
    """Nobody else syncs or forgets meanwhile. Raises SyncError where somebody does."""
    home = state.home()
    home.mkdir(parents=True, exist_ok=True)
    with (home / _LOCK).open("ab") as lock:
        _lock(lock.fileno())
        yield


def _lock(handle: int) -> None:
    """The lock ends with the process, however that ends."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise SyncError(
            "Another sync is under way; wait until it is done. It takes a minute or two."
        ) from error


@contextmanager
def fresh() -> Iterator[Path]:
    """A new folder to fill; what of it is not put in force goes again."""
    folder = Path(tempfile.mkdtemp(prefix=_NEW, dir=state.home()))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def settle(folder: Path, name: str) -> str:
    """Gives a filled folder its place, under a name that was never there, and says which."""
    place = folder.with_name(f"{name}-{folder.name.removeprefix(_NEW)}")
    folder.chmod(0o755)
    folder.rename(place)
    with suppress(OSError):  # where folders cannot be synced, the rename is as safe as it gets
        handle = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    return place.name


def sweep(*kept: str) -> None:
    """Removes what earlier editions and broken syncs left."""
    for path in state.home().iterdir():
        if path.is_dir() and not path.is_symlink() and path.name not in kept:
            shutil.rmtree(path, ignore_errors=True)


def forget() -> bool:
    """Removes the official wording and art; ours is used again. Says whether there was any."""
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
