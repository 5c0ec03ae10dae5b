import json
from pathlib import Path

from calling import answer, call, write

TIDE = {"id": "tide", "name": "Tide", "team": "demon", "ability": "Each night*, choose a gull: they die."}


def test_hits_are_shown_and_nothing_is_written_without_output() -> None:
    said = call("replace", "-", "gull", "player", given=json.dumps([TIDE, "imp"])).stdout
    assert said == "Tide (ability)\nEach night*, choose a [gull → player]: they die.\n1 hit.\n"


def test_a_replaced_script_is_written_whole(tmp_path: Path) -> None:
    source, target = write(tmp_path / "in.json", [TIDE, "imp"]), tmp_path / "out.json"
    result = call("replace", source, "gull", "player", "--in", "abilities", "--whole-words", "-o", target)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "1 hit.\n")
    assert json.loads(target.read_text("utf-8")) == [
        TIDE | {"ability": "Each night*, choose a player: they die."},
        "imp",
    ]


def test_hits_as_json_and_what_cannot_be_looked_for() -> None:
    found = answer("replace", "-", "Gull", "Crab", given=json.dumps([TIDE]))
    assert [(each["id"], each["field"], each["instead"]) for each in found] == [("tide", "ability", "crab")]
    result = call("replace", "-", "", "x", given=json.dumps([TIDE]))
    assert result.exit_code == 2
    assert "Say what to look for." in str(result.stderr) + str(result.exception)
    assert "Leave one out" in call("replace", "-", "a", "b", "--json", "-o", "-", given="[]").stderr
