"""Several people at one script: undo takes back one's own changes, and history says whose each is."""

from datetime import timedelta

import pytest
from sheets import ids, refused, script

from builder.game.script import Script
from builder.library import Library, Person, Saved

ANA, BO = Person("device-a", "Ana"), Person("device-b", "Bo")


def by(person: Person, library: Library, held: Saved, changed: Script, label: str = "Changed") -> Saved:
    outcome = library.save(held.id, changed, expected=held.revision, label=label, by=person)
    assert isinstance(outcome, Saved)
    return outcome


def undone(library: Library, held: Saved, person: Person, expected: int | None = None) -> Saved:
    outcome = library.undo(held.id, expected, by=person)
    assert isinstance(outcome, Saved)
    return outcome


@pytest.fixture
def shared(any_library: Library) -> Saved:
    """Ana added the Chef, then the Monk; then Bo added the Saint."""
    held = any_library.create(script("imp"))
    held = by(ANA, any_library, held, script("imp", "chef"), "+ Chef")
    held = by(ANA, any_library, held, script("imp", "chef", "monk"), "+ Monk")
    return by(BO, any_library, held, script("imp", "chef", "monk", "saint"), "+ Saint")


def test_undo_takes_back_ones_own_changes_and_leaves_the_others(any_library: Library, shared: Saved) -> None:
    back = undone(any_library, shared, ANA, shared.revision)
    assert (ids(back), back.label, back.can_redo) == (["imp", "chef", "saint"], "+ Monk", True)
    assert ids(undone(any_library, shared, ANA)) == ["imp", "saint"]
    assert any_library.undo(shared.id, by=ANA) is None
    assert ids(any_library.get(shared.id)) == ["imp", "saint"]


def test_redo_repeats_it_and_undo_takes_it_back_again(any_library: Library, shared: Saved) -> None:
    undone(any_library, shared, ANA)
    undone(any_library, shared, ANA)
    forth = [any_library.redo(shared.id, by=ANA) for _ in range(3)]
    assert [ids(each) for each in forth[:2]] == [["imp", "chef", "saint"], ["imp", "chef", "monk", "saint"]]
    assert [each.label for each in forth[:2] if each] == ["+ Chef", "+ Monk"]
    assert forth[2] is None
    assert ids(undone(any_library, shared, ANA)) == ["imp", "chef", "saint"]


def test_ones_own_last_change_is_undone_as_ever(any_library: Library, shared: Saved) -> None:
    back = undone(any_library, shared, BO)
    assert (ids(back), back.revision) == (["imp", "chef", "monk"], shared.revision - 1)
    assert ids(any_library.redo(shared.id, by=BO)) == ["imp", "chef", "monk", "saint"]


def test_who_changed_nothing_takes_back_nothing(any_library: Library, shared: Saved) -> None:
    assert any_library.undo(shared.id, by=Person("device-c")) is None


def test_a_change_that_another_one_touched_since_is_not_undone(any_library: Library) -> None:
    held = any_library.create(script())
    held = by(ANA, any_library, held, script(name="Dusk"), "Name")
    held = by(BO, any_library, held, script(name="Dawn"), "Name")
    conflict = refused(any_library.undo(held.id, by=ANA))
    assert conflict.places == ("Both changed the name of the script.",)
    now = any_library.get(held.id)
    assert now is not None
    assert (now.script.name, now.revision) == ("Dawn", held.revision)


def test_an_undo_sent_again_happens_once(any_library: Library, shared: Saved) -> None:
    first = undone(any_library, shared, ANA, shared.revision)
    again = any_library.undo(shared.id, shared.revision, by=ANA, is_again=True)
    assert isinstance(again, Saved)
    assert (again.revision, again.label, ids(again)) == (first.revision, "+ Monk", ["imp", "chef", "saint"])


def test_an_undo_of_what_was_not_seen_is_refused(any_library: Library, shared: Saved) -> None:
    assert any_library.undo(shared.id, shared.revision - 1, by=ANA) is None
    assert ids(any_library.get(shared.id)) == ["imp", "chef", "monk", "saint"]


def test_what_another_device_changed_long_ago_is_undone_by_anybody(
    any_library: Library, shared: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.library.revisions.BESIDE", timedelta(0))
    assert ids(undone(any_library, shared, ANA)) == ["imp", "chef", "monk"]


def test_the_history_says_who_made_each_change(any_library: Library, shared: Saved) -> None:
    undone(any_library, shared, ANA)
    found = [(each.name, each.label) for each in any_library.history(shared.id)]
    assert found == [
        ("Ana", "Undone: + Monk"),
        ("Bo", "+ Saint"),
        ("Ana", "+ Monk"),
        ("Ana", "+ Chef"),
        ("", "New"),
    ]
