"""Names in the index at the edge of an almanac's page: as large as their place allows, or not at all."""

import pytest

from builder import assets
from builder.press.almanac.binding import LARGEST, LEADING, ROOM, SMALLEST, setting, setting_in

pytestmark = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)


def test_a_short_name_stands_large_on_one_line() -> None:
    size, lines = setting("Imp", 20, readable=False)
    assert (size, len(lines)) == (LARGEST, 1)


@pytest.mark.parametrize(
    "name", ["Recruiting Sergeant", "Commercial Traveller", "Each night choose a living pl"]
)
@pytest.mark.parametrize("readable", [False, True])
def test_no_name_is_wider_or_higher_than_its_place(name: str, readable: bool) -> None:
    size, lines = setting(name, 20, readable=readable)
    assert lines
    assert max(line.width for line in lines) * size / 1000 <= ROOM + 0.01
    assert len(lines) * size * LEADING <= 20


def test_a_long_name_is_broken_between_words_where_that_lets_it_stand_larger() -> None:
    assert len(setting("Commercial Traveller", 20, readable=False)[1]) == 2
    assert len(setting("Commercial Traveller", 9, readable=False)[1]) == 1, "here two lines have no room"


@pytest.mark.parametrize(
    ("name", "step"), [("Imp", 4), ("W" * 30, 20), ("\U0010fffd", 20), ("", 20), ("   ", 20)]
)
def test_a_name_without_room_or_letters_leaves_its_bar_alone(name: str, step: float) -> None:
    assert setting(name, step, readable=False) == (0.0, ())


def test_type_is_never_smaller_than_it_can_be_read() -> None:
    sizes = [setting("Recruiting Sergeant", step / 4, readable=False)[0] for step in range(100)]
    assert min(size for size in sizes if size) >= SMALLEST
    assert max(sizes) == LARGEST


@pytest.mark.parametrize("space", ["\t", "\n", "\r\n", "\u3000", "\u202f", "\u2028", "\x85", "\u00a0", "  "])
def test_white_space_of_any_kind_parts_the_words_of_a_name(space: str) -> None:
    setting_in.cache_clear()
    assert setting(f"Night{space}Bell", 20, readable=False) == setting("Night Bell", 20, readable=False)
    assert setting(f"Bon{space}!", 9, readable=False)[1]


@pytest.mark.parametrize("name", ["בנשי", "מגלה עתידות", "بانشي"])
def test_a_name_in_other_letters_is_shaped(name: str) -> None:
    size, lines = setting(name, 30.0, readable=False)
    assert size >= SMALLEST
    for line in lines:
        assert line.outline
        assert 0 < line.width * size / 1000 <= ROOM


def test_a_name_in_hebrew_runs_from_right_to_left() -> None:
    (alef,), (bet,) = (setting(letter, 30.0, readable=False)[1] for letter in "אב")
    (both,) = setting("אב", 30.0, readable=False)[1]
    assert both.outline.startswith(bet.outline)
    assert both.width == pytest.approx(alef.width + bet.width)
