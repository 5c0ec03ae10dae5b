"""Matchups: what happens when characters meet, in a sentence each, and what nobody on a script explains.

    found = matchups.of(script)
    found.remarks[0].kind, found.remarks[0].characters, found.remarks[0].message, found.missing[0].candidates

Facts, rules and what may be missing are data (`data/matchups.json`). A fact is true of official characters that the
table lists, and of homebrew whose ability says so; tags are facts too. A rule is about a pair (`one` with all `other`s
in a single remark) or about a group.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations
from typing import Any

from builder import catalogue
from builder.catalogue import Wording
from builder.checks import facts, phrases
from builder.checks.facts import Facts, Listed
from builder.game import dismissals, tags
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.memoize import of_runs, of_short_texts

#: The rule of remarks that repeat a jinx.
JINX = "jinx"
#: Candidates for what is missing.
MOST_CANDIDATES = 3


class Kind(StrEnum):
    """What a remark says, gravest first."""

    CONFLICT = "conflict"
    WATCH = "watch"
    HARD = "hard"
    GOOD = "good"


@dataclass(frozen=True, slots=True)
class Remark:
    """What happens when characters meet."""

    rule: str
    kind: Kind
    #: Ids as written; of a pair rule, the first is the one that meets all others.
    characters: tuple[str, ...]
    message: str
    #: Whether all of them meet each other; of a pair rule, only the first meets the others.
    is_group: bool = False

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Each two characters that meet."""
        if self.is_group:
            yield from combinations(self.characters, 2)
        else:
            yield from ((self.characters[0], other) for other in self.characters[1:])

    @property
    def code(self) -> str:
        """Under which an author dismisses it."""
        return f"matchup-{self.rule}"


@dataclass(frozen=True, slots=True)
class Missing:
    """What nobody on a script explains, and official characters that would."""

    rule: str
    message: str
    #: Ids.
    candidates: tuple[str, ...]

    @property
    def code(self) -> str:
        """Under which an author dismisses it."""
        return f"matchup-{self.rule}"


@dataclass(frozen=True, slots=True)
class Matchups:
    """All matchups of a script."""

    remarks: tuple[Remark, ...]
    missing: tuple[Missing, ...]
    #: Those that the author dismissed.
    dismissed: tuple[Remark | Missing, ...] = ()


#: Kinds of remarks that a jinx of the two does not settle.
NOT_SETTLED = frozenset({Kind.HARD, Kind.GOOD})
GRAVITY = {kind: place for place, kind in enumerate(Kind)}


def of(script: Script) -> Matchups:
    """The matchups of a script, gravest first."""
    known = facts.of(script)
    by_fact = _by_fact(known)
    found = [*_remarks(by_fact, known), *_jinxed(known)]
    found.sort(key=lambda remark: GRAVITY[remark.kind])
    missing, aside = [*_missing(known, by_fact)], dismissals.of(script)
    if not aside:
        return Matchups(tuple(found), tuple(missing))
    dismissed: list[Remark | Missing] = [
        *(each for each in found if any(one.covers(each.code, each.characters) for one in aside)),
        *(each for each in missing if any(one.covers(each.code, ()) for one in aside)),
    ]
    return Matchups(
        tuple(each for each in found if each not in dismissed),
        tuple(each for each in missing if each not in dismissed),
        tuple(dismissed),
    )


def facts_of(each: Listed) -> frozenset[str]:
    """Everything that is known of a character: its tags, and what `data/matchups.json` calls facts."""
    if each.custom and not catalogue.find(each.key):
        return each.tags | _by_wording(each.character.ability, each.team)
    return each.tags | _listed().get(each.key, frozenset())


def _by_fact(known: Facts) -> Mapping[str, list[Listed]]:
    found: dict[str, list[Listed]] = {}
    for fact, each in chain.from_iterable(_facts_of(known.listed, catalogue.wording())):
        found.setdefault(fact, []).append(each)
    return found


@of_runs
def _facts_of(some: Sequence[Listed], _wording: Wording) -> list[tuple[str, Listed]]:
    return [(fact, each) for each in some for fact in facts_of(each)]


def _remarks(by_fact: Mapping[str, list[Listed]], known: Facts) -> Iterator[Remark]:
    settled = {jinx.pair for jinx in known.jinxes}
    for code, rule in catalogue.table("matchups")["rules"].items():
        kind, text = Kind(rule["kind"]), rule["say"]
        if "group" in rule:
            those = by_fact.get(rule["group"], [])
            if len(those) >= rule["least"]:
                message = _(text) % {"all": phrases.names(those)}
                yield Remark(code, kind, phrases.ids(those), message, is_group=True)
            continue
        told: set[str] = set()
        for one in by_fact.get(rule["one"], ()):
            others = [
                each
                for each in _any(by_fact, rule["other"])
                if each.key != one.key
                and each.key not in told
                and each.key not in rule.get("except", ())
                and (kind in NOT_SETTLED or frozenset({one.key, each.key}) not in settled)
            ]
            if len(others) >= rule.get("least", 1):
                message = _(text) % {"one": one.name, "others": phrases.names(others)}
                yield Remark(code, kind, (one.id, *phrases.ids(others)), message)
            if rule["one"] in rule["other"].split():
                told.add(one.key)


def _jinxed(known: Facts) -> Iterator[Remark]:
    """Pairs that the rules of the game treat apart."""
    for jinx in known.jinxes:
        pair = [known.by_key[each] for each in sorted(jinx.pair)]
        values = {"names": phrases.names(pair), "reason": jinx.reason}
        message = _("%(names)s have a jinx: %(reason)s") % values
        yield Remark(JINX, Kind.WATCH, phrases.ids(pair), message)


def _missing(known: Facts, by_fact: Mapping[str, list[Listed]]) -> Iterator[Missing]:
    if not known.is_whole or not known.is_understood:
        return
    keys = set(known.by_key)
    jinxed = {
        each: jinx.pair for jinx in catalogue.jinxes() for each in jinx.pair if jinx.pair - {each} & keys
    }
    for code, rule in catalogue.table("matchups")["missing"].items():
        text = rule["say"]
        asked = len(_any(by_fact, rule["if"])) >= rule.get("least", 1) if "if" in rule else True
        if asked and not _any(by_fact, rule["unless"]):
            free = sorted((each for each in rule["try"] if each not in keys), key=jinxed.__contains__)
            yield Missing(code, _(text), tuple(free[:MOST_CANDIDATES]))


def _any(by_fact: Mapping[str, list[Listed]], wanted: str) -> Collection[Listed]:
    """Characters with one of these facts, each once."""
    return {each.key: each for fact in wanted.split() for each in by_fact.get(fact, ())}.values()


@catalogue.per_wording
def _listed() -> Mapping[str, frozenset[str]]:
    """The facts of official characters."""
    found: dict[str, set[str]] = {}
    for fact, entry in catalogue.table("matchups")["facts"].items():
        for each in entry["ids"]:
            found.setdefault(each, set()).add(fact)
    return {each: frozenset(some) for each, some in found.items()}


@of_short_texts(4096)
def _by_wording(ability: str, team: Team) -> frozenset[str]:
    return tags.by_wording(ability, team, _words())


@catalogue.per_wording
def _words() -> tuple[tags.Words, ...]:
    written: dict[str, Any] = {
        fact: entry for fact, entry in catalogue.table("matchups")["facts"].items() if "says" in entry
    }
    return tags.table(written)
