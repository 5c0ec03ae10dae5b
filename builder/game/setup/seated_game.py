"""A dealt game as it is stored: who sits where with which token. It stays as dealt, whatever happens to its script.

Each change by hand (two players exchanged, a Traveller who joins, another bluff) is a function from game to game.
Seats are counted from 0, clockwise. Characters are named by their ids.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from builder.game.ids import key
from builder.game.setup.dealing import Deal
from builder.game.setup.effects import SEAT_RULES
from builder.game.setup.rules import SetupError
from builder.game.setup.seating import SeatRule, arranged
from builder.game.teams import EVIL_TEAMS, GOOD_TEAMS, Team
from builder.language import gettext as _

TeamOf = Callable[[str], Team | None]
#: More players, with latecomers, than any game has; and longer texts than we write.
MOST_SEATS, MOST_TEXTS, LONGEST = 30, 200, 2000
_VERSION = 1


class GameError(SetupError):
    """A game that cannot be read, or a change that it does not allow; the text says why."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A reminder token: its text, whose it is, and who may have it (as in `effects.Step.on`)."""

    text: str
    by: str
    may: tuple[str, ...] = ()
    #: Its place in the deal: it stays the same wherever the token is moved.
    number: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: the token that the player sees, and the character that they truly are."""

    token: str
    character: str
    is_evil: bool
    marks: tuple[Mark, ...] = ()
    #: Token, character and "evil" or "good" as the game began, if they changed after it began; else empty.
    at_first: tuple[str, ...] = ()

    @property
    def at_beginning(self) -> "Player":
        """As this player was when the game began: what the others learned of them then."""
        if not self.at_first:
            return self
        token, character, side = self.at_first
        return replace(self, token=token, character=character, is_evil=side == "evil", at_first=())

    @property
    def knows(self) -> bool:
        """Whether the token says the truth."""
        return self.token == self.character


@dataclass(frozen=True, slots=True)
class Game:
    """A dealt game."""

    seed: str
    #: What dealt it, as a query.
    query: str
    seats: tuple[Player, ...]
    #: In play without a player (Lil' Monsta).
    extra: tuple[str, ...]
    bluffs: tuple[str, ...]
    #: (token of nobody, its reminder)
    loose: tuple[tuple[str, Mark], ...]
    grants: tuple[tuple[str, str], ...]
    steps: tuple[str, ...]
    because: tuple[str, ...]
    #: The script as it was dealt: JSON that `builder.parse` reads.
    script: str
    #: Characters whose players have to sit beside the Demon, unless they drew their own token.
    beside: tuple[str, ...] = ()
    #: How players have to sit.
    rules: tuple[SeatRule, ...] = ()
    #: Whether somebody changed it by hand: its seed no longer says who is who.
    is_changed: bool = False

    def as_json(self) -> str:
        """The game for `read`."""
        return json.dumps({"version": _VERSION, **asdict(self)}, ensure_ascii=False, separators=(",", ":"))

    @property
    def in_play(self) -> set[str]:
        """The keys of what players truly are."""
        return {key(player.character) for player in self.seats}.union(map(key, self.extra))

    @property
    def tokens(self) -> set[str]:
        """The keys of what players think they are."""
        return {key(player.token) for player in self.seats}


def begin(deal: Deal, team_of: TeamOf, query: str = "", script: str = "") -> Game:
    """Seats the players of a deal around the table; the same deal has the same seats."""
    random = Random(f"seats {deal.seed}/{deal.players}")  # noqa: S311  # a game, no secret
    order = random.sample(range(len(deal.bag)), len(deal.bag))
    if deal.rules:
        order = arranged(order, [who for _, who in deal.bag], deal.rules, random)
    order = _neighbors(order, deal, team_of)
    dealt = [(each.seat, Mark(each.text, each.by, each.may, at)) for at, each in enumerate(deal.markers)]
    evil, players = list(deal.evil), {}
    for place, (token, who) in enumerate(deal.bag):
        marks = tuple(mark for seat, mark in dealt if seat == place)
        players[place] = Player(token, who, who in evil, marks)
        if who in evil:
            evil.remove(who)
    return Game(
        seed=str(deal.seed),
        query=query,
        seats=tuple(players[place] for place in order),
        extra=deal.extra,
        bluffs=deal.bluffs,
        loose=tuple(
            (each.on, Mark(each.text, each.by, each.may)) for each in deal.markers if each.seat is None
        ),
        grants=deal.grants,
        steps=deal.steps,
        because=deal.because,
        script=script,
        beside=deal.beside,
        rules=deal.rules,
    )


def _neighbors(order: list[int], deal: Deal, team_of: TeamOf) -> list[int]:
    """Moves those who have to sit beside the Demon there."""
    demons = [at for at, place in enumerate(order) if team_of(deal.bag[place][1]) is Team.DEMON]
    pairs = [deal.bag[place] for place in order]
    movers = [at for at, (token, who) in enumerate(pairs) if who in deal.beside and token != who]
    for at, mover in zip((1, -1), movers, strict=False):
        if demons and (mover - demons[0]) % len(order) not in {1, len(order) - 1}:
            place = (demons[0] + at) % len(order)
            order[place], order[mover] = order[mover], order[place]
    return order


def add_travellers(game: Game, names: Iterable[str], team_of: TeamOf) -> Game:
    """Seats Travellers among the players, good or evil by the seed, but never between a Minion and the Demon."""
    for name in names:
        random = Random(f"traveller {name} {game.seed}")  # noqa: S311  # a game, no secret
        seats = game.seats
        apart = [
            at
            for at in range(len(seats))
            if not {team_of(seats[at - 1].character), team_of(seats[at].character)} <= EVIL_TEAMS
        ]
        game = _joined(game, random.choice(apart or [0]), name, is_evil=random.random() < 0.5)
    return replace(game, is_changed=False)


def join(game: Game, at: int, character: str, *, is_evil: bool) -> Game:
    """A latecomer takes a seat as a Traveller: those from there on move one seat further."""
    if len(game.seats) >= MOST_SEATS:
        raise GameError(_("A game has up to %(most_seats)s players.") % {"most_seats": MOST_SEATS})
    if key(character) in game.in_play:
        raise GameError(_("This Traveller is in the game already. Choose another one."))
    return _joined(game, min(max(at, 0), len(game.seats)), character, is_evil=is_evil)


def _joined(game: Game, at: int, character: str, *, is_evil: bool) -> Game:
    new = Player(character, character, is_evil)
    return replace(game, seats=(*game.seats[:at], new, *game.seats[at:]), is_changed=True)


def exchange(game: Game, one: int, other: int, team_of: TeamOf) -> Game:
    """Two players exchange tokens, characters and reminders, unless that parts somebody from the Demon."""
    seats = list(game.seats)
    seats[one], seats[other] = _seat(game, other), _seat(game, one)
    after = replace(game, seats=tuple(seats), is_changed=True)
    if _parted(after, team_of) and not _parted(game, team_of):
        raise GameError(
            _("After that, a player who has to sit beside the Demon would not. Exchange with somebody else.")
        )
    for rule in game.rules:
        if _broken(rule, after) > _broken(rule, game):
            raise GameError(
                _("This would break a rule of the game: %(rule)s Exchange with somebody else.")
                % {"rule": rule.text}
            )
    return after


def _broken(rule: SeatRule, game: Game) -> int:
    return rule.broken([player.character for player in game.seats])


def _parted(game: Game, team_of: TeamOf) -> bool:
    """Whether somebody who has to sit beside the Demon does not."""
    teams = [team_of(player.character) for player in game.seats]
    return Team.DEMON in teams and any(
        player.character in game.beside
        and not player.knows
        and Team.DEMON not in {teams[at - 1], teams[(at + 1) % len(teams)]}
        for at, player in enumerate(game.seats)
    )


def turn(game: Game, seat: int, *, has_begun: bool = False) -> Game:
    """A player is good instead of evil, or evil instead of good. `has_begun` as in `become`."""
    player = _seat(game, seat)
    return _with_seat(game, seat, _changed(player, has_begun, is_evil=not player.is_evil))


def become(
    game: Game,
    seat: int,
    character: str,
    team: Team | None,
    tokens: Collection[str] | None,
    *,
    has_begun: bool,
) -> Game:
    """A player is another character, of this team, and knows it, unless only some `tokens` can be theirs (the Drunk's).

    Before the game has begun they get the alignment of their team, and what the others learn follows; after that they
    keep their alignment, and nobody else learns of it. Raises GameError if the player's token is none of `tokens`.
    """
    player = _seat(game, seat)
    if tokens is not None and player.token not in tokens:
        raise GameError(
            _("A player with this token cannot have that character, who thinks they are somebody else.")
        )
    token = player.token if tokens is not None else character
    is_evil = player.is_evil if has_begun else team in EVIL_TEAMS
    after = _changed(player, has_begun, token=token, character=character, is_evil=is_evil)
    return _with_seat(game, seat, after)


def _changed(player: Player, has_begun: bool, **changes: Any) -> Player:  # noqa: FBT001
    side = "evil" if player.is_evil else "good"
    at_first = player.at_first or ((player.token, player.character, side) if has_begun else ())
    return replace(player, at_first=at_first, **changes)


def places_for(game: Game, seat: int, mark: Mark, team_of: TeamOf) -> list[int]:
    """The seats that may have a reminder which can lie by several players, in their order."""
    if not mark.may:
        return [seat]
    found = []
    for at, player in enumerate(game.seats):
        team = team_of(player.character)
        if "others" in mark.may and key(player.character) == key(mark.by):
            continue
        if "opposing" in mark.may:
            is_evil = any(each.is_evil for each in game.seats if key(each.character) == key(mark.by))
            fits = player.is_evil is not is_evil
        elif "good" in mark.may:
            fits = team in GOOD_TEAMS and not player.is_evil
        else:
            fits = team is not None and team.value in mark.may
        found += [at] if fits or at == seat else []
    return found


def move_mark(game: Game, seat: int, number: int, to: int, team_of: TeamOf) -> Game:
    """Moves the reminder of this number at a seat to another player who may have it."""
    player = _seat(game, seat)
    if not 0 <= number < len(player.marks):
        raise GameError(_("This reminder is not there."))
    mark = player.marks[number]
    if to not in places_for(game, seat, mark, team_of):
        raise GameError(_("“%(text)s” cannot lie by this player.") % {"text": mark.text})
    left = replace(player, marks=(*player.marks[:number], *player.marks[number + 1 :]))
    game = _with_seat(game, seat, left)
    there = game.seats[to]
    return _with_seat(game, to, replace(there, marks=(*there.marks, mark)))


def tokens_for(game: Game, seat: int, on_script: Sequence[str], team_of: TeamOf) -> list[str]:
    """The tokens that a player who does not know their character may have drawn; empty if it is no choice."""
    player = game.seats[seat]
    team = team_of(player.token)
    if player.knows or team not in GOOD_TEAMS or key(player.token) in game.in_play:
        return []
    used = game.in_play | game.tokens
    return [player.token, *(each for each in on_script if team_of(each) is team and key(each) not in used)]


def show_token(game: Game, seat: int, token: str, choices: Collection[str], names: tuple[str, str]) -> Game:
    """A player like the Drunk draws another token, one of `choices`; `names` are those of the old and the new one."""
    player = _seat(game, seat)
    if token not in choices:
        raise GameError(_("This token cannot be shown to this player."))
    game = replace(game, bluffs=tuple(each for each in game.bluffs if key(each) != key(token)))
    return _with_seat(_reworded(game, *names), seat, replace(player, token=token))


def bluffs_for(game: Game, on_script: Iterable[str], team_of: TeamOf) -> list[str]:
    """The characters that may be shown as bluffs: good ones that are not in play, and those shown now."""
    now = set(map(key, game.bluffs))
    return [
        each
        for each in on_script
        if key(each) in now or (team_of(each) in GOOD_TEAMS and key(each) not in game.in_play)
    ]


def choose_bluff(
    game: Game, number: int, bluff: str, choices: Collection[str], names: tuple[str, str]
) -> Game:
    """Another character is the bluff of this number; `names` are those of the old and the new one."""
    if bluff not in choices or not 0 <= number < len(game.bluffs):
        raise GameError(_("This character cannot be a bluff."))
    bluffs = list(game.bluffs)
    if bluff in bluffs and bluffs[number] != bluff:
        raise GameError(_("This character is a bluff already."))
    bluffs[number] = bluff
    return replace(_reworded(game, *names), bluffs=tuple(bluffs), is_changed=True)


def _reworded(game: Game, old: str, new: str) -> Game:
    """The steps with another name; the new one is on none of them, for it was not in the game."""
    whole = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    return replace(game, steps=tuple(whole.sub(lambda _: new, step) for step in game.steps), is_changed=True)


def _seat(game: Game, seat: int) -> Player:
    if not 0 <= seat < len(game.seats):
        raise GameError(_("There is no such seat."))
    return game.seats[seat]


def _with_seat(game: Game, seat: int, player: Player) -> Game:
    seats = (*game.seats[:seat], player, *game.seats[seat + 1 :])
    return replace(game, seats=seats, is_changed=True)


def read(text: str) -> Game:
    """A game that a browser stored. Raises GameError if it is none."""
    try:
        found = json.loads(text)
        if found["version"] != _VERSION or not 0 < len(found["seats"]) <= MOST_SEATS:
            raise ValueError(found["version"])  # noqa: TRY301  # one message for all that is no game
        return Game(
            seed=_text(found["seed"]),
            query=_text(found["query"]),
            seats=tuple(map(_player, found["seats"])),
            extra=_texts(found["extra"]),
            bluffs=_texts(found["bluffs"]),
            loose=tuple((_text(on), _mark(mark)) for on, mark in found["loose"][:MOST_TEXTS]),
            grants=tuple((_text(by), _text(ability)) for by, ability in found["grants"][:MOST_TEXTS]),
            steps=_texts(found["steps"]),
            because=_texts(found["because"]),
            script=str(found["script"]),
            beside=_texts(found.get("beside", ())),
            rules=tuple(map(_seat_rule, list(found.get("rules", ()))[:MOST_TEXTS])),
            is_changed=bool(found["is_changed"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise GameError(_("The stored game cannot be read. Deal again.")) from error


def _player(found: Any) -> Player:
    marks = tuple(map(_mark, found["marks"][:MOST_TEXTS]))
    at_first = _texts(found.get("at_first", ()))
    if len(at_first) not in {0, 3}:
        raise ValueError(at_first)
    return Player(_text(found["token"]), _text(found["character"]), bool(found["is_evil"]), marks, at_first)


def _seat_rule(found: Any) -> SeatRule:
    if found["where"] not in SEAT_RULES:
        raise ValueError(found["where"])
    return SeatRule(found["where"], _texts(found["who"]), _texts(found["whom"]), _text(found["text"]))


def _mark(found: Any) -> Mark:
    number = int(found.get("number", 0))
    return Mark(_text(found["text"]), _text(found["by"]), _texts(found["may"]), number)


def _texts(found: Any) -> tuple[str, ...]:
    return tuple(map(_text, list(found)[:MOST_TEXTS]))


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise TypeError("not a text")
    return found[:LONGEST]
