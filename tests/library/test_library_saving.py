"""Every change is kept, nobody overwrites a newer one, and undo has no end."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sheets import IDS, ids, refused, saved, script

import builder
from builder.game.script import Entry, Meta, Script
from builder.library import Library, Saved, revisions


def test_a_script_comes_back_as_it_was_created(any_library: Library) -> None:
    made = any_library.create(script(author="Ada"), label="New")
    again = any_library.get(made.id)
    assert again is not None
    assert (again.script.name, again.script.meta.author, ids(again)) == ("Rehearsal", "Ada", IDS)
    assert (again.revision, again.can_undo, again.can_redo) == (1, False, False)


def test_what_was_reported_as_saved_is_on_the_disk(
    tmp_path: Path, prepared_for_a_server: Callable[[sqlite3.Connection, object], None]
) -> None:
    with closing(sqlite3.connect(tmp_path / "new")) as connection:
        prepared_for_a_server(connection, None)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_official_characters_are_filled_in(library: Library) -> None:
    held = library.get(library.create(script("imp")).id)
    assert held is not None
    assert [character.name for character in held.script.characters] == ["Imp"]


@pytest.mark.parametrize(
    "identifier", ["", "nobody", "\ud800", "a\0b", "'; DROP TABLE scripts", "x" * 10_000]
)
def test_an_id_that_is_none_finds_nothing(any_library: Library, identifier: str) -> None:
    made = any_library.create(script())
    assert any_library.get(identifier) is None
    assert any_library.save(identifier, script(), expected=1, label="x") is None
    assert any_library.undo(identifier) is any_library.redo(identifier) is None
    assert any_library.restore(identifier, 1) is any_library.duplicate(identifier) is None
    assert any_library.history(identifier) == any_library.shares(identifier) == ()
    assert not any_library.throw_away(identifier)
    assert not any_library.take_back(identifier)
    assert any_library.get(made.id) is not None


@pytest.mark.parametrize("revision", [0, -1, 2, 2**31, 10**30])
def test_a_revision_that_is_none_finds_nothing(any_library: Library, revision: int) -> None:
    made = any_library.create(script())
    assert any_library.get(made.id, revision) is None
    assert any_library.restore(made.id, revision) is None
    conflict = refused(any_library.save(made.id, script("imp"), expected=revision, label="x"))
    assert conflict.places == ("The revision that was changed is not known here.",)
    assert not any_library.revoke(made.id, revision)


def test_a_change_is_a_new_revision_and_the_old_one_stays(any_library: Library) -> None:
    first = any_library.create(script())
    second = saved(any_library, first, script("imp"))
    assert (second.revision, second.can_undo) == (2, True)
    assert ids(any_library.get(first.id)) == ["imp"]
    assert ids(any_library.get(first.id, 1)) == IDS


def test_a_save_that_changes_nothing_makes_no_revision(library: Library) -> None:
    first = library.create(script())
    assert saved(library, first, script()).revision == 1
    assert len(library.history(first.id)) == 1


def test_undo_and_redo_go_all_the_way(any_library: Library) -> None:
    held = any_library.create(script("imp"))
    for name in ("chef", "monk", "saint"):
        held = saved(any_library, held, script(*ids(held), name))
    back = [ids(any_library.undo(held.id)) for _ in range(3)]
    assert [len(each) for each in back] == [3, 2, 1]
    assert any_library.undo(held.id) is None
    again = [any_library.redo(held.id) for _ in range(3)]
    assert [(len(ids(each)), each.can_redo) for each in again if each] == [(2, True), (3, True), (4, False)]
    assert any_library.redo(held.id) is None


def test_an_undo_is_saved_when_it_happens(any_library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    held = any_library.create(script("imp"))
    saved(any_library, held, script("imp", "chef"))
    later = held.changed + timedelta(hours=1)
    monkeypatch.setattr(revisions, "now", lambda: later)
    back = any_library.undo(held.id)
    again = any_library.get(held.id)
    assert back is not None
    assert again is not None
    assert (back.changed, again.changed) == (later, later)
    old = any_library.get(held.id, 1)
    assert old is not None
    assert old.changed == held.changed


def test_a_change_after_an_undo_ends_the_redo_but_loses_nothing(any_library: Library) -> None:
    held = any_library.create(script("imp"))
    gone = saved(any_library, held, script("imp", "chef"))
    back = any_library.undo(held.id)
    assert back is not None
    assert back.can_redo
    other = saved(any_library, back, script("imp", "monk"))
    assert not other.can_redo
    assert any_library.redo(held.id) is None
    assert ids(any_library.restore(held.id, gone.revision)) == ["imp", "chef"]


def test_undo_takes_back_no_change_that_was_not_seen(any_library: Library) -> None:
    held = any_library.create(script("imp"))
    seen = saved(any_library, held, script("imp", "chef"))
    saved(any_library, seen, script("imp", "chef", "monk"))  # in another tab
    assert any_library.undo(held.id, expected=seen.revision) is None
    assert any_library.redo(held.id, expected=seen.revision) is None
    assert ids(any_library.get(held.id)) == ["imp", "chef", "monk"]


def test_two_tabs_that_add_somebody_each_both_get_their_way(any_library: Library) -> None:
    held = any_library.create(script("imp", "chef"))
    saved(any_library, held, script("imp", "chef", "monk"))
    both = any_library.save(held.id, script("imp", "saint", "chef"), expected=1, label="+ Saint")
    assert isinstance(both, Saved)
    assert ids(both) == ids(any_library.get(held.id)) == ["imp", "saint", "chef", "monk"]


def test_two_tabs_that_give_two_names_are_asked(any_library: Library) -> None:
    held = any_library.create(script())
    saved(any_library, held, script(name="Yours"))
    conflict = refused(any_library.save(held.id, script(name="Mine"), expected=1, label="Name"))
    assert conflict.places == ("Both changed the name of the script.",)
    assert (conflict.base.revision, conflict.theirs.script.name, conflict.mine.name) == (1, "Yours", "Mine")
    now = any_library.get(held.id)
    assert now is not None
    assert (now.revision, now.script.name) == (2, "Yours")


def test_a_change_of_a_revision_that_was_undone_is_put_on_what_holds(any_library: Library) -> None:
    held = any_library.create(script("imp"))
    undone = saved(any_library, held, script("imp", "chef"))
    any_library.undo(held.id)
    both = any_library.save(held.id, script("imp", "chef", "monk"), expected=undone.revision, label="x")
    assert ids(both if isinstance(both, Saved) else None) == ["imp", "monk"]


def test_a_restored_revision_is_a_new_one(any_library: Library) -> None:
    held = any_library.create(script())
    saved(any_library, held, script("imp"))
    again = any_library.restore(held.id, 1)
    assert again is not None
    assert (again.revision, ids(again)) == (3, IDS)
    assert any_library.history(held.id)[0].label == "Restored revision 1"


def test_a_duplicate_goes_its_own_way(any_library: Library) -> None:
    held = any_library.create(script())
    any_library.tag(held.id, ["evening"])
    copy = any_library.duplicate(held.id, owner="")
    assert copy is not None
    saved(any_library, copy, script("imp"))
    assert ids(any_library.get(held.id)) == IDS
    assert {each.tags for each in any_library.scripts()} == {("evening",)}
    assert len(any_library.history(copy.id)) == 2


HARD = {
    "nobody at all": Script(),
    "nobody but a name": Script(meta=Meta(name="Empty")),
    "half a letter in the name": Script(meta=Meta(name="a\ud800b"), entries=(Entry("imp", "imp"),)),
    "a NUL in an id": Script(meta=Meta(name="a\0b"), entries=(Entry("im\0p", "im\0p"),)),
    "entries that are none": builder.parse(
        '[{"id":"_meta","name":"x"}, 5, null, "imp", {"q": [1]}, 1.5, true]'
    ),
    "two _meta": builder.parse('["imp", {"id":"_meta","name":"x"}, "chef", {"id":"_meta","name":"y"}]'),
    "private notes": builder.parse(
        '[{"id":"_meta","name":"x","clockwright":{"characters":{"mine":{"notes":"secret","export":false}},'
        '"dismissed":[{"code":"c","note":"n"}]}}, {"id":"mine","name":"Mine","team":"demon","ability":"Hm."}]'
    ),
    "thousands": Script(entries=tuple(Entry(f"one{n}", f"one{n}") for n in range(3000))),
}


@pytest.mark.parametrize("name", HARD)
def test_what_no_file_may_hold_is_kept_all_the_same(any_library: Library, name: str) -> None:
    made = any_library.create(HARD[name], label="a\ud800\0b", owner="o\ud800")
    again = any_library.get(made.id)
    assert again is not None
    assert [entry.written for entry in again.script.entries] == [
        entry.written for entry in HARD[name].entries
    ]
    assert again.script.meta.name == HARD[name].meta.name
    assert any_library.scripts(owner="o\ud800")[0].id == made.id
    onward = saved(
        any_library, again, replace(again.script, entries=(*again.script.entries, Entry("baron", "baron")))
    )
    assert any_library.get(made.id, onward.revision) is not None


def test_a_script_without_anybody_can_be_merged(library: Library) -> None:
    held = library.create(script("imp", "chef"))
    saved(library, held, script("imp"))
    outcome = library.save(
        held.id, replace(held.script, entries=held.script.entries[1:]), expected=1, label="−"
    )
    assert ids(outcome if isinstance(outcome, Saved) else None) == []
    assert library.get(held.id) is not None
