"""Every check has examples: scripts that it must speak about, word for word, and scripts that it must pass.

`bad-*.json` stands beside `bad-*.txt`, which holds what a user reads. After a change of wording, look at the
difference and write it anew: `UPDATE_EXAMPLES=1 .venv/bin/pytest tests/checks`.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import builder
from builder import checks, editing
from builder.game.problem import Problem

HERE = Path(__file__).parent
CHECKS = {check.code: check for check in checks.found()}
BAD = sorted(HERE.glob("*/bad-*.json"))
RENEW = "Look at the difference. If it is right: UPDATE_EXAMPLES=1 .venv/bin/pytest tests/checks"
#: Checks about entries that nobody knows.
OF_UNKNOWN = {"empty-id", "format", "reading", "unknown-id"}
GOOD = sorted(HERE.glob("*/good-*.json"))


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def findings(path: Path) -> list[Problem]:
    """What the check of this folder says, as a user gets it."""
    script = builder.parse(path)
    ours = {(problem.code, problem.path) for problem in CHECKS[path.parent.name].check(script)}
    return [problem for problem in builder.problems(script) if (problem.code, problem.path) in ours]


def told(problem: Problem) -> str:
    button = f" [{problem.fix.label}]" if problem.fix else ""
    return f"{problem.severity.value} {problem.code} {problem.path or '-'}: {problem.message}{button}\n"


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_every_check_has_an_example_of_each_kind(code: str) -> None:
    assert list((HERE / code).glob("bad-*.json")), (
        f"tests/checks/{code} needs a script that the check speaks about"
    )
    assert list((HERE / code).glob("good-*.json")), (
        f"tests/checks/{code} needs a script that the check passes"
    )


def test_every_folder_of_examples_belongs_to_a_check() -> None:
    assert {path.parent.name for path in [*BAD, *GOOD]} == set(CHECKS)


@pytest.mark.parametrize("path", BAD, ids=label)
def test_a_bad_script_is_told_so_in_these_words(path: Path) -> None:
    text = "".join(map(told, findings(path)))
    assert text, "the check says nothing about its own bad example"
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE_EXAMPLES"):
        expected.write_text(text, "utf-8")
    assert expected.exists(), RENEW
    assert text == expected.read_text("utf-8"), RENEW


@pytest.mark.parametrize(
    "path", [path for path in [*BAD, *GOOD] if path.parent.name not in OF_UNKNOWN], ids=label
)
def test_everybody_in_an_example_is_known(path: Path) -> None:
    unknown = [entry.id for entry in builder.parse(path).unknown]
    assert unknown == [], "a check never sees a character that nobody knows"


@pytest.mark.parametrize("path", BAD, ids=label)
def test_a_message_is_a_whole_sentence_about_characters_of_the_script(path: Path) -> None:
    script = builder.parse(path)
    for problem in builder.problems(script):
        assert problem.message.endswith((".", ".)", "?"))
        assert "  " not in problem.message
        if problem.code != "unknown-night-entry":
            assert set(problem.characters) <= {entry.id for entry in script.entries}


@pytest.mark.parametrize("path", GOOD, ids=label)
def test_a_good_script_is_passed(path: Path) -> None:
    assert [problem.message for problem in findings(path)] == []


@pytest.mark.parametrize("path", BAD, ids=label)
def test_each_button_mends_its_problem_and_nothing_else(path: Path) -> None:
    script = builder.parse(path)
    before = builder.problems(script)
    assert before
    for problem in before:
        if problem.fix is None:
            continue
        mended = editing.change(script, problem.fix.op).script
        assert alike(problem, builder.problems(mended)) < alike(problem, before), problem.message
        if "path" not in problem.fix.op:
            assert WHOLE[problem.fix.op["op"]](script.written(), mended.written(), problem.fix.op)
            continue
        assert untouched(script.written(), problem.fix.op) == untouched(
            mended.written(), problem.fix.op, mended=True
        )


def _without_former(values: list[Any]) -> list[Any]:
    """The script without the names that a rewritten text need not have any more."""
    return json.loads(
        json.dumps(values),
        object_hook=lambda held: held | {"formerNames": {}} if "formerNames" in held else held,
    )


#: For fixes of the whole script: whether before and after differ by just that.
WHOLE: dict[str, Callable[[list[Any], list[Any], Any], bool]] = {
    "add": lambda before, after, op: (
        before == [value for value in after if value not in (op["id"], {"id": op["id"]})]
    ),
    "rewrite": lambda before, after, op: (
        _with_texts(_without_former(after), {each["to"]: each["from"] for each in op["texts"]})
        == _without_former(before)
    ),
    "sort": lambda before, after, _: (
        before != after and sorted(map(repr, before)) == sorted(map(repr, after))
    ),
}


def _with_texts(value: Any, texts: dict[str, str]) -> Any:
    """A value with other texts in it."""
    if isinstance(value, list):
        return [_with_texts(each, texts) for each in value]
    if isinstance(value, dict):
        return {name: _with_texts(each, texts) for name, each in value.items()}
    return texts.get(value, value) if isinstance(value, str) else value


def alike(problem: Problem, problems: list[Problem]) -> int:
    """How often the same is said of the same character."""
    wanted = (problem.code, problem.characters, bare(problem))
    return sum((other.code, other.characters, bare(other)) == wanted for other in problems)


def bare(problem: Problem) -> str:
    """The sentence without its line, which a mended script no longer has."""
    return problem.message.partition(": ")[2].lower() if problem.line else problem.message.lower()


def untouched(values: list[Any], op: Any, *, mended: bool = False) -> list[Any]:  # JSON
    """The entries that the fix was not about, and of the one that it was about the other fields."""
    head, _, field = op["path"].removeprefix("$[").partition("]")
    index, field = int(head), field.lstrip(".").partition("[")[0]
    entry = values[index] if not (mended and op["op"] == "remove" and not field) else None
    if op["op"] == "make-own":  # what is known of its original goes into `_meta`, for the new id alone
        metas = [without_extras(value, op["id"]) if is_meta(value) else value for value in values]
        return [*metas[:index], entry["jinxes"], *metas[index + 1 :]]
    name = "id" if op["op"] == "replace-id" else field
    rest = (
        [{key: value for key, value in entry.items() if key != name}]
        if name and isinstance(entry, dict)
        else []
    )
    after = values[index:] if mended and entry is None else values[index + 1 :]
    return [*values[:index], *rest, *after]


def test_every_check_explains_itself_in_a_sentence_and_a_paragraph() -> None:
    for check in CHECKS.values():
        assert check.summary.startswith(("Whether ", "What "))
        assert check.summary.endswith(".")
        assert len(check.help.splitlines()) >= 3, check.code


def is_meta(value: Any) -> bool:  # JSON
    return isinstance(value, dict) and value.get("id") == "_meta"


def without_extras(meta: Any, own_id: str) -> Any:  # JSON
    """The `_meta` without our extra fields for one id."""
    block = {**meta.get("clockwright", {})}
    block["characters"] = {
        name: extra for name, extra in block.get("characters", {}).items() if name != own_id
    }
    return {**meta, "clockwright": block}


@pytest.mark.parametrize("path", BAD, ids=label)
def test_percent_signs_in_names_stand_in_messages_as_they_are(path: Path) -> None:
    items = json.loads(builder.dump(builder.parse(path)))
    for each in items:
        if isinstance(each, dict) and isinstance(each.get("name"), str):
            each["name"] += " %s 100% %(name)d"
    checks.problems(builder.parse(json.dumps(items)))


@pytest.mark.parametrize(
    ("code", "ability"),
    [
        ("lone-extra-death", "Each night*, choose a player: they die. A 2nd player might die tonight."),
        ("lone-resurrection", "Once per game, at night*, choose a dead player: they are resurrected."),
    ],
)
def test_percent_signs_in_the_name_of_a_lone_source_stand_as_they_are(code: str, ability: str) -> None:
    trouble_brewing = (
        "washerwoman librarian investigator chef empath fortuneteller undertaker monk ravenkeeper virgin slayer"
        " soldier mayor butler drunk recluse saint poisoner spy scarletwoman baron imp"
    )
    own = {"id": "reaper", "name": "100% Reaper", "team": "minion", "ability": ability, "otherNight": 20}
    script = builder.parse(json.dumps([*trouble_brewing.split(), own]))
    (found,) = (each for each in checks.problems(script) if each.code == code)
    assert "100% Reaper" in found.message
