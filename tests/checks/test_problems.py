"""The list of problems as a whole: its order, its lines, its length."""

import json
import sys
from collections import defaultdict
from dataclasses import replace
from types import FrameType

import builder
from builder import checks, editing
from builder.game.problem import Severity
from builder.game.script import Script
from builder.memoize import RUN

LINES = """[
  {"id": "_meta", "name": "Low Tide", "logo": "logo.png"},
  "imp", "baron", "butler",
  "chef",
  "imp",
  {
    "id": "own",
    "name": "The Undertow",
    "team": "traveler",
    "firstNight": -3
  }
]
"""


def test_the_gravest_come_first_and_then_the_order_of_the_file() -> None:
    problems = builder.problems(builder.parse(LINES))
    gravity = [list(Severity).index(problem.severity) for problem in problems]
    assert gravity == sorted(gravity)
    faults = [each for each in problems if each.path and each.severity in (Severity.ERROR, Severity.WARNING)]
    assert [(problem.severity.value, problem.path) for problem in faults] == [
        ("error", "$[5]"),
        ("warning", "$[0].logo"),
        ("warning", "$[6].ability"),
        ("warning", "$[6].firstNight"),
        ("warning", "$[6].team"),
    ]


def test_each_problem_knows_its_line_and_column() -> None:
    found = {problem.path: problem for problem in builder.problems(builder.parse(LINES))}
    assert (found["$[5]"].line, found["$[5]"].column) == (5, 3)
    assert (found["$[6].team"].line, found["$[6].team"].column) == (9, 5)
    assert found["$[6].ability"].line == 6
    assert found["$[6].ability"].message == "Line 6: The Undertow has no “ability”. Add one; it may be empty."
    assert found["$[6].firstNight"].message.startswith(
        "Line 10: the position of the Undertow in the first night is -3."
    )


def test_an_entry_keeps_the_line_of_the_file_when_another_is_taken_out_by_hand() -> None:
    script = builder.parse(LINES)
    shorter = replace(script, entries=script.entries[3:])
    found = {problem.code: problem for problem in builder.problems(shorter)}
    assert (found["negative-night-number"].path, found["negative-night-number"].line) == (
        "$[3].firstNight",
        10,
    )


def test_a_script_made_by_hand_has_problems_without_lines() -> None:
    script = replace(builder.parse(LINES), source="")
    assert {problem.line for problem in builder.problems(script)} == {None}


def test_lines_are_right_where_the_export_kept_an_entry_aside() -> None:
    script = builder.parse(
        builder.dump(builder.parse('[5, {"id": "_meta", "name": "x", "logo": "y"}, "imp", "imp"]'))
    )
    found = {problem.code: problem for problem in builder.problems(script)}
    lines = script.source.splitlines()
    assert '"imp"' in lines[(found["duplicate"].line or 0) - 1]
    assert found["no-entry"].line is None
    assert found["relative-image"].line in {
        None,
        1 + next(n for n, line in enumerate(lines) if "logo" in line),
    }


def test_a_hundred_findings_of_a_kind_are_enough() -> None:
    script = builder.parse(json.dumps(["imp", *(f"nobody{number}" for number in range(150))]))
    unknown = [problem for problem in builder.problems(script) if problem.code == "unknown-id"]
    assert len(unknown) == 101
    assert (
        unknown[0].message
        == "The check “unknown-id” found more than 100 problems. Fix these first, then check again."
    )


def test_a_well_made_script_has_no_problem() -> None:
    names = """
        washerwoman grandmother librarian general dreamer oracle monk gambler courtier seamstress fisherman princess
        tealady butler golem mutant puzzlemaster harpy pithag eviltwin baron yaggababble po vigormortis vortox
    """
    assert builder.problems(builder.parse(json.dumps(names.split()))) == []


def test_checks_are_listed_with_their_help() -> None:
    listed = {check.code: check for check in checks.found()}
    assert listed["no-demon"].summary == "Whether there is a Demon on the script."
    assert listed["no-demon"].severity is Severity.ERROR


def _looks(script: Script) -> list[int]:
    """How many characters each check looks at that looks at one by itself."""
    seen: dict[str, set[str]] = defaultdict(set)

    def note(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_varnames[: code.co_argcount] in {("each", "meta"), ("each", "_meta")}:
            seen[code.co_name].add(frame.f_locals["each"].key)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        builder.problems(script)
    finally:
        sys.setprofile(before)
    return list(map(len, seen.values()))


def test_after_an_edit_checks_look_at_few_of_200_characters_again() -> None:
    own = [
        {"id": f"far{number}", "name": f"Far {number}", "team": "townsfolk", "ability": "You learn nothing."}
        for number in range(200)
    ]
    script = builder.parse(json.dumps(own))
    first = _looks(script)
    assert first
    assert set(first) == {200}
    change = editing.change(script, {"op": "character", "who": [7, "far7"], "ability": "You learn it all."})
    again = _looks(change.script)
    assert len(again) == len(first)
    assert max(again) <= RUN
    fresh = replace(builder.parse(builder.dump(change.script)), source="")
    assert builder.problems(fresh) == builder.problems(change.script)
