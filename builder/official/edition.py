"""The edition in use: the official wording in the data folder, joined with our own data, and what a sync invalidates.

official/
  current.json              the active folder: the only record of it, replaced atomically
  3f9a1c…-x7k2/             data/*.json and characters/…/*.webp as they came
  …                         the previous edition, until the next sync: another process may be using it
"""

import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache, wraps
from inspect import signature
from pathlib import Path
from typing import ParamSpec, TypeVar

from builder import files, language_texts
from builder.game import tags
from builder.game.character import Character, Jinx, SortFigures
from builder.game.setup import grammar
from builder.game.setup.effects import Effect
from builder.game.sorting import sort_group
from builder.game.tags import Words
from builder.official.resources import DATA_FILES, MOST_JSON, Resources
from builder.settings import Settings, settings

CURRENT = "current.json"
_GLANCE_SECONDS = 0.02
#: Changes with the edition; None: ours is in use.
Mark = tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class State:
    """The active edition."""

    #: Its folder, inside of `home()`.
    folder: str
    #: Twelve letters of a hash of these texts and pictures, independent of their source.
    stamp: str
    #: When this edition was first synced, and the last check for a newer one.
    synced: str
    checked: str
    origin: str
    characters: int
    jinxes: int
    pictures: int
    without_art: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The folder of its files."""
        return home() / self.folder

    @property
    def day(self) -> str:
        """The date of the sync."""
        return self.synced[:10]


def home() -> Path:
    """The folder of all official files."""
    return settings().data_folder / "official"


#: The last lookup of this process: until when it is believed, its settings and result.
_glances: dict[str, tuple[float, Settings, Mark]] = {}


def mark() -> Mark:
    """A value that identifies the edition.

    Called before every lookup in the catalogue, some hundred times a script; so the result is cached for 20 ms.
    """
    now, chosen = time.monotonic(), settings()
    until, of, seen = _glances.get(CURRENT, (0.0, None, None))
    if now >= until or of is not chosen:
        seen = _read_mark(home() / CURRENT)
        _glances[CURRENT] = now + _GLANCE_SECONDS, chosen, seen
    return seen


def expire_check() -> None:
    """Invalidate the cached state after this process changed the files."""
    _glances.clear()


def _read_mark(path: Path) -> Mark:
    try:
        facts = path.stat()
    except (OSError, ValueError):
        return None
    return facts.st_mtime_ns, facts.st_ino, facts.st_size


def read() -> State | None:
    """The active edition; None if there is none, or if its file is damaged."""
    try:
        with (home() / CURRENT).open("rb") as file:
            written = json.loads(file.read(MOST_JSON))
        found = State(**{**written, "without_art": tuple(map(str, written["without_art"]))})
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    sane = all(isinstance(getattr(found, each.name), (str, int, tuple)) for each in fields(State))
    return found if sane and Path(str(found.folder)).name == found.folder else None


def write(state: State) -> None:
    """Activate an edition atomically."""
    files.write(home() / CURRENT, json.dumps(asdict(state), indent=2).encode(), durable=True)
    expire_check()


def load(state: State) -> Resources | None:
    """The resources of an edition; None if its folder is damaged."""
    from builder.errors import OfficialFilesError
    from builder.official import publisher_files

    with suppress(OSError, OfficialFilesError):
        return publisher_files.read({name: _bytes(state.path / name) for name in DATA_FILES}, str(state.path))
    return None


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_JSON)


P = ParamSpec("P")
T = TypeVar("T")
#: Cache sizes: of a function with arguments, and of one with a single result for each wording.
_MANY, _FEW = 2048, 8


@dataclass(frozen=True, slots=True)
class Edition:
    """The publisher's texts in use."""

    state: State
    resources: Resources
    characters: Mapping[str, Character]
    listed: frozenset[str]


def per_wording(make: Callable[P, T]) -> Callable[P, T]:
    """Cache a function that depends on the wording; invalidated by a sync, even in a running server.

    Other languages have results of their own.
    """

    @lru_cache(maxsize=_MANY if signature(make).parameters else _FEW)
    def memoized(marks: tuple[object, ...], *given: P.args, **named: P.kwargs) -> T:  # noqa: ARG001  # tell them apart
        return make(*given, **named)

    @wraps(make)
    def current(*given: P.args, **named: P.kwargs) -> T:
        return memoized((mark(), language_texts.mark()), *given, **named)  # type: ignore[arg-type]  # ids are hashable

    return current


def in_force() -> Edition | None:
    """The synced edition; None if there is none, or if it is damaged."""
    return _in_force(mark())


@lru_cache(maxsize=2)
def _in_force(mark: Mark) -> Edition | None:
    found = read() if mark else None
    resources = load(found) if found else None
    if found is None or resources is None:
        return None
    by_key = {character.key: character for character in resources.characters}
    listed = frozenset(each.id for each in resources.characters)
    return Edition(found, resources, by_key, listed)


_BRACKETS = re.compile(r"\[[^\[\]]*\]")


def merged_character(
    theirs: Character, ours: Character | None, starts: Sequence[str], words: Iterable[Words]
) -> Character:
    """One official character in the publisher's words.

    A known character gets our setup effects (while the bracket is equivalent), tags and emblem; for a new one they are
    derived from its text. Sort group and length are computed from the publisher's wording, as our figures were.
    """
    known = ours is not None and ours.team is theirs.team
    return replace(
        theirs,
        sort=SortFigures(sort_group(theirs.ability, starts), len(theirs.ability)),
        setup_effects=ours.setup_effects if ours and has_our_effects(theirs, ours) else (),
        emblem=ours.emblem if ours else "",
        tags=ours.tags if ours and known else tags.by_wording(theirs.ability, theirs.team, words),
    )


def has_our_effects(theirs: Character, ours: Character | None) -> bool:
    """Whether our setup data also match the publisher's text: its brackets say what ours say, in whatever words."""
    return ours is not None and _brackets(theirs.ability) == _brackets(ours.ability)


def _brackets(ability: str) -> Sequence[Effect | str]:
    """The effects that the brackets state, or their words if one of them is not understood."""
    reading = grammar.read(ability)
    if reading.unread or reading.is_cut:
        return [" ".join(found.split()).casefold() for found in _BRACKETS.findall(ability)]
    return reading.effects


def merged_jinxes(theirs: Iterable[Jinx], ours: Iterable[Jinx], known: frozenset[str]) -> tuple[Jinx, ...]:
    """The publisher's jinxes with our setup rules; ours only for characters that they no longer list."""
    setups = {jinx.pair: jinx.setup for jinx in ours}
    official = [replace(jinx, setup=setups.get(jinx.pair, ())) for jinx in theirs]
    told = {jinx.pair for jinx in official}
    return (*official, *(jinx for jinx in ours if jinx.pair not in told and not jinx.pair <= known))


def merged_night(theirs: Sequence[str], ours: Sequence[str], known: frozenset[str]) -> tuple[str, ...]:
    """The publisher's order; a character that they no longer list comes after the one it followed in ours."""
    merged = list(theirs)
    for place, one in enumerate(ours):
        if one not in known and one not in theirs:
            before = next((each for each in reversed(ours[:place]) if each in merged), None)
            merged.insert(merged.index(before) + 1 if before is not None else 0, one)
    return tuple(merged)
