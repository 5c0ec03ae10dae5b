"""A hundred brackets of authors: understood, or said with choices; and dealt as they are meant."""

import zlib
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from author_brackets import CHOSEN, FIRST, SECOND, Bracket
from bracket_oracle import BASE, TEAMS, faults, seats
from setting_up import MINIONS, OUTSIDERS, RULES, TOWNSFOLK, own, script

from builder import catalogue
from builder.game.script import Script
from builder.game.setup import seated_game
from builder.game.setup.cast import cast
from builder.game.setup.dealing import Deal, deal
from builder.game.setup.legality import check_table
from builder.game.teams import Team

ALL = [*FIRST, *SECOND]
TEXTS = [bracket for _, bracket, _ in ALL]
NAMED = ["drunk", "recluse", "spy", "baron", "mayor", "empath", "butler", "poisoner"]
DEALS, MOST_DEALS = 8, 200


def owner_of(bracket: Bracket, *, is_chosen: bool) -> Any:
    team, text, means = bracket
    name = means.get("name", "Frog")
    ability = f"Each night*, choose a player: they die. {text.format(self=name)}"
    frog = own(name.lower(), Team(team), ability, reminders=("Marked",))
    return replace(frog, bracket=tuple(CHOSEN[text]), bracket_text=text) if is_chosen else frog


def script_for(bracket: Bracket, *, is_chosen: bool) -> Script:
    """Characters that change nothing, and those that the bracket names."""
    named = {*bracket[2].get("needs", ()), *bracket[2].get("never", ()), bracket[2].get("with", "mayor")}
    plain = [*TOWNSFOLK, *OUTSIDERS, *MINIONS, "cerenovus", "imp", "zombuul", "po"]
    return script(owner_of(bracket, is_chosen=is_chosen), *dict.fromkeys([*plain, *sorted(named)]))


def games(bracket: Bracket, number: int, *, is_chosen: bool) -> list[Deal]:
    """Deals for all numbers of players that have room for the character, each judged legal on the way."""
    of = script_for(bracket, is_chosen=is_chosen)
    owner = owner_of(bracket, is_chosen=is_chosen).id
    fewer = min(bracket[2].get("change", {}).get(bracket[0], [0]))
    among = [
        players for players in BASE if dict(zip(TEAMS, BASE[players], strict=True))[bracket[0]] + fewer > 0
    ]
    found = []
    for seed in range(number):
        players = among[(seed + zlib.crc32(bracket[1].encode())) % len(among)]
        with_ = [] if bracket[2].get("absent") else [owner]
        dealt = deal(of, RULES, players, seed=seed, with_=with_)
        said = check_table(of, RULES, players, (*dealt.characters, *dealt.extra))
        assert said.legal, (dealt.characters, said.violations)
        found.append(dealt)
    return found


def judge(bracket: Bracket, number: int) -> None:
    _, text, means = bracket
    is_chosen = text in CHOSEN
    owner = owner_of(bracket, is_chosen=is_chosen).id
    of = script_for(bracket, is_chosen=is_chosen)
    assert not cast(of, RULES).problems
    teams = {character.id: character.team.value for character in of.characters}
    seen: Counter[int] = Counter()
    for dealt in games(bracket, number, is_chosen=is_chosen):
        assert not faults(dealt, owner, means, teams), (text, dealt.players, dealt.because)
        seen[dealt.distribution.outsider - RULES.base(dealt.players).outsider] += 1
        if "seat" in means:
            game = seated_game.begin(dealt, lambda who: Team(teams[who]))
            order = [player.character for player in game.seats]
            assert seats(order, owner, means["seat"], teams), (text, order)
    if number == MOST_DEALS and "outsider" in means.get("change", {}) and not means.keys() & {"from", "with"}:
        assert set(means["change"]["outsider"]) <= seen.keys()  # each of them is dealt at times


def test_of_a_hundred_brackets_of_authors_most_are_understood() -> None:
    assert len(set(TEXTS)) == 100
    found = {
        bracket[1]
        for bracket in ALL
        if not cast(script_for(bracket, is_chosen=False), catalogue.rules()).problems
    }
    assert set(TEXTS) - found == CHOSEN.keys()
    assert len(found) >= 85


@pytest.mark.parametrize("bracket", ALL, ids=TEXTS)
def test_a_bracket_is_dealt_as_its_author_means_it(bracket: Bracket) -> None:
    judge(bracket, DEALS)


@pytest.mark.slow
@pytest.mark.parametrize("bracket", ALL, ids=TEXTS)
def test_a_bracket_is_dealt_as_its_author_means_it_two_hundred_times(bracket: Bracket) -> None:
    judge(bracket, MOST_DEALS)
