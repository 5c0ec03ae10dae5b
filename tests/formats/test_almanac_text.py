"""Almanacs and sheets as plain text."""

from pathlib import Path

import pytest

import builder
from builder.game.teams import Team
from tests.composing import SHARED

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not here")

ALMANAC = """1. SNUG & WARM

  Two inns on one road.

  2. LAMP-TENDER

    Each night, choose a player: you learn if they slept.


    “Mind the step.”

    The Lamp-Tender learns who slept.

    A player who is woken did not sleep.

    Examples

    The Lamp-Tender chooses the Miller,
    who was not woken.

    How to Run

    Each night, wake the Lamp-Tender. Nod or shake your head.

    Townsfolk

  3. IMP

    Each night*, choose a player: they die. [+1 Outsider]

    Demon

  4. Night Order

    First Night

    LAMP-TENDER
    MILLER

    Other Nights

    IMP
    LAMP-TENDER
  5. this almanac generated using Bloodstar Clocktica
"""
FAN = """Fog is all about waiting.

Advanced. For patient players.

Play it slowly.



"You start knowing who owns the mill."

The Miller knows the mill.

- The Miller learns this once.

Examples

The Miller learns that Otto owns it.

How to Run

Wake the Miller. Point.

- The Toll Keeper counts coins.

Examples

The Toll Keeper counts three.

How to Run

Wake the Toll Keeper. Show fingers.



"Each day, you may count." "Nobody owns this."

Character credit:

- Miller: Ada (design, naming)
"""
SHEET = """◀ Townsfolk ▶

- Chef  You start knowing something.
- Lamp Tender  Each night, choose a player. [+1 Outsider]

Demons
- Imp: Each night*, choose a player: they die.
* Not the first night.
It was late.
First Night

Lamp Tender
- ○ Wake the Lamp Tender. ☺
Chief
\tChief\tSleep.
"""


def test_a_bloodstar_almanac_copied_as_text_becomes_a_script() -> None:
    script = builder.parse(ALMANAC)
    lamp, imp = script.characters
    assert (lamp.id, lamp.name, lamp.team) == ("lamptender", "Lamp-Tender", Team.TOWNSFOLK)
    assert lamp.ability == "Each night, choose a player: you learn if they slept."
    assert lamp.flavor == "Mind the step."
    assert lamp.page.overview == "The Lamp-Tender learns who slept."
    assert lamp.page.rules == ("A player who is woken did not sleep.",)
    assert lamp.page.examples == ("The Lamp-Tender chooses the Miller, who was not woken.",)
    assert lamp.page.how_to_run == ("Each night, wake the Lamp-Tender. Nod or shake your head.",)
    assert script.almanac.synopsis == "SNUG & WARM\n\nTwo inns on one road."
    assert (imp.id, imp.name, imp.setup) == ("imp_custom", "Imp", True)  # an official id is somebody else's


def test_the_night_order_of_an_almanac_stays_as_given_and_strangers_in_it_are_named() -> None:
    script = builder.parse(ALMANAC)
    assert script.meta.first_night == ("lamptender", "miller")
    assert script.meta.other_night == ("imp_custom", "lamptender")
    assert [problem.characters for problem in script.reading if problem.code == "night-stranger"] == [
        ("miller",)
    ]


def test_what_was_read_from_an_almanac_survives_its_export() -> None:
    script = builder.parse(ALMANAC)
    assert builder.parse(builder.dump(script)) == script


def test_a_fan_almanac_gives_its_characters_and_says_what_it_guessed() -> None:
    script = builder.parse(FAN)
    miller, keeper = script.characters
    assert script.name == "Fog"
    assert script.almanac.difficulty == "Advanced. For patient players."
    assert (miller.name, miller.ability) == ("Miller", "You start knowing who owns the mill.")
    assert (keeper.name, keeper.page.examples) == ("Toll Keeper", ("The Toll Keeper counts three.",))
    assert keeper.ability == "Each day, you may count."  # it stood behind; that is said
    told = {problem.code: problem.message for problem in script.reading}
    assert "Toll Keeper" in told["almanac-guess"]
    assert "names no teams" in told["almanac-teams"]
    assert "Nobody owns this." in told["almanac-left"]
    assert script.almanac.credits[0].roles == ("Miller: design", "Miller: naming")


def test_a_sheet_copied_as_text_keeps_official_characters_official() -> None:
    script = builder.parse(SHEET)
    assert [entry.written for entry in script.entries if not entry.is_custom] == ["chef", "imp"]
    (lamp,) = [entry.character for entry in script.entries if entry.is_custom]
    assert lamp is not None
    assert (lamp.name, lamp.team, lamp.setup) == ("Lamp Tender", Team.TOWNSFOLK, True)
    assert lamp.first_night_reminder == ":reminder: Wake the Lamp Tender. Chief"
    assert script.meta.first_night == ("lamptender", "chief")
    assert script.almanac.synopsis == "It was late."


@pytest.mark.parametrize(
    "text", ["1. One\n\n2. Two\n", "How to Run\n", "Dear Ada,\n\nHow to Run\n\nsee you."]
)
def test_a_letter_is_no_almanac(text: str) -> None:
    with pytest.raises(builder.UnreadableScriptError):
        builder.parse(text)


@needs_shared
def test_a_published_almanac_comes_in_whole() -> None:
    script = builder.parse(SHARED / "fixtures/seeds/isles-of-the-fae-almanac.txt")
    assert len(script.characters) == 35
    assert all(one.ability and one.flavor and one.page.overview for one in script.characters)
    teams = [sum(1 for _ in script.team(team)) for team in Team]
    assert teams == [14, 5, 5, 5, 5, 1, 0]
    assert len(script.meta.first_night or ()) == len(script.meta.other_night or ()) == 36
    assert builder.parse(builder.dump(script)) == script


@needs_shared
def test_a_fan_almanac_without_names_comes_in_with_a_report() -> None:
    script = builder.parse(SHARED / "fixtures/seeds/lies-spies-and-eyes-almanac.txt")
    assert len(script.characters) == 25
    assert [sum(1 for _ in script.team(team)) for team in Team][:4] == [13, 4, 4, 4]
    assert {problem.code for problem in script.reading} >= {
        "almanac-teams",
        "almanac-guess",
        "almanac-abilities",
    }


@needs_shared
def test_a_printed_sheet_comes_in_as_a_script() -> None:
    script = builder.parse(Path(SHARED / "fixtures/seeds/script-sheet-and-night-sheets.txt"))
    assert [sum(1 for _ in script.team(team)) for team in Team][:4] == [13, 4, 4, 4]
    assert [entry.id for entry in script.entries if entry.is_custom] == [
        "grandparent",
        "housekeeper",
        "herbalist",
        "capocrimini",
    ]
