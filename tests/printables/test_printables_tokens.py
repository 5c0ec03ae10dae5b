"""What is printed as tokens, of whom, and how often."""

from collections import Counter
from typing import Any

import composing
import pytest
from composing import homebrew, script

from builder.content import TokenFace, Tokens
from builder.errors import UnknownChoiceError
from builder.game import cards
from builder.game.script import Script
from builder.printables import options, tokens
from builder.printables.common import text
from builder.printables.options import Options


def faces(made: Script, **chosen: str) -> tuple[TokenFace, ...]:
    return content(made, **chosen).faces


def content(made: Script, **chosen: str) -> Tokens:
    named = {name.replace("_", "-"): value for name, value in chosen.items()}
    return tokens.content(made, options.read(tokens, named))


def titles(made: Script, shape: str, **chosen: str) -> list[str]:
    return [face.title for face in faces(made, **chosen) if face.shape == shape]


def the_token(made: Script, title: str, **chosen: str) -> TokenFace:
    return next(face for face in faces(made, **chosen) if face.title == title)


def test_everybody_gets_a_token_by_team_and_the_credits_come_last() -> None:
    assert titles(script("imp", "baron", "gnome", "washerwoman", "djinn", "drunk"), "character") == [
        "Washerwoman",
        "Drunk",
        "Baron",
        "Imp",
        "Gnome",
        "Djinn",
        "A Test of Type",
    ]


def test_three_village_idiots_can_be_in_play_so_there_are_three() -> None:
    assert Counter(titles(script("villageidiot", "imp"), "character"))["Village Idiot"] == 3


@pytest.mark.parametrize(("players", "copies"), [("15", 11), ("9", 7), ("5", 3), ("18", 11)])
def test_there_are_as_many_legion_as_the_number_of_players_asks_for(players: str, copies: int) -> None:
    found = titles(script("legion", "washerwoman"), "character", players=players)
    assert Counter(found)["Legion"] == copies


def test_homebrew_that_says_how_many_there_are_gets_so_many() -> None:
    made = script(homebrew(1, "townsfolk", name="Pikeman", ability="You may march. [+0 to +2 Pikemen]"))
    extra = script(homebrew(1, "minion", name="Twin", ability="You grin. [+1 Twin]"))
    assert Counter(titles(made, "character"))["Pikeman"] == 3
    assert Counter(titles(extra, "character"))["Twin"] == 2


def test_a_number_that_was_chosen_goes_before_the_usual_one() -> None:
    found = Counter(titles(script("legion", "monk"), "character", duplicates="Legion=2, monk x3"))
    assert (found["Legion"], found["Monk"]) == (2, 3)


def test_an_official_character_listed_twice_has_one_token() -> None:
    assert Counter(titles(script("imp", "imp"), "character"))["Imp"] == 1


def test_an_id_that_nobody_knows_has_a_token_with_its_id() -> None:
    face = the_token(script("nobodyknows"), "nobodyknows")
    assert (face.group, face.words) == ("Unknown", ())


def test_reminders_come_as_often_as_they_are_listed_and_global_ones_too() -> None:
    made = script(homebrew(1, "minion", reminders=["Mad", "Mad", " ", "Dead"], remindersGlobal=["Is Mad"]))
    assert titles(made, "reminder") == ["Mad", "Mad", "Dead", "Is Mad"]


def test_leaves_and_dots_tell_setup_nights_and_reminders() -> None:
    made = script(
        homebrew(1, "minion", setup=True, firstNight=3, otherNight=0, reminders=["A", "B"]),
        homebrew(2, "demon", otherNight=7.5),
    )
    first, second = (the_token(made, name) for name in ("Maker 1", "Maker 2"))
    assert (first.setup, first.first_night, first.other_night, first.reminders) == (True, True, False, 2)
    assert (second.setup, second.first_night, second.other_night, second.reminders) == (False, False, True, 0)


def test_an_ability_is_set_with_its_brackets_and_can_be_left_out() -> None:
    assert text(the_token(script("baron"), "Baron").words).endswith("[+2\u00a0Outsiders]")
    assert the_token(script("baron"), "Baron", ability="no").words == ()


def test_a_listener_is_told_what_a_token_is() -> None:
    made = script(homebrew(1, "minion", name="Wolf", ability="You howl.", reminders=["Mad"]))
    assert the_token(made, "Wolf").alt == "Minion token: Wolf. You howl."
    assert the_token(made, "Mad").alt == "Reminder token: Wolf, Mad"


def test_both_versions_show_the_other_side_in_its_colour() -> None:
    found = [
        (face.title, face.team, face.icon.url.split("/")[1] if face.icon else "")
        for face in faces(script("washerwoman", "imp", "gnome", "djinn"), versions="both", parts="characters")
    ]
    assert found == [
        ("Washerwoman", "townsfolk", "townsfolk"),
        ("Washerwoman", "demon", "demon"),
        ("Imp", "demon", "demon"),
        ("Imp", "townsfolk", "townsfolk"),
        ("Gnome", "traveller", "traveller"),
        ("Gnome", "townsfolk", "townsfolk"),
        ("Gnome", "demon", "demon"),
        ("Djinn", "fabled", "fabled"),
    ]


def test_a_picture_of_the_other_side_is_used_where_there_is_one() -> None:
    own = Options(
        pictures={"imp": ("clockwright:picture/a", "clockwright:picture/b")},
        chosen={"versions": "both", "parts": "characters"},
        known=options.settings_of(tokens),
    )
    urls = [face.icon.url for face in tokens.content(script("imp"), own).faces if face.icon]
    assert urls == ["clockwright:picture/a", "clockwright:picture/b"]


def test_painted_art_stands_in_for_emblems_only() -> None:
    (imp,) = faces(script("imp"), art="painted", parts="characters")
    assert imp.icon is not None
    assert imp.icon.url.startswith("clockwright:painted/demon/")


def test_the_standard_cards_come_and_those_the_script_speaks_of() -> None:
    made = script(
        homebrew(
            1, "minion", firstNight=3, firstNightReminder="Show *THE WOLF IS* and *MAD*.", reminders=["Mad"]
        )
    )
    found = [face.title for face in faces(made, parts="info")]
    assert found[: len(cards.CARDS)] == list(cards.CARDS)
    assert found[len(cards.CARDS) :] == ["THE WOLF IS"]


def test_each_rule_of_the_author_is_a_card() -> None:
    made = script("imp", bootlegger=["No whispering.", "  ", "Candles only."])
    assert [face.alt for face in faces(made, parts="rules")] == [
        "Rule of the script: No whispering.",
        "Rule of the script: Candles only.",
    ]


def test_an_almanac_becomes_a_code_only_where_it_is_an_address() -> None:
    there = faces(script("imp", almanac="https://example.org/a"), parts="almanac")
    assert [face.address for face in there] == ["https://example.org/a"]
    assert faces(script("imp", almanac="javascript:alert(1)"), parts="almanac") == ()


def test_the_credits_name_script_author_and_owners() -> None:
    (face,) = faces(script("imp", author="Ann"), parts="credit")
    assert face.title == "A Test of Type"
    assert text(face.words).startswith("Script by Ann. Blood on the Clocktower is ©")


def test_some_parts_and_some_characters_can_be_chosen() -> None:
    made = script("imp", "monk", homebrew(1, "demon", name="Old Owl"))
    assert titles(made, "character", only="old owl, MONK", parts="characters") == ["Monk", "Old Owl"]
    assert {face.shape for face in faces(made, parts="reminders, info")} == {"reminder", "card"}


def test_chosen_characters_are_printed_without_cards_for_the_whole_script() -> None:
    made = script("imp", "monk", bootlegger=["No whispering."], author="Ann")
    assert {face.title for face in faces(made, only="monk")} == {"Monk", "Safe"}
    assert {face.shape for face in faces(made, only="monk", parts="rules")} == {"card"}


@pytest.mark.parametrize(
    ("written", "mm"), [("48,7", 48.7), ("1.75in", 44.45), ('2"', 50.8), ("4.5 cm", 45), (" 45 MM ", 45)]
)
def test_sizes_are_read_as_people_write_them(written: str, mm: float) -> None:
    assert content(script("imp"), character=written).sizes.character == pytest.approx(mm)


def test_a_punch_gives_both_sizes_and_a_size_of_ones_own_goes_before() -> None:
    chosen = content(script("imp"), punch="38/19", reminder="22").sizes
    assert (chosen.character, chosen.reminder) == (38, 22)


@pytest.mark.parametrize(
    "chosen",
    [
        {"character": "big"},
        {"reminder": "900"},
        {"bleed": "-1"},
        {"shift_right": "x"},
        {"players": "4"},
        {"players": "many"},
        {"duplicates": "legion"},
        {"duplicates": "legion=99"},
        {"parts": "everything"},
        {"only": "stranger"},
        {"punch": "1/2"},
    ],
    ids=str,
)
def test_what_means_nothing_is_refused_in_a_sentence(chosen: dict[str, Any]) -> None:
    with pytest.raises(UnknownChoiceError, match=r"There is no .* (Choose from:|Use) "):
        content(script("imp"), **chosen)


def test_options_made_for_any_document_will_do() -> None:
    assert tokens.content(composing.sample("six-candles"), Options()).sizes.character == 45


def test_pictures_have_names_that_every_file_system_takes() -> None:
    made = script(
        homebrew(1, "minion", name="A/B: “C”?", reminders=["x" * 30]), homebrew(2, "demon", name="../..")
    )
    names = [face.file for face in faces(made)]
    assert "minion/A-B- “C”" in names
    assert all(".." not in name and name.count("/") == 1 for name in names)
