import json
from pathlib import Path

from calling import answer, call, write

TIDE = {"id": "tide", "name": "Tide", "team": "demon", "ability": "Each Night*, choose two players, they die"}
RIGHT = "Each night*, choose 2 players: they die."


def test_slips_are_told_with_their_severity() -> None:
    said = call("style", "-", given=json.dumps([TIDE, "imp"])).stdout
    assert said.startswith("Tide\n")
    assert said.count("fix:") == 4


def test_a_fixed_script_differs_in_its_slips_alone(tmp_path: Path) -> None:
    source, target = write(tmp_path / "in.json", [TIDE, "imp"]), tmp_path / "out.json"
    result = call("style", source, "--fix", "-o", target)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "1 text put right.\n")
    assert json.loads(target.read_text("utf-8")) == [TIDE | {"ability": RIGHT}, "imp"]


def test_a_script_without_homebrew_has_no_slips() -> None:
    assert "No slips found." in call("style", "-", given=json.dumps(["imp"])).stdout
    found = answer("style", "-", given=json.dumps(["imp"]))
    assert found == {"counts": {"fix": 0, "style": 0, "idea": 0}, "slips": []}


def test_options_that_do_not_go_together_are_named(tmp_path: Path) -> None:
    source = write(tmp_path / "in.json", [TIDE])
    assert "--output needs --fix" in call("style", source, "-o", tmp_path / "out.json").stderr
    assert "Leave one out" in call("style", source, "--fix", "--json").stderr
