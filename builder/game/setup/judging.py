"""Whether the players at a table can be what they are: the parts of a legal setup that are no numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.game.setup.branches import Branch, branches
from builder.game.setup.budget import spend
from builder.game.setup.cast import Cast, Member, have_extra
from builder.game.setup.distributions import NO_EXTRA, Extra, distributions, made_beside
from builder.game.setup.effects import Most, Replaces
from builder.game.setup.rules import Distribution
from builder.game.setup.wording import ANY_NUMBER
from builder.game.teams import COUNTED_TEAMS, GOOD_TEAMS, Team


@dataclass(frozen=True, slots=True)
class Table:
    """The characters of a game: how many players are each (and who is in play without a player)."""

    cast: Cast
    counts: Mapping[str, int]

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody in play, each once, by key."""
        return tuple(self.cast.members[name] for name in sorted(self.counts))

    @property
    def special(self) -> tuple[Member, ...]:
        """Those in play whose presence can make a difference."""
        return tuple(self.cast.special_among(self.counts))

    @property
    def numbers(self) -> Distribution:
        """How many players are of each team."""
        totals = dict.fromkeys(COUNTED_TEAMS, 0)
        for name, copies in self.counts.items():
            member = self.cast.members[name]
            if not member.nobody:
                totals[member.team] += copies
        return Distribution(*totals.values())

    @property
    def spare(self) -> frozenset[Team]:
        """Teams with an unremarkable character that is not in play."""
        plain = self.cast.plain.items()
        return frozenset(team for team, some in plain if any(m.key not in self.counts for m in some))


def legal_branches(table: Table, base: Distribution) -> Iterator[Branch]:
    """Every way in which a whole table can have come about; none: it is illegal."""
    spend(len(table.cast.jinxes.one_in_play) // 16)
    if any(pair <= table.counts.keys() for pair in table.cast.jinxes.one_in_play):
        return
    numbers = table.numbers
    for branch in branches(table.cast, table.counts, table.spare):
        if numbers in distributions(branch, base, extra(table, branch)) and fits(table, branch, base):
            yield branch


def fits(table: Table, branch: Branch, base: Distribution) -> bool:
    """Whether partners, tokens, later characters and evil players work out (numbers aside)."""
    if branch.no_rules:
        return all(member.team in GOOD_TEAMS for member in table.members)
    if any(
        copies > 1 and copies > most_copies(table.cast.members[name], branch)
        for name, copies in table.counts.items()
    ):
        return False
    return (
        branch.needs <= table.counts.keys()
        and only_one_demon(table, branch)
        and tokens_left(table, branch)
        and not too_few_for_later(table, branch, base)
        and (branch.evil_limit is None or branch.evil <= branch.evil_limit)
    )


def only_one_demon(table: Table, branch: Branch) -> bool:
    """Whether nobody of the team is beside the one that takes all its places (Legion)."""
    if not (branch.most or branch.replaces):
        return True
    owners = [m for m in table.members if any(isinstance(e, Most | Replaces) for e in m.effects)]
    return len(owners) == 1 and table.counts[owners[0].key] == table.numbers.of(owners[0].team)


def extra(table: Table, branch: Branch) -> Extra:
    """Copies that stand on top of the numbers: a second Hannibal, a Pope's second Klutz."""
    if not branch.beyond and not have_extra(table.cast.special):
        return NO_EXTRA
    more = dict.fromkeys(COUNTED_TEAMS, 0)
    for member in table.members:
        if member.extra or member.team in branch.beyond:
            more[member.team] += table.counts[member.key] - 1
    return Extra(more[Team.OUTSIDER], more[Team.MINION], more[Team.DEMON])


def most_copies(member: Member, branch: Branch) -> int:
    """How many of one character there may be."""
    return ANY_NUMBER if member.team in branch.duplicates or branch.no_rules else member.high


def free_tokens(cast: Cast, counts: Mapping[str, int], team: Team, branch: Branch) -> dict[str, int]:
    """The tokens of a team that somebody who does not know itself can hold: not in play, or spare copies."""
    spend(len(cast.members) // 2)
    free: dict[str, int] = {}
    for member in cast.team(team):
        left = most_copies(member, branch) - counts.get(member.key, 0)
        if member.baggable and left > 0 and not (team is Team.OUTSIDER and member.disguises):
            free[member.key] = left
    return free


def tokens_left(table: Table, branch: Branch) -> bool:
    """Whether there is a token for each that does not know itself."""
    for team in GOOD_TEAMS:
        masks = [mask for mask in branch.shown if mask.team is team]
        if masks:
            free = free_tokens(table.cast, table.counts, team, branch)
            if len(masks) > sum(free.values()) or any(
                mask.token and mask.token not in free for mask in masks
            ):
                return False
    return True


def too_few_for_later(table: Table, branch: Branch, base: Distribution) -> tuple[Team, int, int] | None:
    """The team of which more will be made than the script has left: (team, needed, there are)."""
    beside = made_beside(branch, base, table.numbers.minion) + (branch.late[1] if branch.late else 0)
    for team in dict.fromkeys((*(later.team for later in branch.later), *[Team.MINION][:beside])):
        needed = sum(it.more + base.of(team) * it.as_usual for it in branch.later if it.team is team)
        needed += beside if team is Team.MINION else 0
        left = sum(member.key not in table.counts for member in table.cast.team(team))
        if left < needed:
            return team, needed, left
    return None
