"""Setting findings aside: they no longer show, their note stays with the script, and they can come back."""

import json
from typing import Any

import pytest

import builder
from builder import checks, editing
from builder.game import dismissals
from builder.game.problem import Problem
from builder.game.script import Script

PLAIN = ["chef", "empath", "monk", "cannibal", "juggler", "butler", "baron", "imp", "djinn", "bootlegger"]


def script(*metas: dict[str, Any]) -> Script:
    return builder.parse(json.dumps([*metas, *PLAIN]))


def finding(of: Script, code: str) -> Problem:
    return next(problem for problem in builder.problems(of) if problem.code == code)


def again(of: Script) -> Script:
    return builder.parse(builder.dump(of))


META = {"id": "_meta", "name": "Low Tide", "author": "A. Harbour", "odd": [1]}


@pytest.mark.parametrize(
    "metas", [(), (META,), (META | {"clockwright": {"mine": 1}},)], ids=["none", "own", "extras"]
)
def test_a_finding_set_aside_is_not_told_again_and_keeps_its_note_in_the_file(
    metas: tuple[dict[str, Any], ...],
) -> None:
    before = script(*metas)
    idle = finding(before, "bootlegger-idle")
    after = again(editing.change(before, dismissals.op(idle, "We like it — really.")).script)
    assert "bootlegger-idle" not in {problem.code for problem in builder.problems(after)}
    assert [(problem.code, note) for problem, note in checks.dismissed(after)] == [
        ("bootlegger-idle", "We like it — really.")
    ]
    left = {problem.code for problem in builder.problems(before)} - {"bootlegger-idle"}
    assert {problem.code for problem in builder.problems(after)} == left
    assert [entry.written for entry in after.entries] == PLAIN


def test_everything_else_in_the_meta_entry_survives() -> None:
    before = script(META | {"clockwright": {"mine": 1}})
    after = again(again(editing.change(before, dismissals.op(finding(before, "bootlegger-idle"))).script))
    assert after.written()[0] == META | {
        "clockwright": {"mine": 1, "dismissed": [{"code": "bootlegger-idle", "characters": ["bootlegger"]}]}
    }


def test_a_finding_comes_back_and_the_file_is_as_before() -> None:
    before = script(META)
    idle = finding(before, "bootlegger-idle")
    back = editing.change(
        editing.change(before, dismissals.op(idle)).script, dismissals.restore_op(idle)
    ).script
    assert back == before
    assert builder.dump(back) == builder.dump(before)


def test_only_the_finding_about_these_characters_is_set_aside() -> None:
    before = builder.parse(json.dumps([META, "qqqqq", "wwwww", *PLAIN]))
    first = finding(before, "unknown-id")
    after = editing.change(before, dismissals.op(first)).script
    left = [problem.characters for problem in builder.problems(after) if problem.code == "unknown-id"]
    assert left == [("wwwww",)]


def test_without_characters_all_findings_of_the_code_are_set_aside() -> None:
    before = builder.parse(json.dumps([META, "qqqqq", "wwwww", *PLAIN]))
    after = editing.change(before, {"op": "dismiss", "code": "unknown-id", "note": "Ours."}).script
    assert "unknown-id" not in {problem.code for problem in builder.problems(after)}
    assert len(checks.dismissed(after)) == 2


def test_setting_aside_twice_keeps_the_later_note() -> None:
    before = script(META)
    idle = finding(before, "bootlegger-idle")
    twice = editing.change(
        editing.change(before, dismissals.op(idle, "one")).script, dismissals.op(idle, "two")
    ).script
    assert [note for _, note in checks.dismissed(twice)] == ["two"]
    assert len(twice.written()[0]["clockwright"]["dismissed"]) == 1


def test_a_finding_about_others_is_told_anew() -> None:
    before = builder.parse(json.dumps([META, *PLAIN[:-2], "alchemist", "spy"]))
    aside = editing.change(before, dismissals.op(finding(before, "djinn-missing"))).script
    assert "djinn-missing" not in {problem.code for problem in builder.problems(aside)}
    more = builder.parse(json.dumps([*aside.written(), "widow"]))
    assert "djinn-missing" in {problem.code for problem in builder.problems(more)}


@pytest.mark.parametrize(
    "extras",
    [
        "a text",
        [1],
        None,
        {"dismissed": "all"},
        {"dismissed": [1, {}, {"code": 5}, {"code": "bootlegger-idle", "characters": "x"}]},
        {"dismissed": [{"code": "bootlegger-idle", "characters": [None]}]},
        {"characters": {"imp": 5, "chef": {"tags": "x"}}},
        {"characters": []},
    ],
    ids=str,
)
def test_what_cannot_be_read_sets_nothing_aside_and_is_kept(extras: object) -> None:
    odd = script(META | {"clockwright": extras})
    idle = finding(odd, "bootlegger-idle")
    assert again(odd).written() == odd.written()
    after = again(editing.change(odd, dismissals.op(idle, "Fine.")).script)
    assert [note for _, note in checks.dismissed(after)] == ["Fine."]


def test_a_long_note_is_cut() -> None:
    before = script(META)
    after = editing.change(before, dismissals.op(finding(before, "bootlegger-idle"), "x" * 900)).script
    assert [len(note) for _, note in checks.dismissed(after)] == [500]
