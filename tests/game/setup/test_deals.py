from collections import Counter

import pytest
from setting_up import MINIONS, OUTSIDERS, PLAIN, RULES, TOWNSFOLK, deals, full, own, row, script

from builder.game.setup.dealing import deal
from builder.game.setup.rules import CannotDealError, NotOnScriptError
from builder.game.teams import Team

pytestmark = pytest.mark.full

SPECIAL = (
    "baron fanggu vigormortis godfather balloonist hermit xaan kazali lordoftyphon summoner lilmonsta "
    "legion atheist villageidiot choirboy king huntsman damsel bountyhunter drunk marionette lunatic "
    "alchemist boffin amnesiac heretic"
).split()
EVERYTHING = full(*SPECIAL)


def test_the_same_seed_gives_the_same_deal() -> None:
    assert deal(EVERYTHING, RULES, 10, seed=7) == deal(EVERYTHING, RULES, 10, seed=7)
    assert deal(EVERYTHING, RULES, 10, seed=7) == deal(
        script(*PLAIN[::-1], *SPECIAL[::-1]), RULES, 10, seed=7
    )


def test_a_deal_without_a_seed_says_which_one_it_took() -> None:
    first = deal(EVERYTHING, RULES, 10)
    assert deal(EVERYTHING, RULES, 10, seed=first.seed) == first


def test_there_is_a_token_for_every_player() -> None:
    for players in (5, 9, 15):
        for each in deals(EVERYTHING, players, 1):
            assert len(each.bag) == len(each.characters) == sum(each.distribution) == players
            assert Counter(who for _, who in each.bag) == Counter(each.characters)


def test_evil_are_the_minions_and_demons() -> None:
    for each in deals(full(), 10, 5):
        assert set(each.evil) == set(each.characters) - {*TOWNSFOLK, *OUTSIDERS}


def test_the_drunk_draws_a_townsfolk_token_that_nobody_else_has() -> None:
    for each in deals(full("drunk"), 9, 20, with_=["drunk"]):
        [token] = [token for token, who in each.bag if who == "drunk"]
        assert token in TOWNSFOLK
        assert Counter(token for token, _ in each.bag)[token] == 1
        assert (token, "Is The Drunk") in each.reminders


def test_a_drunk_village_idiot_is_one_of_at_most_three() -> None:
    few = script("drunk", "villageidiot", "chef", "monk", "poisoner", "imp")
    for each in deals(few, 6, 20, with_=["drunk"]):
        assert Counter(token for token, _ in each.bag)["villageidiot"] <= 3


def test_the_marionette_holds_a_good_token_and_sits_beside_the_demon() -> None:
    tokens = set()
    for each in deals(full("marionette"), 9, 40, with_=["marionette"]):
        [token] = [token for token, who in each.bag if who == "marionette"]
        tokens.add(token in OUTSIDERS)
        assert "marionette" in each.evil
        assert (token, "Is The Marionette") in each.reminders
        [step] = [step for step in each.steps if step.startswith("The Marionette is the player with the ")]
        assert "if that player sits next to the Demon" in step
        assert step.endswith(
            "a good player who does is the Marionette instead: put the Marionette's marker there."
        )
    assert tokens == {True, False}


def test_a_marionette_to_come_is_announced() -> None:
    steps = [
        step
        for each in deals(full("marionette", "lilmonsta"), 10, 60, with_=["lilmonsta"])
        for step in each.steps
    ]
    assert any("make a good player next to the Demon the Marionette" in step for step in steps)


def test_the_lunatic_and_the_demon_hold_each_others_tokens() -> None:
    for each in deals(full("lunatic"), 9, 10, with_=["lunatic"]):
        assert {("imp", "lunatic"), ("lunatic", "imp")} <= set(each.bag)


def test_a_lunatic_in_a_game_without_a_demon_draws_a_demon_token_all_the_same() -> None:
    for each in deals(full("lunatic", "summoner"), 8, 10, with_=["lunatic", "summoner"]):
        assert ("imp", "lunatic") in each.bag


def test_of_many_legion_one_who_draws_the_token_is_the_lunatic() -> None:
    for each in deals(full("lunatic", "legion"), 10, 5, with_=["lunatic", "legion"]):
        assert (
            "1 of the players who draw the Legion is the Lunatic, and whoever draws the Lunatic is the Legion: "
            "swap the two tokens in the Grimoire."
        ) in each.steps


@pytest.mark.parametrize("breaker", ["pope", "atheist"])
@pytest.mark.parametrize("who", ["drunk", "lunatic"])
def test_a_second_one_who_does_not_know_it_holds_another_token_too(breaker: str, who: str) -> None:
    of = script(breaker, who, *TOWNSFOLK[:6], *OUTSIDERS[:1], *MINIONS[:1], "imp", "zombuul")
    wanted = [who] if breaker == "pope" else [who, breaker]
    found = [each for each in deals(of, 9, 60, with_=wanted) if each.characters.count(who) > 1]
    assert found
    for each in found:
        assert [token for token, is_ in each.bag if is_ == token == who] == []


def test_the_advised_number_of_legion_is_by_far_the_likeliest() -> None:
    numbers = Counter(each.distribution.demon for each in deals(full("legion"), 10, 150, with_=["legion"]))
    assert numbers[7] > 75
    assert numbers[9] < 10


def test_lil_monsta_is_beside_the_players() -> None:
    for each in deals(full("lilmonsta"), 9, 5, with_=["lilmonsta"]):
        assert each.extra == ("lilmonsta",)
        assert "lilmonsta" not in {token for token, _ in each.bag}


def test_a_hermit_with_a_drunk_on_the_script_draws_a_townsfolk_token() -> None:
    for each in deals(full("hermit", "drunk"), 9, 10, with_=["hermit"]):
        [token] = [token for token, who in each.bag if who == "hermit"]
        assert token in TOWNSFOLK


def test_a_hermit_with_a_lunatic_on_the_script_draws_a_demon_token() -> None:
    for each in deals(full("hermit", "lunatic"), 9, 10, with_=["hermit"], without=["lunatic"]):
        assert ("imp", "hermit") in each.bag


def test_a_bounty_hunter_makes_one_townsfolk_evil() -> None:
    for each in deals(full("bountyhunter"), 9, 20, with_=["bountyhunter"]):
        [turned] = set(each.evil) & set(TOWNSFOLK)
        assert turned in each.characters
    for each in deals(full("bountyhunter"), 9, 5, without=["bountyhunter"]):
        assert not set(each.evil) & set(TOWNSFOLK)


def test_a_bounty_hunter_whom_nobody_asked_for_makes_one_townsfolk_evil_as_well() -> None:
    found = [each for each in deals(full("bountyhunter"), 9, 40) if "bountyhunter" in each.characters]
    assert found
    assert all(len(set(each.evil) & set(TOWNSFOLK)) == 1 for each in found)


@pytest.mark.parametrize(("who", "players"), [("boffin", 9), ("amnesiac", 9)])
def test_a_granted_bounty_hunters_ability_makes_one_townsfolk_evil(who: str, players: int) -> None:
    of = full(who, "bountyhunter")
    found = deals(of, players, 60, with_=[who], without=["bountyhunter", *TOWNSFOLK[6:]])
    found += deals(
        script(who, "bountyhunter", *TOWNSFOLK[:7], *OUTSIDERS[:2], *MINIONS[:1], "imp"), 9, 30, with_=[who]
    )
    hunters = [each for each in found if (who, "bountyhunter") in each.grants]
    assert hunters
    for each in hunters:
        assert sum(one not in {*MINIONS, "boffin", "imp"} for one in each.evil) == 1


def test_under_an_atheist_the_bounty_hunter_turns_nobody() -> None:
    for each in deals(full("atheist", "bountyhunter"), 9, 20, with_=["atheist", "bountyhunter"]):
        assert each.evil == ()


def test_with_three_minions_one_token_is_in_the_bag_beside_the_marionettes() -> None:
    for each in deals(full("marionette"), 13, 20, with_=["marionette"]):
        assert sum(token in MINIONS for token, _ in each.bag) == 1
        assert any(step.startswith("On the first night, make 1 good player a Minion ") for step in each.steps)
        assert any(
            "1 Minion will be made from good players on the first night" in why for why in each.because
        )


def test_a_marker_on_the_lunatic_or_their_demon_lies_where_the_swapped_token_does() -> None:
    of = full("lunatic", "toymaker", "fortuneteller")
    for each in deals(of, 9, 60, with_=["lunatic", "fortuneteller"]):
        assert ("imp", "Final Night: No Attack") in each.reminders
        [herring] = [on for on, words in each.reminders if words == "Red Herring"]
        assert herring in {*TOWNSFOLK, *OUTSIDERS, "lunatic", "fortuneteller"}


def test_a_toymakers_mark_waits_for_the_demon() -> None:
    for each in deals(full("toymaker", "summoner"), 9, 5, with_=["summoner"]):
        assert "Mark the Demon, once there is one, with the Toymaker's token." in each.steps
        assert "Final Night: No Attack" not in {words for _, words in each.reminders}
    for each in deals(full("toymaker", "lilmonsta"), 9, 5, with_=["lilmonsta"]):
        assert ("lilmonsta", "Final Night: No Attack") in each.reminders


def test_the_twin_of_an_alchemist_is_evil_and_no_demon() -> None:
    found = deals(full("alchemist", "eviltwin"), 10, 80, with_=["alchemist"])
    found = [each for each in found if "eviltwin" not in each.characters]
    twins = [on for each in found for on, words in each.reminders if words == "Twin"]
    assert twins
    assert set(twins) <= set(MINIONS)


def test_a_hermit_has_the_puzzlemasters_drunk_player() -> None:
    for each in deals(full("hermit", "puzzlemaster"), 9, 10, with_=["hermit"], without=["puzzlemaster"]):
        assert "Hermit (Puzzlemaster): 1 player is drunk through the Puzzlemaster." in each.steps
        assert "Drunk" in {words for _, words in each.reminders}


def test_a_step_of_a_homebrew_bracket_says_whose_it_is() -> None:
    shadow = own("shadow", Team.MINION, "You watch. [You neighbor the Demon]")
    [each] = deals(full(shadow), 9, 1, with_=["shadow"])
    assert "The Shadow sits beside the Demon." in each.steps


def test_of_two_village_idiots_one_is_drunk() -> None:
    numbers = set()
    for each in deals(full("villageidiot"), 9, 40, with_=["villageidiot"]):
        copies = each.characters.count("villageidiot")
        numbers.add(copies)
        assert (("villageidiot", "Drunk") in each.reminders) == (copies > 1)
    assert 1 in numbers
    assert numbers <= {1, 2, 3}


def test_more_village_idiots_can_be_asked_for() -> None:
    for each in deals(full("villageidiot"), 9, 3, with_=["villageidiot"] * 3):
        assert each.characters.count("villageidiot") == 3


def test_an_alchemists_ability_is_named() -> None:
    for each in deals(full("alchemist", "baron"), 9, 20, with_=["alchemist"]):
        [(by, ability)] = each.grants
        assert by == "alchemist"
        assert ability in {*MINIONS, "baron"}
        assert any(step.startswith("The Alchemist has the ability of the") for step in each.steps)


def test_the_token_of_an_alchemists_minion_is_marked_while_it_is_no_other_players() -> None:
    found = deals(full("alchemist", "baron"), 9, 40, with_=["alchemist"])
    is_in_play = {each.grants[0][1] in each.characters for each in found}
    assert is_in_play == {True, False}
    for each in found:
        [(_, ability)] = each.grants
        assert ((ability, "Is The Alchemist") in each.reminders) is (ability not in each.characters)


def test_what_a_jinx_makes_of_an_alchemists_ability_is_pointed_out() -> None:
    of = script("alchemist", "spy", *TOWNSFOLK, "saint", "klutz", "imp")
    [each] = deals(of, 7, 1, with_=["alchemist"])
    assert "The Alchemist has the ability of the Spy, as their jinx says." in each.steps


def test_an_alchemist_baron_adds_outsiders() -> None:
    found = deals(full("alchemist", "baron"), 7, 60, with_=["alchemist"], without=["baron"])
    barons = [each for each in found if ("alchemist", "baron") in each.grants]
    assert barons
    assert all(each.distribution.outsider == 2 for each in barons)
    assert all(any("Alchemist (Baron) adds 2 Outsiders" in why for why in each.because) for each in barons)


def test_the_boffin_gives_the_demon_a_good_ability_that_no_jinx_forbids() -> None:
    forbidden = {"drunk", "heretic", "ogre", "politician"}
    given = {
        ability
        for each in deals(full("boffin", *sorted(forbidden)), 9, 60, with_=["boffin"])
        for _, ability in each.grants
    }
    assert given
    assert not given & forbidden


def test_legion_comes_in_a_crowd() -> None:
    for each in deals(full("legion"), 10, 20, with_=["legion"]):
        assert each.characters.count("legion") > 5
        assert each.evil == ("legion",) * each.characters.count("legion")


def test_a_popes_deal_has_somebody_twice() -> None:
    for each in deals(full("pope"), 10, 15):
        assert max(Counter(each.characters).values()) > 1


def test_who_is_asked_for_is_in_play_and_who_is_not_wanted_is_not() -> None:
    for each in deals(EVERYTHING, 12, 3, with_=["Baron", "saint", "chef"], without=["imp", "king"]):
        assert {"baron", "saint", "chef"} <= set(each.characters)
        assert not {"imp", "king"} & {*each.characters, *(token for token, _ in each.bag)}


def test_somebody_who_was_asked_for_is_never_put_back() -> None:
    for each in deals(full("summoner", "fanggu"), 10, 10, with_=["summoner"]):
        assert each.distribution.demon == 0


def test_what_cannot_be_is_refused_with_the_reason() -> None:
    with pytest.raises(CannotDealError, match="no legal setup for 7 players with Kazali, Poisoner in play"):
        deal(full("kazali"), RULES, 7, with_=["kazali", "poisoner"])
    with pytest.raises(CannotDealError, match="without Imp"):
        deal(full(), RULES, 7, without=["imp"])


def test_somebody_who_is_not_on_the_script_cannot_be_asked_for() -> None:
    with pytest.raises(NotOnScriptError, match="butterfly"):
        deal(full(), RULES, 7, with_=["butterfly"])


def test_every_number_of_outsiders_that_the_table_promises_is_dealt() -> None:
    of = full("baron", "godfather", "xaan")
    for players in (7, 8):
        assert {each.distribution for each in deals(of, players, 135)} == set(row(of, players).allowed)


def test_sixteen_people_are_dealt_fifteen_tokens_and_a_traveller() -> None:
    [each] = deals(full(), 16, 1)
    assert len(each.bag) == 15
    assert each.steps[0] == "Have 1 of the players choose Travellers; the others draw from the bag."


def test_the_json_has_the_shape_that_others_rely_on() -> None:
    found = deal(full("baron"), RULES, 7, seed=3, with_=["baron"]).as_json()
    assert list(found) == [
        "players", "seed", "characters", "extra", "bag", "distribution", "evil", "bluffs", "reminders", "steps",
        "because",
    ]  # fmt: skip
    assert found["distribution"] == {"townsfolk": 3, "outsider": 2, "minion": 1, "demon": 1}
    assert {"token": "baron", "is": "baron"} in found["bag"]
    assert found["because"] == [
        "7 players are usually 5 Townsfolk, no Outsiders, 1 Minion and 1 Demon.",
        "Baron adds 2 Outsiders in place of 2 Townsfolk.",
        "This game has 3 Townsfolk, 2 Outsiders, 1 Minion and 1 Demon.",
    ]


@pytest.mark.parametrize(
    ("who", "players", "step"),
    [
        ("kazali", 10, "Kazali: 2 Minions are made on the first night."),
        ("kazali", 7, "Kazali: 1 Minion is made on the first night."),
        ("lordoftyphon", 10, "Lord of Typhon: 3 Minions are made on the first night."),
        ("summoner", 9, "Summoner: 1 Demon is made on the third night."),
    ],
)
def test_the_steps_say_how_many_are_made_after_the_setup(who: str, players: int, step: str) -> None:
    [each] = deals(full(who), players, 1, with_=[who])
    assert step in each.steps
