"""Pictures in a script are files beside the library: no revision holds one, whoever brings it."""

import base64
import json

import pytest

import builder
from builder import uploads
from builder.errors import LibraryError
from builder.formats.carriers import script_pictures
from builder.game.script import Script
from builder.library import Library, Saved

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
