"""An export of the homebrew wiki: nothing of it is lost."""

import json
from typing import Any

import pytest

import builder
from builder import catalogue
from builder.errors import UnreadableScriptError

TOAD = {
    "name": "Toad",
    "team": "outsider",
    "ability": "You croak. [+1 Outsider]",
    "lede": "It croaks.",
    "summaryBullets": ["One.", "Two."],
    "howToRun": ["Wake the Toad."],
    "examples": ["Ada is the Toad."],
    "tips": ["Be loud."],
    "bluffing": ["Croak as well."],
    "fighting": [],
    "callout": "It is green.",
    "quote": "Ribbit.",
    "creator": "Ada",
    "iconBy": "Bo",
    "translatedBy": "Cy",
    "tags": "Setup",
    "jsonId": "toad_pond",
    "slug": "toad",
    "firstNight": 7.5,
    "firstNightReminder": "It croaks.",
    "reminders": ["Croaks"],
    "setup": True,
    "jinxes": [{"with": "Heron", "text": "They never meet."}, {"id": "imp", "reason": "They swim."}],
    "customBoxes": [{"title": "Design", "content": "It was blue once."}],
    "image": "https://example.org/toad.png",
    "imageAlt": "https://example.org/toad-evil.png",
}
HERON = {"name": "Heron", "team": "minion", "ability": "You wade.", "slug": "heron"}
WHOLE: dict[str, Any] = {
    "collection": {
        "name": "Pond",
        "creator": "Ada",
        "description": "A wet place.",
        "strategyGood": "Swim.",
        "colour": 3,
    },
    "source": "https://example.org/pond",
    "characters": [TOAD, HERON],
}


def read(value: Any) -> Any:
    return catalogue.resolve(builder.parse(json.dumps(value)))


def test_every_part_of_an_export_has_its_place() -> None:
    script = read(WHOLE)
    toad, heron = script.characters
    assert (script.name, script.meta.author) == ("Pond", "Ada")
    assert (script.almanac.synopsis, script.almanac.play_guide) == ("A wet place.", ("Swim.",))
    assert (toad.id, toad.name, toad.team.value, toad.first_night) == ("toad_pond", "Toad", "outsider", 7.5)
    assert (toad.flavor, toad.reminders, toad.setup) == ("Ribbit.", ("Croaks",), True)
    assert toad.images == ("https://example.org/toad.png", "https://example.org/toad-evil.png")
    assert (toad.page.overview, toad.page.rules, toad.page.tip) == (
        "It croaks.",
        ("One.", "Two."),
        "It is green.",
    )
    assert (toad.page.advice, toad.page.attribution) == (("Be loud.", "Croak as well."), "Ada")
    assert toad.icon.credit == "Bo"
    assert [(jinx.characters[1], jinx.reason) for jinx in toad.jinxes] == [
        (heron.id, "They never meet."),
        ("imp", "They swim."),
    ]


def test_what_has_no_place_stays_in_the_file() -> None:
    script = read(WHOLE)
    wiki = script.entries[0].written["wiki"]
    assert wiki == {"translatedBy": "Cy", "tags": "Setup", "slug": "toad", "customBoxes": TOAD["customBoxes"]}
    assert script.written_meta["wiki"] == {"source": WHOLE["source"], "collection": {"colour": 3}}
    again = builder.parse(builder.dump(script))
    assert again.written() == script.written()


def test_every_text_of_an_export_is_found_again() -> None:
    def texts(value: Any) -> set[str]:
        if isinstance(value, dict | list):
            return set().union(*map(texts, value.values() if isinstance(value, dict) else value), set())
        return {str(value)}

    after = texts(read(WHOLE).written())
    assert texts(WHOLE) <= after


def test_the_characters_of_an_official_export_in_an_object_keep_their_ids() -> None:
    official = {
        "id": "fear_pond",
        "name": "Fear",
        "team": "townsfolk",
        "ability": "You shake.",
        "almanacDetails": "A.\n\nB.",
    }
    script = read(
        {
            "_meta": {"id": "_meta", "name": "Moods", "almanac": "https://example.org"},
            "characters": [official],
        }
    )
    assert (script.name, script.entries[0].id) == ("Moods", "fear_pond")
    assert script.characters[0].page.rules == ("A.", "B.")


@pytest.mark.parametrize(("who", "told"), [("Heron", 1), ("heron-2", 0)])
def test_a_jinx_with_one_of_two_of_a_name_is_the_first_and_told(who: str, told: int) -> None:
    jinx = {"with": who, "text": "They swim."}
    bird = {"name": "Heron", "team": "minion", "ability": "You wade."}
    people = [{**TOAD, "jinxes": [jinx]}, bird, {**bird, "slug": "heron-2"}]
    script = read({"collection": {"name": "Pond"}, "characters": people})
    written = script.written()[1]["jinxes"]
    assert [each["id"] for each in written] == [script.entries[1 if told else 2].id]
    assert [each.code for each in script.reading].count("jinx-of-two") == told


@pytest.mark.parametrize(
    "value",
    [
        {"collection": {}, "characters": []},
        {"collection": {"name": "x"}, "characters": 3},
        {"collection": None, "characters": [{}]},
    ],
)
def test_an_export_without_characters_is_refused(value: Any) -> None:
    with pytest.raises(UnreadableScriptError, match="There are no characters in this export"):
        builder.parse(json.dumps(value))


@pytest.mark.parametrize("field", [*TOAD, "unknown"])
@pytest.mark.parametrize("value", [None, 3, "x", [1, {"a": [2]}], {"b": "c"}])
def test_whatever_stands_in_a_field_the_export_is_read(field: str, value: Any) -> None:
    if field == "name" and not isinstance(value, str):
        return
    script = read({"collection": {"name": "Pond"}, "characters": [{**TOAD, field: value}, HERON]})
    assert len(script.entries) == 2
    assert builder.dump(script)
