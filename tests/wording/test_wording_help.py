"""What an editor says beside the fields of a character."""

import json
from typing import Any

import pytest

import builder
from builder import catalogue, editing, wording
from builder.formats.official.schema import rule
from builder.game.script import Script
from builder.game.teams import Team
from builder.wording import FEATURES, REACHES, TIMES, Help, find_feature
from builder.wording.tokens import TokenState

POISONER = {
    "id": "smith_own",
    "name": "Smith",
    "team": "minion",
    "ability": "Each night*, choose a player: they are poisoned until dusk.",
    "otherNight": 7,
    "otherNightReminder": "The Smith chooses a player. :reminder:",
    "reminders": ["Poisoned"],
}


def script(character: dict[str, Any], *others: Any, **meta: Any) -> Script:
    return builder.parse(
        json.dumps([{"id": "_meta", "name": "Bells", **meta}, character, *(others or ("chef", "spy", "imp"))])
    )


def helped(*others: Any, meta: dict[str, Any] | None = None, **fields: Any) -> Help:
    """The help for the Smith with other fields than usual."""
    held = script(POISONER | fields, *others, **(meta or {}))
    character = held.entries[0].character
    assert character is not None
    return wording.help(character, held)


def test_the_opening_is_named_with_its_place_and_its_neighbours() -> None:
    opening = helped("chef", "spy", "baron", "imp").opening
    assert (opening.words, opening.known[opening.place - 1]) == ("Each night*", "Each night*")
    assert (opening.behind, opening.before) == ("Spy", "Baron")
    assert opening.sentence == "After sorting, it comes between Spy and Baron."


def test_an_opening_that_nobody_knows_sorts_last_and_says_so() -> None:
    opening = helped(ability="Whenever somebody sneezes, they are poisoned.").opening
    assert (opening.words, opening.place, opening.behind) == ("", 0, "Spy")
    assert "No official ability begins like this" in opening.sentence


def test_the_first_of_a_team_the_only_one_and_a_fabled_are_told_too() -> None:
    assert helped("baron", "imp").opening.sentence.endswith("After sorting, it comes before Baron.")
    assert helped("imp").opening.sentence == ""
    assert helped(team="fabled").opening.sentence == "Fabled are sorted by name, not by ability."
    assert "No ability yet" in helped(ability=" ").opening.sentence


@pytest.mark.parametrize(
    ("ability", "first", "other", "told", "fits"),
    [
        ("Each night*, choose.", 0, 7, "Wakes on other nights only, as its ability says.", True),
        ("Each night*, choose.", 5, 7, "Clear the first night, or change the ability.", False),
        ("Each night, choose.", 5, 7, "Wakes every night, as its ability says.", True),
        ("Each night, choose.", 0, 7, "has no place in the first night", False),
        ("Every night, choose.", 0, 0, "in the first night and the other nights", True),
        ("You start knowing.", 5, 0, "", True),
        ("Each night, choose.", 30, None, "no place among the other nights", False),
        ("Each night*, choose.", None, None, "Set its position among the other nights.", True),
        ("Each night *, choose.", 5, 7, "Clear the first night, or change the ability.", False),
        ("Each night *, choose.", 0, 7, "Wakes on other nights only", True),
        ("Once per game, at night, choose.", None, None, "Set its position in the nights when", True),
        ("Once per game, at night, choose.", 0, 7, "", True),
        ("Each night*, choose. [+1 Minion]", 5, 7, "what it does when the game starts", True),
    ],
)
def test_each_night_is_held_against_the_numbers(
    ability: str, first: int | None, other: int | None, told: str, fits: bool
) -> None:
    advice = helped(ability=ability, firstNight=first, otherNight=other)
    assert told in advice.each_night
    assert bool(advice.each_night) == bool(told)
    assert advice.each_night_fits is fits


@pytest.mark.parametrize("first", [None, 5])
def test_a_reminder_for_the_first_night_is_held_against_other_nights_only(first: int | None) -> None:
    advice = helped(firstNight=first, firstNightReminder="The Smith wakes.")
    assert not advice.each_night_fits
    assert ("a place in" if first else "a reminder for") in advice.each_night


def test_where_the_scripts_own_order_names_it_that_decides_and_no_numbers_are_offered() -> None:
    order = ["dusk", "smith_own", "dawn"]
    meta = {"firstNight": order, "otherNight": order}
    ability = "Each night, choose a player: they are poisoned until dusk."
    advice = helped(meta=meta, ability=ability, firstNight=0, otherNight=0)
    assert advice.each_night_fits
    assert advice.each_night.endswith("(This script has a custom night order.)")
    for place in advice.nights:
        assert place.sentence.startswith("This script has a custom night order, so this number isn't used.")
        assert place.suggestions == ()
    assert not [each for each in advice.findings if each.code in {"each-night-star", "night-number-missing"}]


def test_a_demon_that_kills_is_offered_the_places_of_demons() -> None:
    advice = helped(team="demon", ability="Each night*, choose a player: they die.", otherNight=None)
    assert {each.character.team for each in advice.similar} == {Team.DEMON}
    demons = {each.name for each in catalogue.everyone() if each.team is Team.DEMON}
    offered = [each.sentence for each in advice.nights[1].suggestions]
    assert offered
    assert all(any(f"after the {name}," in sentence for name in demons) for sentence in offered)


@pytest.mark.parametrize(
    "ability",
    ["You start knowing 1 of 2 Minions.", "You start with 3 tokens.", "On your 1st day, all players vote."],
)
def test_who_acts_only_at_the_start_is_offered_no_place_in_later_nights(ability: str) -> None:
    assert helped(ability=ability, firstNight=None, otherNight=None).nights[1].suggestions == ()


@pytest.mark.parametrize(
    ("ability", "kills"),
    [
        ("Nobody dies at night.", False),
        ("Each night*, no players die.", False),
        ("Players cannot die at night.", False),
        ("Each night*, choose a player: they die. You cannot die by execution.", True),
        ("Nobody knows who dies each night.", True),
    ],
)
def test_a_demon_that_says_who_does_not_die_kills_nobody(ability: str, kills: bool) -> None:
    suggested = {each.tag for each in helped(team="demon", ability=ability).tags if each.is_suggested}
    assert ("demon-kill" in suggested) is kills


@pytest.mark.parametrize(
    ("bracket", "sentence"),
    [
        ("+1 Outsider", "+1 Outsider, −1 Townsfolk."),
        (
            "-1 or +1 Outsider",
            "−1 Outsider, +1 Townsfolk, or +1 Outsider, −1 Townsfolk.",
        ),
        ("+0 or +1 Outsider", "As many as usual, or +1 Outsider, −1 Townsfolk."),
        ("No Demon", "There are no Demons, whatever others change."),
        ("3 Outsiders", "There are 3 Outsiders, whatever others change."),
        ("X Outsiders", "Any number of Outsiders is allowed."),
        ("+the King", "The King must be in play too."),
        ("+the Smithy", "The Smithy must be in play too."),
        (
            "Max 3 Smiths",
            "There are never more than 3 of them in play. There is 1 at setup; more can only appear later.",
        ),
        ("Max 1 Smith", "There is never more than 1 of them in play."),
        ("+0 Smiths", "Only 1 of them is in play."),
        (
            "+0 to +2 Smiths",
            "There may be up to 3 of them in play. Each after the first is +1 Minion, −1 Townsfolk.",
        ),
        (
            "+2 Smiths",
            "There are 3 of them in play. Each after the first is +1 Minion, −1 Townsfolk.",
        ),
        ("0 Outsiders", "There are no Outsiders, whatever others change."),
        ("1 Townsfolk is evil", "1 Townsfolk is evil."),
        ("2 Townsfolk is evil", "2 Townsfolk are evil."),
        ("You neighbor the Demon", "This player sits beside the Demon."),
    ],
)
def test_a_bracket_is_explained_as_the_setup_reads_it(bracket: str, sentence: str) -> None:
    smithy = {"id": "smithy_own", "name": "Smithy", "team": "townsfolk", "ability": "You start knowing iron."}
    (read,) = helped(smithy, "imp", ability=f"You poison. [{bracket}]").brackets
    assert (read.text, read.is_understood, read.sentence) == (bracket, True, sentence)


def test_each_sentence_of_a_bracket_is_explained_for_itself() -> None:
    brackets = helped(ability="You poison. [+1 Outsider. Bananas. +the Nobody At All. Max 3 Imps]").brackets
    assert [each.is_understood for each in brackets] == [True, False, False, False]
    assert "the setup ignores it" in brackets[1].sentence
    assert "neither on the script nor official" in brackets[2].sentence
    assert "only works with the character's own name" in brackets[3].sentence


def test_a_sentence_about_minions_is_explained_with_the_line_that_evil_sits_in() -> None:
    line = "[Evil characters are in a line. You are in the middle. +1 Minion]"
    *_, last = helped(team="demon", ability=f"Choose a player. {line}").brackets
    assert last.text == "+1 Minion"
    assert last.sentence == (
        "There are no Minions when the game begins. As many Minions as usual and 1 more are made on the first night."
    )


def test_a_greatest_number_is_that_of_the_setup_where_the_bag_takes_several() -> None:
    several = [{"type": "selection", "name": "bag-duplicate"}]
    (read,) = helped(ability="You poison. [Max 3 Smiths]", special=several).brackets
    assert read.sentence == "There are never more than 3 of them in play."


def test_townsfolk_give_way_to_copies_of_other_teams_only() -> None:
    (read,) = helped(team="townsfolk", ability="You know iron. [+0 to +2 Smiths]").brackets
    assert read.sentence == "There may be up to 3 of them in play."


def test_words_about_the_bag_are_explained_without_a_bracket() -> None:
    assert helped(team="outsider", ability="You think you are a Townsfolk, but you are not.").bag == (
        "The player draws the token of a Townsfolk.",
    )


def test_every_official_bracket_is_understood_as_a_variant_too() -> None:
    for official in catalogue.everyone():
        if "[" in official.ability:
            held = script(builder.variant(official.id), "imp")
            character = held.entries[0].character
            assert character is not None
            assert wording.help(character, held, ()).brackets, official.id


def test_a_meter_says_what_is_left_what_is_long_and_what_is_cut() -> None:
    advice = helped(ability="x" * 240, name="y" * 29, flavor="z" * 600, reminders=["w" * 40] * 25)
    assert advice.meter("ability").is_long
    assert advice.meter("ability").sentence.startswith("240 of 250 characters. Over ")
    assert advice.meter("name").sentence == "29 of 30 characters: 1 left."
    flavor = advice.meter("flavor")
    assert flavor.is_over
    assert flavor.sentence == (
        "600 of 500 characters: shortened in files for the official app, kept in full here."
    )
    assert (advice.meter("reminders").is_over, advice.meter("reminders.item").length) == (True, 40)
    assert advice.meter("id").sentence == "9 of 50 characters."
    assert "Shorten it" in helped(id="s" * 60).meter("id").sentence


def test_every_limit_of_the_format_has_its_meter() -> None:
    fields = rule("character")["properties"]
    limited = {name for name, node in fields.items() if "maxLength" in node or "maxItems" in node}
    assert limited - {each.field for each in helped().meters} == {"image"}


def test_a_night_number_is_told_by_its_official_neighbours_and_those_on_the_script() -> None:
    first, other = helped("poisoner", "imp", firstNight=1.5).nights
    assert (first.wakes, first.behind, first.behind_here) == (True, "Dusk", "Dusk")
    assert first.sentence.endswith("On this script: between dusk and Minion Info.")
    order = catalogue.night_order().other_night
    before, after = (catalogue.find(order[place]) for place in (6, 7))
    assert before is not None
    assert after is not None
    assert (other.behind, other.before) == (before.name, after.name)
    assert other.sentence.startswith(
        f"In the official order, 7 is between the {before.name} and the {after.name}."
    )


def test_a_number_and_a_reminder_without_each_other_are_told() -> None:
    advice = helped(firstNight=9, otherNight=0)
    assert "It has no reminder, so its row is empty." in advice.nights[0].sentence
    assert "no position, so apps don't know when to wake it" in advice.nights[1].sentence
    assert "doesn't wake on the first night" in helped().nights[0].sentence


def test_numbers_are_suggested_by_official_characters_that_are_worded_alike() -> None:
    first, other = helped(ability="Each night, choose a player: they are poisoned until dusk.").nights
    rungs = {rung.id: rung for rung in wording.ladder("first")}
    assert rungs["poisoner"].behind in {each.number for each in first.suggestions}
    assert any("right after the Poisoner" in each.sentence for each in first.suggestions)
    assert other.suggestions == ()

    # Any change of the night lists the character in a custom order, where no number counts.
    meta = {"firstNight": ["dusk", "spy", "dawn"]}
    ability = "Each night, choose a player: they are poisoned until dusk."
    assert helped(meta=meta, ability=ability, firstNight=0, otherNight=0).nights[0].suggestions == ()


def test_the_whole_official_order_can_be_chosen_from() -> None:
    ladder = wording.ladder("other")
    assert (ladder[0].name, ladder[0].number, ladder[0].behind) == ("Dusk", 1, 1.5)
    assert {"Dawn", "Imp"} <= {rung.name for rung in ladder}


def test_tokens_are_held_against_the_night_texts() -> None:
    advice = helped(
        {**POISONER, "id": "other_own", "name": "Other", "reminders": ["Frozen"]},
        "imp",
        otherNightReminder='Wake. Remove the "Poisoned" reminder, then the "Frozen" reminder and the "Burnt" reminder.',
        reminders=["Poisoned", "Molten"],
    ).tokens
    states = {each.words.casefold(): each.state for each in advice.tokens}
    assert states == {
        "poisoned": TokenState.BOTH,
        "molten": TokenState.UNTOLD,
        "frozen": TokenState.OTHERS,
        "burnt": TokenState.MISSING,
    }
    assert any("is a token of Other" in each.sentence for each in advice.tokens)


def test_a_circle_may_be_any_token_of_the_list() -> None:
    advice = helped(reminders=["Poisoned", "Molten"]).tokens
    assert advice.circles == 1
    assert {each.state for each in advice.tokens} == {TokenState.BOTH}


def test_cards_are_told_apart_from_words_of_ones_own() -> None:
    cards = helped(otherNightReminder="Show *YOU ARE*, then *BEWARE*. :reminder:").tokens.cards
    assert [(each.words, each.is_standard) for each in cards] == [("YOU ARE", True), ("BEWARE", False)]
    assert "If you mean a reminder token" in cards[1].sentence


def test_tags_are_suggested_with_the_words_that_suggest_them() -> None:
    advice = helped()
    (poison,) = (each for each in advice.tags if each.tag == "poison")
    assert (poison.counts, poison.is_suggested, poison.words) == (True, True, ("poisoned",))
    assert not advice.is_ticked
    ticked = helped(meta={"clockwright": {"characters": {"smith_own": {"tags": ["madness"]}}}})
    assert {each.tag for each in ticked.tags if each.counts} == {"madness"}
    assert ticked.is_ticked


def test_every_tag_that_words_can_give_can_be_ticked() -> None:
    assert {words.tag for words in catalogue.tag_words()} <= set(wording.every_tag())


def test_app_features_are_those_of_the_format_and_every_official_one_is_known() -> None:
    node = rule("character")["properties"]["special"]["items"]["properties"]
    assert {each.type for each in FEATURES} == set(node["type"]["enum"])
    assert {each.name for each in FEATURES} == set(node["name"]["enum"])
    assert TIMES.keys() - {""} == set(node["time"]["enum"])
    assert REACHES.keys() - {""} == set(node["global"]["enum"])
    for character in catalogue.everyone():
        for special in character.special:
            feature = find_feature(special["type"], special["name"])
            assert feature is not None, character.id
            assert ("value" in special) == bool(feature.value)


def test_a_feature_that_the_app_does_not_know_has_no_words() -> None:
    features = [{"type": "vote", "name": "hidden"}, {"type": "vote", "name": "card"}]
    known, unknown = helped(special=features).features
    assert known is not None
    assert (known.title, unknown) == ("Secret votes", None)


def test_the_findings_about_the_character_come_with_their_fixes() -> None:
    held = script(POISONER | {"ability": "You poison. [+1 Outsider]"})
    character = held.entries[0].character
    assert character is not None
    (flag,) = (each for each in wording.help(character, held).findings if each.code == "setup-flag")
    assert flag.fix is not None
    assert editing.change(held, flag.fix.op).script.entries[0].written["setup"] is True
    assert wording.about(character, builder.problems(held)) == wording.help(character, held).findings


def test_the_help_knows_what_is_typed_and_not_saved_yet() -> None:
    held = script(POISONER)
    typed = script(POISONER | {"ability": "You start knowing 2 players."}).entries[0].character
    assert typed is not None
    assert wording.help(typed, held, ()).opening.words == "You start knowing"


@pytest.mark.parametrize("team", list(Team))
def test_there_is_help_for_every_team(team: Team) -> None:
    advice = helped(team=team.value, ability="")
    assert advice.opening.sentence
    assert len(advice.nights) == 2


def test_hostile_words_cost_no_time_and_break_nothing() -> None:
    for text in (
        "[" * 5000,
        "*" * 5000,
        "Each night* " * 900,
        "[+1 " * 900 + "]",
        "\u0301" * 5000,
        "\x00\u202e",
    ):
        advice = helped(ability=text, otherNightReminder=text, reminders=[text])
        assert advice.opening.sentence


def test_a_slip_in_the_name_of_a_team_is_guessed() -> None:
    slip, nobody = helped(ability="You hear. [+1 Minon. +1 Zebra]").brackets
    assert slip.sentence == "Not understood. Did you mean [+1 Minion]?"
    assert "only works with the character's own name" in nobody.sentence


def test_a_token_placed_during_setup_is_told_in_how_to_run() -> None:
    block = {
        "characters": {"smith_own": {"almanac": {"howToRun": ["While setting up, mark a player MOLTEN."]}}}
    }
    changes = {"reminders": ["Molten"], "otherNightReminder": "", "setup": True}
    (silent,) = helped(**changes).tokens.tokens
    assert silent.state is TokenState.UNTOLD
    assert "during setup, say so in “How to run”" in silent.sentence
    (told,) = helped(meta={"clockwright": block}, **changes).tokens.tokens
    assert told.state is TokenState.BOTH
