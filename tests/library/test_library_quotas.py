"""A hosted server keeps so much for each visitor and for all; pictures that nobody names any more go."""

import os
import random
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sheets import saved, script

from builder import uploads
from builder.errors import LibraryError, LibraryQuotaError
from builder.library import Library, hosting, listing, picture_files
from builder.library.models import IconRow
from builder.settings import Settings

PICTURE = "clockwright:upload/"


@pytest.fixture
def small(here: Settings) -> Iterator[Library]:
    """Room for four scripts and a megabyte an owner, and two for all."""
    settings = Settings(data=here.data, hosted=True, owner_scripts=4, owner_mb=1, total_mb=2, free_mb=1)
    opened = Library.open(settings)
    yield opened
    opened.close()


def noise(seed: int, size: int) -> bytes:
    return random.Random(seed).randbytes(size)


def letters(seed: int, size: int) -> str:
    """A text that hardly packs."""
    return noise(seed, size).hex()


def pictures(library: Library) -> set[str]:
    return {path.name for path in (library.folder / uploads.FOLDER).glob("*")}


def grow_old(library: Library) -> None:
    for path in (library.folder / uploads.FOLDER).glob("*"):
        os.utime(path, (0, time.time() - picture_files.GRACE - 60))
    with library._writing() as connection:
        connection.execute(sa.update(IconRow).values(created=listing.now() - timedelta(days=8)))


def test_an_owner_has_so_many_scripts_and_others_have_theirs(small: Library) -> None:
    for _ in range(4):
        small.create(script("imp"), owner="one")
    with pytest.raises(LibraryQuotaError, match="You have 4 scripts"):
        small.create(script("imp"), owner="one")
    first = small.create(script("imp"), owner="two")
    assert small.duplicate(first.id, owner="two")
    with pytest.raises(LibraryQuotaError):
        small.duplicate(first.id, owner="one")


def test_whoever_throws_scripts_away_has_room_for_new_ones(small: Library) -> None:
    made = [small.create(script("imp"), owner="one") for _ in range(4)]
    small.throw_away(made[1].id)
    fresh = small.create(script("chef"), owner="one")
    assert small.listed(made[1].id, owner="one") is None  # what lay in the bin longest
    assert {each.id for each in small.scripts(owner="one")} == {made[0].id, made[2].id, made[3].id, fresh.id}


def test_an_owner_has_so_many_bytes_with_all_revisions(
    small: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "FRESH_CHANGES", 1)
    held = small.create(script("imp"), owner="one")
    kept = held

    def write(seed: int) -> None:
        nonlocal kept
        own = {"id": "own", "name": "Own", "team": "minion", "ability": letters(seed, 60_000)}
        kept = saved(small, kept, script("imp", own))

    with pytest.raises(LibraryQuotaError, match="1 MB"):
        list(map(write, range(40)))
    now = small.get(held.id)
    assert now
    assert now.revision == kept.revision > 5
    assert small.create(script("imp"), owner="two")


def test_a_picture_without_room_is_not_even_written(small: Library) -> None:
    with pytest.raises(LibraryQuotaError):
        small.keep_icon(noise(1, 1_100_000), "image/png", "a.png", owner="one")
    assert pictures(small) == set()
    small.keep_icon(noise(1, 900_000), "image/png", "a.png", owner="one")


def test_all_owners_together_have_so_much(small: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "FRESH_CHANGES", 1)
    for number in range(2):
        small.keep_icon(noise(number, 900_000), "image/png", "a.png", owner=f"owner{number}")
    held = small.create(script("imp"), owner="three")
    with pytest.raises(LibraryQuotaError, match="This server has no space"):
        small.keep_icon(noise(9, 900_000), "image/png", "a.png", owner="three")
    saved(small, held, script("chef"))


def test_new_scripts_leave_some_of_the_disk_free_and_changes_are_still_saved(
    small: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = small.create(script("imp"), owner="one")
    usage = type("Usage", (), {"free": 900_000})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    with pytest.raises(LibraryQuotaError, match="This server has no space"):
        small.create(script("imp"), owner="one")
    saved(small, held, script("chef"))


def test_a_server_of_one_person_has_no_quotas(here: Settings) -> None:
    library = Library.open(Settings(data=here.data, owner_scripts=1, owner_mb=1, total_mb=1, free_mb=10**6))
    for _ in range(3):
        library.create(script("imp"))
    library.close()


def test_a_picture_that_no_revision_names_goes_after_a_week(library: Library) -> None:
    used = library.keep_icon(b"used", "image/png", "a.png")
    once = library.keep_icon(b"once", "image/png", "a.png")
    never = library.keep_icon(b"never", "image/png", "a.png")
    own: dict[str, Any] = {
        "id": "own",
        "name": "Own",
        "team": "minion",
        "ability": "x",
        "image": [PICTURE + used.hash],
    }
    held = library.create(script("imp", own | {"image": [PICTURE + once.hash]}))
    saved(library, held, script("imp", own))
    assert library.sweep_pictures() == 0  # somebody is about to use it
    grow_old(library)
    assert library.sweep_pictures() == 1
    assert pictures(library) == {used.hash, once.hash}  # a step back shows the other again
    assert {icon.hash for icon in library.icons()} == {used.hash, once.hash}
    assert library.icon(never.hash) is None


def test_pictures_go_with_the_scripts_that_are_deleted_for_good(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    icon = library.keep_icon(b"used", "image/png", "a.png")
    own = {"id": "own", "name": "Own", "team": "minion", "ability": "x", "image": [PICTURE + icon.hash]}
    held = library.create(script("imp", own))
    grow_old(library)
    library.throw_away(held.id)
    assert library.sweep_pictures() == 0
    later = listing.now() + timedelta(days=31)
    monkeypatch.setattr(listing, "now", lambda: later)
    library.empty_bin()
    assert library.sweep_pictures() == 1
    assert pictures(library) == set()


def test_a_picture_that_is_named_while_it_is_looked_for_stays(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    icon = library.keep_icon(b"used", "image/png", "a.png")
    grow_old(library)
    own = {"id": "own", "name": "Own", "team": "minion", "ability": "x", "image": [PICTURE + icon.hash]}
    looked = picture_files.unnamed

    def slowly(connection: Any, folder: Path) -> set[str]:
        found = looked(connection, folder)
        library.create(script("imp", own))
        return found

    monkeypatch.setattr(picture_files, "unnamed", slowly)
    assert library.sweep_pictures() == 0
    assert pictures(library) == {icon.hash}


def test_nothing_goes_while_a_script_cannot_be_read(library: Library) -> None:
    library.keep_icon(b"x", "image/png", "a.png")
    library.create(script("imp"))
    grow_old(library)
    with library._writing() as connection:
        connection.exec_driver_sql("UPDATE bodies SET packed = x'78'")
    with pytest.raises(LibraryError):
        library.sweep_pictures()
    assert len(pictures(library)) == 1
