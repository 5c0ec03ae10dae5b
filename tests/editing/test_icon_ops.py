"""Icons as ops: a shape, how it is painted, whom to thank; and all icons of a set alike in one step."""

from typing import Any

import composing
import pytest

from builder import editing, uploads
from builder.editing import EditError
from builder.editing.icon_ops import SET_CREDIT
from builder.game.character import Icon
from builder.game.script import Script

PICTURE = uploads.SCHEME + "ab" * 32


def a_set(**icons: dict[str, Any]) -> Script:
    """An official character, and a Townsfolk, an Outsider and a Demon of somebody's own, with these icons."""
    extras = (
        {"clockwright": {"characters": {name: {"icon": icon} for name, icon in icons.items()}}}
        if icons
        else {}
    )
    teams = ("townsfolk", "outsider", "demon")
    return composing.script(
        "imp", *(composing.homebrew(number, team) for number, team in enumerate(teams)), **extras
    )


def who(number: int) -> list[Any]:
    return [number + 1, f"made{number}"]


def icon(script: Script, number: int) -> Icon:
    character = script.entries[number + 1].character
    assert character
    return character.icon


def test_an_emblem_is_chosen_with_its_settings_and_thanks() -> None:
    change = editing.change(
        a_set(),
        {"op": "icon", "who": who(0), "emblem": "top-hat", "settings": {"size": 200, "texture": True}},
    )
    assert icon(change.script, 0) == Icon("top-hat", "", {"size": 200}, SET_CREDIT)
    assert change.label == "Maker 0: icon"
    assert change.say == "The icon of Maker 0 is saved."


def test_settings_outside_their_limits_are_brought_inside_and_nonsense_is_the_usual() -> None:
    settings = {"size": 99_999, "good": ["red", "#123456"], "shading": "much", "angle": -500}
    change = editing.change(a_set(), {"op": "icon", "who": who(0), "emblem": "top-hat", "settings": settings})
    assert icon(change.script, 0).settings == {"size": 540, "good": ["#3f86d6", "#123456"], "angle": -180}


def test_what_is_not_told_stays_as_it_is() -> None:
    script = a_set(made0={"picture": PICTURE, "settings": {"size": 200}, "credit": "Ada"})
    smaller = editing.change(script, {"op": "icon", "who": who(0), "settings": {"size": 120}}).script
    assert icon(smaller, 0) == Icon("", PICTURE, {"size": 120}, "Ada")
    thanked = editing.change(script, {"op": "icon", "who": who(0), "credit": "  Ben \n and Ada "}).script
    assert icon(thanked, 0) == Icon("", PICTURE, {"size": 200}, "Ben and Ada")


def test_another_shape_keeps_its_settings_and_lays_down_the_old_thanks() -> None:
    script = a_set(made0={"picture": PICTURE, "settings": {"size": 200}, "credit": "Ada"})
    other = editing.change(script, {"op": "icon", "who": who(0), "emblem": "trident", "credit": "Ada"}).script
    assert icon(other, 0) == Icon("trident", "", {"size": 200}, SET_CREDIT)
    back = editing.change(other, {"op": "icon", "who": who(0), "picture": PICTURE}).script
    assert icon(back, 0) == Icon("", PICTURE, {"size": 200}, "")


def test_an_icon_is_taken_away_and_everything_else_beside_it_stays() -> None:
    script = a_set(made0={"emblem": "top-hat"}, made1={"emblem": "trident"})
    change = editing.change(script, {"op": "no-icon", "who": who(0)})
    assert not icon(change.script, 0).is_painted
    assert icon(change.script, 1).emblem == "trident"


@pytest.mark.parametrize(
    ("op", "words"),
    [
        ({"who": who(0)}, "Choose a picture or an emblem first"),
        ({"who": who(0), "emblem": "no-such-thing-at-all"}, "There is no emblem “no-such-thing-at-all”"),
        ({"who": who(0), "emblem": 5}, "There is no emblem"),
        ({"who": who(0), "emblem": "top-hat", "picture": PICTURE}, "Choose either"),
        ({"who": who(0), "picture": "https://example.com/a.png"}, "was not uploaded here"),
        ({"who": who(0), "picture": ["x"]}, "was not uploaded here"),
        ({"who": who(0), "emblem": "top-hat", "settings": [1]}, "not settings of an icon"),
        ({"who": who(0), "emblem": "top-hat", "credit": 7}, "must be a text"),
        ({"who": who(0), "emblem": "top-hat", "credit": "x" * 501}, "Shorten it"),
        ({"who": [0, "imp"], "emblem": "top-hat"}, "Create a variant"),
        ({"who": [9, "nobody"], "emblem": "top-hat"}, "no longer on the script"),
    ],
)
def test_what_cannot_be_meant_is_said(op: dict[str, Any], words: str) -> None:
    with pytest.raises(EditError, match=words):
        editing.change(a_set(), {"op": "icon", **op})


def test_all_icons_are_painted_alike_in_one_step_and_keep_their_places() -> None:
    script = a_set(
        made0={"emblem": "top-hat", "settings": {"angle": 30, "shadow": False}}, made1={"picture": PICTURE}
    )
    change = editing.change(script, {"op": "restyle", "settings": {"texture": False, "size": 100}})
    assert change.say == "2 icons restyled."
    assert icon(change.script, 0).settings == {"texture": False, "angle": 30}
    assert icon(change.script, 1).settings == {"texture": False}
    assert not icon(change.script, 2).is_painted
    placed = editing.change(script, {"op": "restyle", "settings": {"size": 100}, "place": True}).script
    assert icon(placed, 0).settings == icon(placed, 1).settings == {"size": 100}


def test_only_those_who_are_ticked_are_restyled_and_those_without_get_a_fitting_emblem() -> None:
    script = a_set(made0={"emblem": "top-hat"})
    ticked = {"op": "restyle", "settings": {"border": False}, "who": [who(1)], "fill": True}
    change = editing.change(script, ticked)
    assert icon(change.script, 0).settings == {}
    assert icon(change.script, 1).emblem
    assert icon(change.script, 1).credit == SET_CREDIT
    assert icon(change.script, 1).settings == {"border": False}
    assert not icon(change.script, 2).is_painted


def test_whoever_has_a_finished_picture_keeps_it_when_the_others_are_filled() -> None:
    script = composing.script(
        composing.homebrew(0, "minion", image="https://example.com/a.png"), composing.homebrew(1, "minion")
    )
    change = editing.change(script, {"op": "restyle", "settings": {}, "fill": True})
    first, second = change.script.characters
    assert not first.icon.is_painted
    assert second.icon.is_painted


def test_nobody_to_restyle_is_said() -> None:
    with pytest.raises(EditError, match="None of these characters has an icon"):
        editing.change(a_set(), {"op": "restyle", "settings": {"border": False}})
    with pytest.raises(EditError, match="No characters selected"):
        editing.change(a_set(), {"op": "restyle", "settings": {}, "who": []})


def test_the_same_again_is_no_change() -> None:
    script = a_set(made0={"emblem": "top-hat", "settings": {"size": 200}, "credit": SET_CREDIT})
    change = editing.change(
        script, {"op": "icon", "who": who(0), "emblem": "top-hat", "settings": {"size": 200}}
    )
    assert change.label == ""
