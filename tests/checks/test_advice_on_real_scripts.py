"""What the checks say of scripts that people play: errors are rare, advice is little, and it comes quickly."""

import json

import composing
import pytest

import builder
from builder import catalogue
from builder.game.problem import Severity
from builder.game.teams import COUNTED_TEAMS

NOISY = (Severity.ERROR, Severity.WARNING, Severity.ADVICE)
EDITIONS = {"tb": set(), "bmr": set(), "snv": {"lone-extra-death", "outsider-count"}}
FIXTURES = composing.SHARED / "fixtures"
FILE = composing.SHARED / "corpus" / "community-scripts.jsonl"
LINES = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()] if FILE.is_file() else []
CORPUS = [(line["file"], json.dumps(line["script"])) for line in LINES]
needs_corpus = pytest.mark.skipif(not CORPUS, reason="../shared/corpus is not here")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_official_editions_get_nearly_no_advice(edition: str) -> None:
    ids = [each.id for each in catalogue.everyone() if each.edition == edition and each.team in COUNTED_TEAMS]
    problems = builder.problems(builder.parse(json.dumps(ids)))
    assert {problem.code for problem in problems if problem.severity in NOISY} == EDITIONS[edition]


@pytest.mark.parametrize("path", sorted((FIXTURES / "wc25").glob("*.json")), ids=lambda path: path.stem)
def test_no_world_cup_script_has_an_error(path: object) -> None:
    assert [p.message for p in builder.problems(builder.parse(path)) if p.severity is Severity.ERROR] == []  # type: ignore[arg-type]


@pytest.mark.full
@needs_corpus
def test_every_script_of_the_community_is_judged_in_whole_sentences_and_no_advice_is_given_to_a_quarter() -> (
    None
):
    counted: dict[str, int] = {}
    for name, text in CORPUS:
        script = builder.parse(text)
        on_it = {entry.id for entry in script.entries}
        problems = builder.problems(script)
        for code in {problem.code for problem in problems if problem.severity in NOISY}:
            counted[code] = counted.get(code, 0) + 1
        for problem in problems:
            assert problem.message.endswith((".", ".)", "?")), (name, problem.message)
            assert "  " not in problem.message, (name, problem.message)
            assert set(problem.characters) <= on_it, (name, problem)
    assert {code for code, number in counted.items() if number > len(CORPUS) / 4} <= {"djinn-missing"}
