"""Which language a wish means, and what a language has of its own."""

from pathlib import Path

import language_packs
import pytest

from builder import language


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("sv", "sv"),
        ("sv-FI", "sv"),
        ("sv_SE.UTF-8", "sv"),
        ("SV", "sv"),
        ("pt", "pt-AO"),
        ("pt-PT", "pt-AO"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh_SG", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("en-GB", "en"),
        ("fi, sv;q=0.8, en;q=0.9", "en"),
        ("fi;q=1, sv-SE;q=0.9, *;q=0.1", "sv"),
        ("sv;q=0, en", "en"),
    ],
)
def test_a_wish_finds_the_language_that_fits_best(data_folder: Path, wanted: str, found: str) -> None:
    for tag in ("sv", "pt-AO", "zh-Hans"):
        language_packs.put(data_folder / "languages" / tag / "language.json", {"name": tag})
    if found == "pt-AO" and "pt-BR" in language.known():
        found = language.find("pt") or ""
        assert found.startswith("pt")
    assert language.find(wanted) == found


@pytest.mark.parametrize(
    "wanted", ["", "fi", "zh-TW", "zh-Hant", "*", ";;q=,", "q=1", "x" * 100_000, "sv;q=nan"]
)
def test_a_wish_that_nobody_speaks_finds_nothing(data_folder: Path, wanted: str) -> None:
    assert language.find(wanted) is None


def test_a_language_of_the_user_is_known_at_once_and_forgotten_when_it_is_removed(data_folder: Path) -> None:
    assert "sv" not in language.known()
    folder = language_packs.write("sv", home=data_folder / "languages")
    assert language.known()["sv"].name == "SV"
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert "sv" not in language.known()


@pytest.mark.parametrize(
    "content", ["", "[]", "7", '{"cards": 3}', '{"name": ["x"], "cards": {"a": []}}', "[" * 9000]
)
def test_a_damaged_pack_never_stops_the_program(data_folder: Path, content: str) -> None:
    path = language_packs.put(data_folder / "languages" / "sv" / "language.json", {})
    path.write_text(content)
    assert "en" in language.known()


def test_lists_are_joined_as_in_the_language(data_folder: Path) -> None:
    language_packs.write("sv")
    assert language.join(["A", "B", "C"]) == "A, B and C"
    with language.using("sv"):
        assert language.join(["A", "B", "C"]) == "A, B och C"
        assert language.join(["A", "B"], "or") == "A eller B"
        assert language.number(1234567) == "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567"


def test_and_is_not_written_onto_a_number_in_hebrew() -> None:
    with language.using("he"):
        assert language.join(["2 זרים", "1 שד"]) == "2 זרים ו-1 שד"
        assert language.join(["זר", "שד"]) == "זר ושד"
        assert language.join(["זר", ""]) == "זר ו-"


def test_a_text_that_has_a_plural_is_found_alone_by_every_python() -> None:
    """Python 3.11.2 looks for it under the text alone."""
    with language.using("de"):
        one = language.ngettext("almanac page", "almanac pages", 1)
    assert one != "almanac page"
    assert language._catalogue("de")._catalog["almanac page"] == one  # type: ignore[attr-defined]
