"""Which official characters an ability is worded like."""

import json
from dataclasses import replace

import pytest

import builder
from builder import catalogue
from builder.game.character import Character
from builder.game.teams import Team
from builder.wording import similar
from builder.wording.similar import shared


def own(ability: str) -> Character:
    return Character("made_own", "Made", Team.TOWNSFOLK, ability)


def official(identifier: str) -> Character:
    found = catalogue.find(identifier)
    assert found is not None
    return found


def test_they_die_and_you_kill_them_are_the_same() -> None:
    one, other = (
        similar(own(f"Each night*, choose a player: {end}.")) for end in ("they die", "you kill them")
    )
    assert [(each.character.id, each.score) for each in one] == [
        (each.character.id, each.score) for each in other
    ]


def test_a_letter_alone_is_no_word() -> None:
    assert similar(own("X X X X, x.")) == ()


def test_the_same_words_are_all_of_it() -> None:
    first = similar(own(official("washerwoman").ability))[0]
    assert (first.character.id, first.score) == ("washerwoman", 100)
    assert first.phrases == (official("washerwoman").ability.rstrip("."),)


@pytest.mark.parametrize(
    ("identifier", "kin"),
    [
        ("washerwoman", {"investigator", "librarian"}),
        ("drunk", {"lunatic", "marionette"}),
        ("poisoner", {"pukka", "widow"}),
        ("thief", {"bureaucrat"}),
    ],
)
def test_those_that_every_player_calls_alike_are_near(identifier: str, kin: set[str]) -> None:
    assert kin <= {each.character.id for each in similar(official(identifier))}


def test_nobody_is_similar_to_itself_and_a_variant_is_to_its_origin() -> None:
    imp = official("imp")
    assert "imp" not in {each.character.id for each in similar(imp)}
    assert similar(replace(imp, id="imp_variant"))[0].character.id == "imp"


def test_the_nearest_come_first_and_no_more_than_wanted() -> None:
    scores = [each.score for each in similar(official("washerwoman"), most=3)]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 3


def test_an_ability_of_other_words_is_like_nobodys() -> None:
    assert similar(own("Bananas ripen upon quiet meadows.")) == ()
    assert similar(own("")) == ()


def test_a_phrase_is_told_as_the_asked_ability_writes_it() -> None:
    assert shared("Each night*, you CHOOSE a living player: bang.", "you choose a living player twice") == (
        "you CHOOSE a living player",
    )
    assert shared("It’s “you” – again & again", "something else entirely") == ()


def test_endings_and_curly_quotes_make_no_difference() -> None:
    one, other = "Players who choose the Demon can’t vote", "Player who chooses the Demon can't votes"
    assert shared(one, other) == ("Players who choose the Demon can’t vote",)


def test_a_set_of_variants_finds_each_its_origin() -> None:
    ids = [each.id for each in catalogue.everyone() if each.team is Team.DEMON]
    script = builder.parse(json.dumps([builder.variant(each) for each in ids]))
    assert [similar(each)[0].character.id for each in script.characters] == ids
