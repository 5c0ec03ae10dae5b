"""Our own writing of JSON with indent is Python's, letter by letter."""

import json
from typing import Any

import pytest

import builder
from builder.formats.official.json_text import indented


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        [[], {}, [[]], {"a": {}}],
        [1, -0.5, 1e300, True, False, None, 12345678901234567890],
        {"": 'quotes " and \\ and \n and \u2028', "ṣ": "占い師 🕰", "tab": "\t\x00\x7f"},
        [
            {"id": "_meta", "name": "x", "firstNight": ["a", "b"]},
            "imp",
            {"id": "owl", "jinxes": [{"id": "a"}]},
        ],
        ({"tuple": (1, 2)}, ()),
        {"d": {1: "a key that is no text", None: 2}},
    ],
)
def test_it_is_what_python_writes(value: Any) -> None:
    assert indented(value) == json.dumps(value, ensure_ascii=False, indent=2)


def test_two_scripts_with_one_definition_keep_what_is_said_beside_each() -> None:
    owl = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}

    def of(notes: str) -> str:
        block = {"characters": {"owl": {"notes": notes}}}
        script = builder.parse(json.dumps([{"id": "_meta", "name": "x", "clockwright": block}, owl]))
        return script.characters[0].page.notes

    assert [of("one"), of("two"), of("one"), of("")] == ["one", "two", "one", ""]
