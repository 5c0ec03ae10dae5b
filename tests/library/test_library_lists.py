"""Lists: what is there, what was thrown away, what was changed when."""

from datetime import datetime, timedelta

import pytest
from sheets import saved, script

import builder
from builder.library import Library, listing, revisions


def names(library: Library, words: str = "", **more: bool) -> list[str]:
    return [each.name for each in library.scripts(words, **more)]


class Clock:
    """A clock that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2030, 1, 1, 12)  # noqa: DTZ001  # as the tables hold it
        monkeypatch.setattr(revisions, "now", lambda: self.now)
        monkeypatch.setattr(listing, "now", lambda: self.now)

    def on(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_the_script_changed_last_comes_first(any_library: Library, clock: Clock) -> None:
    first = any_library.create(script(name="First"))
    clock.on(minutes=1)
    any_library.create(script(name="Second"))
    clock.on(minutes=1)
    assert names(any_library) == ["Second", "First"]
    saved(any_library, first, script(name="First again"))
    assert names(any_library) == ["First again", "Second"]
    assert [each.name for each in any_library.scripts(most=1, skip=1)] == ["Second"]


@pytest.mark.parametrize(
    "words", ["zurich", "ZÜRICH", "zür nights", "ada", "fortune TELLER", "late", "imp zurich", "100%"]
)
def test_a_script_is_found_by_name_author_characters_and_tags(any_library: Library, words: str) -> None:
    found = any_library.create(script("imp", "fortuneteller", name="Zürich Nights 100%", author="Ada"))
    any_library.create(script("baron", name="Another, 1000"))
    any_library.tag(found.id, ["Late", "for Two"])
    assert names(any_library, words) == ["Zürich Nights 100%"]


@pytest.mark.parametrize("words", ["nobody", "zurich baron", "_", "\ud800", "x " * 5000, "\\"])
def test_words_that_nothing_has_find_nothing(any_library: Library, words: str) -> None:
    any_library.create(script("imp", name="Zürich"))
    assert names(any_library, words) == []


def test_tags_are_words_each_once(any_library: Library) -> None:
    held = any_library.create(script())
    any_library.tag(
        held.id, ["Évening", "evening", " two  words ", "\ud800\0", *("very" * n for n in range(60))]
    )
    tags = any_library.scripts()[0].tags
    assert tags[:3] == ("evening", "two", "words")
    assert set(tags[4:]) <= {"very" * n for n in range(60)}  # none is cut in its middle


def test_a_list_is_counted_and_one_of_it_is_told(any_library: Library) -> None:
    made = [any_library.create(script("imp", name=name)) for name in ("One", "Two", "Three")]
    any_library.tag(made[0].id, ["tiny", "late"])
    any_library.tag(made[1].id, ["late"])
    any_library.throw_away(made[2].id)
    assert (any_library.count(), any_library.count("late"), any_library.count("two late")) == (2, 2, 1)
    assert (any_library.count(in_bin=True), any_library.count(owner="you")) == (1, 0)
    assert (any_library.tags(), any_library.tags(in_bin=True), any_library.tags(owner="you")) == (
        ("late", "tiny"),
        (),
        (),
    )
    assert [one.name for each in made if (one := any_library.listed(each.id))] == ["One", "Two", "Three"]
    assert any_library.listed(made[0].id, owner="you") is any_library.listed("nobody") is None


def test_owners_see_their_own(any_library: Library) -> None:
    mine = any_library.create(script(name="Mine"), owner="me")
    assert any_library.scripts() == any_library.scripts(owner="you") == ()
    assert [each.id for each in any_library.scripts(owner="me")] == [mine.id]
    assert (any_library.owner_of(mine.id), any_library.owner_of("nobody")) == ("me", None)


def test_the_bin_gives_back_what_was_thrown_away(any_library: Library) -> None:
    held = any_library.create(script())
    assert any_library.throw_away(held.id)
    assert not any_library.throw_away(held.id)
    assert any_library.get(held.id) is None
    assert any_library.save(held.id, script("imp"), expected=1, label="x") is None
    assert (names(any_library), names(any_library, in_bin=True)) == ([], ["Rehearsal"])
    assert any_library.take_back(held.id)
    assert not any_library.take_back(held.id)
    assert any_library.get(held.id) is not None


def test_the_bin_is_emptied_after_a_month(any_library: Library, clock: Clock) -> None:
    gone, kept = any_library.create(script("imp", name="Gone")), any_library.create(script(name="Kept"))
    any_library.share(gone.id, may_edit=False)
    any_library.throw_away(gone.id)
    clock.on(days=29)
    assert any_library.empty_bin() == 0
    clock.on(days=2)
    assert any_library.empty_bin() == 1
    assert not any_library.take_back(gone.id)
    assert any_library.get(kept.id) is not None
    with any_library.engine.connect() as connection:
        counts = [
            connection.exec_driver_sql(asked).scalar()
            for asked in ("SELECT count(*) FROM bodies", "SELECT count(*) FROM shares")
        ]
    assert counts == [1, 0]


def test_a_clock_that_was_wrong_for_a_day_empties_no_bin(library: Library, clock: Clock) -> None:
    held = library.create(script())
    clock.on(days=-20_000)
    library.throw_away(held.id)
    clock.on(days=20_000)
    assert library.empty_bin() == 0
    assert library.take_back(held.id)


def test_a_clock_that_goes_back_loses_and_mixes_up_nothing(any_library: Library, clock: Clock) -> None:
    held = any_library.create(script("imp"))
    for name in ("chef", "monk"):
        clock.on(hours=-5)
        held = saved(any_library, held, script(*[each.id for each in held.script.entries], name), f"+ {name}")
    assert [each.number for each in any_library.history(held.id)] == [3, 2, 1]
    again = any_library.get(held.id)
    assert again is not None
    assert again.revision == 3


def test_history_tells_who_came_and_went(any_library: Library, clock: Clock) -> None:
    held = saved(any_library, any_library.create(script("imp")), script("imp", "chef"), "Added")
    clock.on(minutes=5)
    saved(any_library, held, script("chef"), "Removed")
    told = [(each.label, each.difference, each.is_current) for each in any_library.history(held.id)]
    assert told == [("Removed", "− Imp", True), ("Added", "+ Chef", False), ("New", "", False)]


def test_changes_of_a_kind_within_a_minute_are_told_as_one(any_library: Library, clock: Clock) -> None:
    held = any_library.create(script("imp"))
    for name in ("chef", "monk", "saint"):
        clock.on(seconds=50)
        held = saved(any_library, held, script(*[each.id for each in held.script.entries], name), "Added")
    clock.on(seconds=70)
    saved(any_library, held, script("imp"), "Added")
    told = [(each.first, each.number, each.difference) for each in any_library.history(held.id)]
    assert told == [(5, 5, "− Chef, − Monk, − Saint"), (2, 4, "+ Chef, + Monk, + Saint"), (1, 1, "")]


def test_history_sets_apart_what_was_undone_and_left(any_library: Library) -> None:
    held = any_library.create(script("imp"))
    saved(any_library, held, script("imp", "chef"), "Added")
    back = any_library.undo(held.id)
    assert back is not None
    undone = {each.number: (each.is_current, each.is_aside) for each in any_library.history(held.id)}
    assert undone == {1: (True, False), 2: (False, False)}
    saved(any_library, back, script("imp", "monk"), "Added")
    left = {each.number: (each.is_current, each.is_aside) for each in any_library.history(held.id)}
    assert left == {1: (False, False), 2: (False, True), 3: (True, False)}


def test_the_same_text_is_filed_once(any_library: Library) -> None:
    for _ in range(5):
        any_library.create(script())
    with any_library.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM bodies").scalar() == 1


def test_a_list_of_a_thousand_scripts_is_whole(library: Library) -> None:
    one = builder.parse('["imp"]')
    with library._writing() as connection:
        for _ in range(1000):
            revisions.create(connection, one, "", "New")
    assert len(library.scripts()) == 1000
