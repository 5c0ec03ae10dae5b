"""Check whether a table of characters is a legal setup, and if not, which rule it breaks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.game.character import bare
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup import explaining
from builder.game.setup.branches import NO_EXTRA, Branch, Extra, branches, distributions, minions_made_later
from builder.game.setup.budget import spend, within_budget
from builder.game.setup.cast import Cast, Member, cast
from builder.game.setup.effects import ANY_NUMBER
from builder.game.setup.rules import MOST_PLAYERS, Distribution, Rules
from builder.game.teams import COUNTED_TEAMS, GOOD_TEAMS, Team
from builder.language import gettext as _, join


@dataclass(frozen=True, slots=True)
class Table:
    """The characters of a game: the number of players of each (and characters in play without a player)."""

    cast: Cast
    counts: Mapping[str, int]

    @property
    def members(self) -> tuple[Member, ...]:
        """All members in play, each once, by key."""
        return tuple(self.cast.members[name] for name in sorted(self.counts))

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
    def is_jinxed(self) -> bool:
        """Whether a jinx forbids two of them to be in play together."""
        spend(len(self.cast.jinxes.one_in_play) // 16)
        return any(pair <= self.counts.keys() for pair in self.cast.jinxes.one_in_play)

    def branches(self) -> Iterator[Branch]:
        """Every branch, legal or not."""
        plain = self.cast.plain.items()
        spare = frozenset(team for team, some in plain if any(m.key not in self.counts for m in some))
        return branches(self.cast, self.counts, spare)

    def distributions(self, branch: Branch, base: Distribution) -> Iterator[Distribution]:
        """The distributions that one branch allows, including copies that do not count."""
        return distributions(branch, base, self.extra_copies(branch))

    def extra_copies(self, branch: Branch) -> Extra:
        """Copies that do not count toward the numbers: a second Hannibal, a Pope's second Klutz."""
        if not branch.beyond and not self.cast.has_extra:
            return NO_EXTRA
        more = dict.fromkeys(COUNTED_TEAMS, 0)
        for member in self.members:
            if member.extra or member.team in branch.beyond:
                more[member.team] += self.counts[member.key] - 1
        return Extra(more[Team.OUTSIDER], more[Team.MINION], more[Team.DEMON])


def legal_branches(table: Table, base: Distribution) -> Iterator[Branch]:
    """Every branch that makes a complete table legal; none: it is illegal."""
    if table.is_jinxed:
        return
    numbers = table.numbers
    for branch in table.branches():
        if numbers in table.distributions(branch, base) and fits(table, branch, base):
            yield branch


def fits(table: Table, branch: Branch, base: Distribution) -> bool:
    """Whether partners, tokens, later characters and evil players fit (apart from the numbers)."""
    if branch.no_rules:
        return all(member.team in GOOD_TEAMS for member in table.members)
    members = table.cast.members
    if any(n > most_copies(members[name], branch) for name, n in table.counts.items()):
        return False
    return (
        branch.needs <= table.counts.keys()
        and _only_one_demon(table, branch)
        and _tokens_left(table, branch)
        and not _too_few_for_later(table, branch, base)
        and (branch.evil_limit is None or branch.evil <= branch.evil_limit)
    )


def _only_one_demon(table: Table, branch: Branch) -> bool:
    """Whether no other Demon is in play next to the one that takes all seats of its team (Legion)."""
    if not (branch.most or branch.replaces):
        return True
    owners = [member for member in table.members if member.fills]
    return len(owners) == 1 and table.counts[owners[0].key] == table.numbers.of(owners[0].team)


def most_copies(member: Member, branch: Branch) -> int:
    """The maximum number of copies of one character."""
    return ANY_NUMBER if member.team in branch.duplicates or branch.no_rules else member.high


def free_tokens(cast: Cast, counts: Mapping[str, int], team: Team, branch: Branch) -> dict[str, int]:
    """The tokens of a team for players who do not know their character: out of play, or spare copies."""
    spend(len(cast.members) // 2)
    free: dict[str, int] = {}
    for member in cast.team(team):
        left = most_copies(member, branch) - counts.get(member.key, 0)
        if member.baggable and left > 0 and not (team is Team.OUTSIDER and member.disguises):
            free[member.key] = left
    return free


def _tokens_left(table: Table, branch: Branch) -> bool:
    """Whether there is a token for each character that does not know itself."""
    for team in GOOD_TEAMS:
        masks = [mask for mask in branch.shown if mask.team is team]
        free = free_tokens(table.cast, table.counts, team, branch) if masks else {}
        if len(masks) > sum(free.values()) or any(mask.token and mask.token not in free for mask in masks):
            return False
    return True


def _too_few_for_later(table: Table, branch: Branch, base: Distribution) -> tuple[Team, int, int] | None:
    """The team that will need more characters than the script has left: (team, needed, available)."""
    later_minions = minions_made_later(branch, base, table.numbers.minion) + branch.delayed_seats
    for team in dict.fromkeys((*(later.team for later in branch.later), *[Team.MINION][:later_minions])):
        needed = sum(it.more + base.of(team) * it.as_usual for it in branch.later if it.team is team)
        needed += later_minions if team is Team.MINION else 0
        left = sum(member.key not in table.counts for member in table.cast.team(team))
        if left < needed:
            return team, needed, left
    return None


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that a table breaks."""

    code: str
    message: str
    characters: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The JSON object for `clockwright setup --in-play --json`."""
        return {"code": self.code, "message": self.message, "characters": list(self.characters)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a table is legal, which numbers its characters allow, and why."""

    allowed: tuple[Distribution, ...]
    violations: tuple[Violation, ...]
    steps: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether a Storyteller may use this setup."""
        return not self.violations

    def as_json(self) -> dict[str, Any]:
        """The JSON object for `clockwright setup --in-play --json`."""
        return {
            "legal": self.legal,
            "allowed": [each.as_json() for each in self.allowed],
            "violations": [each.as_json() for each in self.violations],
        }


@within_budget
def check_table(script: Script, rules: Rules, players: int, in_play: Sequence[str]) -> Verdict:
    """Check the characters truly in play at the start of the first night: one id for each player, copies repeated.

    A character that is not a player (Lil' Monsta) is an additional id. Travellers, Fabled and Loric are ignored.
    The allowed numbers are those for the given characters, whether they are a complete table or part of one.
    Raises PlayerCountError, TooManyWaysError.
    """
    base = rules.base(players)
    return judge(cast(script, rules), base, in_play)


def judge(who: Cast, base: Distribution, in_play: Sequence[str]) -> Verdict:
    """The verdict on a table, for an existing cast."""
    counts = Counter(map(key, in_play))
    table = Table(who, {name: number for name, number in counts.items() if name in who.members})
    strangers = [one for one in dict.fromkeys(in_play) if key(one) not in who.ids]
    violations = [
        Violation("not-on-script", _("“%(one)s” is not on this script.") % {"one": one}, (one,))
        for one in strangers
    ]
    aside = who.ids.keys() - who.members.keys()
    violations += _by_count(table, base, sum(n for name, n in counts.items() if name not in aside))
    violations += _by_jinx(table)
    found = None if violations else next(legal_branches(table, base), None)
    if found is None and not violations:
        violations.append(_reason(table, base))
    steps = explaining.steps(found, base, table.numbers) if found else ()
    return Verdict(_allowed(table, base), tuple(violations), tuple(steps))


def _allowed(table: Table, base: Distribution) -> tuple[Distribution, ...]:
    """The allowed numbers with these characters in play, including those that the script cannot fill."""
    found: set[Distribution] = set()
    for branch in branches(table.cast, table.counts, table.cast.spare):
        missing = branch.needs - table.counts.keys()
        if missing <= table.cast.members.keys():
            added = Counter(table.cast.members[name].team for name in missing)
            least = [table.numbers.of(team) + added[team] for team in COUNTED_TEAMS]
            most = _most_outsiders(table, branch)
            every = table.distributions(branch, base)
            found.update(each for each in every if each.has_room(least) and each.outsider <= most)
    return tuple(sorted(found, key=lambda each: (each.outsider, each.minion, each.demon)))


def _most_outsiders(table: Table, branch: Branch) -> int:
    """If any number of Outsiders is legal, the limit is the number on the script."""
    if branch.fixed[0] != "any" and not branch.no_rules and not branch.among:
        return sum(table.numbers) + MOST_PLAYERS
    return sum(most_copies(member, branch) for member in table.cast.team(Team.OUTSIDER))


def _by_count(table: Table, base: Distribution, given: int) -> Iterator[Violation]:
    nobody = sum(table.counts[m.key] for m in table.members if m.nobody)
    if given - nobody != sum(base):
        yield Violation(
            "player-count",
            _("%(players)s players need %(players)s characters; you gave %(number)s.")
            % {"players": sum(base), "number": given - nobody},
        )
    if any(member.lawless for member in table.members):
        return
    branch = next(table.branches(), Branch())
    for member in table.members:
        copies = table.counts[member.key]
        if copies > most_copies(member, branch):
            text = _("%(name)s is in play %(copies)s times; at most %(high)s.") % {
                "name": member.name,
                "copies": copies,
                "high": member.high,
            }
            if not member.high:
                text = _("%(name)s is not in play when the game begins.") % {"name": member.name}
            yield Violation("too-many-copies", text, (member.id,))
        elif copies < member.low:
            text = _("%(name)s has to be in play %(low)s times.") % {"name": member.name, "low": member.low}
            yield Violation("too-few-copies", text, (member.id,))


def _by_jinx(table: Table) -> Iterator[Violation]:
    for pair, reason in table.cast.jinxes.one_in_play.items():
        if pair <= table.counts.keys():
            members = [member for member in table.members if member.key in pair]
            names = explaining.listed(member.name for member in members)
            why = reason or _("one of them is only made once the other is there.")
            text = _("%(names)s cannot both be in play: %(why)s")
            if len(members) == 1:
                text = _("%(names)s cannot be in play: %(why)s")
            yield Violation("jinxed", text % {"names": names, "why": why}, tuple(m.id for m in members))


def _reason(table: Table, base: Distribution) -> Violation:
    """The reason why no branch is legal: from the one that gets furthest."""
    every = (_failing(table, branch, base) for branch in table.branches())
    return max(every, key=lambda found: found[0], default=(0, _by_numbers(table, base)))[1]


def _failing(table: Table, branch: Branch, base: Distribution) -> tuple[int, Violation]:  # noqa: PLR0911  # a ladder
    who = table.cast
    if branch.clash:
        text = _("%(clash)s set a number to different values.") % {"clash": explaining.listed(branch.clash)}
        return 0, Violation("contradictory-effects", text)
    missing = branch.needs - table.counts.keys()
    if missing and not branch.no_rules:
        return 1, _missing_partner(branch, missing, who)
    if table.numbers not in table.distributions(branch, base):
        return 2, _by_numbers(table, base)
    if not _only_one_demon(table, branch):
        return 3, Violation("counts", _("All Demons in this game have to be the same character."))
    if not _tokens_left(table, branch):
        holders = tuple(dict.fromkeys(who.members[mask.holder].id for mask in branch.shown))
        text = _("There is no token left for %(names)s to draw.") % {
            "names": explaining.listed(who.names[key(h)] for h in holders)
        }
        return 4, Violation("no-token", text, holders)
    later = _too_few_for_later(table, branch, base)
    if later:
        team, needed, there = later
        some = explaining.some(needed, team)
        text = _("%(characters)s will be made later, but only %(there)s of the script's are not in play.") % {
            "characters": some,
            "there": there,
        }
        return 5, Violation("too-few-later", text)
    return 6, Violation(
        "too-many-evil",
        _("There would be %(evil)s extra evil players; only 1 is allowed.") % {"evil": branch.evil},
    )


def _missing_partner(branch: Branch, missing: frozenset[str], who: Cast) -> Violation:
    needing = [name for name, _unused, e in branch.sources if getattr(e, "name", None) in missing]
    partner = min(missing)
    name = bare(who.names.get(partner, partner.title()))
    text = _("%(names)s needs the %(name)s in play, but the %(name)s is not on the script.")
    if partner in who.members:
        text = _("%(names)s needs the %(name)s in play.")
    text = text % {"names": explaining.listed(needing), "name": name}
    return Violation("partner-missing", text, (partner,))


def _by_numbers(table: Table, base: Distribution) -> Violation:
    special = table.cast.special_among(table.counts)
    alone = {member.key: table.counts[member.key] for member in special}
    open_ones = _allowed(Table(table.cast, alone), base)
    names = [member.name for member in special]
    values = {
        "players": sum(base),
        "names": explaining.listed(names),
        "choices": join((explaining.numbers(each) for each in open_ones[:4]), "or"),
        "numbers": explaining.numbers(table.numbers),
    }
    if not open_ones:
        text = _("%(players)s players cannot be set up at all.")
        if names:
            text = _("%(players)s players cannot be set up with %(names)s in play at all.")
    else:
        text = _("%(players)s players are %(choices)s; this game has %(numbers)s.")
        if names:
            text = _("%(players)s players with %(names)s in play are %(choices)s; this game has %(numbers)s.")
    text = text % values
    unfit = {team for team in COUNTED_TEAMS if all(table.numbers.of(team) != o.of(team) for o in open_ones)}
    at_fault = tuple(member.id for member in special if member.team in unfit)
    return Violation("counts", explaining.capital(text), at_fault)
