"""What an author says that a bracket does: choices that are stored, obeyed, exported, and end with the bracket."""

import json
from typing import Any

import pytest

import builder
from builder import catalogue, editing, formats
from builder.editing import EditError
from builder.formats.public_script import public
from builder.game.script import Script
from builder.game.setup.bracket_choices import KINDS, ChoiceError, effects_of
from builder.game.setup.summary import setups
from builder.game.teams import Team
from builder.wording import setups as setups_in_words

ABILITY = "Each night*, choose a player: they die. [The moon decides]"
FROG = {"id": "frog", "name": "Frog", "team": "demon", "ability": ABILITY}
OTHERS = (
    *("washerwoman", "librarian", "investigator", "chef", "empath", "monk", "virgin", "slayer", "soldier"),
    *("mayor", "butler", "saint", "klutz", "mutant", "poisoner", "witch", "assassin", "scarletwoman"),
)
EVEN = [{"what": "exactly", "team": "outsider", "value": "0, 2, 4"}]


def script(**ability: Any) -> Script:
    return catalogue.resolve(
        builder.parse(json.dumps([{"id": "_meta", "name": "Pond"}, {**FROG, **ability}, *OTHERS]))
    )


def put(to: Script, /, **op: Any) -> Script:
    return catalogue.resolve(editing.change(to, {"op": "character", "who": [0, "frog"], **op}).script)


def outsiders(of: Script) -> tuple[int, ...]:
    return setups(of, catalogue.rules(), 9).rows[9].outsiders


def codes(of: Script) -> list[str]:
    return [problem.code for problem in builder.problems(of) if problem.code.startswith("bracket")]


def test_the_setup_and_the_checks_obey_what_the_author_chose() -> None:
    before = script()
    assert codes(before) == ["bracket-not-understood"]
    assert outsiders(before) == (2,)
    after = put(before, bracket=EVEN)
    assert codes(after) == []
    assert outsiders(after) == (0, 2, 4)


def test_a_form_without_scripts_sends_its_rows_as_parts() -> None:
    parts = {
        "bracket.0.what": "exactly",
        "bracket.0.team": "outsider",
        "bracket.0.value": "0, 2, 4",
        "bracket.1.what": "",
    }
    assert outsiders(put(script(), **parts)) == (0, 2, 4)


def test_choices_end_with_the_bracket_for_which_they_were_made() -> None:
    chosen = put(script(), bracket=EVEN)
    changed = put(chosen, ability="Each night*, choose a player: they die. [+1 Outsider]")
    assert outsiders(changed) == (3,)
    said = [each.sentence for each in setups_in_words.read(changed.characters[0], changed)]
    assert said == ["+1 Outsider, −1 Townsfolk.", setups_in_words.FORMER]
    assert codes(put(changed, ability=ABILITY.replace("moon", "sun"))) == ["bracket-not-understood"]
    assert outsiders(put(changed, ability=ABILITY)) == (0, 2, 4)


def test_choosing_nothing_removes_them() -> None:
    after = put(put(script(), bracket=EVEN), bracket=[])
    assert "clockwright" not in (after.written_meta or {})


def test_official_files_keep_choices_and_tell_that_others_do_not_see_them() -> None:
    chosen = put(script(), bracket=EVEN)
    again = catalogue.resolve(builder.parse(builder.dump(chosen)))
    assert outsiders(again) == outsiders(catalogue.resolve(public(chosen))) == (0, 2, 4)
    [told] = [each for each in formats.found()["official"].report(chosen) if each.code == "bracket-chosen"]
    assert (
        "What you chose for the bracket of Frog is in the file, but only Clockwright reads it."
        in told.message
    )


def test_an_export_to_bloodstar_says_that_choices_are_left_out() -> None:
    report = formats.found()["bloodstar"].report(put(script(), bracket=EVEN))
    assert any("what you chose for its bracket" in each.message for each in report)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"what": "more", "value": "1"}, "“More of a team” needs Outsiders, Minions or Demons"),
        ({"what": "more", "team": "townsfolk", "value": "1"}, "Townsfolk fill the other seats"),
        ({"what": "more", "team": "outsider"}, "needs a number from 0 to 20"),
        ({"what": "more", "team": "outsider", "value": "3-1"}, "needs the smaller number first"),
        ({"what": "more", "team": "outsider", "value": "99"}, "needs a number from 0 to 20"),
        ({"what": "least", "team": "outsider", "value": "0"}, "needs one number from 1 to 20"),
        ({"what": "needs"}, "needs the name of a character"),
        ({"what": "step"}, "needs a text"),
        ({"what": "beside"}, "needs a team"),
        ({"what": "more", "team": "frogs", "value": "1"}, "needs Townsfolk, Outsiders, Minions or Demons"),
        ({"what": "sing"}, "Choose what the bracket does."),
    ],
)
def test_a_row_that_says_nothing_is_refused_with_what_it_needs(row: dict[str, str], says: str) -> None:
    with pytest.raises(EditError, match=says):
        put(script(), bracket=[row])


WITHOUT_TEAM = {"needs", "never", "copies", "absent", "nobody", "step"}


@pytest.mark.parametrize("name", KINDS)
def test_each_choice_says_something_with_its_example(name: str) -> None:
    row = {"what": name, "team": "" if name in WITHOUT_TEAM else "outsider", "value": KINDS[name].example}
    assert effects_of(row, Team.DEMON)
    after = put(script(), bracket=[row])
    assert codes(after) == []


@pytest.mark.parametrize(
    "written",
    [
        3,
        "x",
        [3],
        [{}],
        {"what": "more"},
        [{"what": {"a": 1}}],
        [{"what": "more", "team": [], "value": None}],
        EVEN * 500,
    ],
)
def test_whatever_a_file_has_in_their_place_does_no_harm(written: object) -> None:
    beside = {"frog": {"bracket": written, "bracketText": "[The moon decides]"}}
    meta = {"id": "_meta", "name": "Pond", "clockwright": {"characters": beside}}
    found = catalogue.resolve(builder.parse(json.dumps([meta, FROG, *OTHERS])))
    assert outsiders(found) in [(2,), (0, 2, 4)]
    assert json.loads(builder.dump(found))[0]["clockwright"]["characters"]["frog"]["bracket"] == written


def test_a_name_that_nobody_bears_is_told() -> None:
    after = put(script(), bracket=[{"what": "needs", "value": "Heron"}])
    [problem] = [each for each in builder.problems(after) if each.code == "bracket-not-understood"]
    assert "What you chose for the bracket of Frog names “Heron”" in problem.message


def test_a_demon_that_nobody_is_leaves_no_other_demon() -> None:
    with pytest.raises(ChoiceError):
        effects_of({"what": "nobody", "team": "nobody"}, Team.DEMON)
    after = put(script(), bracket=[{"what": "nobody"}])
    [allowed] = setups(after, catalogue.rules(), 9).rows[9].allowed
    assert allowed.demon == 0
