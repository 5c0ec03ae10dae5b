"""Seats and reveals: the token is what the deal says, and nobody learns what their token does not tell."""

import json
from dataclasses import dataclass

import pytest
from setting_up import team_of

from builder import deal, parse
from builder.game.ids import key
from builder.game.setup.dealing import Deal
from builder.game.setup.reveal import Lesson, lessons
from builder.game.setup.seated_game import begin
from builder.game.teams import Team

TROUBLE = [
    *("washerwoman", "librarian", "investigator", "chef", "empath", "fortuneteller", "undertaker", "monk"),
    *("ravenkeeper", "virgin", "slayer", "soldier", "mayor", "butler", "drunk", "recluse", "saint"),
    *("poisoner", "spy", "scarletwoman", "baron", "imp", "lunatic", "marionette", "poppygrower"),
]
GOOD = tuple(TROUBLE[:14])
SEEDS = range(12)


@dataclass
class RevealSeat:
    token: str
    character: str
    lesson: Lesson | None


def seats(dealt: Deal) -> tuple[RevealSeat, ...]:
    game = begin(dealt, team_of)
    taught = zip(game.seats, lessons(game, team_of, GOOD), strict=True)
    return tuple(RevealSeat(each.token, each.character, lesson) for each, lesson in taught)


def table(players: int, seed: int, *wanted: str) -> tuple[Deal, tuple[RevealSeat, ...]]:
    without = [each for each in ("lunatic", "marionette", "poppygrower", "drunk") if each not in wanted]
    dealt = deal(parse(json.dumps(TROUBLE)), players, seed=seed, with_=wanted, without=without)
    return dealt, seats(dealt)


def at(places: tuple[RevealSeat, ...], identifier: str) -> int:
    return next(place for place, seat in enumerate(places) if key(seat.character) == identifier)


def test_each_token_of_the_bag_has_one_seat_and_the_same_deal_has_the_same_seats() -> None:
    dealt, places = table(10, 4)
    assert sorted((seat.token, seat.character) for seat in places) == sorted(dealt.bag)
    assert table(10, 4)[1] == places
    assert any(
        [each.token for each in table(10, seed)[1]] != [token for token, _ in table(10, seed)[0].bag]
        for seed in SEEDS
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_evil_players_learn_each_other_and_the_demon_its_bluffs(seed: int) -> None:
    dealt, places = table(10, seed)
    demon = at(places, "imp")
    minions = {place for place, seat in enumerate(places) if team_of(seat.character) is Team.MINION}
    lesson = places[demon].lesson
    assert lesson
    assert set(lesson.minions) == minions
    assert lesson.bluffs == dealt.bluffs
    for place in minions:
        lesson = places[place].lesson
        assert lesson
        assert lesson.demons == (demon,)
        assert set(lesson.minions) == minions - {place}
        assert not lesson.bluffs
    assert all(seat.lesson is None for at, seat in enumerate(places) if at not in {demon, *minions})


@pytest.mark.parametrize("seed", SEEDS)
def test_few_players_learn_nothing(seed: int) -> None:
    assert all(seat.lesson is None for seat in table(6, seed)[1])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_drunk_sees_the_token_they_draw(seed: int) -> None:
    _, places = table(9, seed, "drunk")
    drunk = places[at(places, "drunk")]
    assert team_of(drunk.token) is Team.TOWNSFOLK
    assert drunk.lesson is None


@pytest.mark.parametrize("seed", SEEDS)
def test_the_marionette_sits_beside_the_demon_who_alone_knows_it(seed: int) -> None:
    _, places = table(9, seed, "marionette")
    puppet, demon = at(places, "marionette"), at(places, "imp")
    assert (puppet - demon) % len(places) in {1, len(places) - 1}
    assert team_of(places[puppet].token) in {Team.TOWNSFOLK, Team.OUTSIDER}
    assert places[puppet].lesson is None
    lesson = places[demon].lesson
    assert lesson
    assert lesson.unaware == ((puppet, "marionette"),)
    assert puppet not in lesson.minions


@pytest.mark.parametrize("seed", SEEDS)
def test_the_lunatic_sees_a_demon_and_cannot_find_out(seed: int) -> None:
    _, places = table(10, seed, "lunatic")
    lunatic, demon = places[at(places, "lunatic")], places[at(places, "imp")]
    assert team_of(lunatic.token) is Team.DEMON
    assert lunatic.lesson
    assert demon.lesson
    assert (at(places, "lunatic"), "lunatic") in demon.lesson.unaware
    assert len(lunatic.lesson.minions) == len(demon.lesson.minions)
    assert len(lunatic.lesson.bluffs) == 3
    assert len(demon.lesson.bluffs) == 3
    assert not lunatic.lesson.unaware
    if demon.token != demon.character:
        assert demon.lesson.character == demon.character


@pytest.mark.parametrize("seed", SEEDS)
def test_what_characters_change_is_left_to_the_storyteller(seed: int) -> None:
    _, places = table(10, seed, "poppygrower")
    for seat in places:
        if team_of(seat.character) in {Team.MINION, Team.DEMON}:
            assert seat.lesson
            assert seat.lesson.is_told_at_night
            assert (seat.lesson.minions, seat.lesson.demons, seat.lesson.bluffs) == ((), (), ())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_townsfolk_turned_evil_by_a_bounty_hunter_learns_it(seed: int) -> None:
    on_script = [*TROUBLE[:14], "bountyhunter", "poisoner", "spy", "scarletwoman", "imp"]
    dealt = deal(parse(json.dumps(on_script)), 8, seed=seed, with_=["bountyhunter"])
    game = begin(dealt, team_of)
    turned = [
        at for at, each in enumerate(game.seats) if each.is_evil and team_of(each.character) is Team.TOWNSFOLK
    ]
    taught = lessons(game, team_of, GOOD)
    assert len(turned) == 1
    assert taught[turned[0]] == Lesson(alignment="evil")
    good = [lesson for each, lesson in zip(game.seats, taught, strict=True) if not each.is_evil]
    assert good == [None] * len(good)
