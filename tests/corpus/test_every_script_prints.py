import json
from pathlib import Path

import composing
import proofreading
import pytest

import builder
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS

pytestmark = pytest.mark.slow
CORPUS = composing.SHARED / "corpus" / "community-scripts.jsonl"
#: So many Townsfolk, Outsiders, Minions and Demons stand on one front page.
ONE_FRONT_PAGE = 30
MANY = 507
FILES = sorted(
    path
    for folder in ("wc25", "homebrew")
    for path in (composing.SHARED / "fixtures" / folder).glob("*.json")
) + sorted(composing.SAMPLES.glob("*.json"))


def corpus() -> list[tuple[str, str]]:
    if not CORPUS.is_file():
        return []
    lines = map(json.loads, CORPUS.read_text("utf-8").splitlines())
    return [(line["file"], json.dumps(line["script"])) for line in lines]


# Ten scripts a test: enough tests to share out among the cores, few enough to be collected at once.
SCRIPTS = corpus()
BATCHES = [SCRIPTS[start : start + 10] for start in range(0, len(SCRIPTS), 10)]


def complaints(script: Script, kind: str, style: str) -> list[str]:
    """What a reader of this document would complain of."""
    document = builder.render(script, kind, style=style)
    found = proofreading.faults(document.pdf)
    counted = sum(character.team in COUNTED_TEAMS for character in script.characters)
    if kind == "sheet" and counted <= ONE_FRONT_PAGE:
        found += [
            f"a second front page: {each.message}" for each in document.notices if "(front)" in each.message
        ]
    printed = proofreading.text(document.pdf)
    for character in script.characters:
        name = proofreading.squeezed(builder.printables.common.typeset(character.name))
        if kind == "sheet" and name.isascii() and name not in printed:
            found.append(f"{character.name} is not on the sheet")
    return found


def everything(script: Script) -> list[str]:
    found = []
    for kind, style in (("sheet", "classic"), ("night", "full"), ("night", "strips")):
        found += [f"{kind} {style}: {fault}" for fault in complaints(script, kind, style)[:3]]
    return found


@pytest.mark.skipif(not CORPUS.is_file(), reason="the community's corpus is not beside the repository")
@pytest.mark.parametrize("batch", BATCHES, ids=[f"{batch[0][0]}…" for batch in BATCHES])
def test_every_script_of_the_community_prints_without_a_fault(batch: list[tuple[str, str]]) -> None:
    found = {file: everything(builder.parse(text)) for file, text in batch}
    assert {file: faults for file, faults in found.items() if faults} == {}


def test_the_corpus_is_all_there() -> None:
    if not CORPUS.is_file():
        pytest.skip("the community's corpus is not beside the repository")
    assert len(corpus()) == MANY


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_every_fixture_and_sample_prints_without_a_fault(path: Path) -> None:
    assert everything(builder.parse(path)) == []
