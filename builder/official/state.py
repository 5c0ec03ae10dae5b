"""What official wording is in the user's data folder, and since when.

official/
  current.json              which folder is in force: the one file that says so, replaced in one step
  3f9a1c…-x7k2/             data/*.json and characters/…/*.webp as they came
  …                         the edition before, until the next sync: somebody may be printing with it
"""

import json
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from builder import files
from builder.official.resources import DATA_FILES, MOST_JSON, Resources
from builder.settings import Settings, settings

CURRENT = "current.json"
_GLANCE_SECONDS = 0.02
#: Changes whenever another edition is in force; None: ours is.
Mark = tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class State:
    """The edition in force."""

    #: Its folder, inside of `home()`.
    folder: str
    #: Twelve letters that say which words and pictures these are, wherever they came from.
    stamp: str
    #: When these words and pictures came first, and when somebody last looked whether there are newer ones.
    synced: str
    checked: str
    origin: str
    characters: int
    jinxes: int
    pictures: int
    #: Ids of the characters without art.
    without_art: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Where its files are."""
        return home() / self.folder

    @property
    def day(self) -> str:
        """When it was synced, as a date."""
        return self.synced[:10]


def home() -> Path:
    """The folder of everything official."""
    return settings().data_folder / "official"


@dataclass(slots=True)
class _Glance:
    """When this process last looked which edition is in force, by which settings, and what it saw."""

    until: float = 0
    chosen: Settings | None = None
    saw: Mark = None


_glance = _Glance()


def mark() -> Mark:
    """What tells one edition from the next.

    Asked before every answer of the catalogue, some hundred times a script; so what was seen holds for 20 ms.
    """
    now, chosen = time.monotonic(), settings()
    if now >= _glance.until or chosen is not _glance.chosen:
        _glance.saw = _read_mark(home() / CURRENT)
        _glance.chosen = chosen
        _glance.until = now + _GLANCE_SECONDS
    return _glance.saw


def expire_check() -> None:
    """The next question is answered from the disk: this process has just changed what is there."""
    _glance.until = 0


def _read_mark(path: Path) -> Mark:
    try:
        facts = path.stat()
    except (OSError, ValueError):
        return None
    return facts.st_mtime_ns, facts.st_ino, facts.st_size


def read() -> State | None:
    """The edition in force; None where there is none, or where its file is damaged."""
    try:
        with (home() / CURRENT).open("rb") as file:
            written = json.loads(file.read(MOST_JSON))
        found = State(**{**written, "without_art": tuple(map(str, written["without_art"]))})
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    sane = all(isinstance(getattr(found, each.name), (str, int, tuple)) for each in fields(State))
    return found if sane and Path(str(found.folder)).name == found.folder else None


def write(state: State) -> None:
    """Puts an edition in force, in one step."""
    files.write(home() / CURRENT, json.dumps(asdict(state), indent=2).encode(), durable=True)
    expire_check()


def load(state: State) -> Resources | None:
    """The words of an edition; None where its folder is damaged."""
    from builder.errors import OfficialFilesError
    from builder.official import publisher_files

    with suppress(OSError, OfficialFilesError):
        return publisher_files.read({name: _bytes(state.path / name) for name in DATA_FILES}, str(state.path))
    return None


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_JSON)
