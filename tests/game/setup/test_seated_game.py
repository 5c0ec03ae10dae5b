"""A dealt game as it is stored, and the changes by hand that it allows."""

import json
from dataclasses import replace

import pytest
from setting_up import PLAIN, RULES, script, team_of

from builder import catalogue
from builder.game.setup import seated_game
from builder.game.setup.dealing import deal
from builder.game.setup.reveal import lessons
from builder.game.setup.seated_game import Game, GameError
from builder.game.teams import EVIL_TEAMS, Team

IDS = ["fortuneteller", "drunk", "marionette", "lunatic", *PLAIN]
SCRIPT = script(*IDS)


def begun(players: int = 10, seed: int = 1, *wanted: str) -> Game:
    without = [each for each in ("drunk", "marionette", "lunatic") if each not in wanted]
    dealt = deal(SCRIPT, RULES, players, seed, wanted, without)
    return seated_game.begin(dealt, team_of, "?players=10", json.dumps(IDS))


def test_a_game_is_read_as_it_was_written() -> None:
    for seed in range(20):
        game = begun(12, seed, "fortuneteller", "drunk")
        assert seated_game.read(game.as_json()) == game


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"version":1}',
        '{"version":2,"seats":[]}',
        "[" * 5000,
        '{"version":1,"seats":[1]}',
    ],
)
def test_what_is_no_game_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(GameError, match="Deal again"):
        seated_game.read(text)


def test_exchanged_players_take_their_reminders_along() -> None:
    game = begun(11, 1, "fortuneteller", "drunk")
    after = seated_game.exchange(game, 0, 4, team_of)
    assert (after.seats[0], after.seats[4]) == (game.seats[4], game.seats[0])
    assert after.is_changed
    with pytest.raises(GameError):
        seated_game.exchange(game, 0, 11, team_of)


def test_a_latecomer_sits_where_the_storyteller_says_and_an_evil_one_learns_the_demon() -> None:
    game = begun()
    after = seated_game.join(game, 3, "thief", is_evil=True)
    assert [each.character for each in after.seats if each not in game.seats] == ["thief"]
    assert after.seats[:3] + after.seats[4:] == game.seats
    taught = lessons(after, team_of, ())
    traveller = taught[3]
    assert traveller
    assert traveller.alignment == "evil"
    assert [team_of(after.seats[at].character) for at in traveller.demons] == [Team.DEMON]
    assert not traveller.bluffs
    assert not any(lesson.alignment for at, lesson in enumerate(taught) if lesson and at != 3)
    turned = lessons(seated_game.turn(after, 3), team_of, ())[3]
    assert turned
    assert (turned.alignment, turned.demons) == ("good", ())
    with pytest.raises(GameError, match="in the game already"):
        seated_game.join(after, 3, "thief", is_evil=False)


def test_a_player_who_changes_before_the_game_changes_what_others_learn() -> None:
    game = begun(9, 2, "washerwoman", "poisoner", "imp")
    at = {each.character: number for number, each in enumerate(game.seats)}
    baron = seated_game.become(game, at["washerwoman"], "baron", Team.MINION, None, has_begun=False)
    assert baron.seats[at["washerwoman"]] == seated_game.Player(
        "baron", "baron", is_evil=True, marks=baron.seats[at["washerwoman"]].marks
    )
    demon = lessons(baron, team_of, ())[at["imp"]]
    assert demon
    assert sorted(demon.minions) == sorted([at["washerwoman"], at["poisoner"]])


def test_a_player_who_changes_during_the_game_keeps_their_side_and_nobody_learns_of_it() -> None:
    game = begun(9, 2, "washerwoman", "poisoner", "imp")
    at = {each.character: number for number, each in enumerate(game.seats)}
    before = lessons(game, team_of, ())
    heir = seated_game.become(game, at["poisoner"], "imp", Team.DEMON, None, has_begun=True)
    assert heir.seats[at["poisoner"]].character == "imp"
    after = lessons(seated_game.read(heir.as_json()), team_of, ())
    assert [one for seat, one in enumerate(after) if seat != at["poisoner"]] == [
        one for seat, one in enumerate(before) if seat != at["poisoner"]
    ]
    assert after[at["poisoner"]] is None, "an evil Demon has nothing to learn"
    good = seated_game.become(game, at["washerwoman"], "spy", Team.MINION, None, has_begun=True)
    assert not good.seats[at["washerwoman"]].is_evil
    taught = lessons(good, team_of, ())[at["washerwoman"]]
    assert taught
    assert taught.alignment == "good"
    turned = lessons(seated_game.turn(good, at["washerwoman"], has_begun=True), team_of, ())
    assert turned[at["washerwoman"]] is None
    assert turned[at["imp"]] == before[at["imp"]]


def test_nobody_knows_that_they_are_the_drunk() -> None:
    game = begun(9, 2, "washerwoman", "imp")
    at = {each.character: number for number, each in enumerate(game.seats)}
    drunk = seated_game.become(
        game, at["washerwoman"], "drunk", Team.OUTSIDER, {"washerwoman"}, has_begun=True
    )
    assert (drunk.seats[at["washerwoman"]].token, drunk.seats[at["washerwoman"]].knows) == (
        "washerwoman",
        False,
    )
    with pytest.raises(GameError, match="thinks they are somebody else"):
        seated_game.become(game, at["imp"], "drunk", Team.OUTSIDER, {"washerwoman"}, has_begun=True)


def test_travellers_never_part_a_marionette_from_its_demon_nor_count_as_players() -> None:
    for seed in range(60):
        game = seated_game.add_travellers(begun(7, seed, "marionette"), ["thief", "judge", "gnome"], team_of)
        assert len(game.seats) == 10
        teams = [team_of(each.character) for each in game.seats]
        puppet = next(at for at, each in enumerate(game.seats) if each.character == "marionette")
        assert Team.DEMON in {teams[puppet - 1], teams[(puppet + 1) % 10]}
    six = seated_game.add_travellers(begun(6), ["thief", "judge", "gnome"], team_of)
    taught = zip(six.seats, lessons(six, team_of, ()), strict=True)
    assert not any(lesson for player, lesson in taught if team_of(player.character) is Team.MINION)


def test_a_false_demon_learns_no_traveller_as_a_minion() -> None:
    for seed in range(40):
        game = seated_game.add_travellers(begun(9, seed, "lunatic"), ["thief", "judge", "gnome"], team_of)
        at = next(at for at, each in enumerate(game.seats) if each.character == "lunatic")
        lesson = lessons(game, team_of, ())[at]
        assert lesson
        assert Team.TRAVELLER not in {team_of(game.seats[seat].character) for seat in lesson.minions}


def test_the_red_herring_moves_to_good_players_alone() -> None:
    game = begun(10, 2, "fortuneteller")
    [(seat, mark)] = [
        (at, mark) for at, each in enumerate(game.seats) for mark in each.marks if mark.text == "Red Herring"
    ]
    places = seated_game.places_for(game, seat, mark, team_of)
    assert {at for at, each in enumerate(game.seats) if team_of(each.character) not in EVIL_TEAMS} == set(
        places
    )
    to = next(at for at in places if at != seat)
    after = seated_game.move_mark(game, seat, 0, to, team_of)
    assert mark in after.seats[to].marks
    assert mark not in after.seats[seat].marks
    evil = next(at for at in range(10) if at not in places)
    with pytest.raises(GameError, match="cannot lie"):
        seated_game.move_mark(game, seat, 0, evil, team_of)


def test_the_drunk_is_shown_another_token_that_is_not_in_play_and_the_steps_say_so() -> None:
    game = begun(11, 3, "drunk")
    seat = next(at for at, each in enumerate(game.seats) if each.character == "drunk")
    old, *others = seated_game.tokens_for(game, seat, IDS, team_of)
    assert others
    assert {team_of(each) for each in others} == {Team.TOWNSFOLK}
    assert game.in_play.isdisjoint(others)
    names = [found.name for found in map(catalogue.find, (old, others[0])) if found]
    after = seated_game.show_token(game, seat, others[0], others, (names[0], names[1]))
    assert after.seats[seat].token == others[0]
    assert after.seats[seat].character == "drunk"
    assert any(names[1] in step and "is the Drunk" in step for step in after.steps)
    assert not any(names[0] in step for step in after.steps)
    others_choices = [seated_game.tokens_for(game, at, IDS, team_of) for at in range(11) if at != seat]
    assert not any(others_choices)


def test_a_bluff_is_a_good_character_that_is_not_in_play() -> None:
    game = begun(10, 4)
    choices = seated_game.bluffs_for(game, IDS, team_of)
    assert set(game.bluffs) < set(choices)
    assert game.in_play.isdisjoint(choices)
    new = next(each for each in choices if each not in game.bluffs)
    after = seated_game.choose_bluff(game, 1, new, choices, ("Old", "New"))
    assert after.bluffs == (game.bluffs[0], new, game.bluffs[2])
    assert replace(after, bluffs=game.bluffs, is_changed=False) == game
    for wrong in ("imp", game.seats[0].character, game.bluffs[0]):
        with pytest.raises(GameError):
            seated_game.choose_bluff(game, 1, wrong, choices, ("Old", "New"))


@pytest.mark.parametrize("seed", range(8))
def test_no_exchange_parts_a_marionette_from_the_demon(seed: int) -> None:
    game = begun(9, seed, "marionette")
    teams = [team_of(player.character) for player in game.seats]
    demon = teams.index(Team.DEMON)
    puppet = next(at for at, each in enumerate(game.seats) if each.character == "marionette")
    far = (demon + 4) % 9
    for moved in (demon, puppet):
        with pytest.raises(GameError, match="beside the Demon"):
            seated_game.exchange(game, moved, far, team_of)
    other = 2 * demon - puppet  # the Demon's other neighbor
    assert seated_game.exchange(game, puppet, other % 9, team_of).seats[other % 9].character == "marionette"
    assert (
        seated_game.exchange(game, puppet, demon, team_of).seats[puppet].character
        == game.seats[demon].character
    )
    stored = json.loads(game.as_json())
    del stored["beside"]  # as stored by an older version
    assert seated_game.read(json.dumps(stored)).beside == ()
