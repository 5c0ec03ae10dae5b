"""Tokens for Tabletop Simulator: pictures in its grids, and a saved object that finds each token in them."""

import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from composing import homebrew, sample, script
from PIL import Image

import builder
from builder.artefact import Artefact
from builder.errors import ClockwrightError

BASE = "https://example.org/fair"
pytestmark = pytest.mark.full


def members(made: Artefact) -> dict[str, bytes]:
    return {name.partition("/")[2]: body for name, body in made.files}


def cards(things: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for thing in things:
        if thing["Name"] == "Card":
            yield thing
        yield from cards(thing.get("ContainedObjects", []))


def grid(deck: dict[str, Any]) -> tuple[int, int]:
    return deck["NumWidth"], deck["NumHeight"]


def test_every_card_is_a_drawn_place_of_a_picture_that_is_there() -> None:
    given = sample("the-wandering-fair")
    found = members(builder.tabletop_simulator(given, BASE))
    saved = json.loads(found["tabletop-simulator.json"])
    (bag,) = saved["ObjectStates"]
    assert (bag["Name"], bag["Nickname"]) == ("Bag", given.name)
    every = list(cards([bag]))
    drawn = {name: Image.open(io.BytesIO(body)) for name, body in found.items() if name.endswith(".png")}
    pixels = {name: np.asarray(picture) for name, picture in drawn.items()}
    names = Counter(card["Nickname"] for card in every)
    assert all(names[each.name] >= 1 for each in given.characters)
    assert names["Village Idiot"] == 3
    for card in every:
        ((number, deck),) = card["CustomDeck"].items()
        assert card["CardID"] // 100 == int(number)
        columns, rows = grid(deck)
        assert 2 <= columns <= 10
        assert 2 <= rows <= 7
        for key in ("FaceURL", "BackURL"):
            assert deck[key].removeprefix(f"{BASE}/") in found
        picture = pixels[deck["FaceURL"].removeprefix(f"{BASE}/")]
        assert max(picture.shape) <= 4096
        assert (picture.shape[1] % columns, picture.shape[0] % rows) == (0, 0)
        row, column = divmod(card["CardID"] % 100, columns)
        assert row < rows
        high, wide = picture.shape[0] // rows, picture.shape[1] // columns
        cell = picture[row * high : (row + 1) * high, column * wide : (column + 1) * wide]
        assert cell[high // 2, wide // 2, 3] == 255
        assert len({tuple(pixel) for pixel in cell[high // 2]}) > 1
        assert deck["Type"] == (4 if wide == high else 0)
        assert cell[0, 0, 3] == 0
    assert len({thing["GUID"] for thing in every}) > 0.99 * len(every)


def test_more_tokens_than_a_picture_has_places_take_several() -> None:
    given = script(*(homebrew(each, "townsfolk") for each in range(150)))
    made = builder.tabletop_simulator(given, BASE, settings={"parts": "characters"})
    found = members(made)
    assert sorted(name for name in found if name.endswith(".png")) == [
        "tabletop/back.png",
        *(f"tabletop/characters-{number}.png" for number in (1, 2, 3)),
    ]
    every = list(cards(json.loads(found["tabletop-simulator.json"])["ObjectStates"]))
    assert len({(card["CardID"], *card["CustomDeck"]) for card in every}) == 150
    assert max(card["CardID"] % 100 for card in every) < 69


def test_without_an_address_there_are_pictures_and_a_sentence_that_says_why() -> None:
    given = script("imp", "monk")
    made = builder.tabletop_simulator(given, settings={"parts": "characters"})
    assert sorted(members(made)) == ["tabletop/back.png", "tabletop/characters-1.png"]
    assert [each.code for each in made.notices] == ["no-address"]
    with pytest.raises(ClockwrightError, match="not a full web address"):
        builder.tabletop_simulator(given, "javascript:alert(1)")


def test_what_is_not_exported_and_night_texts_are_not_in_it() -> None:
    private = homebrew(1, "minion", name="Hidden Hand")
    open_one = homebrew(2, "minion", name="Open Hand", firstNightReminder="Show the goat.", firstNight=3)
    given = script(private, open_one, clockwright={"characters": {"made1": {"export": False}}})
    text = members(builder.tabletop_simulator(given, BASE))["tabletop-simulator.json"].decode()
    assert "Open Hand" in text
    assert "Hidden Hand" not in text
    assert "goat" not in text
