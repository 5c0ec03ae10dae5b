"""Scripts that nobody plays: the checks keep their heads, and keep them quickly."""

import json
from typing import Any

import pytest
from patience import little_work

import builder
from builder.checks import facts
from builder.game.problem import Severity


def own(number: int, team: str, ability: str, **more: Any) -> dict[str, Any]:
    return {"id": f"own{number}", "name": f"Own {number}", "team": team, "ability": ability, **more}


def codes(*entries: Any) -> set[str]:
    return {problem.code for problem in builder.problems(builder.parse(json.dumps(entries)))}


def test_a_jinx_with_somebody_unknown_is_not_told() -> None:
    jinxed = own(
        1, "townsfolk", "You row.", jinxes=[{"id": "ghost", "reason": "Boo."}, {"id": "!!!", "reason": "?"}]
    )
    found = codes(jinxed, "ghost", "!!!", "imp", "chef", "monk")
    assert "unknown-id" in found
    assert "djinn-missing" not in found


def test_no_table_is_judged_while_somebody_is_unknown() -> None:
    assert not codes("imp", "ghost", "chef", "monk", "sage") & {"no-legal-table", "player-counts"}


def test_effects_that_contradict_each_other_leave_no_table_and_say_so() -> None:
    demon = own(1, "demon", "You are the sea. [No Minions]", setup=True)
    minion = own(2, "minion", "You are the shore. [No Demon]", setup=True)
    problems = builder.problems(builder.parse(json.dumps([demon, minion, "chef", "monk"])))
    assert [p.code for p in problems if p.severity is Severity.ERROR and p.code != "too-few"] == [
        "no-legal-table"
    ]


@pytest.mark.parametrize(
    "entries",
    [
        [own(n, "townsfolk", "[-1 or +1 Outsider]") for n in range(199)] + ["imp"],
        [own(n, "townsfolk", f"[+the Own {n + 1}]") for n in range(198)] + ["imp", "baron"],
        [own(n, "minion", f"[+0 to +5 Own {n}]") for n in range(100)]
        + [own(n, "demon", "[-1 Minion]") for n in range(100, 200)],
        [own(n, "outsider", "You think you are a Townsfolk. [+2 Outsiders]") for n in range(200)],
    ],
    ids=["changes", "partners", "copies", "disguises"],
)
def test_two_hundred_characters_that_change_the_setup_are_weighed_in_a_moment(entries: list[Any]) -> None:
    script = builder.parse(json.dumps(entries))
    with little_work():
        builder.problems(script)


def test_a_foreign_language_is_not_mistaken_for_a_script_without_information() -> None:
    names = ["占い師", "番人", "漁師", "医者", "詩人", "旅人"]
    entries = [own(n, "townsfolk", f"毎晩、{name}は何かを知る。") for n, name in enumerate(names)]
    entries += ["butler", "baron", "imp"]
    assert not codes(*entries) & {
        "no-ongoing-information",
        "no-misinformation",
        "drunk-and-poison",
        "outsider-count",
    }


def test_one_character_is_one_source_however_often_it_is_listed() -> None:
    known = facts.of(builder.parse('["poisoner", "poisoner", "Poisoner", "imp"]'))
    assert [each.id for each in known.sources("poison")] == ["poisoner"]
