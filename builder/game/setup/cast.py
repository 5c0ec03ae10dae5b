"""Every character on a script that can be in play, what each changes about the setup, and which jinxes apply."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.problem import Problem
from builder.game.script import Entry, Script
from builder.game.setup import character_effects, effects as fx
from builder.game.setup.bracket_rules import Effects
from builder.game.setup.grammar import Reading
from builder.game.setup.rules import Rules
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _
from builder.memoize import of_runs, of_values

#: Cache size in casts: a page needs the cast of its script more than once.
SCRIPTS = 16
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class JinxRules:
    """The setup rules of the jinxes on one script. A pair is (who has or grants the ability, whose ability)."""

    one_in_play: Mapping[frozenset[str], str] = field(default_factory=dict)
    #: Abilities that a character never gets.
    never: frozenset[Pair] = frozenset()
    #: Abilities whose character must be in play.
    needs_in_play: frozenset[Pair] = frozenset()
    #: Abilities whose character must not be in play.
    absent: frozenset[Pair] = frozenset()
    #: Abilities that may be granted while their character is in play at most this number of times.
    while_at_most: Mapping[Pair, int] = field(default_factory=dict)
    no_bluffs: frozenset[Pair] = frozenset()
    #: (who does not know their character, what they think they are): the setup text of the latter applies.
    shown: frozenset[Pair] = frozenset()
    #: (who enters play late, with whom): made after the setup, next to the Demon.
    late: frozenset[Pair] = frozenset()
    #: What the Storyteller must remember if both are in play.
    tell: Mapping[frozenset[str], str] = field(default_factory=dict)

    def named(self) -> frozenset[str]:
        """Keys of everyone whom a rule about numbers names."""
        by = (self.one_in_play, self.needs_in_play, self.shown, self.late, self.never, self.while_at_most)
        return frozenset(name for pairs in by for pair in pairs for name in pair)


@dataclass(frozen=True, slots=True)
class Member:
    """One character that a player can be."""

    key: str
    id: str
    name: str
    team: Team
    effects: Effects = ()
    #: Minimum and maximum of copies while it is in play.
    low: int = 1
    high: int = 1
    #: Copies beyond the first do not count toward the team's number.
    extra: bool = False
    #: Its token can be in the bag.
    baggable: bool = True
    #: In play without being a player (Lil' Monsta).
    nobody: bool = False
    #: Takes all places of its team (Legion).
    fills: bool = False
    #: The Storyteller may break the rules while it is in play (Atheist).
    lawless: bool = False
    #: The tokens of other teams that it draws instead of its own.
    disguises: tuple[fx.Disguise, ...] = ()

    @property
    def leaves(self) -> bool:
        """Whether it may remove itself from play."""
        return any(isinstance(effect, fx.Leaves) for effect in self.effects)

    @property
    def grants(self) -> tuple[fx.Grant, ...]:
        """The effects by which it has or grants others' abilities."""
        return tuple(effect for effect in self.effects if isinstance(effect, fx.Grant))

    @property
    def hides(self) -> bool:
        """Whether it never knows itself, and draws a token that stays with it."""
        return any(not disguise.crosses for disguise in self.disguises)


@dataclass(frozen=True, slots=True)
class Cast:
    """A script as the setup sees it."""

    members: Mapping[str, Member]
    #: Members whose presence can affect the numbers, and the rest by team.
    special: tuple[Member, ...]
    plain: Mapping[Team, tuple[Member, ...]]
    #: Effects of Fabled and Loric that apply in every game: (key, name, effect).
    always: tuple[tuple[str, str, fx.Effect], ...]
    jinxes: JinxRules
    problems: tuple[Problem, ...]
    #: Name and id of everyone by key, Fabled and Loric included; names also of absent characters that others need.
    names: Mapping[str, str]
    ids: Mapping[str, str]
    #: Keys of official characters: nobody changes their abilities.
    official: frozenset[str] = frozenset()
    #: Special members by key, those that may remove themselves, whether copies do not count toward the numbers, and
    #: teams with an ordinary character. All members by team.
    by_key: Mapping[str, Member] = field(init=False, repr=False)
    leaving: tuple[Member, ...] = field(init=False, repr=False)
    has_extra: bool = field(init=False, repr=False)
    spare: frozenset[Team] = field(init=False, repr=False)
    by_team: Mapping[Team, tuple[Member, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Compute what is looked up for every table."""
        object.__setattr__(self, "by_key", {member.key: member for member in self.special})
        object.__setattr__(self, "leaving", tuple(member for member in self.special if member.leaves))
        object.__setattr__(self, "has_extra", any(member.extra for member in self.special))
        object.__setattr__(self, "spare", frozenset(team for team, plain in self.plain.items() if plain))
        object.__setattr__(self, "by_team", _by_team(self.members.values()))

    def team(self, team: Team) -> tuple[Member, ...]:
        """The members of a team, by key."""
        return self.by_team.get(team, ())

    def special_among(self, keys: Collection[str]) -> list[Member]:
        """The special members among these keys, sorted by key."""
        return [self.by_key[each] for each in sorted(keys) if each in self.by_key]


def cast(script: Script, rules: Rules, named: frozenset[str] = frozenset()) -> Cast:
    """The cast of a resolved script. Brackets that cannot be parsed become problems; `named` are always special."""
    return _cast(script, rules, named) if named else _usual(script.entries, rules)


@of_values(SCRIPTS)
def _usual(entries: tuple[Entry, ...], rules: Rules) -> Cast:
    return _cast(Script(entries=entries), rules, frozenset())


def _cast(script: Script, rules: Rules, named: frozenset[str]) -> Cast:
    # Sorted by key, each once: the order of the script does not affect the setup.
    first = {character.key: character for character in reversed(script.characters)}
    characters = [first[name] for name in sorted(first)]
    every = list(chain.from_iterable(_read(characters, rules)))
    readings = [(character, reading) for character, reading, *_unused in every]
    bound = character_effects.bind(readings, rules.official)
    jinxes = _with_pairs(jinx_rules(script, rules.jinxes), bound)
    members = {
        plain.key: _member(plain, effects) if effects else plain
        for (*_unused, plain), (_character, effects) in zip(every, bound.effects, strict=True)
        if plain.team in COUNTED_TEAMS
    }
    watched = jinxes.named() | bound.partners | named
    limited = any(isinstance(effect, fx.EvilLimit) for *_, effect in bound.always)
    special = {
        name: member
        for name, member in members.items()
        if member.high and (name in watched or (member.effects and _counts(member, limited=limited)))
    }
    return Cast(
        members=members,
        special=tuple(special.values()),
        plain=_by_team(m for m in members.values() if m.key not in special and m.high),
        always=bound.always,
        jinxes=jinxes,
        problems=bound.problems,
        names={each: found.name for each in sorted(bound.partners) if (found := rules.localized(each))}
        | {character.key: character.name for character in characters},
        ids={character.key: character.id for character in characters},
        official=frozenset(plain.key for _character, _reading, is_official, plain in every if is_official),
    )


@of_runs
def _read(characters: Sequence[Character], rules: Rules) -> list[tuple[Character, Reading, bool, Member]]:
    """Each character with its setup effects, whether it is official, and what it is without effects."""
    return [
        (
            it,
            character_effects.read(it, rules),
            bool(rules.official(it.key)),
            Member(it.key, it.id, it.name, it.team),
        )
        for it in characters
    ]


def _by_team(members: Iterable[Member]) -> dict[Team, tuple[Member, ...]]:
    """Members by team, with an entry for every team that the setup counts."""
    found: dict[Team, list[Member]] = {team: [] for team in COUNTED_TEAMS}
    for member in members:
        found[member.team].append(member)
    return {team: tuple(some) for team, some in found.items()}


def _with_pairs(jinxes: JinxRules, bound: character_effects.Bound) -> JinxRules:
    """The rules of the jinxes and, like them, the pairs that an ability says are never in play together."""
    said = [
        (character, it) for character, effects in bound.effects for it in effects if isinstance(it, fx.Never)
    ]
    pairs = {
        frozenset({it.name, *(() if character.team in _ALWAYS else (character.key,))}): (
            _("the ability of %(name)s says so.") % {"name": character.name}
        )
        for character, it in said
        if it.name != character.key
    }
    return replace(jinxes, one_in_play={**jinxes.one_in_play, **pairs}) if pairs else jinxes


_ALWAYS = (Team.FABLED, Team.LORIC)


def _member(member: Member, effects: Effects) -> Member:
    """A member with these effects."""
    low, high, extra = _copies(effects)
    nobody = any(isinstance(each, fx.Nobody) for each in effects)
    disguises = tuple(each for each in effects if isinstance(each, fx.Disguise))
    return replace(
        member,
        effects=effects,
        low=low,
        high=high,
        extra=extra,
        baggable=bool(high) and not nobody and all(each.crosses for each in disguises),
        nobody=nobody,
        fills=any(each.fills for each in effects),
        lawless=any(isinstance(each, fx.NoRules) for each in effects),
        disguises=disguises,
    )


def _copies(effects: Effects) -> tuple[int, int, bool]:
    """Minimum and maximum of copies while in play, and whether those beyond the first are extra."""
    if any(effect.fills for effect in effects):
        return 1, fx.ANY_NUMBER, False
    stated = [effect for effect in effects if isinstance(effect, fx.Copies)]
    ranges = [s for s in stated if s.low and s.high < fx.ANY_NUMBER] or [s for s in stated if s.low]
    caps = [each.high for each in stated if not each.low]
    low = max((each.low for each in ranges), default=1)
    high = max((each.high for each in ranges), default=1)
    return low, min([high, *caps]), any(each.extra for each in ranges)


def _counts(member: Member, *, limited: bool) -> bool:
    """Whether its presence can make a table legal or illegal; `limited`: the number of evil players is limited."""
    evil = limited and any(isinstance(effect, fx.Alignment) for effect in member.effects)
    return evil or member.hides or any(effect.counts for effect in member.effects)


_ONE_IN_PLAY = re.compile(
    r"only (?:1|one)\b.{0,60}\b(?:can|may) be in[- ]play|(?:can ?not|can't|may not) both be in[- ]play",
    re.IGNORECASE,
)
_ABOUT_PAIRS = ("absent", "never", "needs-in-play", "while-at-most", "no-bluffs", "shown", "late")


def jinx_rules(script: Script, official: Iterable[Jinx]) -> JinxRules:
    """The setup rules of the jinxes that apply to a script: from data, or parsed from an author's text."""
    one: dict[frozenset[str], str] = {}
    tell: dict[frozenset[str], str] = {}
    pairs: dict[str, dict[Pair, int]] = {rule: {} for rule in _ABOUT_PAIRS}
    on_script = {entry.key for entry in script.entries}
    here = (jinx for jinx in official if on_script.issuperset(map(key, jinx.characters)))
    for jinx in applying(script, here if "hermit" not in on_script else official):
        for rule in jinx.setup or _by_words(jinx):
            name = rule["rule"]
            if name == "one-in-play":
                one[jinx.pair] = jinx.reason
            elif name == "tell":
                tell[jinx.pair] = rule["text"]
            else:
                by = key(rule["by"])
                for other in jinx.pair - {by}:
                    pairs[name][by, other] = int(rule.get("number", 0))
    for pair in pairs["late"]:
        one.setdefault(frozenset(pair), "")
    at_most = pairs.pop("while-at-most")
    others = {name.replace("-", "_"): frozenset(those) for name, those in pairs.items()}
    return JinxRules(one_in_play=one, while_at_most=at_most, tell=tell, **others)


def _by_words(jinx: Jinx) -> tuple[Mapping[str, Any], ...]:
    return ({"rule": "one-in-play"},) if _ONE_IN_PLAY.search(jinx.reason) else ()
