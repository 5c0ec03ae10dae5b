import json

from calling import answer, call


def test_remarks_come_under_their_kinds_gravest_first() -> None:
    said = call("matchups", "-", given=json.dumps(["vortox", "mayor", "artist", "imp"])).stdout.splitlines()
    assert said[0] == "Conflicts"
    assert said[2] == "Watch out"
    assert "Mayor" in said[1]
    assert "Artist" in said[3]


def test_the_json_names_the_characters_of_a_remark() -> None:
    found = answer("matchups", "-", given=json.dumps(["vortox", "mayor"]))
    assert found["missing"] == []
    assert [each["characters"] for each in found["remarks"]] == [["vortox", "mayor"]]


def test_a_script_without_matchups_says_so() -> None:
    assert call("matchups", "-", given='["chef", "imp"]').stdout == "Nothing to remark.\n"
