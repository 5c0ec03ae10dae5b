import json

from calling import answer, call

OWL = {"id": "owl_own", "name": "Owl", "team": "townsfolk", "ability": "Each night, hoot. " + "word " * 40}


def test_a_set_stands_beside_the_official_characters() -> None:
    said = call("statistics", "-", given=json.dumps([OWL, "imp"])).stdout
    lines = [line.split() for line in said.splitlines()]
    assert (lines[0], lines[1][-1]) == (["own", "script", "official"], "156")
    assert lines[2][:5] == ["Townsfolk", "1", "(100%)", "1", "(50%)"]
    assert "few official abilities have: Owl (43)." in said


def test_figures_come_as_json() -> None:
    found = answer("statistics", "-", given=json.dumps([OWL, "imp"]))
    assert (found["own"]["characters"], found["script"]["counts"]["demon"]) == (1, 1)
    assert found["long"] == [{"id": "owl_own", "name": "Owl", "words": 43}]
