"""`clockwright official sync`: fetch the publisher's wording and art into the user's data folder, all or nothing.

`Changes` says what differs from the files of the last sync.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from builder import files
from builder.errors import SyncError
from builder.game.character import Character, Jinx
from builder.language import N_, gettext as _
from builder.official import download, edition, publisher_files
from builder.official.download import Progress, Source
from builder.official.edition import State
from builder.official.resources import Resources, others, pictures, there

#: Titles of the fields that may change about a character; texts last.
_FACTS = {
    "name": "name",
    "team": "team",
    "edition": "edition",
    "setup": "setup",
    "reminders": N_("reminder tokens"),
    "reminders_global": N_("global reminder tokens"),
    "special": N_("app features"),
}
_TEXTS = {
    "ability": "ability",
    "first_night_reminder": N_("first-night reminder"),
    "other_night_reminder": N_("other-night reminder"),
    "flavor": "flavor",
}


@dataclass(frozen=True, slots=True)
class Changes:
    """Added, changed and removed: characters by id, jinxes by their two ids."""

    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    #: Id, and the fields that differ.
    changed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    new_jinxes: tuple[tuple[str, str], ...] = ()
    gone_jinxes: tuple[tuple[str, str], ...] = ()
    changed_jinxes: tuple[tuple[str, str], ...] = ()
    #: Ids that moved in the order; new ones do not count.
    first_night: tuple[str, ...] = ()
    other_night: tuple[str, ...] = ()
    #: Whether texts were compared: not if the previous wording was ours.
    with_texts: bool = True

    @property
    def is_empty(self) -> bool:
        """Whether there is no difference."""
        return self == Changes(with_texts=self.with_texts)

    def as_json(self) -> dict[str, Any]:
        """The JSON object for `--json`."""
        return {
            "characters": {
                "new": list(self.new),
                "gone": list(self.gone),
                "changed": [{"id": who, "what": list(what)} for who, what in self.changed],
            },
            "jinxes": {
                "new": [list(pair) for pair in self.new_jinxes],
                "gone": [list(pair) for pair in self.gone_jinxes],
                "changed": [list(pair) for pair in self.changed_jinxes],
            },
            "nightOrder": {"firstNight": list(self.first_night), "otherNight": list(self.other_night)},
            "textsCompared": self.with_texts,
        }


def compare(before: Resources, after: Resources, *, texts: bool) -> Changes:
    """All differences. `texts`: both are the publisher's own texts, so these are compared too."""
    old, new = ({each.key: each for each in side.characters} for side in (before, after))
    pairs_before, pairs_after = ({jinx.pair: jinx for jinx in side.jinxes} for side in (before, after))
    return Changes(
        new=tuple(who for who in new if who not in old),
        gone=tuple(who for who in old if who not in new),
        changed=tuple(_changed(old, new, _FACTS | (_TEXTS if texts else {}))),
        new_jinxes=tuple(jinx.characters for pair, jinx in pairs_after.items() if pair not in pairs_before),
        gone_jinxes=tuple(jinx.characters for pair, jinx in pairs_before.items() if pair not in pairs_after),
        changed_jinxes=tuple(_reworded(pairs_before, pairs_after)) if texts else (),
        first_night=_moved(before.first_night, after.first_night),
        other_night=_moved(before.other_night, after.other_night),
        with_texts=texts,
    )


def _changed(
    old: Mapping[str, Character], new: Mapping[str, Character], names: Mapping[str, str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for who in new:
        if who in old:
            what = tuple(
                said for name, said in names.items() if getattr(old[who], name) != getattr(new[who], name)
            )
            if what:
                yield who, what


def _reworded(
    before: Mapping[frozenset[str], Jinx], after: Mapping[frozenset[str], Jinx]
) -> Iterator[tuple[str, str]]:
    for pair, jinx in after.items():
        if pair in before and before[pair].reason != jinx.reason:
            yield jinx.characters


def _moved(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Ids that moved among those in both orders."""
    both = set(before) & set(after)
    old, new = ([one for one in order if one in both] for order in (before, after))
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    stayed = {one for block in blocks for one in new[block.b : block.b + block.size]}
    return tuple(one for one in new if one not in stayed)


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
            changes = compare(earlier or bundled, found, texts=earlier is not None)
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
