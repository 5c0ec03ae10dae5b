import pytest

from builder import catalogue
from builder.game.setup.effects import read

HAVING = (
    "baron fanggu vigormortis godfather balloonist sentinel hermit xaan kazali lordoftyphon summoner "
    "lilmonsta legion atheist villageidiot choirboy huntsman bountyhunter drunk marionette lunatic "
    "alchemist boffin amnesiac pope gardener tor spiritofivory"
).split()


@pytest.mark.parametrize("who", HAVING)
def test_its_effect_on_the_setup_is_data(who: str) -> None:
    character = catalogue.find(who)
    assert character
    assert character.setup_effects


def test_every_effect_can_be_read_and_has_a_source() -> None:
    for character in catalogue.everyone():
        for effect in character.setup_effects:
            assert read(effect)
            assert effect["source"]


def test_whoever_says_something_about_setup_in_brackets_has_an_effect() -> None:
    without = {c.id for c in catalogue.everyone() if "[" in c.ability and not c.setup_effects}
    assert without == set()


def test_the_jinxes_that_touch_setup_are_data() -> None:
    bound = [jinx for jinx in catalogue.jinxes() if jinx.setup]
    assert len(bound) == 25
    assert {rule["rule"] for jinx in bound for rule in jinx.setup} == {
        "absent", "late", "needs-in-play", "never", "no-bluffs", "one-in-play", "shown", "tell", "while-at-most",
    }  # fmt: skip
