"""What others get of a script: nothing that a newer version may mean as private."""

import json
from typing import Any

import builder
from builder import formats

META: dict[str, Any] = {
    "id": "_meta",
    "name": "Low Tide",
    "of_another_program": {"kept": 1},
    "clockwright": {
        "almanac": {"synopsis": "Dark."},
        "baseUrl": "https://example.org/tide",
        "diary_of_2031": "Ada must not read this.",
        "characters": {
            "diver": {
                "almanac": {"overview": "Deep."},
                "tags": ["information"],
                "confession_of_2031": "I stole it.",
            }
        },
    },
}
DIVER = {
    "id": "diver",
    "name": "Diver",
    "team": "townsfolk",
    "ability": "You start knowing how deep it is.",
    "of_another_program": "depth",
}


def test_what_a_newer_version_wrote_beside_a_script_is_not_for_others() -> None:
    script = builder.parse(json.dumps([META, DIVER, "imp"]))
    meta, diver, _ = formats.public(script).written()
    assert "2031" not in json.dumps([meta, diver])
    assert meta["clockwright"] == {
        "almanac": {"synopsis": "Dark."},
        "baseUrl": "https://example.org/tide",
        "characters": {"diver": {"almanac": {"overview": "Deep."}, "tags": ["information"]}},
    }


def test_fields_of_other_programs_go_along_and_the_author_keeps_everything() -> None:
    script = builder.parse(json.dumps([META, DIVER, "imp"]))
    meta, diver, _ = formats.public(script).written()
    assert (meta["of_another_program"], diver["of_another_program"]) == ({"kept": 1}, "depth")
    assert builder.parse(builder.dump(script)).written()[0] == META


def test_a_script_with_nothing_private_is_given_as_it_is() -> None:
    block = {name: META["clockwright"][name] for name in ("almanac", "baseUrl")}
    script = builder.parse(json.dumps([META | {"clockwright": block}, DIVER]))
    assert formats.public(script) is script
