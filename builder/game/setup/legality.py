"""Whether a table of characters is a legal setup, and if not, what is wrong with it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup import explaining
from builder.game.setup.branches import Branch, branches
from builder.game.setup.budget import within_budget
from builder.game.setup.cast import Cast, cast
from builder.game.setup.distributions import distributions, with_room
from builder.game.setup.judging import (
    Table,
    extra,
    legal_branches,
    most_copies,
    only_one_demon,
    tokens_left,
    too_few_for_later,
)
from builder.game.setup.rules import MOST_PLAYERS, Distribution, Rules
from builder.game.teams import COUNTED_TEAMS, Team


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that a table breaks."""

    code: str
    message: str
    characters: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The shape that `clockwright setup --in-play --json` gives."""
        return {"code": self.code, "message": self.message, "characters": list(self.characters)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a table is legal, which numbers its characters allow, and how they come about."""

    allowed: tuple[Distribution, ...]
    violations: tuple[Violation, ...]
    steps: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether a Storyteller may set the game up like this."""
        return not self.violations

    def as_json(self) -> dict[str, Any]:
        """The shape that `clockwright setup --in-play --json` gives."""
        return {
            "legal": self.legal,
            "allowed": [each.as_json() for each in self.allowed],
            "violations": [each.as_json() for each in self.violations],
        }


@within_budget
def check_table(script: Script, rules: Rules, players: int, in_play: Sequence[str]) -> Verdict:
    """Judge who is truly in play at the start of the first night: one id a player, copies repeated.

    A character that no player is (Lil' Monsta) is given beside them. Travellers, Fabled and Loric are left out of
    account. The allowed numbers are those that go with the characters given, be they a whole table or some of it.
    Raises PlayerCountError, TooManyWaysError.
    """
    base = rules.base(players)
    return judge(cast(script, rules), base, in_play)


def judge(who: Cast, base: Distribution, in_play: Sequence[str]) -> Verdict:
    """The verdict on a table, for a script that is cast already."""
    counts = Counter(key(identifier) for identifier in in_play)
    aside = who.names.keys() - who.members.keys()
    table = Table(who, {name: number for name, number in counts.items() if name in who.members})
    strangers = [
        one for one in dict.fromkeys(in_play) if key(one) not in who.members and key(one) not in aside
    ]
    violations = [Violation("not-on-script", f"“{one}” is not on this script.", (one,)) for one in strangers]
    violations += _by_count(table, base, len([one for one in in_play if key(one) not in aside]))
    violations += _by_jinx(table)
    found = next(legal_branches(table, base), None) if not violations else None
    if found is None and not violations:
        violations.append(_reason(table, base))
    steps = explaining.steps(found, base, table.numbers) if found else ()
    return Verdict(allowed(table, base), tuple(violations), steps)


def allowed(table: Table, base: Distribution) -> tuple[Distribution, ...]:
    """The numbers that are open with these characters in play, those that the script cannot fill among them."""
    found: set[Distribution] = set()
    plain = frozenset(team for team, some in table.cast.plain.items() if some)
    for branch in branches(table.cast, table.counts, plain):
        missing = [table.cast.members.get(name) for name in branch.needs - table.counts.keys()]
        if None in missing:
            continue
        added = [sum(m is not None and m.team is team for m in missing) for team in COUNTED_TEAMS]
        least = [sum(pair) for pair in zip(table.numbers, added, strict=True)]
        every = distributions(branch, base, extra(table, branch))
        most = _most_outsiders(table, branch)
        found.update(each for each in every if with_room(each, least) and each.outsider <= most)
    return tuple(sorted(found, key=lambda each: (each.outsider, each.minion, each.demon)))


def _most_outsiders(table: Table, branch: Branch) -> int:
    """Where any number of Outsiders is legal, the script's are the limit."""
    if branch.fixed[0] != "any" and not branch.no_rules:
        return sum(table.numbers) + MOST_PLAYERS
    return sum(most_copies(member, branch) for member in table.cast.team(Team.OUTSIDER))


def _by_count(table: Table, base: Distribution, given: int) -> Iterator[Violation]:
    nobody = sum(table.counts[m.key] for m in table.members if m.nobody)
    if given - nobody != sum(base):
        yield Violation("player-count", f"These are {given - nobody} characters for {sum(base)} players.")
    lawless = any(member.lawless for member in table.members)
    branch = next(branches(table.cast, table.counts, table.spare), Branch())
    for member in table.members:
        copies = table.counts[member.key]
        if copies > most_copies(member, branch) and not lawless:
            at_most = "1" if member.high == 1 else f"{member.high}"
            yield Violation(
                "too-many-copies",
                f"{member.name} is in play {copies} times; at most {at_most}.",
                (member.id,),
            )
        elif copies < member.low and not lawless:
            yield Violation(
                "too-few-copies", f"{member.name} has to be in play {member.low} times.", (member.id,)
            )


def _by_jinx(table: Table) -> Iterator[Violation]:
    for pair, reason in table.cast.jinxes.one_in_play.items():
        if pair <= table.counts.keys():
            members = [member for member in table.members if member.key in pair]
            names = explaining.listed(member.name for member in members)
            why = reason or "one of them is only made once the other is there."
            yield Violation("jinxed", f"{names} cannot both be in play: {why}", tuple(m.id for m in members))


def _reason(table: Table, base: Distribution) -> Violation:
    """Why no way leads to this table: of the way that gets furthest."""
    every = (_failing(table, branch, base) for branch in branches(table.cast, table.counts, table.spare))
    return max(every, key=lambda found: found[0], default=(0, _by_numbers(table, base)))[1]


def _failing(table: Table, branch: Branch, base: Distribution) -> tuple[int, Violation]:  # noqa: PLR0911  # a ladder
    who = table.cast
    if branch.clash:
        text = f"{explaining.listed(branch.clash)} set a number to different values."
        return 0, Violation("contradictory-effects", text, ())
    missing = branch.needs - table.counts.keys()
    if missing and not branch.no_rules:
        return 1, _missing_partner(branch, missing, who)
    if table.numbers not in distributions(branch, base, extra(table, branch)):
        return 2, _by_numbers(table, base)
    if not only_one_demon(table, branch):
        return 3, Violation("counts", "All Demons of this table have to be the same character.", ())
    if not tokens_left(table, branch):
        holders = tuple(dict.fromkeys(who.members[mask.holder].id for mask in branch.shown))
        text = f"There is no token left for {explaining.listed(who.names[key(h)] for h in holders)} to draw."
        return 4, Violation("no-token", text, holders)
    later = too_few_for_later(table, branch, base)
    if later:
        team, needed, there = later
        text = (
            f"{explaining.some(needed, team)} will be made, but the script has {there} that are not in play."
        )
        return 5, Violation("too-few-later", text, ())
    return 6, Violation("too-many-evil", f"There would be {branch.evil} extra evil players; at most 1.", ())


def _missing_partner(branch: Branch, missing: frozenset[str], who: Cast) -> Violation:
    needing = [name for name, _, e in branch.sources if getattr(e, "name", None) in missing]
    partner = min(missing)
    where = "" if partner in who.members else ", who is not on the script"
    text = f"{explaining.listed(needing)} needs the {who.names.get(partner, partner.title())} in play{where}."
    return Violation("partner-missing", text, (partner,))


def _by_numbers(table: Table, base: Distribution) -> Violation:
    alone = {member.key: table.counts[member.key] for member in table.special}
    open_ones = allowed(Table(table.cast, alone), base)
    names = [member.name for member in table.special]
    those = f"with {explaining.listed(names)} in play " if names else ""
    if not open_ones:
        text = f"{sum(base)} players cannot be set up {those}at all."
    else:
        text = f"{sum(base)} players {those}are {'; or '.join(map(explaining.numbers, open_ones[:4]))}"
        text += f"; this table is {explaining.numbers(table.numbers)}."
    unfit = [team for team in COUNTED_TEAMS if all(table.numbers.of(team) != o.of(team) for o in open_ones)]
    return Violation("counts", text[:1].upper() + text[1:], tuple(_of_teams(table, unfit)))


def _of_teams(table: Table, teams: Sequence[Team]) -> Iterator[str]:
    return (member.id for member in table.special if any(member.team is team for team in teams))
