"""Several texts rewritten at once: what is written, what is left alone, whom it follows."""

import json
from typing import Any

import pytest

import builder
from builder import editing
from builder.game.script import renames
from builder.web.view_models import conflicts

OWL: dict[str, Any] = {
    "id": "owl_own",
    "name": "Owl",
    "team": "townsfolk",
    "ability": "You may die.",
    "reminders": ["Hoots.", "Hoots.", "Dead"],
}


def op(field: str, before: str, after: str) -> dict[str, Any]:
    text = {"who": [0, "owl_own"], "field": field, "from": before, "to": after}
    return {"op": "rewrite", "label": "Spelling", "texts": [text]}


def test_every_token_with_a_text_is_rewritten() -> None:
    done = editing.change(builder.parse(json.dumps([OWL])), op("reminders", "Hoots.", "Hoots"))
    assert done.script.written() == [OWL | {"reminders": ["Hoots", "Hoots", "Dead"]}]
    assert done.label == "Spelling: Owl"


@pytest.mark.parametrize("field", ["ability", "reminders"])
def test_a_text_that_says_something_else_by_now_stays_and_is_named(field: str) -> None:
    script = builder.parse(json.dumps([OWL]))
    done = editing.change(script, op(field, "You can die.", "You might die."))
    assert (done.script, done.label) == (script, "")
    assert "Owl" in done.say


def test_a_rewrite_follows_a_character_to_its_new_id() -> None:
    before = builder.parse(json.dumps([OWL, "imp"]))
    after = editing.change(before, {"op": "character", "who": [0, "owl_own"], "id": "owl_new"}).script
    again = conflicts.op_now(op("ability", "You may die.", "You might die."), after, renames(before, after))
    assert again["texts"][0]["who"] == [0, "owl_new"]
    assert editing.change(after, again).script.characters[0].ability == "You might die."


@pytest.mark.parametrize(
    "texts", [None, [], ["x"], [{"who": [0, "owl_own"], "field": "team", "from": "", "to": ""}]]
)
def test_a_rewrite_without_texts_is_refused(texts: object) -> None:
    script = builder.parse(
        json.dumps([{"id": "owl_own", "name": "Tide", "team": "demon", "ability": "You might die."}])
    )
    with pytest.raises(editing.EditError):
        editing.change(script, {"op": "rewrite", "texts": texts})
