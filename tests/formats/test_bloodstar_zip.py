"""The .blood files of the older Bloodstar for Windows, good ones and hostile ones."""

import json
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from composing import refusal
from saving import fixture, packed

import builder
from builder import formats
from builder.game.script import Script

META = json.dumps(
    {"name": "Tolling", "author": "A. Ringer", "synopsis": "A bell.\r\nAnother.", "sftpUser": "me"}
)
ROLE: dict[str, Any] = {
    "id": "smith",
    "name": "Smith",
    "team": "townsfolk",
    "reminders": ["Rung", "Cracked"],
    "globalReminders": [],
    "setup": False,
    "ability": "Each night, ring.",
    "firstNight": 2,
    "otherNight": 0,
    "firstNightReminder": "Ring.",
    "otherNightReminder": "",
    "includeInExport": True,
    "note": "mine",
    "imageUploaded": False,
    "almanacEntry": {
        "flavor": "Ding.",
        "overview": "Rings.\nAnd rings.",
        "examples": "",
        "howToRun": "",
        "tip": "",
    },
}
TOLL = ROLE | {"id": "toll", "name": "Toll", "team": "demon", "firstNight": 1, "includeInExport": False}
PNG = b"\x89PNG\r\n\x1a\n"
FILES: dict[str, bytes | str] = {
    "meta.json": META,
    "logo.png": PNG,
    "roles/smith.json": json.dumps(ROLE),
    "roles/toll.json": json.dumps(TOLL),
    "src_images/smith.png": PNG + b"source",
    "processed_images/smith.png": PNG,
}


def read(files: Mapping[str, bytes | str]) -> Script:
    return builder.parse(packed(files))


def test_the_old_fields_are_read() -> None:
    script = read(FILES)
    smith, toll = script.characters
    assert (script.name, script.almanac.synopsis) == ("Tolling", "A bell.\n\nAnother.")
    assert (smith.name, smith.reminders, smith.flavor) == ("Smith", ("Rung", "Cracked"), "Ding.")
    assert (smith.page.overview, smith.page.rules) == ("Rings.", ("And rings.",))
    assert (smith.page.notes, smith.page.export, toll.page.export) == ("mine", True, False)
    assert smith.images[0].startswith("data:image/png;base64,iVBOR")
    assert script.meta.logo.startswith("data:image/png;base64,")


def test_the_nights_follow_the_numbers() -> None:
    assert read(FILES).meta.first_night == ("dusk", "minioninfo", "demoninfo", "toll", "smith", "dawn")


def test_without_numbers_there_is_no_order_and_it_is_said() -> None:
    plain = {name: value for name, value in ROLE.items() if name not in {"firstNight", "otherNight"}}
    script = read({"meta.json": META, "roles/smith.json": json.dumps(plain)})
    assert script.meta.first_night is None
    assert "This .blood file has no night order" in script.reading[0].message


def test_source_pictures_and_settings_go_on_to_today_s_bloodstar() -> None:
    save = json.loads(formats.write(read(FILES), "bloodstar"))
    assert save["characterList"][0]["unStyledImage"].startswith("data:image/png;base64,")
    assert save["meta"]["sftpUser"] == "me"
    assert save["characterList"][0]["imageUploaded"] is False


def test_one_that_holds_today_s_fields_is_read_too() -> None:
    script = builder.parse(fixture("bloodstar/harbour-lights.blood"))
    same = builder.parse(fixture("bloodstar/save.json"))
    assert [each.page for each in script.characters] == [each.page for each in same.characters]
    assert [each.reminders for each in script.characters] == [each.reminders for each in same.characters]
    assert script.characters[0].images == same.characters[0].images
    assert "It cannot hold a changelog" in script.reading[-1].message


def test_a_picture_of_nobody_and_a_strange_file_are_told() -> None:
    more = {
        "src_images/nobody.png": PNG,
        "readme.txt": "hello",
        "../../etc/passwd": "x",
        "roles/a/b.json": "{}",
    }
    told = [problem.message for problem in read(FILES | more).reading]
    assert told[:2] == [
        (
            "These files do not belong in a .blood file and were left out: “readme.txt”, “../../etc/passwd”, "
            "“roles/a/b.json”."
        ),
        "These pictures belong to no character in this .blood file and were left out: “nobody”.",
    ]


def test_every_role_that_cannot_be_read_is_named() -> None:
    broken = {"roles/a.json": "{", "roles/b.json": "[]", "roles/c.json": b"\x00\x01"}
    told = refusal(packed(FILES | broken)).splitlines()
    assert [line.partition(":")[0] for line in told] == ["roles/a.json", "roles/b.json", "roles/c.json"]


def test_a_slip_in_a_role_is_told_with_its_file() -> None:
    told = [problem.message for problem in read(FILES | {"roles/smith.json": '{"name": "Smith",}'}).reading]
    assert told[0].startswith("roles/smith.json: There is an extra comma")


def test_another_archive_is_called_one() -> None:
    assert (
        refusal(packed({"photo.jpg": b"x"}))
        == "This is a ZIP archive, not a script. Use the script's JSON file."
    )
    assert "no characters (roles/….json)" in refusal(packed({"meta.json": META}))


def damaged() -> bytes:
    whole = bytearray(packed(FILES))
    whole[whole.index(b"roles/smith.json") + 40] ^= 0xFF
    return bytes(whole)


def locked() -> bytes:
    whole = packed(FILES)
    at = whole.rindex(b"PK\x01\x02")
    return whole[: at + 8] + b"\x01" + whole[at + 9 :]


def many(number: int) -> dict[str, bytes | str]:
    return {f"roles/{each}.json": "{}" for each in range(number)}


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "cut off": (lambda: packed(FILES)[:400], "This file is damaged"),
    "damaged": (damaged, "This file is damaged"),
    "a password": (locked, "has a password"),
    "a bomb of text": (
        lambda: packed(FILES | {"roles/x.json": " " * 900_000 + "{}"}),
        "unzips to 200 times its size",
    ),
    "a large text": (lambda: packed({"roles/x.json": " " * 1_000_001}), "The limit is 1,000,000"),
    "a bomb of pictures": (
        lambda: packed(FILES | {"src_images/x.png": b"\0" * 4_900_000}),
        "unzips to 200 times its size",
    ),
    "a large picture": (lambda: packed(FILES | {"logo.png": b"\0" * 5_000_001}), "The limit is 5,000,000"),
    "40 MB": (lambda: packed(FILES, zipfile.ZIP_STORED) + b"\0" * 40_000_000, "The limit is 40,000,000"),
    "100,000 files": (lambda: packed(FILES) + b"PK\x01\x02" * 100_000, "has more than 6,002 files"),
    "2,001 roles": (lambda: packed(many(2_001)), "more than 2,000 characters"),
    "another packing": (
        lambda: packed(FILES, zipfile.ZIP_LZMA),
        "compressed in a way that cannot be read here",
    ),
    "deep JSON": (lambda: packed({"roles/x.json": "[" * 100_000}), "nested more than 64 deep"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_is_refused_in_words(name: str) -> None:
    make, expected = HOSTILE[name]
    assert expected in refusal(make())
