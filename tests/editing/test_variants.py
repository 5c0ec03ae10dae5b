"""A variant remembers whose it is: its setup, its place in the order, its tags and its jinxes are the original's."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import builder
from builder import catalogue, editing, wording
from builder.formats.public_script import public
from builder.game.character import Character
from builder.game.jinxes import applying
from builder.game.script import Script
from builder.game.setup import cast

WITH_SETUP = [each.id for each in catalogue.everyone() if each.setup_effects]


def varied(identifier: str, *others: str, **meta: Any) -> Script:
    """A script with a variant, as it is when its file is opened again."""
    held = builder.parse(json.dumps([{"id": "_meta", "name": "Bells", **meta}, *others, identifier]))
    return opened(editing.change(held, {"op": "variant", "id": identifier}).script)


def opened(script: Script) -> Script:
    return builder.parse(builder.dump(script))


def last(script: Script) -> Character:
    character = script.entries[-1].character
    assert character is not None
    return character


def official(identifier: str) -> Character:
    found = catalogue.find(identifier)
    assert found is not None
    return found


def reworded(script: Script, ability: str, **more: Any) -> Script:
    who = [len(script.entries) - 1, script.entries[-1].id]
    return opened(editing.change(script, {"op": "character", "who": who, "ability": ability, **more}).script)


@pytest.mark.parametrize("identifier", WITH_SETUP)
def test_a_variant_does_to_the_setup_what_the_official_character_does(identifier: str) -> None:
    made = varied(identifier, "imp", "chef")
    assert last(made).setup_effects == official(identifier).setup_effects
    assert not [each for each in builder.problems(made) if each.code == "bracket-not-understood"]


def test_the_tables_of_a_lunatic_variant_are_those_of_the_lunatic() -> None:
    others = ("chef", "washerwoman", "empath", "monk", "imp", "baron", "poisoner", "saint")
    plain = builder.parse(json.dumps([*others, "lunatic"]))
    assert builder.setups(varied("lunatic", *others), 8) == builder.setups(plain, 8)


def test_a_pope_variant_lets_the_same_numbers_be_as_the_pope() -> None:
    others = ("chef", "washerwoman", "empath", "imp", "baron", "poisoner", "saint")
    plain = builder.parse(json.dumps([*others, "pope"]))
    first, second = (builder.setups(each, 8).rows[8].as_json() for each in (varied("pope", *others), plain))
    assert first["allowed"] == second["allowed"] != []


def test_once_its_ability_is_changed_only_its_own_words_count_and_the_help_says_what_is_lost() -> None:
    changed = reworded(varied("lilmonsta", "chef", "imp"), "Each night, nap. [+1 Minion]")
    assert last(changed).setup_effects == ()
    advice = wording.help(last(changed), changed, ()).variant
    assert not advice.is_whole
    assert "is no longer the Lil' Monsta's" in advice.sentences[0]
    assert "The Demon is shown no bluffs. Keep the Lil' Monsta token out of the bag" in advice.sentences[0]
    assert "1 Minion more" not in advice.sentences[0]


def test_its_own_words_again_and_all_of_it_holds_again() -> None:
    made = varied("pope", "chef", "imp")
    back = reworded(reworded(made, "Nap."), f"  {official('pope').ability} ")
    assert last(back).setup_effects == official("pope").setup_effects


def test_another_name_and_other_tokens_leave_the_setup_alone_and_another_team_does_not() -> None:
    made = varied("marionette", "chef", "imp")
    who = [2, "marionette_variant"]
    named = opened(editing.change(made, {"op": "character", "who": who, "name": "Puppet"}).script)
    assert last(named).setup_effects == official("marionette").setup_effects
    good = opened(editing.change(made, {"op": "character", "who": who, "team": "outsider"}).script)
    outsider = next(each for each in good.characters if each.id == "marionette_variant")
    assert outsider.setup_effects == ()


def test_the_help_says_what_holds_and_which_rules_stay_with_the_official_id() -> None:
    made = varied("hermit", "chef", "imp")
    advice = wording.help(last(made), made, ()).variant
    assert advice.is_whole
    assert advice.sentences[0].startswith("Same ability as the Hermit, word for word")
    assert "It may remove itself." in advice.sentences[0]
    assert advice.sentences[1].startswith("Only the official Hermit has: ")
    assert wording.help(official("chef"), made, ()).variant.sentences == ()


def test_a_marionettes_variant_is_told_that_the_note_at_the_minion_info_is_not_its_own() -> None:
    made = varied("marionette", "chef", "imp")
    told = wording.help(last(made), made, ()).variant.sentences
    assert told[-1] == ("Only the official Marionette has: the note at Minion Info that lets it sleep.")


def test_every_official_character_has_a_variant_with_help() -> None:
    for each in catalogue.everyone():
        made = varied(each.id, *(one for one in ("chef", "imp") if one != each.id))
        variant = next(one for one in made.characters if one.id.startswith(f"{each.id}_variant"))
        advice = wording.help(variant, made, ()).variant
        assert advice.is_whole, each.id
        assert all(sentence.endswith(".") for sentence in advice.sentences), each.id


def test_the_button_beside_ignored_jinxes_makes_a_variant_with_all_that_a_variant_has() -> None:
    jinx = {"id": "chef", "reason": "The Chef never counts the Alchemist."}
    other = {"id": "tap", "name": "Tap", "team": "minion", "ability": "Nap."}
    aside = {"code": "djinn-missing", "characters": ["alchemist"]}
    page = {"alchemist": {"almanac": {"overview": "It brews."}, "icon": {"emblem": "top-hat"}}}
    meta = {
        "id": "_meta",
        "name": "Bells",
        "firstNight": ["dusk", "alchemist", "dawn"],
        "clockwright": {"characters": page, "dismissed": [aside]},
    }
    tap = other | {"jinxes": [{"id": "alchemist", "reason": "They never meet."}]}
    held = builder.parse(json.dumps([meta, "chef", {"id": "alchemist", "jinxes": [jinx]}, tap]))
    (finding,) = (each for each in builder.problems(held) if each.code == "ignored-jinxes")
    assert finding.fix
    made = opened(editing.change(held, finding.fix.op).script)
    variant = opened(
        editing.change(held, {"op": "variant", "id": "alchemist", "own": "alchemist_own"}).script
    )
    assert made == variant
    assert made.meta.first_night == ("dusk", "alchemist_own", "dawn")
    assert made.entries[1].written["jinxes"][0] == jinx
    assert made.entries[2].written["jinxes"][0]["id"] == "alchemist_own"
    alchemist = made.entries[1].character
    assert alchemist is not None
    assert alchemist.setup_effects == official("alchemist").setup_effects
    assert alchemist.page.overview == "It brews."
    assert (made.written_meta or {})["clockwright"]["dismissed"][0]["characters"] == ["alchemist_own"]


def test_the_button_makes_only_an_official_character_ones_own() -> None:
    own = {"id": "tap", "name": "Tap", "team": "minion", "ability": "Nap."}
    held = builder.parse(json.dumps(["chef", own, "nobody at all"]))
    for op in ({"path": "$[1]"}, {"path": "$[2]"}, {"path": "$[9]"}, {"path": "$[0]", "id": ""}):
        with pytest.raises(editing.EditError, match=r"\w+ .*\."):
            editing.change(held, {"op": "make-own", "id": "x"} | op)


def test_the_op_says_what_holds_and_for_how_long() -> None:
    held = builder.parse('["chef", "imp"]')
    told = editing.change(held, {"op": "variant", "id": "alchemist"}).say
    assert "Until you change its ability, the setup treats it as the official Alchemist" in told
    assert "setup" not in editing.change(held, {"op": "variant", "id": "monk"}).say
    own = {**builder.variant("alchemist"), "id": "alchemist", "ability": "You nap."}
    mine = builder.parse(json.dumps([own, "imp"]))
    assert "the setup goes by its text" in editing.change(mine, {"op": "variant", "id": "alchemist"}).say


def test_a_variant_has_the_official_tags_as_ticks() -> None:
    made = varied("nodashii", "chef")
    ticked = {each.tag for each in wording.help(last(made), made, ()).tags if each.counts}
    assert ticked == official("nodashii").tags
    assert ticked <= set(wording.every_tag())


def test_a_variant_stands_where_the_original_stood_in_the_official_order() -> None:
    sample = builder.parse(Path("data/samples/a-murmur-of-moths.json").read_text("utf-8"))
    assert "not-sorted" not in {each.code for each in builder.problems(sample)}
    made = opened(editing.change(sample, {"op": "variant", "id": "nodashii"}).script)
    assert "not-sorted" not in {each.code for each in builder.problems(made)}


def test_its_jinxes_keep_what_they_say_about_the_setup_with_two_variants_too() -> None:
    made = varied("boffin", "villageidiot", "chef", "imp")
    assert cast.jinx_rules(made, catalogue.jinxes()).while_at_most == {("boffinvariant", "villageidiot"): 2}
    both = opened(editing.change(made, {"op": "variant", "id": "villageidiot"}).script)
    rules = cast.jinx_rules(both, catalogue.jinxes())
    assert rules.while_at_most == {("boffinvariant", "villageidiotvariant"): 2}
    assert all(each.source == "script" for each in applying(both, ()))


def test_a_variant_that_leaves_for_others_stays_one() -> None:
    made = varied("drunk", "chef", "imp")
    assert last(opened(public(made))).setup_effects == official("drunk").setup_effects


def test_a_copy_of_a_variant_is_one_too() -> None:
    made = varied("sentinel", "chef", "imp")
    copied = opened(
        editing.change(made, {"op": "duplicate", "who": [len(made.entries) - 1, made.entries[-1].id]}).script
    )
    assert last(copied).setup_effects == official("sentinel").setup_effects


@pytest.mark.parametrize("named", ["nobody", "", 7, None, ["lunatic"], "x" * 5000])
def test_whatever_else_stands_there_makes_nobody_a_variant(named: object) -> None:
    own = {"id": "smith_own", "name": "Smith", "team": "outsider", "ability": official("lunatic").ability}
    meta = {"id": "_meta", "name": "B", "clockwright": {"characters": {"smith_own": {"variantOf": named}}}}
    held = builder.parse(json.dumps([meta, own, "imp"]))
    character = held.entries[0].character
    assert character is not None
    assert character.setup_effects == ()
    assert wording.help(character, held, ()).variant.sentences == ()


def test_a_definition_of_an_official_id_is_no_variant_of_another() -> None:
    own = {"id": "chef", "name": "Chef", "team": "outsider", "ability": official("lunatic").ability}
    meta = {"id": "_meta", "name": "B", "clockwright": {"characters": {"chef": {"variantOf": "lunatic"}}}}
    character = builder.parse(json.dumps([meta, own, "imp"])).entries[0].character
    assert character is not None
    assert replace(character, setup_effects=()) == character
