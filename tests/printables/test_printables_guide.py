"""The beginner's guide: what it says of a script, and what its check list has the Storyteller do at setup."""

from typing import Any

import pytest
from composing import homebrew, sample, script

from builder import catalogue
from builder.game.script import Script
from builder.game.setup import effects as fx
from builder.game.setup.dealing import deal
from builder.printables import guide
from builder.printables.common import typeset
from builder.printables.guide import SetupStep, setup_steps
from builder.printables.options import DEFAULTS
from builder.prose import NO_BREAK


def tasks(script: Script) -> dict[str, str]:
    """What each character asks for, with its tokens in parentheses."""
    return {step.icon.name: said(step) for step in setup_steps(script, DEFAULTS)}


def said(step: SetupStep) -> str:
    written = (f"{task.text} ({task.marker})" if task.marker else task.text for task in step.tasks)
    return " ".join(written).replace(NO_BREAK, " ")


def everyone() -> Script:
    return script(*[each.id for each in catalogue.everyone()])


def steps_of(character: Any) -> list[fx.Step]:
    read = map(fx.read, character.setup_effects)
    return [effect for effect in read if isinstance(effect, fx.Step)]


def test_a_guide_says_how_many_characters_of_each_team_the_script_has() -> None:
    content = guide.content(sample("the-wandering-fair"))
    assert [each.text for each in content.teams] == [
        "13 Townsfolk",
        "4 Outsiders",
        "4 Minions",
        "4 Demons",
        "5 Travellers",
        "1 Fabled",
        "1 Loric",
    ]
    assert content.others == ("4 jinxes", "1 special rule")
    alone = guide.content(script("imp", "nobody_knows"))
    assert [each.text for each in alone.teams] == ["1 Demon"]
    assert alone.others == ("1 unknown",)


def test_the_check_list_has_what_everybody_has_to_hear_where_a_script_has_it() -> None:
    def told(script: Script) -> str:
        return " ".join(guide.content(script).checks[0].steps).replace(NO_BREAK, " ")

    fair, plain = told(sample("the-wandering-fair")), told(script("imp", "washerwoman"))
    for words in ("Fabled and Loric", "jinxes", "special rules"):
        assert words in fair
        assert words not in plain


@pytest.mark.parametrize(
    ("name", "players"), [("a-murmur-of-moths", 11), ("six-candles", 6), ("the-wandering-fair", 15)]
)
def test_every_setup_step_of_a_deal_is_on_the_check_list(name: str, players: int) -> None:
    composed = sample(name)
    known = " ".join(tasks(composed).values())
    texts = {typeset(effect.text) for each in composed.characters for effect in steps_of(each)}
    for seed in range(10):
        dealt = deal(composed, catalogue.rules(), players, seed)
        assert [step for step in map(typeset, dealt.steps) if step in texts and step not in known] == []


def test_every_official_setup_step_and_its_token_is_on_the_check_list() -> None:
    written = tasks(everyone())
    found = 0
    for character in catalogue.everyone():
        for effect in steps_of(character):
            found += 1
            shown = written[typeset(character.name)]
            assert typeset(effect.text) in shown
            assert not effect.marker or f"({typeset(effect.marker)})" in shown
    assert found >= 17


def test_every_official_character_that_changes_the_setup_is_on_the_check_list() -> None:
    written = tasks(everyone())
    assert [
        each.id for each in catalogue.everyone() if each.setup_effects and typeset(each.name) not in written
    ] == []


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("baron", "+2 Outsiders."),
        ("huntsman", "The Damsel has to be in play as well."),
        (
            "drunk",
            "Leave this token out of the bag. Put in one more Townsfolk instead, and mark it. (Is The Drunk)",
        ),
        ("fortuneteller", "1 good player is the Fortune Teller’s red herring. (Red Herring)"),
        ("villageidiot", "Up to 3 of them may be in play. 1 of the Village Idiots is drunk. (Drunk)"),
        ("bountyhunter", "1 Townsfolk is evil: turn the token upside down in the Grimoire."),
        (
            "summoner",
            "No Demons. 1 Demon is made on the third night. The bluffs are for this player, not for a Demon.",
        ),
    ],
)
def test_a_character_asks_for_what_its_ability_says(who: str, words: str) -> None:
    assert list(tasks(script(who)).values()) == [words]


def test_a_homebrew_ability_asks_for_what_is_in_its_brackets_even_if_nobody_understands_them() -> None:
    written = tasks(
        script(
            homebrew(1, "minion", ability="Hum. [+1 Outsider]"),
            homebrew(2, "minion", ability="Hum. [The moon is full]"),
            homebrew(
                3, "outsider", ability="You think you are a Townsfolk, but you are not.", reminders=["Wrong"]
            ),
            homebrew(4, "demon", ability="Each night*, choose a player: they die."),
        )
    )
    assert written == {
        "Maker 1": "+1 Outsider.",
        "Maker 2": "[The moon is full]",
        "Maker 3": "Leave this token out of the bag. Put in one more Townsfolk instead, and mark it. (Wrong)",
    }


def test_a_character_that_is_there_twice_is_on_the_check_list_once() -> None:
    assert len(setup_steps(script("baron", "baron"), DEFAULTS)) == 1


def test_a_guide_prints_the_special_rules_of_the_script_which_win() -> None:
    content = guide.content(script("chef", "imp", bootlegger=["The dead may nominate."]))
    assert [rule.replace(NO_BREAK, " ") for rule in content.rules] == ["The dead may nominate."]
    assert content.words["rules_note"] == "Where they differ from this guide, the special rules win."
    assert guide.content(script("chef", "imp")).rules == ()


def test_an_empty_special_rule_is_none() -> None:
    empty = guide.content(script("chef", "imp", bootlegger=["", " "]))
    assert (empty.rules, empty.others, empty.checks) == ((), (), guide.content(script("chef", "imp")).checks)
