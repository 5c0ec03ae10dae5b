from dataclasses import replace

from hand_made import own, script

from builder import catalogue
from builder.game import jinxes
from builder.game.character import Jinx
from builder.game.script import Script
from builder.game.teams import Team

OFFICIAL = (
    Jinx(("chef", "spy"), "They cook."),
    Jinx(("drunk", "spy"), "They drink."),
    Jinx(("imp", "imp"), "Alone."),
)


def pairs(of: Script) -> list[tuple[set[str], str]]:
    return [(set(jinx.characters), jinx.source) for jinx in jinxes.applying(of, OFFICIAL)]


def test_a_jinx_applies_where_both_are_on_the_script_in_either_order_of_writing() -> None:
    assert pairs(script("Spy", "chef", "imp")) == [({"chef", "spy"}, "official")]
    assert pairs(script("spy", "imp")) == []


def test_the_script_order_decides_the_order_of_jinxes() -> None:
    assert [characters for characters, _ in pairs(script("drunk", "spy", "chef"))] == [
        {"drunk", "spy"},
        {"chef", "spy"},
    ]


def test_the_authors_own_text_wins_over_the_official_one() -> None:
    mine = own("chef", jinxes=(Jinx(("chef", "spy"), "My rule.", "script"),))
    (jinx,) = jinxes.applying(script(mine, "spy"), OFFICIAL)
    assert (jinx.reason, jinx.source) == ("My rule.", "script")


def test_two_characters_that_name_each_other_are_one_jinx() -> None:
    one = own("one", jinxes=(Jinx(("one", "two"), "Hers.", "script"),))
    two = own("two", jinxes=(Jinx(("two", "one"), "His.", "script"),))
    assert [jinx.reason for jinx in jinxes.applying(script(one, two), ())] == ["Hers."]


def test_a_jinx_with_somebody_who_is_not_here_does_not_apply() -> None:
    assert pairs(script(own("one", jinxes=(Jinx(("one", "two"), "Never.", "script"),)))) == []


def test_the_hermit_takes_over_the_jinxes_of_the_outsiders_on_the_script() -> None:
    found = jinxes.applying(script("hermit", "drunk", "spy", "chef"), OFFICIAL)
    assert {(frozenset(jinx.characters), jinx.source) for jinx in found} == {
        (frozenset({"hermit", "spy"}), "hermit"),
        (frozenset({"drunk", "spy"}), "official"),
        (frozenset({"chef", "spy"}), "official"),
    }
    assert not [characters for characters, _ in pairs(script("hermit", "spy")) if "hermit" in characters]


def test_a_jinx_between_the_hermit_and_an_outsider_is_not_turned_on_himself() -> None:
    rule = own("sad", Team.OUTSIDER, jinxes=(Jinx(("sad", "hermit"), "Both.", "script"),))
    assert [jinx.source for jinx in jinxes.applying(script(rule, "hermit"), ())] == ["script"]


def test_the_hermits_own_jinx_wins_over_one_that_he_takes_over() -> None:
    official = (*OFFICIAL, Jinx(("hermit", "spy"), "His own."))
    found = jinxes.applying(script("hermit", "drunk", "spy"), official)
    assert [jinx.reason for jinx in found if "hermit" in jinx.characters] == ["His own."]


def test_a_pair_is_found_from_either_side() -> None:
    jinx = catalogue.jinxes()[0]
    assert replace(jinx, characters=jinx.characters[::-1]).pair == jinx.pair
