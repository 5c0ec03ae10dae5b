"""On a hosted server scripts that nobody comes back to go into the bin; on one's own machine nothing does."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from sheets import script

from builder.library import Library, hosting, listing
from builder.settings import Settings


@pytest.fixture
def hosted(here: Settings) -> Iterator[Library]:
    opened = Library.open(Settings(data=here.data, hosted=True))
    yield opened
    opened.close()


@pytest.fixture
def gone_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets days go by."""
    days, now = 0.0, hosting.now

    def later(more: float) -> None:
        nonlocal days
        days += more

    for module in (hosting, listing):
        monkeypatch.setattr(module, "now", lambda: now() + timedelta(days=days))
    return later


def test_scripts_of_an_owner_not_seen_for_a_year_go_into_the_bin_and_a_month_later_for_good(
    hosted: Library, gone_by: Callable[[float], None]
) -> None:
    for owner in ("ada", "bob", ""):
        hosted.create(script("imp"), owner=owner)
        hosted.saw(owner)
    gone_by(200)
    hosted.saw("bob")
    gone_by(166)
    assert hosted.empty_bin() == 0
    assert [hosted.count(owner=owner) for owner in ("ada", "bob", "")] == [0, 1, 1]
    assert hosted.count(owner="ada", in_bin=True) == 1
    gone_by(31)
    assert hosted.empty_bin() == 1
    assert hosted.count(owner="ada", in_bin=True) == 0


def test_who_comes_back_within_the_month_takes_the_scripts_out_of_the_bin(
    hosted: Library, gone_by: Callable[[float], None]
) -> None:
    made = hosted.create(script("imp"), owner="ada")
    hosted.saw("ada")
    gone_by(366)
    hosted.empty_bin()
    hosted.saw("ada")
    assert hosted.take_back(made.id)
    gone_by(300)
    assert hosted.empty_bin() == 0
    assert hosted.count(owner="ada") == 1


def test_the_year_of_an_owner_who_was_there_before_begins_with_the_first_look(
    hosted: Library, gone_by: Callable[[float], None]
) -> None:
    hosted.create(script("imp"), owner="ada")
    gone_by(1000)
    hosted.empty_bin()
    assert hosted.count(owner="ada") == 1
    gone_by(366)
    hosted.empty_bin()
    assert hosted.count(owner="ada") == 0


def test_on_a_server_of_one_person_nobody_is_counted_and_nothing_goes(
    library: Library, gone_by: Callable[[float], None]
) -> None:
    library.create(script("imp"), owner="ada")
    library.saw("ada")
    gone_by(10_000)
    library.empty_bin()
    assert library.count(owner="ada") == 1
    with library.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT * FROM visits").fetchall() == []


def test_an_owner_is_noted_once_a_day(
    hosted: Library, gone_by: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[str] = []
    monkeypatch.setattr(hosting, "note", lambda _, owner: noted.append(owner))
    for days in (0, 0, 1, 0):
        gone_by(days)
        hosted.saw("ada")
    assert noted == ["ada", "ada"]


def test_the_setting_may_be_any_number_of_days(here: Settings) -> None:
    library = Library.open(Settings(data=here.data, hosted=True, owner_days=9_999_999))
    assert library.empty_bin() == 0
    library.close()
