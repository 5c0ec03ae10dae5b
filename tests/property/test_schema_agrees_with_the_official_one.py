"""Our schema against the official one: the same verdict on every mutation of real scripts, by two roads.

The fast road is `format_problems`; the slow one is our schema file under jsonschema, which holds the file
itself to it.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from builder import assets
from builder.formats import official

pytestmark = pytest.mark.full

SHARED = Path(__file__).parents[3] / "shared"
OFFICIAL = SHARED / "fixtures" / "official" / "script-schema.json"
MUTATIONS = 20_000
#: As many of them every run looks at; and our schema file is asked about.
OF_THESE = 900
SEED = 2
STRINGS = [
    "",
    "_meta",
    "imp",
    "x" * 20,
    "x" * 21,
    "é" * 20,
    "👩‍👩‍👧" * 4,
    "y" * 26,
    "y" * 30,
    "y" * 31,
    "z" * 50,
    "z" * 51,
]
STRINGS += [
    "w" * 250,
    "w" * 251,
    "v" * 500,
    "v" * 501,
    "demon",
    "Demon",
    "traveler",
    "traveller",
    "loric",
    "day",
    "card",
    "vote",
]
OTHERS: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    1.0,
    -3,
    2.5,
    10**40,
    [],
    {},
    [None],
    [""],
    ["a"] * 3,
    ["a"] * 4,
    ["b"] * 20,
]
OTHERS += [
    ["b"] * 21,
    ["c" * 25],
    ["c" * 26],
    ["c" * 30],
    ["c" * 31],
    ["d"] * 10,
    ["d"] * 11,
    ["e"] * 200,
    ["e"] * 201,
    [[]],
]
OTHERS += [
    {"id": "imp"},
    {"id": "imp", "reason": "r"},
    [{"id": "imp", "reason": "r"}],
    [{"id": "i" * 51, "reason": "r"}],
]
OTHERS += [
    [{"id": "imp", "reason": "r" * 501}],
    [{"type": "vote", "name": "card", "more": 1}],
    [{"type": "vote", "name": "Card"}],
]
OTHERS += [
    [{"type": "vote", "name": "card", "value": v}] for v in (True, 1, 1.5, "v" * 50, "v" * 51, None, [])
]
OTHERS += [
    [{"type": "vote", "name": "card", "time": t, "global": g}]
    for t, g in (("day", "dead"), ("noon", "dead"), ("day", 1))
]
NAMES = "id name team ability image edition flavor firstNight otherNight firstNightReminder setup".split()
NAMES += "otherNightReminder reminders remindersGlobal jinxes special author logo background almanac".split()
NAMES += ["hideTitle", "bootlegger", "attribution", "clockwright", "Id", "", "$ref"]
WHOLE: list[Any] = [
    {"id": "own", "name": "Own", "team": "demon", "ability": "Each night*, choose."},
    {"id": "_meta", "name": "Both", "team": "demon", "ability": ""},
    {"id": "_meta", "name": "As a character", "team": "demon", "ability": "", "firstNight": 3},
    {"id": "_meta", "name": "Neither", "team": "demon", "ability": 1, "firstNight": 3},
    {"id": "_meta"},
    {"id": "_meta", "name": "Meta"},
    {"id": "x" * 21},
    {"id": 5},
    {"name": "Nobody"},
    {},
]


def originals() -> list[list[Any]]:
    """Small real scripts (the official validator takes its time), ours first."""
    paths = [
        *assets.data("samples").glob("*.json"),
        *SHARED.glob("fixtures/wc25/*.json"),
        *SHARED.glob("fixtures/homebrew/*.json"),
    ]
    scripts = [json.loads(path.read_bytes()) for path in sorted(paths)]
    corpus = SHARED / "corpus" / "community-scripts.jsonl"
    if corpus.exists():
        lines = corpus.read_text("utf-8").splitlines()
        found = [json.loads(line)["script"] for line in lines]
        scripts += [
            script
            for script in found
            if any(len(entry) > 1 for entry in script[1:] if isinstance(entry, dict))
        ]
        scripts += found[:20]
    return [shortened(script) for script in scripts] + [WHOLE]


def shortened(script: list[Any]) -> list[Any]:
    """At most nine entries, those that say most."""
    return sorted(script, key=lambda entry: -len(entry))[:9]


def mutations(number: int) -> Iterator[list[Any]]:
    """Copies of real scripts with one to three changes."""
    dice = random.Random(SEED)  # the same mutations every time
    scripts = [json.dumps(script) for script in originals()]
    for _ in range(number):
        script = json.loads(dice.choice(scripts))
        for _ in range(dice.randint(1, 3)):
            mutate(script, dice)
        yield script


def mutate(script: list[Any], dice: random.Random) -> None:
    """One change: of the list, of an entry, of a field, or of something inside a field."""
    change = dice.random()
    value = json.loads(json.dumps(dice.choice(STRINGS + OTHERS)))
    where = dice.randrange(len(script)) if script else 0
    if change < 0.06 or not script:
        script[:] = (script * 30)[
            : dice.choice([0, 4, 5, 6, 201, 202]) if change < 0.01 else dice.choice([3, 4, 5, 6])
        ]
    elif change < 0.2:
        script[where] = dice.choice([value, json.loads(json.dumps(dice.choice(WHOLE)))])
    elif isinstance(script[where], dict) and script[where]:
        entry = script[where]
        name = dice.choice(list(entry) if change < 0.6 else NAMES)
        if change > 0.9:
            entry.pop(name, None)
        elif change < 0.45 and isinstance(entry.get(name), list) and entry[name]:
            inside(entry[name], value, dice)
        else:
            entry[name] = value
    else:
        script[where] = value


def inside(items: list[Any], value: Any, dice: random.Random) -> None:  # JSON
    """A change inside a list: an item, or a field of an item."""
    index = dice.randrange(len(items))
    if isinstance(items[index], dict) and items[index] and dice.random() < 0.8:
        name = dice.choice([*items[index], "type", "name", "value", "reason"])
        if dice.random() < 0.3:
            items[index].pop(name, None)
        else:
            items[index][name] = value
    else:
        items[index] = value


@pytest.fixture(scope="module")
def official_schema() -> Draft202012Validator:
    if not OFFICIAL.exists():
        pytest.skip(f"the official schema is not at {OFFICIAL}")
    return Draft202012Validator(json.loads(OFFICIAL.read_bytes()))


@pytest.fixture(scope="module")
def our_schema() -> Draft202012Validator:
    written = json.loads(assets.data("schema", "script.json").read_bytes())
    Draft202012Validator.check_schema(written)
    return Draft202012Validator(written)


def accepted(value: object) -> bool:
    """Our verdict."""
    return next(official.format_problems(value), None) is None


@pytest.mark.parametrize("number", [OF_THESE, pytest.param(MUTATIONS, marks=pytest.mark.slow)])
def test_mutations_get_the_same_verdict_from_us_and_from_the_official_schema(
    number: int, official_schema: Draft202012Validator
) -> None:
    verdicts = {True: 0, False: 0}
    for script in mutations(number):
        theirs = official_schema.is_valid(script)
        verdicts[theirs] += 1
        assert accepted(script) is theirs, json.dumps(script, ensure_ascii=False)
    assert min(verdicts.values()) > number // 10, "the mutations are too tame or too wild to tell anything"


def test_every_field_with_every_value_gets_the_official_verdict(
    official_schema: Draft202012Validator,
) -> None:
    longer = ["u" * 249, "u" * 250, "u" * 251]
    for whole in WHOLE[:1] + WHOLE[5:6]:
        for name in NAMES:
            for value in [*STRINGS, *OTHERS, *longer, *([text] for text in STRINGS)]:
                script = ["imp", "baron", "spy", "chef", whole | {name: value}]
                assert accepted(script) is official_schema.is_valid(script), (name, value)


def test_our_schema_file_gives_the_same_verdict_as_our_reader_of_it(our_schema: Draft202012Validator) -> None:
    for script in mutations(OF_THESE):
        assert accepted(script) is our_schema.is_valid(script), json.dumps(script, ensure_ascii=False)


@pytest.mark.parametrize(
    "value", [None, True, 0, 1.5, "imp", {}, {"id": "imp"}, [], [[]] * 5, ["imp"] * 5], ids=repr
)
def test_odd_values_get_the_official_verdict(value: object, official_schema: Draft202012Validator) -> None:
    assert accepted(value) is official_schema.is_valid(value)


def test_an_entry_that_is_both_a_character_and_meta_is_refused_as_the_official_schema_refuses_it(
    official_schema: Draft202012Validator,
) -> None:
    for entry in WHOLE:
        script = ["imp", "baron", "spy", "chef", entry]
        assert accepted(script) is official_schema.is_valid(script), entry
