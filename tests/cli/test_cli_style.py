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
    assert found == {"counts": {"fix": 0, "style": 0, "idea": 0}, "slips": [], "off": []}


def test_options_that_do_not_go_together_are_named(tmp_path: Path) -> None:
    source = write(tmp_path / "in.json", [TIDE])
    assert "--output needs --fix or --off" in call("style", source, "-o", tmp_path / "out.json").stderr
    assert "Leave one out" in call("style", source, "--fix", "--json").stderr


def test_a_rule_is_switched_off_for_a_script_and_that_is_told() -> None:
    written = call("style", "-", "--off", "numerals", given=json.dumps([TIDE, "imp"])).stdout
    assert json.loads(written)[0]["clockwright"] == {"styleOff": ["numerals"]}
    said = call("style", "-", given=written).stdout
    assert "(numerals)" not in said
    assert said.endswith("Switched off for this script: numerals.\n")
    fixed = json.loads(call("style", "-", "--fix", given=written).stdout)
    assert fixed[1]["ability"] == "Each night*, choose two players: they die."
    assert answer("style", "-", given=written)["off"] == ["numerals"]
    wrong = call("style", "-", "--off", "numeral", given='["imp"]')
    assert (wrong.exit_code, "There is no rule of style “numeral”." in wrong.stderr) == (2, True)
