"""From the characters of a table to its players: tokens, disguises, granted abilities, and how they have to sit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from builder.game.character import bare
from builder.game.setup import effects as fx, explaining
from builder.game.setup.branches import Branch
from builder.game.setup.cast import Cast, Member
from builder.game.setup.choices import Mask, Scene, grantable
from builder.game.setup.legality import Table, free_tokens
from builder.game.teams import COUNTED_TEAMS, EVIL_TEAMS, GOOD_TEAMS, Team
from builder.language import N_, gettext as _

#: Exchanges until the players of a rule sit right; a table where that is not enough has no such order, or hardly.
_TRIES = 2_000


@dataclass(frozen=True, slots=True)
class SeatRule:
    """A rule about the seats of a dealt game, for characters by id."""

    where: str
    who: tuple[str, ...]
    whom: tuple[str, ...]
    #: The rule in words.
    text: str

    @classmethod
    def of(cls, effect: fx.Seats, holder: str, cast: Cast) -> "SeatRule":
        """The rule for a script, of the ability of one of its characters."""
        who, whom = effect.who or holder, effect.whom or holder
        text = explaining.seats(effect, cast.names, cast.names[holder])
        return cls(effect.where, _ids(who, cast), _ids(whom, cast), f"{explaining.capital(text)}.")

    def broken(self, seated: Sequence[str]) -> int:
        """How many of the players, clockwise, do not sit as it says."""
        n = len(seated)
        those = [at for at, who in enumerate(seated) if who in self.who]
        others = {at for at, who in enumerate(seated) if who in self.whom}
        if self.where == "row":
            return max(0, sum((at + 1) % n not in those for at in those) - 1)
        wrong = 0
        for at in those:
            near = {(at - 1) % n, (at + 1) % n}
            if self.where == "opposite":
                near = {(at + n // 2) % n, (at - n // 2) % n}
            meets = bool(near & others - {at})
            wrong += meets is (self.where == "apart") and bool(others - {at})
        return wrong


@dataclass(slots=True)
class Seat:
    """One player: the token drawn, and the character that the player truly is."""

    token: str
    character: str
    evil: bool = False
    #: Set if its player does not know their character.
    mask: Mask | None = None

    @property
    def place(self) -> str:
        """The token of this player in the Grimoire: swapped ones are exchanged there, a Drunk's stays."""
        return self.token if self.mask and self.mask.team is not Team.DEMON else self.character


@dataclass(frozen=True, slots=True)
class Marker:
    """A reminder token in the Grimoire."""

    #: The token by which it lies.
    on: str
    text: str
    #: The character whose reminder it is.
    by: str
    #: The player who has it; None by a token of nobody.
    seat: Seat | None
    #: Who may have it, as in `effects.Step.on`; empty if nobody else can.
    may: tuple[str, ...] = ()


@dataclass(slots=True)
class Seating:
    """All players of a table, before seats are assigned."""

    table: Table
    branch: Branch
    banned: frozenset[str]
    random: Random
    seats: list[Seat] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    #: Tokens in the bag beyond the number of players.
    left_over: list[str] = field(default_factory=list)
    #: How players have to sit.
    rules: list[SeatRule] = field(default_factory=list)
    #: (who has or grants it, whose ability); "" for one that the Storyteller makes up.
    grants: list[tuple[str, str]] = field(default_factory=list)

    @property
    def cast(self) -> Cast:
        """Everybody on the script."""
        return self.table.cast

    def member(self, seat: Seat) -> Member:
        """What the player on a seat truly is."""
        return self.cast.members[seat.character]

    def seat_of(self, character: str) -> Seat | None:
        """The first player who is a character, if any is."""
        return next((seat for seat in self.seats if seat.character == character), None)

    def is_demon(self, seat: Seat) -> bool:
        """Whether the player on a seat is truly a Demon."""
        return self.member(seat).team is Team.DEMON


def seated(table: Table, branch: Branch, banned: frozenset[str], random: Random) -> Seating:
    """Tokens and alignments for everybody on a table, and the markers of those who do not know themselves."""
    seating = Seating(table, branch, banned, random)
    players = sorted(
        (member for member in table.members if not member.nobody), key=lambda m: COUNTED_TEAMS.index(m.team)
    )
    for member in players:
        for _unused in range(table.counts[member.key]):
            seating.seats.append(Seat(member.key, member.key, member.team in EVIL_TEAMS))
    _mask(seating)
    for member in players:
        if member.disguises and not member.hides:
            for _unused in range(table.counts[member.key]):
                _cross(seating, member)
    return seating


def _mask(seating: Seating) -> None:
    """Give every character that does not know itself a token that is not otherwise in play."""
    used: list[str] = []
    masks = [*seating.branch.shown, *_further(seating)]
    for mask in sorted(masks, key=lambda each: not each.token):
        holder = seating.cast.members[mask.holder]
        seat = next(s for s in seating.seats if s.character == mask.holder and s.mask is None)
        seat.mask = mask
        if mask.team is Team.DEMON:
            _cross(seating, holder)
            continue
        seat.token = mask.token or _token(seating, mask.team, used)
        used.append(seat.token)
        marker = next((each.marker for each in holder.disguises if each.marker), f"Is The {holder.name}")
        seating.markers.append(Marker(seat.token, marker, holder.key, seat))


def _further(seating: Seating) -> Iterator[Mask]:
    """Masks for characters that no branch covers: duplicates under the Pope, any under the Atheist."""
    masked = [mask.holder for mask in seating.branch.shown]
    for member in seating.table.members:
        if member.hides:
            for _unused in range(seating.table.counts[member.key] - masked.count(member.key)):
                yield Mask(member.key, Team.TOWNSFOLK)


def _token(seating: Seating, team: Team, used: list[str]) -> str:
    free = free_tokens(seating.cast, seating.table.counts, team, seating.branch)
    left = [name for name, number in sorted(free.items()) if used.count(name) < number]
    wanted = [name for name in left if name not in seating.banned and not _has_meaning(seating, name)]
    return seating.random.choice(wanted or left or sorted(m.key for m in seating.cast.team(team)))


def _has_meaning(seating: Seating, name: str) -> bool:
    """Whether this character's own setup text would apply (Marionette as Balloonist): that is another branch."""
    return any((mask.holder, name) in seating.cast.jinxes.shown for mask in seating.branch.shown)


def _cross(seating: Seating, holder: Member) -> None:
    """Swap two seats: the player with the Demon token is this Outsider, and the other way around."""
    names = seating.cast.names
    demons = [seat for seat in seating.seats if seating.is_demon(seat) and seat.token == seat.character]
    mine = next(seat for seat in seating.seats if seat.character == holder.key and seat.token == holder.key)
    if demons:
        demon = seating.random.choice(demons)
        several = sum(seat.token == demon.token for seat in seating.seats) > 1
        demon.token, mine.token = mine.token, demon.token
        text = _(
            "Whoever draws the %(outsider)s is the %(name)s, and whoever draws the %(name)s is the "
            "%(demon)s: swap the two tokens in the Grimoire."
        )
        if several:
            text = _(
                "1 of the players who draw the %(outsider)s is the %(name)s, and whoever draws the "
                "%(name)s is the %(demon)s: swap the two tokens in the Grimoire."
            )
        seating.steps.append(
            text
            % {
                "outsider": bare(names[mine.token]),
                "name": bare(holder.name),
                "demon": bare(names[demon.character]),
            }
        )
        return
    in_bag = {seat.token for seat in seating.seats}
    others = [
        m.key for m in seating.cast.team(Team.DEMON) if m.baggable and m.key not in in_bag | seating.banned
    ]
    # One Legion alone would know at once that something is wrong.
    single = [name for name in others if not seating.cast.members[name].fills]
    shown = single or others or [m.key for m in seating.cast.team(Team.DEMON)]
    if shown:
        mine.token = seating.random.choice(sorted(shown))
        seating.steps.append(
            _("The %(name)s draws the %(token)s: no other Demon token is in the bag.")
            % {"name": bare(holder.name), "token": bare(names[mine.token])}
        )


def grant_abilities(seating: Seating) -> None:
    """Choose who has whose ability (`seating.grants`), and add a step for each."""
    named = seating.grants
    named += seating.branch.granted
    for member in seating.table.members:
        for grant in member.grants:
            if not any(by == member.key for by, _unused in named):
                named += _without_setup(seating, member.key, grant)
    for by, ability in named:
        _tell(seating, by, ability)


def abilities(seating: Seating) -> Iterator[tuple[str, str, Member]]:
    """Every ability at a table: (name of its source, key of its owner, whose ability it is).

    Those of the characters themselves, of all Outsiders for a Hermit, and granted ones. Granted abilities that a
    jinx replaces (the Alchemist-Spy's) are left out.
    """
    for member in seating.table.members:
        yield member.name, member.key, member
        for effect in member.effects:
            if isinstance(effect, fx.AbilitiesOf):
                others = (each for each in seating.cast.team(effect.team) if each is not member)
                yield from ((f"{member.name} ({each.name})", member.key, each) for each in others)
    yield from given(seating)


def given(seating: Seating) -> Iterator[tuple[str, str, Member]]:
    """The granted abilities, in the form of `abilities`."""
    members = seating.cast.members
    for by, ability in seating.grants:
        if ability and not _is_lacking(seating, (by, ability)):
            yield f"{members[by].name} ({members[ability].name})", _holder(seating, by), members[ability]


def _is_lacking(seating: Seating, pair: tuple[str, str]) -> bool:
    jinxes = seating.cast.jinxes
    return pair in jinxes.needs_in_play | jinxes.absent


def _holder(seating: Seating, by: str) -> str:
    """The owner of a granted ability: the character itself or, with a Boffin, the Demon."""
    if not any(grant.to_demon for grant in seating.cast.members[by].grants):
        return by
    demons = (seat.character for seat in seating.seats if seating.is_demon(seat))
    return next(demons, by)


def _without_setup(seating: Seating, by: str, grant: fx.Grant) -> list[tuple[str, str]]:
    """Abilities without setup text: any character of those teams that is not in play."""
    table, cast = seating.table, seating.cast
    if grant.to_demon and not (table.numbers.demon or any(member.nobody for member in table.members)):
        return []
    scene = Scene(cast, table.counts, frozenset())
    free = [
        member.key
        for team in grant.teams
        for member in cast.team(team)
        if member.key not in seating.banned
        and grantable(scene, by, member, grant)
        and not (
            member.key in cast.by_key
            and any(effect.granted or isinstance(effect, fx.Grant) for effect in member.effects)
        )
    ]
    if grant.own and (not free or seating.random.random() < 0.5):
        return [(by, "")]
    return [(by, seating.random.choice(sorted(free)))] if free else []


#: Who has an ability: (whether the Demon has it, whether it is somebody's, whether a jinx gives it).
_HAS_ABILITY = {
    (False, True, False): N_("The %(name)s has the ability of the %(ability)s."),
    (False, True, True): N_("The %(name)s has the ability of the %(ability)s, as their jinx says."),
    (False, False, False): N_("The %(name)s has an ability that you make up."),
    (False, False, True): N_("The %(name)s has an ability that you make up, as their jinx says."),
    (True, True, False): N_("The Demon has the ability of the %(ability)s."),
    (True, True, True): N_("The Demon has the ability of the %(ability)s, as their jinx says."),
    (True, False, False): N_("The Demon has an ability that you make up."),
    (True, False, True): N_("The Demon has an ability that you make up, as their jinx says."),
}


def _tell(seating: Seating, by: str, ability: str) -> None:
    names = seating.cast.names
    grants = seating.cast.members[by].grants
    to_demon = any(grant.to_demon for grant in grants)
    text = _HAS_ABILITY[to_demon, bool(ability), _is_lacking(seating, (by, ability))]
    seating.steps.append(text % {"name": bare(names[by]), "ability": bare(names[ability]) if ability else ""})
    for grant in grants:
        # The token is swapped for the ability's, which another player has while that character is in play.
        if grant.marker and ability and ability not in seating.table.counts:
            seating.markers.append(Marker(ability, grant.marker, by, seating.seat_of(by)))


def _ids(who: str, cast: Cast) -> tuple[str, ...]:
    teams = {"good": GOOD_TEAMS, "evil": EVIL_TEAMS}.get(who) or {it for it in Team if it == who}
    if teams:
        return tuple(member.id for member in cast.members.values() if member.team in teams)
    return (cast.ids.get(who, who),)


def arranged(
    order: Sequence[int], characters: Sequence[str], rules: Sequence[SeatRule], random: Random
) -> list[int]:
    """An order of players that follows the rules as far as they can be followed; `characters` are theirs by place."""
    found = list(order)
    wrong = _wrong(found, characters, rules)
    for _unused in range(_TRIES if wrong else 0):
        one, other = random.sample(range(len(found)), 2)
        found[one], found[other] = found[other], found[one]
        after = _wrong(found, characters, rules)
        if after > wrong:
            found[one], found[other] = found[other], found[one]
        else:
            wrong = after
        if not wrong:
            break
    return found


def _wrong(order: Sequence[int], characters: Sequence[str], rules: Sequence[SeatRule]) -> int:
    seated = [characters[place] for place in order]
    return sum(rule.broken(seated) for rule in rules)
