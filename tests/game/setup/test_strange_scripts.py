from setting_up import MINIONS, PLAIN, TOWNSFOLK, deals, full, numbers, outsiders, own, row, script

from builder.game.teams import Team


def test_a_full_definition_under_an_official_id_goes_by_its_own_bracket() -> None:
    mine = own("balloonist", Team.TOWNSFOLK, "You float over somebody each night. [+1 Outsider]")
    assert outsiders(full(mine), 7, "balloonist") == {1}


def test_a_full_definition_in_other_words_keeps_the_official_setup() -> None:
    reworded = own("drunk", Team.OUTSIDER, "You have had a few.")
    for each in deals(full(reworded), 9, 5, with_=["drunk"]):
        [token] = [token for token, who in each.bag if who == "drunk"]
        assert token in TOWNSFOLK
    same = own("baron", Team.MINION, "More guests arrive. [+2 Outsiders]")
    assert outsiders(full(same), 7, "baron") == {2}


def test_an_outsider_whose_token_never_enters_the_bag_draws_a_townsfolks() -> None:
    shadow = own(
        "shadow", Team.OUTSIDER, "You fade.", special=({"type": "selection", "name": "bag-disabled"},)
    )
    for each in deals(full(shadow), 9, 5, with_=["shadow"]):
        [token] = [token for token, who in each.bag if who == "shadow"]
        assert token in TOWNSFOLK


def test_a_homebrew_pope_lets_good_characters_be_in_play_twice() -> None:
    twin = own(
        "twin", Team.TOWNSFOLK, "Some are two.", special=({"type": "selection", "name": "good-duplicate"},)
    )
    few = script(twin, "chef", "monk", "poisoner", "imp")
    assert (5, 0, 1, 1) in numbers(few, 7, "twin")
    assert row(few, 7).fillable
    assert all("twin" in each.characters for each in deals(few, 7, 5))


def test_where_drawing_never_gets_there_a_legal_table_is_dealt_all_the_same() -> None:
    # The only Minion cannot be in play with the only Demon: every drawing is stuck before the Atheist comes up.
    odd = script("atheist", "chef", "monk", "saint", "marionette", "lilmonsta")
    for each in deals(odd, 8, 5):
        assert "atheist" in each.characters
        assert each.evil == ()


def test_a_script_with_two_entries_of_one_id_has_the_character_once() -> None:
    assert not row(script("chef", "chef", "chef", "poisoner", "imp"), 5).fillable
    assert [tuple(each) for each in row(script("chef", *PLAIN), 7).allowed] == [(5, 0, 1, 1)]


def test_minions_set_by_a_homebrew_demon() -> None:
    lonely = own("lonely", Team.DEMON, "Each night*, choose a player: they die. [No Minions]")
    assert numbers(script(lonely, *TOWNSFOLK, *MINIONS, "saint"), 10, "lonely") == {(9, 0, 0, 1)}
