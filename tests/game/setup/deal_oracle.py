"""A judge of dealt games, written from the rules and not from the engine: it knows the official characters by name.

It reads a deal as a Storyteller does, player by player, and says what would make the game go wrong. Nothing here is
shared with `builder.game.setup`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

BASE = {
    5: (3, 0, 1, 1), 6: (3, 1, 1, 1), 7: (5, 0, 1, 1), 8: (5, 1, 1, 1), 9: (5, 2, 1, 1), 10: (7, 0, 2, 1),
    11: (7, 1, 2, 1), 12: (7, 2, 2, 1), 13: (9, 0, 3, 1), 14: (9, 1, 3, 1), 15: (9, 2, 3, 1),
}  # fmt: skip
#: The Alchemist has these Minions' abilities only while they are in play, and this one's only while it is not.
ALCHEMIST_WITH, ALCHEMIST_WITHOUT = {"marionette", "organgrinder", "spy", "widow", "wraith"}, {"mastermind"}
NEVER_BOFFIN = {"drunk", "heretic", "ogre", "politician"}


class Player(NamedTuple):
    """One player: the token drawn, who they are, and whose token lies for them in the Grimoire."""

    token: str
    who: str
    place: str
    is_evil: bool


class Game(NamedTuple):
    """A dealt game as the judge sees it."""

    players: tuple[Player, ...]
    #: Whose ability somebody has, with who it is.
    abilities: tuple[tuple[Player | None, str], ...]
    markers: tuple[tuple[str, str], ...]
    steps: str
    teams: Mapping[str, str]


def faults(dealt: Any, teams: Mapping[str, str], others: frozenset[str] = frozenset()) -> list[str]:
    """Everything that is wrong with a deal. `teams` are those of the script, `others` its Fabled and Loric."""
    game = _read(dealt, teams)
    return [
        *_numbers(game),
        *_markers(game, others),
        *_words(game, others),
        *_evil(game),
        *_given(game, dealt),
    ]


def _read(dealt: Any, teams: Mapping[str, str]) -> Game:
    evil = Counter(dealt.evil)
    players = []
    for token, who in dealt.bag:
        bad = evil[who] > 0
        evil[who] -= bad
        thinks = who in ("drunk", "marionette")
        players.append(Player(token, who, token if thinks else who, bad))
    abilities: list[tuple[Player | None, str]] = [(each, each.who) for each in players]
    for by, ability in dealt.grants:
        holders = [p for p in players if (teams[p.who] == "demon" if by == "boffin" else p.who == by)]
        if ability and not (by == "alchemist" and ability in ALCHEMIST_WITH | ALCHEMIST_WITHOUT):
            abilities.append((holders[0] if holders else None, ability))
    return Game(tuple(players), tuple(abilities), dealt.reminders, "\n".join(dealt.steps), teams)


def _numbers(game: Game) -> Iterator[str]:
    """The usual numbers; only the Marionette is thought of as changing them."""
    townsfolk, outsiders, minions, demons = BASE[len(game.players)]
    marionettes = [each for each in game.players if each.who == "marionette"]
    if marionettes:
        made = max(0, minions - 2)
        townsfolk, minions = townsfolk + made, minions - made
        if game.teams[marionettes[0].token] == "outsider":
            townsfolk, outsiders = townsfolk + 1, outsiders - 1
        drawn = [each.token for each in game.players if game.teams[each.token] == "minion"]
        if len(drawn) > 1:
            yield f"both players beside the Demon can be Minions: {drawn}"
        if made and f"make {made} good player" not in game.steps:
            yield "nobody is told of the Minion still to be made"
        if "put the Marionette's marker there" not in game.steps or "swap places" in game.steps:
            yield "nobody is told what happens where the Marionette sits elsewhere"
    found = Counter(game.teams[each.who] for each in game.players)
    if [found[team] for team in ("townsfolk", "outsider", "minion", "demon")] != [
        townsfolk, outsiders, minions, demons,
    ]:  # fmt: skip
        yield f"the numbers are {dict(found)}"


def _markers(game: Game, others: frozenset[str]) -> Iterator[str]:
    """Each state that lasts from the setup on has its marker, on somebody whom it can be on."""
    good = {each.place for each in game.players if not each.is_evil and game.teams[each.who] in GOOD}
    everybody = {each.place for each in game.players}
    demons = {each.place for each in game.players if game.teams[each.who] == "demon"}
    expected: list[tuple[str, str, set[str]]] = []
    for holder, ability in game.abilities:
        itself = {holder.place} if holder else set()
        if ability in FOR_GOOD:
            expected.append((ability, FOR_GOOD[ability], good - itself if ability == "grandmother" else good))
        elif ability == "puzzlemaster":
            expected.append((ability, "Drunk", everybody))
        elif ability == "eviltwin" and holder:
            opposing = {each.place for each in game.players if each.is_evil is not holder.is_evil}
            expected.append((ability, "Twin", opposing))
    if "toymaker" in others:
        expected.append(("toymaker", "Final Night: No Attack", demons))
    yield from _met(expected, game.markers)


GOOD = ("townsfolk", "outsider")
FOR_GOOD = {"fortuneteller": "Red Herring", "lycanthrope": "Faux Paw", "grandmother": "Grandchild"}
LASTING = {*FOR_GOOD.values(), "Drunk", "Twin", "Final Night: No Attack", "Poisoned", "Register Falsely?"}


def _met(expected: list[tuple[str, str, set[str]]], markers: tuple[tuple[str, str], ...]) -> Iterator[str]:
    left = [pair for pair in markers if pair[1] in LASTING]
    for whose, words, places in expected:
        found = next(((on, text) for on, text in left if text == words and on in places), None)
        if found is None:
            yield f"{whose}: no {words} on any of {sorted(places)} ({markers})"
        else:
            left.remove(found)
    if left:
        yield f"nobody's markers: {left}"


def _words(game: Game, others: frozenset[str]) -> Iterator[str]:
    """What has to be done before the first night is told if, and only if, somebody needs it."""
    abilities = Counter(ability for _, ability in game.abilities)
    for who, words in (
        ("nodashii", "nearest Townsfolk on each side of the No Dashii as Poisoned"),
        ("mezepheles", "secret word"),
        ("yaggababble", "secret phrase"),
        ("lycanthrope", "registers as evil"),
        ("puzzlemaster", "1 player is drunk through"),
        ("eviltwin", "is their Twin"),
        ("grandmother", "Grandmother's Grandchild"),
        ("fortuneteller", "red herring"),
    ):
        if game.steps.count(words) != abilities[who]:
            yield f"{who}: “{words}” is told {game.steps.count(words)} times"
    for who, words in (("toymaker", "Toymaker's token"), ("revolutionary", "token of the same alignment")):
        if (words in game.steps) is not (who in others):
            yield f"{who}: “{words}”"


def _evil(game: Game) -> Iterator[str]:
    """Minions and Demons are evil, and one Townsfolk for each who has the Bounty Hunter's ability."""
    hunters = sum(ability == "bountyhunter" for _, ability in game.abilities)
    turned = [each.who for each in game.players if each.is_evil and game.teams[each.who] in GOOD]
    if len(turned) != hunters or any(game.teams[who] != "townsfolk" for who in turned):
        yield f"{turned} are evil with {hunters} Bounty Hunters"
    if any(not each.is_evil and game.teams[each.who] not in GOOD for each in game.players):
        yield "a Minion or Demon is good"


def _given(game: Game, dealt: Any) -> Iterator[str]:
    """Only abilities that the rules allow are given, and one to each who is to have one."""
    in_play = {each.who for each in game.players}
    for by, ability in dealt.grants:
        team, there = game.teams.get(ability, ""), ability in in_play
        if by == "alchemist" and (
            team != "minion"
            or (ability in ALCHEMIST_WITH and not there)
            or (ability in ALCHEMIST_WITHOUT and there)
            or ((ability, "Is The Alchemist") in dealt.reminders) is there
        ):
            yield f"the Alchemist has the {ability}'s ability"
        if by == "boffin" and (team not in GOOD or there or ability in NEVER_BOFFIN):
            yield f"the Boffin gives the {ability}'s ability"
    if {by for by, _ in dealt.grants} != in_play & {"alchemist", "boffin"}:
        yield f"abilities are given by {dealt.grants}"
