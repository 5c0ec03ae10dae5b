"""What the formats say of themselves, and that whoever adds one is told what is missing."""

import io
import re
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

import builder
from builder import formats
from builder.errors import UnreadableScriptError
from builder.formats import merge_files, official
from builder.formats.carriers import bundles
from builder.formats.carriers.bundles import File
from builder.formats.text import Draft, script_of
from builder.game.teams import Team

DOCS = Path("docs/formats.md").read_text("utf-8")
SECTIONS = {
    "read": DOCS.partition("## What is read")[2].partition("\n## ")[0],
    "write": DOCS.partition("## What is written")[2].partition("\n## ")[0],
}
DIRECTIONS = [
    (name, direction)
    for name, module in formats.found().items()
    for direction in SECTIONS
    if hasattr(module, direction)
]


def module(name: str, path: str = "", **constants: object) -> ModuleType:
    """A format module of somebody's own."""
    made = ModuleType(path or f"builder.formats.text.{name}")
    made.__dict__.update(NAME=name, TITLE="A format of somebody's own", **constants)
    return made


@pytest.mark.parametrize(("name", "direction"), DIRECTIONS)
def test_every_format_has_a_row_in_the_docs(name: str, direction: str) -> None:
    assert re.search(rf"(?m)^\| `{name}` \|", SECTIONS[direction]), (
        f"The format “{name}” has no row in docs/formats.md: add “| `{name}` | … |” to the table under “What is "
        f"{ {'read': 'read', 'write': 'written'}[direction] }”."
    )


@pytest.mark.parametrize("section", SECTIONS)
def test_no_empty_line_breaks_a_table_of_the_docs(section: str) -> None:
    assert not re.search(r"\|\n\n+\|", SECTIONS[section])


def test_two_formats_of_one_name_are_an_error_that_names_both() -> None:
    first, second = module("csv", "rooms.one"), module("csv", "rooms.two")
    with pytest.raises(ValueError, match=r"“csv”: rooms\.one and rooms\.two\. Give one of them another NAME"):
        formats.by_name([first, second])
    assert formats.by_name([first, module("tsv")]).keys() == {"csv", "tsv"}


def test_a_format_that_says_nothing_of_its_rank_loses_against_every_other() -> None:
    script, mine = (
        builder.parse('[{"id": "_meta", "name": "Fog"}, "imp"]'),
        builder.parse('[{"id": "_meta", "name": "Mist"}, "imp"]'),
    )
    merged = merge_files.merged([merge_files.Part(module("mine"), mine), merge_files.Part(official, script)])
    assert merged.name == "Fog"
    assert [each.message for each in merged.reading] == [
        "The script: the files differ in “name”. The text from the script file is used."
    ]


def test_a_format_says_itself_what_wins_and_what_it_is_called() -> None:
    script, mine = (
        builder.parse('[{"id": "_meta", "name": "Fog"}, "imp"]'),
        builder.parse('[{"id": "_meta", "name": "Mist"}, "imp"]'),
    )
    table = module("mine", RANK=(-1, 9), CALLED="the table")
    merged = merge_files.merged([merge_files.Part(official, script), merge_files.Part(table, mine)])
    assert merged.name == "Mist"
    assert [each.message for each in merged.reading] == [
        "The script: the files differ in “name”. The text from the table is used."
    ]


def test_a_file_in_an_archive_is_found_by_the_ending_that_its_format_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mine.own-format", "Imp\nBaron")
    file = File("set.zip", packed.getvalue())
    with pytest.raises(UnreadableScriptError, match="There is no script in this ZIP archive"):
        bundles.in_archive(file)
    monkeypatch.setattr(bundles, "found", lambda: {"mine": module("mine", ENDINGS=(".own-format",))})
    bundles.readable_endings.cache_clear()
    try:
        assert [each.name for each in bundles.in_archive(file)] == ["mine.own-format"]
    finally:
        bundles.readable_endings.cache_clear()


def test_a_draft_carries_tokens_night_numbers_and_reminders() -> None:
    fields = {"firstNight": 3, "firstNightReminder": "Wake.", "reminders": ["Woken"], "setup": False}
    own = script_of([Draft("Lamplighter", Team.TOWNSFOLK, "Wake. [+1 Outsider]", fields=fields)]).characters[
        0
    ]
    assert (own.first_night, own.first_night_reminder, own.reminders, own.setup) == (
        3,
        "Wake.",
        ("Woken",),
        False,
    )


@pytest.mark.parametrize("text", ["Imp\nBaron\nMonk\nScarlet Woman\nTitle: Café", "# Café\nImp\nBaron"])
def test_a_list_that_is_not_utf_8_says_how_it_was_read(text: str) -> None:
    codes = [each.code for each in builder.parse(text.encode("windows-1252")).reading]
    assert "encoding" in codes


JUNK = [
    b"",
    b" ",
    b"\x00\xff",
    b"PK\x03\x04",
    b"\x89PNG\r\n\x1a\n",
    b"%PDF-",
    b"H4sI",
    b"<",
    b"{",
    "",
    "\ud800",
    "http://[",
    "<li class=page",
]


@pytest.mark.parametrize("source", [*JUNK, b"x" * 2_000_001], ids=lambda source: repr(source[:12]))
def test_no_format_raises_when_it_looks_whether_a_source_is_its_own(source: bytes | str) -> None:
    readers = [each for each in formats.found().values() if hasattr(each, "read")]
    assert {type(each.recognises(source)) for each in readers} == {bool}
