"""Whatever somebody writes: there is help, in sentences."""

import json
from typing import Any

import pytest
from examples import examples
from hypothesis import given, strategies as st

import builder
from builder import wording
from builder.game.teams import Team

pytestmark = pytest.mark.full

PIECES = st.sampled_from(
    [
        *[
            "Each night*",
            "Each night",
            "You start knowing",
            ", choose a player:",
            "poisoned",
            ":reminder:",
            "*YOU ARE*",
        ],
        *[
            "[+1 Outsider]",
            "[",
            "]",
            "[+the Imp]",
            "[+the Nobody]",
            "*",
            "**",
            "@",
            "“Dead”",
            "reminder",
            "\n",
            "…",
        ],
        *[
            "[+0 to +99999 Smiths]",
            "[No Demon. +1 Minion]",
            "[all Minions are Smith]",
            "you think you are a Demon",
        ],
    ]
)
WORDS = st.lists(PIECES | st.text(st.characters(codec="utf-8"), max_size=12), max_size=8).map(" ".join)
NUMBERS = st.none() | st.integers(-3, 200) | st.floats(allow_nan=False, allow_infinity=False)
FEATURES = st.lists(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["vote", "selection", "x"]),
            "name": st.sampled_from(["hidden", "bag-disabled", "y"]),
        }
    ),
    max_size=2,
)
CHARACTERS = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["smith_own", "imp", "鍛冶屋"]),
        "team": st.sampled_from([each.value for each in Team]),
    },
    optional={
        "name": WORDS,
        "ability": WORDS,
        "firstNight": NUMBERS,
        "otherNight": NUMBERS,
        "firstNightReminder": WORDS,
        "otherNightReminder": WORDS,
        "reminders": st.lists(WORDS, max_size=3),
        "special": FEATURES,
    },
)


@examples(40)
@given(characters=st.lists(CHARACTERS, min_size=1, max_size=3), ticks=st.lists(WORDS, max_size=2))
def test_there_is_help_for_whatever_is_written(characters: list[dict[str, Any]], ticks: list[str]) -> None:
    meta = {"id": "_meta", "name": "Bells", "clockwright": {"characters": {"smith_own": {"tags": ticks}}}}
    script = builder.parse(json.dumps([meta, *characters, "baron", "chef"]))
    assert script.characters
    for character in script.characters:
        advice = wording.help(character, script)
        said = [
            *filter(None, [advice.opening.sentence]),
            *(
                each.sentence
                for each in (*advice.brackets, *advice.meters, *advice.nights, *advice.tokens.tokens)
            ),
            *(each.sentence for each in (*advice.tokens.cards, *advice.nights[0].suggestions)),
            *advice.bag,
        ]
        assert all(sentence.endswith((".", "…")) for sentence in said), said
        assert all(0 < each.score <= 100 for each in advice.similar)
