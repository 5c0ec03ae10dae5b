"""Deal a legal setup for a number of players as a Storyteller does: the bag, who is who, and setup steps."""

import random as chance
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from builder.game.character import bare
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup import effects as fx, explaining, grimoire
from builder.game.setup.branches import minions_made_later
from builder.game.setup.budget import within_budget
from builder.game.setup.cast import Cast, cast
from builder.game.setup.rules import CannotDealError, Distribution, NotOnScriptError, Rules, seats
from builder.game.setup.sampler import Drawn, draw
from builder.game.setup.seating import Seat, Seating, SeatRule, grant_abilities, seated
from builder.game.setup.token_draw import Drawing
from builder.language import N_, gettext as _, ngettext

_SEEDS = 2**32
#: Draws until one has, or has not, a character that enters play after the Demon.
_TRIES = 200


@dataclass(frozen=True, slots=True)
class DealtMarker:
    """A reminder token: by which token it lies, and at whose seat in the bag (None: at nobody's)."""

    on: str
    text: str
    by: str
    seat: int | None
    #: Who may have it, as in `effects.Step.on`.
    may: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """A complete setup. `characters` are what the players truly are, `bag` the tokens that they draw."""

    players: int
    seed: int | str
    characters: tuple[str, ...]
    #: In play without being a player (Lil' Monsta).
    extra: tuple[str, ...]
    #: (the token drawn, the character that its player is)
    bag: tuple[tuple[str, str], ...]
    distribution: Distribution
    #: The characters of the evil players, one for each.
    evil: tuple[str, ...]
    bluffs: tuple[str, ...]
    markers: tuple[DealtMarker, ...]
    #: (who has or grants it, whose ability; "" for one that the Storyteller makes up)
    grants: tuple[tuple[str, str], ...]
    steps: tuple[str, ...]
    because: tuple[str, ...]
    #: Characters whose players have to sit beside the Demon.
    beside: tuple[str, ...] = ()
    #: How players have to sit, and tokens in the bag beyond the number of players.
    rules: tuple[SeatRule, ...] = ()
    left_over: tuple[str, ...] = ()

    @property
    def reminders(self) -> tuple[tuple[str, str], ...]:
        """Each marker as (id of its token, its text)."""
        return tuple((marker.on, marker.text) for marker in self.markers)

    def as_json(self) -> dict[str, Any]:
        """The JSON object for `clockwright deal --json`."""
        return {
            "players": self.players,
            "seed": self.seed,
            "characters": list(self.characters),
            "extra": list(self.extra),
            "bag": [{"token": token, "is": who} for token, who in self.bag],
            "distribution": self.distribution.as_json(),
            "evil": list(self.evil),
            "bluffs": list(self.bluffs),
            **({"leftInBag": list(self.left_over)} if self.left_over else {}),
            **({"seats": [rule.text for rule in self.rules]} if self.rules else {}),
            "reminders": [{"on": on, "token": token} for on, token in self.reminders],
            "steps": list(self.steps),
            "because": list(self.because),
        }


@within_budget
def deal(  # what a Storyteller can ask for
    script: Script,
    rules: Rules,
    players: int,
    seed: int | str | None = None,
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
) -> Deal:
    """Deal a legal setup; the same seed gives the same one, whatever the order of the script.

    `with_` are ids that must be in play (repeated: that number of copies), `without` those that must not. Raises
    PlayerCountError, NotOnScriptError for an id that is not on the script, CannotDealError (with the reason) if there
    is no such table, and TooManyWaysError if none is found within the limit.
    """
    base = rules.base(players)
    wanted, unwanted = [key(one) for one in with_], frozenset(key(one) for one in without)
    who = cast(script, rules, unwanted.union(wanted))
    strangers = [one for one in (*with_, *without) if key(one) not in who.members]
    if strangers:
        raise NotOnScriptError(
            _("Not a player character on this script: %(strangers)s. Check the spelling.")
            % {"strangers": ", ".join(strangers)}
        )
    seed = chance.SystemRandom().randrange(_SEEDS) if seed is None else seed
    random = chance.Random(f"{seed}/{players}")  # noqa: S311  # a game, no secret
    forced = {name: max(wanted.count(name), who.members[name].low) for name in wanted}
    table, branch = _drawn(Drawing(who, base, forced, unwanted), random)
    seating = seated(table, branch, unwanted, random)
    grant_abilities(seating)
    grimoire.turn_alignments(seating)
    grimoire.place_markers(seating)
    return _deal(seating, base, players, seed, grimoire.choose_bluffs(seating))


def _drawn(drawing: Drawing, random: chance.Random) -> Drawn:
    """Draws a legal table; one of a character that enters play after the Demon, if no other has it (Marionette)."""
    waiting = {name for name, _unused in drawing.cast.jinxes.late}
    try:
        return _without_unwanted(drawing, random, waiting & drawing.banned)
    except CannotDealError:
        wanted = waiting & drawing.forced.keys()
        if not wanted:
            raise
        forced = {name: number for name, number in drawing.forced.items() if name not in wanted}
        fewer = Drawing(drawing.cast, drawing.base, forced, drawing.banned)
        for _unused in range(_TRIES):
            table, branch = draw(fewer, random)
            if branch.late and branch.late[0] in wanted:
                return table, branch
        raise


def _without_unwanted(drawing: Drawing, random: chance.Random, unwanted: Collection[str]) -> Drawn:
    for _unused in range(_TRIES):
        table, branch = draw(drawing, random)
        if not (branch.late and branch.late[0] in unwanted):
            return table, branch
    raise CannotDealError(_("No setup without these characters was found. Allow one of them."))


def _deal(
    seating: Seating, base: Distribution, players: int, seed: int | str, shown: tuple[str, ...]
) -> Deal:
    table = seating.table
    ids = {name: member.id for name, member in table.cast.members.items()}
    return Deal(
        players=players,
        seed=seed,
        characters=tuple(ids[seat.character] for seat in seating.seats),
        extra=tuple(member.id for member in table.members if member.nobody),
        bag=tuple((ids[seat.token], ids[seat.character]) for seat in seating.seats),
        distribution=table.numbers,
        evil=tuple(ids[seat.character] for seat in seating.seats if seat.evil),
        bluffs=tuple(ids[name] for name in shown),
        markers=tuple(
            DealtMarker(
                ids[marker.on],
                marker.text,
                ids.get(marker.by, marker.by),
                _number(seating, marker.seat),
                marker.may,
            )
            for marker in seating.markers
        ),
        grants=tuple((ids[by], ids.get(ability, "")) for by, ability in seating.grants),
        steps=tuple(_steps(seating, base, players)),
        because=tuple(_because(seating, base)),
        beside=tuple(
            ids[seat.character] for seat in seating.seats if seat.mask is not None and seat.mask.beside
        ),
        rules=tuple(seating.rules),
        left_over=tuple(ids[name] for name in seating.left_over),
    )


def _number(seating: Seating, wanted: Seat | None) -> int | None:
    return next((number for number, seat in enumerate(seating.seats) if seat is wanted), None)


def _because(seating: Seating, base: Distribution) -> Iterator[str]:
    reached = seating.table.numbers
    yield _("%(players)s players are usually %(characters)s.") % {
        "players": sum(base),
        "characters": explaining.numbers(base),
    }
    yield from explaining.steps(seating.branch, base, reached)
    if reached != base:
        yield _("This game has %(reached)s.") % {"reached": explaining.numbers(reached)}


LATE = N_("Once there is a Demon, make a good player next to the Demon the %(name)s.")


def tonight() -> tuple[str, ...]:
    """How those steps begin, in the current language, that are due on the first night."""
    openings = (text.partition("%(")[0] for text in (_made(1), _made(2), _(LATE)))
    return tuple(filter(None, openings))


def _made(number: int) -> str:
    return ngettext(
        "On the first night, make %(number)s good player a Minion that is not in play: swap the token, and "
        "tell the player. There are so few Minion tokens in the bag that a good player sits next to the "
        "Demon.",
        "On the first night, make %(number)s good players Minions that are not in play: swap the token, "
        "and tell the player. There are so few Minion tokens in the bag that a good player sits next to "
        "the Demon.",
        number,
    )


def _steps(seating: Seating, base: Distribution, players: int) -> Iterator[str]:
    branch = seating.branch
    if seats(players) < players:
        yield ngettext(
            "Have %(number)s of the players choose Travellers; the others draw from the bag.",
            "Have %(number)s of the players choose Travellers; the others draw from the bag.",
            players - seats(players),
        ) % {"number": players - seats(players)}
    yield from _bag(seating)
    for seat in seating.seats:
        if seat.mask is not None and seat.token != seat.character:
            yield _masked(seating.cast, seat, beside=seat.mask.beside)
    made = minions_made_later(branch, base, seating.table.numbers.minion)
    if made:
        yield _made(made) % {"number": made}
    yield from _minion_after_demon(seating)
    for name, _unused, effect in branch.sources:
        if isinstance(effect, fx.Later):
            yield f"{name}: {explaining.later(effect, base.of(effect.team))}."
    for pair, text in seating.cast.jinxes.tell.items():
        if pair <= seating.table.counts.keys():
            yield text
    yield from seating.steps


def _bag(seating: Seating) -> Iterator[str]:
    names = seating.cast.names
    left = sorted(names[it] for it in seating.left_over)
    tokens = sorted((*(names[seat.token] for seat in seating.seats), *left))
    yield ngettext(
        "Put this %(count)s token into the bag: %(tokens)s.",
        "Put these %(count)s tokens into the bag: %(tokens)s.",
        len(tokens),
    ) % {"count": len(tokens), "tokens": ", ".join(tokens)}
    if left:
        yield ngettext(
            "%(count)s token is left in the bag; in this deal: %(tokens)s.",
            "%(count)s tokens are left in the bag; in this deal: %(tokens)s.",
            len(left),
        ) % {"count": len(left), "tokens": ", ".join(left)}


def _minion_after_demon(seating: Seating) -> Iterator[str]:
    if seating.branch.late:
        who, number = seating.branch.late
        text = _(LATE) % {"name": bare(seating.cast.names[who])}
        if number > 1:
            text += " " + _("One more good player becomes a Minion on the first night.")
        yield text


def _masked(who: Cast, seat: Seat, *, beside: bool) -> str:
    token, name = bare(who.names[seat.token]), bare(who.names[seat.character])
    if beside:
        return _(
            "The %(name)s is the player with the %(token)s, if that player sits next to the Demon. "
            "If not, a good player who does is the %(name)s instead: put the %(name)s's marker there."
        ) % {"name": name, "token": token}
    return _("The player with the %(token)s is the %(name)s.") % {"token": token, "name": name}
