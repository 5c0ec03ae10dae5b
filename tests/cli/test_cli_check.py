import json
from pathlib import Path

import pytest
from calling import SCRIPT, answer, call, write
from composing import shared

META = {"id": "_meta", "name": "Night Market", "author": "A. Person"}
#: A whole script that no check has a word about.
GOOD = json.loads(
    """["washerwoman", "grandmother", "librarian", "general", "dreamer", "oracle", "monk", "gambler",
    "courtier", "seamstress", "fisherman", "princess", "tealady", "butler", "golem", "mutant",
    "puzzlemaster", "harpy", "pithag", "eviltwin", "baron", "yaggababble", "po", "vigormortis",
    "vortox"]"""
)


def test_a_good_script_is_told_with_its_people() -> None:
    result = call("check", "-", given=json.dumps([META, *GOOD]))
    assert result.exit_code == 0
    assert result.stdout == (
        "Night Market by A. Person\n13 Townsfolk, 4 Outsiders, 4 Minions, 4 Demons\nNo problems found.\n"
    )


def test_the_json_has_name_author_counts_and_problems() -> None:
    assert answer("check", "-", given=json.dumps([META, *GOOD, "thief"])) == {
        "script": {
            "name": "Night Market",
            "author": "A. Person",
            "counts": {
                "townsfolk": 13,
                "outsider": 4,
                "minion": 4,
                "demon": 4,
                "traveller": 1,
                "fabled": 0,
                "loric": 0,
            },
        },
        "problems": [],
    }


def test_every_problem_has_the_promised_shape() -> None:
    report = answer("check", "-", given=json.dumps([*SCRIPT, "fortunteller", "imp"], indent=1))
    assert report["problems"]
    for problem in report["problems"]:
        assert list(problem) == ["code", "severity", "message", "characters", "path", "line", "fix"]
        assert problem["severity"] in {"error", "warning", "advice", "notice"}
    unknown = next(problem for problem in report["problems"] if problem["code"] == "unknown-id")
    assert (unknown["path"], unknown["line"], unknown["characters"]) == ("$[6]", 8, ["fortunteller"])
    assert set(unknown["fix"]) == {"label", "op"}


def test_errors_end_in_1_and_stand_first_each_with_its_remedy() -> None:
    result = call(
        "check",
        "-",
        given=json.dumps(["chef", "empath", "monk", "saint", "poisoner", "fortunteller"], indent=1),
    )
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[1] == "3 Townsfolk, 1 Outsider, 1 Minion, 1 unknown"
    assert any(line.startswith("Error") for line in lines)
    assert "no-demon" in result.stdout
    assert "Fortune Teller" in result.stdout
    assert "(Fix: " in result.stdout


def test_a_script_of_nobody_known_says_so() -> None:
    result = call("check", "-", given=json.dumps(["qqqq", "wwww", "zzzz", "vvvv", "yyyy"]))
    assert "5 unknown" in result.stdout


def test_a_file_is_read_like_standard_input(tmp_path: Path) -> None:
    file = write(tmp_path / "s.json", [META, *SCRIPT])
    assert call("check", file).stdout == call("check", "-", given=file.read_bytes()).stdout


@pytest.mark.parametrize(
    "name", ["deadpeople", "phantomdetectives", "riverstyx", "seat7", "stowedaway", "witchhunt"]
)
def test_no_world_cup_script_has_an_error(name: str) -> None:
    assert call("check", shared(f"fixtures/wc25/{name}.json")).exit_code == 0


ASIDE = {"clockwright": {"dismissed": [{"code": "djinn-idle", "note": "Our jinx is told aloud."}]}}


def test_what_the_author_set_aside_is_only_counted() -> None:
    result = call("check", "-", given=json.dumps([META | ASIDE, *GOOD, "djinn"]))
    assert "djinn-idle" not in result.stdout
    assert result.stdout.endswith("The author dismissed 1 finding. To see it, add --dismissed.\n")


def test_what_the_author_set_aside_can_be_shown_with_its_note() -> None:
    result = call("check", "-", "--dismissed", given=json.dumps([META | ASIDE, *GOOD, "djinn"]))
    assert "Dismissed by the author (1)" in result.stdout
    assert "[djinn-idle] Note: Our jinx is told aloud." in result.stdout
    report = answer("check", "-", "--dismissed", given=json.dumps([META | ASIDE, *GOOD, "djinn"]))
    assert report["problems"] == []
    assert [(each["code"], each["note"]) for each in report["dismissed"]] == [
        ("djinn-idle", "Our jinx is told aloud.")
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A good script, one with an error, and one that nobody can read."""
    write(tmp_path / "a-good.json", [META, *GOOD])
    write(tmp_path / "b-wrong.json", [META | {"name": "No Demon"}, *SCRIPT[:-1]])
    write(tmp_path / "c-broken.json", "[")
    return tmp_path


def test_a_folder_is_checked_whole_and_ends_with_the_sum_of_it(folder: Path) -> None:
    result = call("check", folder)
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert lines[0].endswith("a-good.json")
    assert lines[1:4] == call("check", folder / "a-good.json").stdout.splitlines()
    assert "No Demon by A. Person" in lines
    assert lines[-1] == "2 scripts, 1 with errors; 1 file cannot be read."
    assert "c-broken.json” cannot be read as a script." in result.stderr


@pytest.mark.parametrize(
    ("names", "status", "total"),
    [
        (["a-good.json", "b-wrong.json"], 1, "2 scripts, 1 with errors."),
        (["a-good.json", "a-good.json", "-"], 0, "2 scripts, none with errors."),
        (["c-broken.json", "nowhere.json"], 2, "0 scripts, none with errors; 2 files cannot be read."),
    ],
)
def test_several_scripts_end_with_the_worst_exit_status(
    folder: Path, names: list[str], status: int, total: str
) -> None:
    given = [name if name == "-" else folder / name for name in names]
    result = call("check", *given, given=json.dumps([META, *GOOD]))
    assert result.exit_code == status
    assert result.stdout.splitlines()[-1] == total


def test_the_json_of_a_folder_is_a_list_with_an_object_for_each_file(folder: Path) -> None:
    result = call("check", folder, "--json")
    assert result.exit_code == 2
    good, wrong, broken = json.loads(result.stdout)
    assert good == {"file": str(folder / "a-good.json"), **answer("check", folder / "a-good.json")}
    assert wrong["problems"][0]["severity"] == "error"
    assert list(broken) == ["file", "fault"]
    assert "cannot be read as a script" in broken["fault"]


def test_a_folder_without_scripts_is_said_to_be_so(tmp_path: Path) -> None:
    result = call("check", tmp_path)
    assert result.exit_code == 2
    assert "There are no .json files in the folder" in result.stderr
