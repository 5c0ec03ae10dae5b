"""Keywords on paper: set apart in abilities, explained where they occur, and private where they must be."""

import json
from typing import Any

import builder
from builder import formats
from builder.game.markup import Mark
from builder.game.script import Script
from builder.printables import almanac, common, sheet, tokens

PRIVATE = "Kumquat"
TARNISHED = {"term": "tarnished", "also": ["tarnish"], "text": "A tarnished player can't vote."}
HIDDEN = {"term": PRIVATE, "text": f"{PRIVATE}s are for me."}
META: dict[str, Any] = {
    "id": "_meta",
    "name": "Rust",
    "clockwright": {
        "keywords": [
            TARNISHED,
            {"term": "gilded", "text": "Nobody is."},
            HIDDEN | {"notes": PRIVATE},
            {"term": "mute"},
        ],
        "characters": {"own_mute": {"export": False}, "own_rust": {"notes": f"A {PRIVATE} note."}},
    },
}
RUST = {
    "id": "own_rust",
    "name": "Rust",
    "team": "minion",
    "ability": "Each night*, tarnish a mute player. [They are tarnished]",
}
MUTE = {"id": "own_mute", "name": "Mute", "team": "outsider", "ability": f"You are a {PRIVATE}."}


def script(*entries: object) -> Script:
    return builder.parse(json.dumps([META, RUST, *entries, "imp"]))


def test_terms_are_set_apart_in_abilities() -> None:
    rows = [row for block in sheet.content(script()).blocks for row in block.rows]
    assert [piece.text for piece in rows[0].ability if piece.mark is Mark.TERM] == ["tarnish", "mute"]
    assert common.text(rows[0].ability) == common.text(common.ability(RUST["ability"]))


def test_only_terms_that_occur_are_explained() -> None:
    assert [each.term for each in sheet.content(script()).terms] == ["tarnished"]
    assert any(
        text.startswith("tarnished: A tarnished") for text in sheet.content(script()).sections[-1].texts
    )
    assert [each.term for each in almanac.content(script()).terms] == ["tarnished"]
    cards = [face for face in tokens.content(script()).faces if face.file == "rules/tarnished"]
    assert [common.text(face.words)[:20] for face in cards] == ["A tarnished player c"]
    without = builder.parse(json.dumps([META, "imp"]))
    assert sheet.content(without).terms == almanac.content(without).terms == ()


def test_terms_of_hidden_characters_and_private_notes_are_for_their_author_alone() -> None:
    assert PRIVATE in [each.term for each in sheet.content(script(MUTE)).terms]
    assert PRIVATE not in repr(almanac.content(script(MUTE)))
    for name in ("official", "markdown"):
        assert PRIVATE not in formats.write(formats.public(script(MUTE)), name)
    assert PRIVATE in formats.write(script(MUTE), "official")
    kept = formats.public(script(MUTE)).written_meta
    assert kept
    assert kept["clockwright"]["keywords"] == [
        TARNISHED,
        {"term": "gilded", "text": "Nobody is."},
        {"term": "mute"},
    ]


def test_a_save_of_bloodstars_tells_that_it_has_no_keywords() -> None:
    report = formats.found()["bloodstar"].report
    assert ["keywords" in each.message for each in report(script())].count(True) == 1
