"""Matchups: what each rule says of, and of whom it says nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

import builder
from builder import catalogue
from builder.wording import matchups
from builder.wording.matchups import Kind, Matchups

HERE = Path(__file__).parent
CONFLICTS: list[list[str]] = json.loads((HERE / "conflicts.json").read_text("utf-8"))
EXAMPLES: dict[str, Any] = json.loads((HERE / "examples.json").read_text("utf-8"))
#: Trouble Brewing, as players know it.
TROUBLE = (
    "washerwoman librarian investigator chef empath fortuneteller undertaker monk ravenkeeper virgin "
    "slayer soldier mayor butler drunk recluse saint poisoner spy scarletwoman baron imp"
).split()


def found(*characters: Any) -> Matchups:
    entries = [
        {"id": f"own{place}", "name": f"Own {place}"} | each if isinstance(each, dict) else each
        for place, each in enumerate(characters)
    ]
    return matchups.of(builder.parse(json.dumps(entries)))


def test_9_in_10_of_the_well_known_conflicts_are_told() -> None:
    missed = [
        [one, other]
        for one, other, _ in CONFLICTS
        if not any(
            {one, other} <= {*each.characters}
            for each in found(one, other).remarks
            if each.kind is not Kind.GOOD
        )
    ]
    assert len(CONFLICTS) >= 60
    assert len(missed) <= len(CONFLICTS) / 10, missed


def test_every_rule_has_examples_for_and_against() -> None:
    assert {*EXAMPLES} == {*catalogue.table("matchups")["rules"], "jinx"}
    assert all(each["for"] and each["against"] for each in EXAMPLES.values())


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_rule_speaks_of_its_examples_alone(rule: str) -> None:
    for script in EXAMPLES[rule]["for"]:
        about = [each for each in found(*script).remarks if each.rule == rule]
        assert [len(each.characters) for each in about] == [len(script)], script
    for script in EXAMPLES[rule]["against"]:
        assert [each for each in found(*script).remarks if each.rule == rule] == [], script


def test_every_id_of_the_facts_is_an_official_character() -> None:
    facts = catalogue.table("matchups")["facts"].values()
    candidates = [each for rule in catalogue.table("matchups")["missing"].values() for each in rule["try"]]
    ids = [each for fact in facts for each in fact["ids"]] + candidates
    assert [each for each in ids if catalogue.find(each) is None] == []


def test_a_fact_that_a_rule_asks_for_exists() -> None:
    table = catalogue.table("matchups")
    tags = {tag for each in catalogue.everyone() for tag in each.tags}
    asked = [
        *(
            fact
            for rule in table["rules"].values()
            for part in ("one", "other", "group")
            for fact in rule.get(part, "").split()
        ),
        *(
            fact
            for rule in table["missing"].values()
            for part in ("unless", "if")
            for fact in rule.get(part, "").split()
        ),
    ]
    assert {*asked} - {*table["facts"]} - tags == set()


def test_a_conflict_comes_before_what_goes_well() -> None:
    kinds = [each.kind for each in found("godfather", "sweetheart", "vortox", "mayor", "artist").remarks]
    assert kinds == [Kind.CONFLICT, Kind.WATCH, Kind.GOOD]


def test_what_nobody_explains_comes_with_three_who_would_and_are_not_there() -> None:
    missing = {each.rule: each.candidates for each in found(*TROUBLE, "tealady").missing}
    assert {*missing} == {"two-deaths"}
    assert all(len(each) == 3 and not {*each} & {*TROUBLE} for each in missing.values())
    gone = {"baron", "monk", "soldier", "poisoner", "drunk"}
    without = [each for each in TROUBLE if each not in gone]
    assert {"no-deaths", "outsider-count"} <= {each.rule for each in found(*without).missing}


def test_what_is_missing_is_said_only_where_something_leans_on_it() -> None:
    assert not found(*TROUBLE).missing
    assert [each.rule for each in found(*TROUBLE, "spiritofivory").missing] == ["extra-evil"]


def test_nothing_is_said_to_be_missing_of_a_script_that_is_no_whole() -> None:
    assert found("chef", "imp").missing == ()


def test_a_variant_of_an_official_character_keeps_what_its_words_say() -> None:
    own = {
        "id": "soldier_variant",
        "name": "Soldier",
        "team": "townsfolk",
        "ability": "You are safe from the Demon.",
    }
    assert [each.rule for each in found("leviathan", own).remarks] == ["no-night-attack"]
