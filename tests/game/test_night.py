from dataclasses import replace

import pytest
from composing import shared
from hand_made import from_json, own, read, script

from builder import catalogue
from builder.game.night import NightSheet, Row, night_sheet
from builder.game.script import Entry, Script
from builder.game.teams import Team

ORDER = catalogue.night_order()
WORLD_CUP = ["deadpeople", "phantomdetectives", "riverstyx", "seat7", "stowedaway", "witchhunt"]


def nights(of: Script, players: int | None = None) -> NightSheet:
    return night_sheet(of, ORDER, players)


def first(of: Script) -> list[str]:
    return [row.id for row in nights(of).first]


def other(of: Script) -> list[str]:
    return [row.id for row in nights(of).other]


def codes(of: Script) -> list[str]:
    return [notice.code for notice in nights(of).notices]


def row(rows: tuple[Row, ...], identifier: str) -> Row:
    return next(each for each in rows if each.id == identifier)


@pytest.mark.parametrize("name", WORLD_CUP)
def test_every_world_cup_script_wakes_in_the_official_order(name: str) -> None:
    value = read(shared(f"fixtures/wc25/{name}.json"))
    official = read(shared("fixtures/official/resources/data/nightsheet.json"))
    sheet = nights(from_json(value))
    for night, rows in (("firstNight", sheet.first), ("otherNight", sheet.other)):
        numbers: dict[str, tuple[float, int]] = {
            step: (official[night].index(step) + 1, 0)
            for step in ("dusk", "minioninfo", "demoninfo", "dawn")
            if step in official[night]
        }
        for item in value:
            if isinstance(item, str) and item in official[night]:
                numbers[item] = (official[night].index(item) + 1, 0)
            elif isinstance(item, dict) and item["id"] != "_meta" and item.get(night):
                numbers[item["id"]] = (item[night], 1)
        assert [each.id for each in rows] == sorted(numbers, key=lambda identifier: numbers[identifier])
    assert not sheet.notices


def test_a_script_has_dusk_both_infos_and_dawn_even_when_nobody_acts() -> None:
    assert first(script()) == ["dusk", "minioninfo", "demoninfo", "dawn"]
    assert other(script()) == ["dusk", "dawn"]


def test_every_row_says_its_kind_its_name_and_what_to_do() -> None:
    sheet = nights(script("imp", "poisoner"))
    assert [(each.kind.value, each.name) for each in sheet.first] == [
        ("dusk", "Dusk"),
        ("minioninfo", "Minion Info"),
        ("demoninfo", "Demon Info"),
        ("character", "Poisoner"),
        ("dawn", "Dawn"),
    ]
    assert all(each.reminder for each in (*sheet.first, *sheet.other))
    assert row(sheet.first, "poisoner").character == catalogue.find("poisoner")


def test_the_infos_name_the_tokens_that_are_shown() -> None:
    rows = nights(script("imp")).first
    assert "*THIS IS THE DEMON*" in row(rows, "minioninfo").reminder
    assert "*THESE ARE YOUR MINIONS*" in row(rows, "demoninfo").reminder
    assert "*THESE CHARACTERS ARE NOT IN PLAY*" in row(rows, "demoninfo").reminder


def test_leviathan_and_vizier_act_after_dawn() -> None:
    assert first(script("vizier", "leviathan", "chef"))[-4:] == ["chef", "dawn", "leviathan", "vizier"]
    assert other(script("leviathan", "empath"))[-3:] == ["empath", "dawn", "leviathan"]


def test_travellers_fabled_and_loric_that_act_are_on_the_sheet() -> None:
    assert (
        first(script("angel", "tor", "thief", "sentinel"))
        == ("dusk angel thief tor minioninfo demoninfo dawn").split()
    )


def test_ids_are_compared_by_key_and_kept_as_written() -> None:
    assert other(script("Fang Gu", "no_dashii", "lil'-monsta"))[1:-1] == [
        "Fang Gu",
        "no_dashii",
        "lil'-monsta",
    ]


def test_a_duplicate_is_listed_once() -> None:
    assert other(script("imp", "Imp", "imp")) == ["dusk", "imp", "dawn"]


def test_an_unknown_id_is_not_guessed_at() -> None:
    assert other(script("imp", "who_is_this")) == ["dusk", "imp", "dawn"]


# Homebrew, merged by number


def test_homebrew_is_merged_by_its_number_and_fractions_count() -> None:
    early, late = own("early", first_night=33.5), own("late", first_night=52.25)
    assert (
        first(script(late, early, "poisoner", "widow", "washerwoman", "librarian"))[3:]
        == ("poisoner early widow washerwoman late librarian dawn").split()
    )


def test_on_equal_numbers_the_official_character_is_first_then_the_script_order_counts() -> None:
    one, two = own("one", first_night=33), own("two", first_night=33)
    assert first(script(two, one, "poisoner"))[3:6] == ["poisoner", "two", "one"]


def test_a_number_without_reminder_text_still_is_a_place_in_the_night() -> None:
    assert other(script(own("silent", other_night=12))) == ["dusk", "silent", "dawn"]


@pytest.mark.parametrize("number", [-3, 0, None, float("nan"), float("inf")])
def test_a_number_that_is_no_place_counts_as_absent(number: float | None) -> None:
    assert other(script(own("sleeper", other_night=number))) == ["dusk", "dawn"]


@pytest.mark.parametrize("number", [None, 0, -1])
def test_reminder_text_without_a_number_stands_before_dawn_with_a_notice(number: float | None) -> None:
    odd = own("odd", first_night=number, first_night_reminder="Wink at them.")
    sheet = nights(script(odd, "mathematician", "leviathan"))
    assert [each.id for each in sheet.first][-4:] == ["mathematician", "odd", "dawn", "leviathan"]
    (notice,) = sheet.notices
    assert (notice.code, notice.severity, notice.characters) == ("night-order-guessed", "notice", ("odd",))
    assert "Odd" in notice.message
    assert "Set a position" in notice.message


def test_blank_reminder_text_is_no_reminder_text() -> None:
    assert other(script(own("blank", other_night_reminder=" \n"))) == ["dusk", "dawn"]


def test_a_number_behind_dawn_is_taken_as_it_is() -> None:
    assert first(script(own("sunny", first_night=78), own("noon", first_night=500), "vizier"))[3:] == [
        "dawn",
        "sunny",
        "vizier",
        "noon",
    ]


def test_a_number_equal_to_dusk_comes_behind_dusk() -> None:
    assert first(script(own("quick", first_night=1)))[:2] == ["dusk", "quick"]


def test_a_changed_official_character_keeps_its_official_place_with_a_notice() -> None:
    mine = own("lunatic", Team.OUTSIDER, first_night=16, first_night_reminder="Mine.")
    sheet = nights(script(mine))
    assert [each.id for each in sheet.first] == ["dusk", "minioninfo", "lunatic", "demoninfo", "dawn"]
    assert row(sheet.first, "lunatic").reminder == "Mine."
    assert [notice.code for notice in sheet.notices] == ["night-order-official"]


def test_a_changed_official_character_without_a_number_has_its_official_place() -> None:
    mine = own("poisoner", Team.MINION, first_night_reminder="Mine.")
    assert first(script(mine, "widow"))[3:5] == ["poisoner", "widow"]
    assert codes(script(mine, "widow")) == []


def test_a_changed_official_character_that_does_not_act_any_more_sleeps() -> None:
    assert other(script(own("imp", Team.DEMON))) == ["dusk", "dawn"]


# Bloodstar's older scale


def test_the_infos_stand_before_the_first_character_of_a_bloodstar_script() -> None:
    items = [own("a", first_night=11), own("b", first_night=12)]
    bloodstar = script(*items, almanac="https://www.bloodstar.xyz/p/x/y/almanac.html")
    assert first(bloodstar) == ["dusk", "minioninfo", "demoninfo", "a", "b", "dawn"]
    assert codes(bloodstar) == ["night-order-older-scale"]
    elsewhere = script(*items, almanac="https://example.org/bloodstar.xyz")
    assert first(elsewhere) == ["dusk", "a", "b", "minioninfo", "demoninfo", "dawn"]
    assert codes(elsewhere) == []


def test_ids_with_one_suffix_and_old_numbers_tell_of_bloodstar_too() -> None:
    items = (
        own("a_set", first_night=11, other_night=2),
        own("b_set", first_night=12),
        own("c_set", other_night=3),
    )
    assert first(script(*items)) == ["dusk", "minioninfo", "demoninfo", "a_set", "b_set", "dawn"]


@pytest.mark.parametrize(
    "items",
    [
        (own("a_set", first_night=11), own("b_other", first_night=12)),
        (own("a_set", first_night=12), own("b_set", first_night=13)),
        (own("a_set", first_night=11), own("b_set", first_night=11.5)),
        (own("a_set", first_night=11, other_night=40), own("b_set", first_night=12)),
        (own("a_set", first_night=11),),
    ],
)
def test_other_numbers_are_on_the_official_scale(items: tuple[object, ...]) -> None:
    assert first(script(*items))[1] == "a_set"  # type: ignore[arg-type]
    assert codes(script(*items)) == []  # type: ignore[arg-type]


def test_an_official_character_that_acts_settles_the_scale() -> None:
    bloodstar = {"almanac": "https://bloodstar.xyz/p/x/y/almanac.html"}
    assert first(script(own("a", first_night=11), "poisoner", **bloodstar))[1] == "a"
    assert first(script(own("a", first_night=11), "imp", **bloodstar))[1] == "minioninfo"


def test_a_bloodstar_script_whose_numbers_are_late_enough_is_left_alone() -> None:
    late = script(own("a", first_night=40), almanac="https://bloodstar.xyz/x")
    assert first(late) == ["dusk", "minioninfo", "demoninfo", "a", "dawn"]
    assert codes(late) == []


def test_an_address_that_is_none_is_not_bloodstars() -> None:
    assert codes(script(own("a", first_night=11), almanac="https://[bloodstar.xyz")) == []


def test_fall_of_rome_opens_with_the_infos() -> None:
    rome = from_json(read(shared("fixtures/homebrew/fall-of-rome.json")))
    assert first(rome)[:5] == [
        "dusk",
        "minioninfo",
        "demoninfo",
        "hannibal_fall_of_rome",
        "temptress_fall_of_rome",
    ]
    assert other(rome)[:4] == [
        "dusk",
        "scholar_fall_of_rome",
        "temptress_fall_of_rome",
        "mercenary_fall_of_rome",
    ]
    assert codes(rome) == ["night-order-older-scale"]


def test_many_alphabets_stay_apart() -> None:
    mixed = from_json(read(shared("fixtures/homebrew/many-alphabets.json")))
    assert other(mixed) == ["dusk", "shomer", "狼男", "uranaishi", "hakawati", "zolw", "dawn"]


# The author's own order


def test_the_authors_order_goes_before_everything() -> None:
    of = script(
        "poisoner", "chef", first_night=("dusk", "Chef", "poisoner", "demon_info", "minion-info", "dawn")
    )
    assert first(of) == ["dusk", "chef", "poisoner", "demoninfo", "minioninfo", "dawn"]
    assert codes(of) == []
    assert other(of) == ["dusk", "poisoner", "dawn"]


def test_who_acts_and_is_not_listed_goes_to_the_usual_place_with_a_notice() -> None:
    of = script("poisoner", "chef", "empath", "spy", first_night=("dusk", "chef", "spy", "dawn"))
    assert first(of) == ["dusk", "minioninfo", "demoninfo", "poisoner", "chef", "empath", "spy", "dawn"]
    (notice,) = nights(of).notices
    assert (notice.code, notice.path) == ("night-order-incomplete", "$[0].firstNight")
    assert set(notice.characters) == {"poisoner", "empath"}


def test_an_id_that_is_not_on_the_script_is_reported() -> None:
    of = script("chef", first_night=("dusk", "minioninfo", "demoninfo", "monk", "chef", "monk", "dawn"))
    assert first(of) == ["dusk", "minioninfo", "demoninfo", "chef", "dawn"]
    (notice,) = nights(of).notices
    assert (notice.code, notice.characters) == ("night-order-stranger", ("monk",))
    assert "“monk”" in notice.message


def test_a_character_listed_twice_acts_twice() -> None:
    shade = own("shade", other_night=30, other_night_reminder="Again.")
    of = script(shade, "imp", other_night=("dusk", "shade", "imp", "shade", "dawn"))
    assert other(of) == ["dusk", "shade", "imp", "shade", "dawn"]


def test_a_step_of_the_night_happens_once_however_often_it_is_listed() -> None:
    assert other(script("imp", other_night=("dusk", "imp", "dusk", "dawn", "dawn"))) == [
        "dusk",
        "imp",
        "dawn",
    ]


def test_dusk_comes_first_and_dawn_last_where_the_author_left_them_out() -> None:
    of = script("imp", "empath", "leviathan", other_night=("empath", "imp", "leviathan"))
    assert other(of) == ["dusk", "empath", "imp", "dawn", "leviathan"]


def test_a_listed_character_that_would_sleep_is_shown() -> None:
    of = script("saint", "imp", other_night=("dusk", "saint", "imp", "dawn"))
    assert other(of) == ["dusk", "saint", "imp", "dawn"]
    assert row(nights(of).other, "saint").name == "Saint"


def test_who_is_not_listed_finds_a_place_around_those_who_would_sleep() -> None:
    of = script("saint", "imp", "empath", other_night=("dusk", "saint", "empath", "dawn"))
    assert other(of) == ["dusk", "saint", "imp", "empath", "dawn"]


def test_a_listed_id_that_nobody_knows_is_shown_as_it_is() -> None:
    of = script("mystery", "imp", other_night=("dusk", "mystery", "imp", "dawn"))
    shown = row(nights(of).other, "mystery")
    assert (shown.name, shown.reminder, shown.character) == ("mystery", "", None)


def test_an_empty_order_is_no_order() -> None:
    assert first(script("chef", first_night=())) == ["dusk", "minioninfo", "demoninfo", "chef", "dawn"]


def test_an_authors_order_settles_what_had_to_be_guessed() -> None:
    odd = own("odd", other_night_reminder="Wink.")
    of = script(odd, "imp", other_night=("dusk", "odd", "imp", "dawn"))
    assert other(of) == ["dusk", "odd", "imp", "dawn"]
    assert codes(of) == []


def test_the_notice_names_the_meta_entry_where_it_stands() -> None:
    of = replace(script("chef", "imp", first_night=("dusk",)), meta_position=2)
    assert {notice.path for notice in nights(of).notices} == {"$[2].firstNight"}


# Who gets information


@pytest.mark.parametrize("players", [5, 6])
def test_under_7_players_the_evil_team_learns_nothing(players: int) -> None:
    sheet = nights(script("chef", "king"), players)
    assert [each.id for each in sheet.first] == ["dusk", "king", "chef", "dawn"]


def test_from_7_players_on_and_on_the_sheet_the_infos_stay() -> None:
    assert nights(script("chef"), 7).first == nights(script("chef")).first


def test_with_the_toymaker_the_evil_team_learns_at_any_count() -> None:
    sheet = nights(script("toymaker"), 5)
    assert "minioninfo" in [each.id for each in sheet.first]
    assert "Toymaker" in row(sheet.first, "minioninfo").reminder


def test_whoever_silences_the_infos_is_noted_on_their_rows() -> None:
    rows = nights(script("poppygrower", "Lil' Monsta", "tor")).first
    for info in ("minioninfo", "demoninfo"):
        assert row(rows, info).note == "Skip this if Poppy Grower, Lil' Monsta or Tor is in play."
    assert row(nights(script("imp")).first, "minioninfo").note == ""


def test_the_marionette_sleeps_while_the_minions_wake() -> None:
    rows = nights(script("marionette", "imp")).first
    assert row(rows, "minioninfo").note == (
        "The Marionette is not woken here, and the other Minions do not learn who it is."
    )
    assert row(rows, "demoninfo").note == ""


def test_a_poppy_growers_demon_is_woken_for_bluffs_once() -> None:
    rows = nights(script("poppygrower", "imp")).first
    assert "wake the Demon" in row(rows, "poppygrower").reminder
    assert row(rows, "demoninfo").note == "Skip this if Poppy Grower is in play."


def test_legion_is_noted_on_the_demons_row_only() -> None:
    rows = nights(script("legion")).first
    assert "Legion" in row(rows, "demoninfo").note
    assert row(rows, "minioninfo").note == ""


def test_another_official_order_may_be_given() -> None:
    class Edition:
        first_night = ("dusk", "minioninfo", "demoninfo", "chef", "poisoner", "dawn")
        other_night = ("dusk", "dawn")

    sheet = night_sheet(script("poisoner", "chef"), Edition())
    assert [each.id for each in sheet.first][3:5] == ["chef", "poisoner"]


def test_an_entry_that_was_never_resolved_is_no_error() -> None:
    assert [each.id for each in night_sheet(Script(entries=(Entry("imp", "imp"),)), ORDER).other] == [
        "dusk",
        "dawn",
    ]
