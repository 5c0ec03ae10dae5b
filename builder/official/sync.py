"""`clockwright official sync`: fetch the publisher's wording and art into the user's data folder, all or nothing."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from builder.official import comparing, download, edition_swap, publisher_files, state
from builder.official.comparing import Changes
from builder.official.download import Progress
from builder.official.resources import Resources, others, pictures, there
from builder.official.sources import Source
from builder.official.state import State


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
    with edition_swap.alone():
        before = state.read()
        edition_swap.sweep(*([before.folder] if before else []))
        with edition_swap.fresh() as folder:
            found = publisher_files.read(download.words(source, folder, progress), source.name)
            wanted = [path for character in found.characters for path in pictures(character)]
            art = download.art(source, wanted, folder, before.path if before else None, progress)
            stamp = _stamp(folder)
            put = _state(edition_swap.settle(folder, stamp), stamp, source, found, art, before)
            changes = _changes(found, before, bundled)
            if art:
                progress("art", len(art), len(art))  # the last chance to cancel
            state.write(put)
        edition_swap.sweep(put.folder, *([before.folder] if before else []))
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


def _changes(found: Resources, before: State | None, bundled: Resources) -> Changes:
    earlier = state.load(before) if before else None
    return comparing.compare(earlier or bundled, found, texts=earlier is not None)


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
