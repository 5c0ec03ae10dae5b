from hand_made import own, script

from builder.game.problem import Fix, Problem, Severity
from builder.game.script import Entry, Meta, Script
from builder.game.teams import Team


def test_a_script_without_a_name_has_a_stand_in() -> None:
    assert Script(Meta(name="  ")).name == "Unnamed script"
    assert Script(Meta(name=" Night Market ")).name == "Night Market"


def test_a_team_is_listed_in_the_scripts_order_and_the_unknown_apart() -> None:
    found = script("spy", "imp", "nobody", "baron", own("pal", Team.MINION))
    assert [character.id for character in found.team(Team.MINION)] == ["spy", "baron", "pal"]
    assert [entry.id for entry in found.unknown] == ["nobody"]


def test_only_a_full_definition_is_the_scripts_own() -> None:
    assert [entry.is_custom for entry in script("imp", own("pal")).entries] == [False, True]
    assert not Entry("imp", {"id": "imp"}).is_custom


def test_every_meta_is_written_back_to_its_place() -> None:
    first, second = {"id": "_meta", "name": "A"}, {"id": "_meta", "name": "B"}
    found = Script(
        entries=(Entry("imp", "imp"), Entry("spy", {"id": "spy"})),
        written_meta=first,
        meta_position=1,
        other_metas=((2, second),),
    )
    assert found.written() == ["imp", first, {"id": "spy"}, second]
    assert found.places() == ["$[0]", "$[2]"]
    assert Script(entries=(Entry("imp", "imp"),)).written() == ["imp"]


def test_a_problem_has_the_shape_that_other_programs_read() -> None:
    problem = Problem(
        "duplicate",
        Severity.ERROR,
        "Twice.",
        ("imp",),
        "$[3]",
        7,
        2,
        Fix("Remove it", {"op": "remove", "path": "$[3]"}),
    )
    assert problem.as_json() == {
        "code": "duplicate",
        "severity": "error",
        "message": "Twice.",
        "characters": ["imp"],
        "path": "$[3]",
        "line": 7,
        "fix": {"label": "Remove it", "op": {"op": "remove", "path": "$[3]"}},
    }
    assert Problem("x", Severity.NOTICE, "So.").as_json()["fix"] is None
