"""Pictures in a script are files beside the library: no revision holds one, whoever brings it."""

import base64
import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import builder
from builder import object_store, uploads
from builder.errors import LibraryBusyError, LibraryError
from builder.formats.carriers import script_pictures
from builder.game.script import Script
from builder.library import Library, Saved, picture_files
from builder.settings import Settings, settings

FIRST, SECOND = (b"\x89PNG\r\n\x1a\n" + bytes([mark]) * 700 for mark in (1, 2))


def inside(body: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(body).decode()


def owl(image: str, ability: str = "You hear.") -> Script:
    entry = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": ability, "image": image}
    return builder.parse(json.dumps([{"id": "_meta", "name": "Hoots"}, entry, "imp"]))


def saved(library: Library, held: Saved, script: Script, expected: int | None = None) -> Saved:
    after = library.save(held.id, script, expected=expected or held.revision, label="Picture")
    assert isinstance(after, Saved)
    return after


def test_a_new_script_a_change_and_a_merged_change_keep_their_pictures_beside_them(library: Library) -> None:
    held = library.create(owl(inside(FIRST)))
    after = saved(library, held, owl(inside(SECOND)))
    elsewhere = saved(library, held, owl(inside(FIRST), "You see."), expected=held.revision)
    for revision in (held, after, elsewhere):
        assert "base64" not in revision.source
    (character, _) = elsewhere.script.characters
    assert (character.images, character.ability) == ((uploads.address_of(SECOND),), "You see.")
    assert {library.icon(each.hash) for each in library.icons()} == {FIRST, SECOND}
    assert {each.media_type for each in library.icons()} == {"image/png"}
    assert "base64" not in library.undo(held.id).source  # type: ignore[union-attr]  # there is something to undo


def test_the_same_picture_is_kept_once_and_belongs_to_the_owner_of_the_script(library: Library) -> None:
    held = library.create(owl(inside(FIRST)), owner="ada")
    saved(library, held, owl(inside(FIRST), "You see."))
    saved(library, held, owl(inside(SECOND), "You see."))
    assert len(library.icons(owner="ada")) == 2
    assert library.icons() == ()
    assert len(list((library.folder / uploads.FOLDER).iterdir())) == 2


def test_what_goes_out_and_comes_in_again_is_the_same(library: Library) -> None:
    held = library.create(owl(inside(FIRST)))
    carried = script_pictures.carried(held.script, lambda address: uploads.read(address, library.folder))
    assert inside(FIRST) in builder.dump(carried)
    assert library.create(carried).source == held.source


def test_a_script_whose_pictures_find_no_room_is_not_kept(library: Library) -> None:
    (library.folder / uploads.FOLDER).write_bytes(b"in the way")
    with pytest.raises(LibraryError, match="picture could not be saved"):
        library.create(owl(inside(FIRST)))
    assert library.scripts() == ()


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Library, Library]]:
    """Two servers with data folders of their own, one database and one store."""
    monkeypatch.setenv("CLOCKWRIGHT_ARTEFACTS", f"file://{tmp_path}/store")
    settings.cache_clear()
    database = str(tmp_path / "library.sqlite3")
    first, second = (Library.open(Settings(data=str(tmp_path / name), database=database)) for name in "ab")
    yield first, second
    settings.cache_clear()


def test_a_picture_uploaded_to_one_server_is_shown_by_every_other(two: tuple[Library, Library]) -> None:
    first, second = two
    held = first.create(owl(inside(FIRST)))
    icon = first.keep_icon(SECOND, "image/png", "moon")
    assert second.icon(icon.hash) == SECOND
    again = second.get(held.id)
    assert again
    assert script_pictures.carried(again.script, lambda each: uploads.read(each, second.folder)) == (
        script_pictures.carried(held.script, lambda each: uploads.read(each, first.folder))
    )
    shutil.rmtree(first.folder / uploads.FOLDER)  # its machine was replaced
    assert first.icon(icon.hash) == SECOND


def test_a_picture_that_nobody_uses_is_deleted_from_the_store_but_none_that_was_just_uploaded_again(
    two: tuple[Library, Library], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    icon = first.keep_icon(FIRST, "image/png", "moon")
    later = datetime.now(UTC).replace(tzinfo=None) + timedelta(days=8)
    monkeypatch.setattr(picture_files, "now", lambda: later)
    monkeypatch.setattr(picture_files.time, "time", lambda: later.replace(tzinfo=UTC).timestamp())
    second.keep_icon(FIRST, "image/png", "moon")
    assert first.sweep_pictures() == 0
    later += timedelta(days=8)
    assert first.sweep_pictures() == 1
    shutil.rmtree(second.folder / uploads.FOLDER)
    assert (first.icon(icon.hash), second.icon(icon.hash)) == (None, None)


def test_with_the_store_away_no_picture_is_saved_and_that_is_said(
    two: tuple[Library, Library], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(object_store, "PAUSE_SECONDS", 0)
    (tmp_path / "store").write_text("no folder")
    with pytest.raises(LibraryBusyError, match="The store of pictures does not answer, so nothing was saved"):
        two[0].create(owl(inside(FIRST)))
    assert two[0].count() == 0
    (tmp_path / "store").unlink()
    assert two[0].create(owl(inside(FIRST)))
