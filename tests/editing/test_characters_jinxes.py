"""Jinxes of an author's own characters with anybody."""

import json
from typing import Any

import pytest

import builder
from builder import catalogue, editing
from builder.editing import EditError
from builder.game.jinxes import applying
from builder.game.script import Script

LAMP = {"id": "lamp_own", "name": "Lamplighter", "team": "townsfolk", "ability": "Each night, a lamp."}
MOTH = {"id": "moth_own", "name": "Night Moth", "team": "minion", "ability": "Each night*, it flutters."}


def script(*entries: Any) -> Script:
    return builder.parse(json.dumps([{"id": "_meta", "name": "Bells"}, *entries]))


def bells(lamp: list[Any] | None = None, moth: list[Any] | None = None) -> Script:
    one = LAMP | ({"jinxes": lamp} if lamp is not None else {})
    other = MOTH | ({"jinxes": moth} if moth is not None else {})
    return script("chef", one, other, "imp")


def jinx(to: Script, who: str, other: str, reason: str) -> Script:
    place = [entry.id for entry in to.entries].index(who)
    return editing.change(to, {"op": "jinx", "who": [place, who], "with": other, "reason": reason}).script


def written(of: Script, who: str) -> Any:
    return next(entry.written.get("jinxes") for entry in of.entries if entry.id == who)


def told(of: Script) -> dict[frozenset[str], str]:
    return {each.pair: each.reason for each in applying(of, catalogue.jinxes())}


def test_a_jinx_with_an_official_character_stands_with_the_authors_own() -> None:
    changed = jinx(bells(), "lamp_own", "Imp", " The Imp sees\r\nthe lamp. ")
    assert written(changed, "lamp_own") == [{"id": "imp", "reason": "The Imp sees\nthe lamp."}]
    assert told(changed) == {frozenset({"lampown", "imp"}): "The Imp sees\nthe lamp."}


def test_asked_from_the_official_side_it_stands_with_the_authors_own_too() -> None:
    changed = jinx(bells(), "imp", "lamp_own", "The Imp sees the lamp.")
    assert written(changed, "lamp_own") == [{"id": "imp", "reason": "The Imp sees the lamp."}]


def test_a_character_is_found_by_its_name() -> None:
    assert written(jinx(bells(), "lamp_own", "night moth", "Drawn."), "lamp_own") == [
        {"id": "moth_own", "reason": "Drawn."}
    ]


def test_a_jinx_with_somebody_who_is_not_here_waits_until_they_come() -> None:
    changed = jinx(bells(), "lamp_own", "Fang Gu", "Waits.")
    assert written(changed, "lamp_own") == [{"id": "fanggu", "reason": "Waits."}]
    assert told(changed) == {}


def test_a_jinx_that_the_other_one_holds_is_changed_there() -> None:
    held = bells(moth=[{"id": "Lamp_Own", "reason": "Old."}, {"id": "imp", "reason": "Other."}])
    changed = jinx(held, "lamp_own", "moth_own", "New.")
    assert written(changed, "lamp_own") is None
    assert written(changed, "moth_own") == [
        {"id": "Lamp_Own", "reason": "New."},
        {"id": "imp", "reason": "Other."},
    ]


def test_a_jinx_that_both_hold_says_the_same_afterwards_and_goes_from_both() -> None:
    held = bells([{"id": "moth_own", "reason": "One."}], [{"id": "lamp_own", "reason": "Two."}])
    assert told(jinx(held, "moth_own", "lamp_own", "New.")) == {frozenset({"lampown", "mothown"}): "New."}
    gone = jinx(held, "moth_own", "lamp_own", "")
    assert (told(gone), written(gone, "lamp_own"), written(gone, "moth_own")) == ({}, None, None)


def test_a_jinx_that_is_there_twice_is_there_once_afterwards() -> None:
    held = bells(
        [{"id": "imp", "reason": "One."}, {"id": "chef", "reason": "X."}, {"id": "Imp", "reason": "Two."}]
    )
    assert written(jinx(held, "lamp_own", "imp", "New."), "lamp_own") == [
        {"id": "imp", "reason": "New."},
        {"id": "chef", "reason": "X."},
    ]


def test_what_is_no_jinx_stays_where_it_was() -> None:
    held = bells([7, {"id": "imp", "reason": "One.", "more": True}, "moth_own"])
    changed = jinx(held, "lamp_own", "imp", "New.")
    assert written(changed, "lamp_own") == [7, {"id": "imp", "reason": "New.", "more": True}, "moth_own"]


def test_a_long_reason_is_kept_and_shortened_in_a_file_for_the_app() -> None:
    changed = jinx(bells(), "lamp_own", "imp", "word " * 200)
    assert len(written(changed, "lamp_own")[0]["reason"]) == 999
    assert len(json.loads(builder.dump(changed))[2]["jinxes"][0]["reason"]) <= 500
    assert builder.parse(builder.dump(changed)).written() == changed.written()


def test_the_author_hears_what_happened() -> None:
    held = bells()
    op = {"op": "jinx", "who": [1, "lamp_own"], "with": "imp"}
    change = editing.change(held, {**op, "reason": "New."})
    assert (change.label, change.say) == (
        "Jinx of Lamplighter and Imp",
        "Jinx of Lamplighter and Imp saved.",
    )
    assert editing.change(change.script, {**op, "reason": "New."}).label == ""
    gone = editing.change(change.script, {**op, "reason": " "})
    assert (gone.label, gone.script) == ("− jinx of Lamplighter and Imp", held)
    assert editing.change(held, {**op, "reason": ""}).say == "There is no such jinx."


@pytest.mark.parametrize(
    ("op", "sentence"),
    [
        ({"with": "lamp_own"}, "Lamplighter cannot have a jinx with itself."),
        ({"with": ""}, "Choose the other character"),
        ({"with": 7}, "Choose the other character"),
        ({"with": "nobody at all"}, "There is no character called “nobody at all”"),
        ({"with": "imp", "who": [0, "chef"]}, "Create a variant of Chef first."),
        ({"with": "imp", "reason": "x" * 30_000}, "The limit is 20,000"),
        ({"with": "imp", "reason": ["x"]}, "must be a text"),
        ({"with": "imp", "who": [9, "gone"]}, "no longer on the script"),
    ],
)
def test_a_jinx_that_cannot_be_is_a_sentence(op: dict[str, Any], sentence: str) -> None:
    with pytest.raises(EditError) as error:
        editing.change(bells(), {"op": "jinx", "who": [1, "lamp_own"], "reason": "Because.", **op})
    assert sentence in str(error.value)
