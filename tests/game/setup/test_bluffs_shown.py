import pytest
from setting_up import MINIONS, OUTSIDERS, RULES, TOWNSFOLK, deals, full, script

from builder import catalogue
from builder.game.setup.dealing import deal


def test_three_good_characters_out_of_play_are_shown_to_the_demon() -> None:
    for each in deals(full(), 9, 10):
        assert len(set(each.bluffs)) == 3
        assert set(each.bluffs) <= {*TOWNSFOLK, *OUTSIDERS}
        assert not set(each.bluffs) & set(each.characters)
        assert any(step.startswith("Show the Demon these not-in-play characters: ") for step in each.steps)


def test_under_seven_players_nobody_is_shown_any() -> None:
    assert deal(full(), RULES, 6, seed=1).bluffs == ()


def test_with_a_toymaker_they_are_shown_at_any_count() -> None:
    assert len(deal(full("toymaker"), RULES, 5, seed=1).bluffs) == 3


@pytest.mark.parametrize(
    ("who", "wanted"), [("lilmonsta", ["lilmonsta"]), ("atheist", ["atheist"]), ("tor", [])]
)
def test_there_are_none_with(who: str, wanted: list[str]) -> None:
    for each in deals(full(who), 9, 5, with_=wanted):
        assert each.bluffs == ()
        assert "Show no bluffs." in each.steps


def test_an_alchemist_summoner_gets_none() -> None:
    found = deals(full("alchemist", "summoner"), 9, 80, with_=["alchemist"], without=["summoner"])
    summoners = [each for each in found if ("alchemist", "summoner") in each.grants]
    assert summoners
    assert all(each.bluffs == () for each in summoners)


def test_the_summoner_is_shown_them_instead_of_the_demon() -> None:
    [each] = deals(full("summoner"), 9, 1, with_=["summoner"])
    assert len(each.bluffs) == 3
    assert any(step.startswith("Show the Summoner these not-in-play characters: ") for step in each.steps)


def test_with_a_snitch_each_minion_is_shown_three_but_never_the_marionette() -> None:
    [each] = deals(full("snitch", "marionette"), 14, 1, with_=["snitch", "marionette"])
    told = [step for step in each.steps if step.startswith("Show the ") and "Demon" not in step]
    assert len(told) == 1
    assert not any("Marionette" in step for step in told)


@pytest.mark.parametrize(("who", "others"), [("boffin", []), ("hermit", ["snitch"])])
def test_somebody_elses_snitch_ability_gives_the_minions_bluffs_too(who: str, others: list[str]) -> None:
    few = script(who, "snitch", *TOWNSFOLK[:9], *OUTSIDERS[:3], *MINIONS[:2], "imp")
    found = deals(few, 9, 60, with_=[who], without=others)
    snitches = [each for each in found if who == "hermit" or ("boffin", "snitch") in each.grants]
    assert snitches
    for each in snitches:
        [minion] = [one for one in each.characters if one in {"boffin", *MINIONS}]
        shown = catalogue.find(minion)
        assert shown
        assert any(
            step.startswith(f"Show the {shown.name} these not-in-play characters: ") for step in each.steps
        )


def test_a_snitchs_minions_are_shown_theirs_though_lil_monsta_has_none() -> None:
    [each] = deals(full("snitch", "lilmonsta"), 9, 1, with_=["snitch", "lilmonsta"])
    assert each.bluffs == ()
    assert sum(step.startswith("Show the ") for step in each.steps) == 2
    [each] = deals(full("snitch", "tor"), 9, 1, with_=["snitch"])
    assert "Show no bluffs." in each.steps


def test_what_the_drunk_thinks_to_be_is_no_bluff_while_there_are_others() -> None:
    for each in deals(full("drunk"), 9, 20, with_=["drunk"]):
        assert not set(each.bluffs) & {token for token, _ in each.bag}


def test_with_fewer_than_three_left_all_of_them_are_shown() -> None:
    few = script(*TOWNSFOLK[:6], "saint", "klutz", "poisoner", "imp")
    assert set(deals(few, 9, 1)[0].bluffs) < {*TOWNSFOLK[:6]}
    assert len(deals(few, 9, 1)[0].bluffs) == 1
