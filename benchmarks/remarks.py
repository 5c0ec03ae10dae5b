"""Draws matchup remarks for a reader to judge: `.venv/bin/python -m benchmarks.remarks OUT [SEED]`.

From 40 scripts or more of the community corpus (../shared/corpus), 100 remarks, each with its rule, its kind and the
abilities that it is about: one remark for every two characters that meet, for a group, and for what nobody on a script
explains (with all its abilities). Remarks that repeat a jinx are left out: they can't be wrong. A remark on two scripts
counts once.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks import rules
from builder import catalogue
from builder.game.character import Character
from builder.game.script import Script
from builder.wording import matchups

SCRIPTS = 40
REMARKS = 100
SEED = 19


def drawn(scripts: list[Script], seed: int) -> list[dict[str, Any]]:
    """The remarks, in the order of the draw; the same ones for the same seed."""
    chance = random.Random(seed)  # noqa: S311  # nothing secret
    every: dict[tuple[str, ...], dict[str, Any]] = {}
    for number, script in enumerate(chance.sample(scripts, len(scripts))):
        if number >= SCRIPTS and len(every) >= REMARKS:
            break
        every |= {
            (each["rule"], *(one["name"] for one in each["characters"])): each for each in _remarks(script)
        }
    return chance.sample(list(every.values()), min(REMARKS, len(every)))


def _remarks(script: Script) -> Iterator[dict[str, Any]]:
    by_id = {each.id: each.character for each in script.entries if each.character}
    rules_of, found = catalogue.matchups()["rules"], matchups.of(script)
    for each in found.remarks:
        if each.rule == matchups.JINX:
            continue
        rule, (first, *others) = rules_of[each.rule], [by_id[one] for one in each.characters]
        if "group" in rule:
            yield _remark(script, each.rule, each.kind.value, each.message, [first, *others])
            continue
        # A remark about one character and several others is right or wrong about each of them.
        for other in others:
            said = rule["say"] % {"one": first.name, "others": other.name}
            yield _remark(script, each.rule, each.kind.value, said, [first, other])
    for none in found.missing:
        yield _remark(script, none.rule, "missing", none.message, script.characters)


def _remark(
    script: Script, rule: str, kind: str, said: str, characters: Iterable[Character]
) -> dict[str, Any]:
    return {
        "script": script.name,
        "rule": rule,
        "kind": kind,
        "remark": said,
        "characters": [
            {"name": each.name, "team": each.team.value, "ability": each.ability} for each in characters
        ],
    }


def main() -> int:
    """Writes the file and says how many there are by rule."""
    if not rules.CORPUS.exists():
        print(f"{rules.CORPUS} is not here: nothing to draw from.")
        return 0
    if not sys.argv[1:]:
        print(__doc__)
        return 2
    found = drawn(rules.scripts(1), int(sys.argv[2]) if sys.argv[2:] else SEED)
    Path(sys.argv[1]).write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")
    by_rule = Counter(each["rule"] for each in found)
    print(f"{len(found)} remarks:", ", ".join(f"{rule} {number}" for rule, number in by_rule.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
