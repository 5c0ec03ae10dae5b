"""What the buttons of advice do: add a character where it belongs, sort, make a character one's own."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import builder
from builder import checks, editing
from builder.game.script import Script

HERE = Path(__file__).parent
MODULES = [*Path(checks.__file__).parent.glob("*.py")]
META = {"id": "_meta", "name": "Low Tide"}


def script(*entries: Any) -> Script:
    return builder.parse(json.dumps(entries))


def offers_a_fix(check: checks.Check) -> bool:
    """Whether its function makes a fix, or one of the module's functions that it calls."""
    texts_of_modules = (path.read_text("utf-8") for path in MODULES)
    (source,) = (text for text in texts_of_modules if f'("{check.code}", Severity.' in text)
    functions = {each.name: each for each in ast.parse(source).body if isinstance(each, ast.FunctionDef)}
    left = [each for each in functions.values() if f"('{check.code}'" in ast.unparse(each.decorator_list)]
    texts: dict[str, str] = {}
    while left:
        here = left.pop()
        text = texts[here.name] = ast.unparse(here)
        left += [each for name, each in functions.items() if f"{name}(" in text and name not in texts]
    return any("Fix(" in text for text in texts.values())


@pytest.mark.parametrize(
    "check", [check for check in checks.found() if offers_a_fix(check)], ids=lambda check: check.code
)
def test_every_check_that_offers_a_fix_has_an_example_that_presses_its_button(check: checks.Check) -> None:
    pressed = 0
    for path in (HERE / check.code).glob("bad-*.json"):
        script = builder.parse(path)
        before = list(check.check(script))
        for problem in before:
            if problem.fix:
                pressed += 1
                after = list(check.check(editing.change(script, problem.fix.op).script))
                assert len(after) < len(before)
    assert pressed


@pytest.mark.parametrize(
    ("entries", "added", "expected"),
    [
        (["chef", "baron", "imp"], "butler", ["chef", "butler", "baron", "imp"]),
        (
            [META, {"id": "chef"}, {"id": "imp"}],
            "djinn",
            [META, {"id": "chef"}, {"id": "imp"}, {"id": "djinn"}],
        ),
        (["imp", "bootlegger", "gardener"], "djinn", ["imp", "djinn", "bootlegger", "gardener"]),
        (["imp", META, "gardener"], "bootlegger", ["imp", "bootlegger", META, "gardener"]),
        ([META, "imp"], "chef", [META, "chef", "imp"]),
        (["imp", "chef", "qqqq"], "djinn", ["imp", "chef", "djinn", "qqqq"]),
    ],
)
def test_a_character_is_added_where_the_official_order_has_it(
    entries: Any, added: str, expected: Any
) -> None:
    before = script(*entries)
    after = editing.change(before, {"op": "add", "id": added}).script
    assert after.written() == expected
    assert after.entries[[entry.key for entry in after.entries].index(added)].character is not None


def test_sorting_leaves_the_meta_entry_and_every_definition_as_they_were() -> None:
    own = {
        "id": "diver",
        "name": "Diver",
        "team": "townsfolk",
        "ability": "You start knowing how deep it is.",
    }
    after = editing.change(script({"id": "imp"}, META, own, "chef", "qqqq"), {"op": "sort"}).script
    assert after.written()[1] == META
    assert [entry.id for entry in after.entries] == ["diver", "chef", "imp", "qqqq"]
    assert own in after.written()
    assert editing.change(after, {"op": "sort"}).script == after


def test_an_official_character_made_ones_own_is_a_full_valid_character() -> None:
    jinx = {"id": "chef", "reason": "The Chef never counts the Imp."}
    before = script(META, {"id": "imp", "jinxes": [jinx]}, "baron", "butler", "chef", "empath")
    after = editing.change(before, {"op": "make-own", "path": "$[1]", "id": "imp_own"}).script
    made = after.written()[1]
    assert (made["id"], made["name"], made["team"], made["jinxes"]) == ("imp_own", "Imp", "demon", [jinx])
    assert made["otherNight"] > 0
    assert [problem.code for problem in builder.formats.official.format_problems(after.written())] == []
    assert after.written()[2:] == before.written()[2:]


@pytest.mark.parametrize(
    "op",
    [
        {"op": "add"},
        {"op": "add", "id": "nobody"},
        {"op": "add", "id": 5},
        {"op": "make-own", "path": "$[1]", "id": "x"},
        {"op": "make-own", "path": "$[9]", "id": "x"},
        {"op": "dismiss"},
        {"op": "dismiss", "code": 5},
        {"op": "dismiss", "code": "x", "characters": "imp"},
    ],
    ids=str,
)
def test_what_cannot_be_done_is_said_so(op: dict[str, Any]) -> None:
    with pytest.raises(editing.EditError):
        editing.change(script(META, "nobody", "imp"), op)
