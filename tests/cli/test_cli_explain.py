"""`clockwright explain`: an official character's almanac entry on the terminal."""

from calling import answer, call

HEADINGS = ("Rules", "Examples", "How to run", "Advice for the Storyteller", "Tips")


def test_a_character_is_explained_by_name_or_id() -> None:
    by_name, by_id = call("explain", "Fortune", "Teller"), call("explain", "fortuneteller")
    assert by_name.stdout == by_id.stdout
    assert by_name.stdout.startswith("Fortune Teller (Townsfolk)\n")
    assert all(f"\n{heading}\n" in by_name.stdout for heading in HEADINGS)


def test_jinxes_are_told_with_the_name_of_the_other() -> None:
    assert "\n• Chambermaid: " in call("explain", "mathematician").stdout


def test_json_has_everything() -> None:
    told = answer("explain", "imp")
    assert told["name"] == "Imp"
    assert told["flavor"]
    assert set(told["almanac"]) == {"overview", "rules", "examples", "howToRun", "advice", "tip"}
    assert all(told["almanac"].values())


def test_a_slip_is_answered_with_names_that_are_alike() -> None:
    found = call("explain", "poisonner")
    assert found.exit_code == 2
    assert "No official character is called “poisonner”. Did you mean Poisoner?" in found.stderr
