"""Statistics of a set: what is counted, and that the official figures come from the data."""

import json
from typing import Any

import pytest

import builder
from builder import catalogue
from builder.answers import wording
from builder.wording import set_statistics

META = {
    "id": "_meta",
    "name": "Figures",
    "clockwright": {"characters": {"own_ash": {"tags": ["information"]}}},
}
OWN: list[dict[str, Any]] = [
    {"id": "own_ash", "name": "Ash", "team": "townsfolk", "ability": "You smell ash. [+1 Outsider]"},
    {
        "id": "own_bell",
        "name": "Bell",
        "team": "demon",
        "ability": "Each night*, choose a player: they die.",
        "otherNight": 40,
    },
    {"id": "own_moth", "name": "Moth", "team": "traveller", "ability": "You flutter.", "firstNight": 0},
    {
        "id": "own_veil",
        "name": "Veil",
        "team": "fabled",
        "ability": "Something long that is left out entirely.",
    },
]


def test_a_set_is_counted_by_hand() -> None:
    found = set_statistics.of(builder.parse(json.dumps([META, *OWN, "chef"])))
    assert (found.own.characters, found.script.characters) == (3, 4)
    counted = {name: number for name, number in found.own.counts.items() if number}
    assert counted == {
        "townsfolk": 1,
        "demon": 1,
        "traveller": 1,
        "other-nights": 1,
        "never-wake": 2,
        "information": 1,
        "deaths": 1,
        "setup": 1,
    }
    assert (found.script.counts["information"], found.script.counts["first-night"]) == (2, 1)
    assert (found.own.words, found.own.median) == ((2, 5, 7), 5)
    assert found.own.share("townsfolk") == pytest.approx(1 / 3)


def test_official_figures_are_counted_over_the_data() -> None:
    everybody = [each for each in catalogue.everyone() if each.team in set_statistics.TEAMS]
    official = set_statistics.official()
    assert official.characters == len(everybody) == len(official.words)
    waking = [each for each in everybody if (each.first_night or 0) > 0 or each.first_night_reminder.strip()]
    assert official.counts["first-night"] == len(waking)
    assert official.words[-1] == max(len(set_statistics.WORD.findall(each.ability)) for each in everybody)
    whole = builder.parse(json.dumps([each.id for each in everybody]))
    found = set_statistics.of(whole)
    assert found.script == found.official


def test_long_abilities_are_named_longest_first_and_official_ones_never() -> None:
    wordy = [{**OWN[0], "id": f"own{many}", "ability": "word " * many} for many in (40, 10, 60)]
    found = set_statistics.of(builder.parse(json.dumps([*wordy, "mathematician"])))
    assert [(each.id, each.words) for each in found.long] == [("own60", 60), ("own40", 40)]
    assert sum(words > found.most_words for words in found.official.words) <= 0.05 * found.official.characters


def test_readability_is_words_in_a_part_of_a_sentence_and_the_share_of_long_words() -> None:
    assert set_statistics.readability(["One two three: four five.", "Six incredible!"]) == round(
        7 / 3 + 100 / 7, 1
    )
    assert set_statistics.readability(["", "..."]) is None
    assert (set_statistics.official().readability or 0) > set_statistics.readability(["You die."])  # type: ignore[operator]


def test_an_empty_script_has_figures_too() -> None:
    value = wording.counted(builder.parse('[{"id": "_meta", "name": "Empty"}]'))
    assert value["own"] == {
        "characters": 0,
        "counts": dict.fromkeys(value["official"]["counts"], 0),
        "words": {"median": 0.0, "shortest": 0, "longest": 0},
        "readability": None,
    }
