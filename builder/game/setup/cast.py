"""Everybody on a script who can be in play, with what each changes about the setup."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from builder.game.character import Character
from builder.game.problem import Problem
from builder.game.script import Entry, Script
from builder.game.setup import binding, brackets, jinx_rules, wording
from builder.game.setup.effect_data import read
from builder.game.setup.effects import (
    Alignment,
    Change,
    Copies,
    Disguise,
    Duplicates,
    Effect,
    EvilLimit,
    Exactly,
    Grant,
    Later,
    Leaves,
    Most,
    Nobody,
    NoRules,
    Partner,
    Replaces,
)
from builder.game.setup.jinx_rules import JinxRules
from builder.game.setup.rules import Rules
from builder.game.teams import COUNTED_TEAMS, Team
from builder.memoize import of_short_texts, of_values

#: So many casts are held ready: a page asks for that of its script more than once.
SCRIPTS = 16
_COUNTING = (
    Change,
    Copies,
    Duplicates,
    Exactly,
    Grant,
    Later,
    Leaves,
    Most,
    Nobody,
    NoRules,
    Partner,
    Replaces,
)


@dataclass(frozen=True, slots=True)
class Member:
    """One character that a player can be."""

    key: str
    id: str
    name: str
    team: Team
    effects: tuple[Effect, ...] = ()
    #: Fewest and most copies while it is in play.
    low: int = 1
    high: int = 1
    #: Copies beyond the first come on top of the team's number.
    extra: bool = False
    #: Its token can be in the bag.
    baggable: bool = True
    #: In play though no player is it (Lil' Monsta).
    nobody: bool = False
    #: Takes all places of its team (Legion).
    fills: bool = False
    #: The Storyteller may break the rules while it is in play (Atheist).
    lawless: bool = False
    #: The tokens of other kinds that it draws instead of its own.
    disguises: tuple[Disguise, ...] = ()


@dataclass(frozen=True, slots=True)
class Cast:
    """A script as the setup sees it."""

    members: Mapping[str, Member]
    #: Members whose presence can make a difference to the numbers, and the rest by team.
    special: tuple[Member, ...]
    plain: Mapping[Team, tuple[Member, ...]]
    #: What Fabled and Loric on the script do in every game: (key, name, effect).
    always: tuple[tuple[str, str, Effect], ...]
    jinxes: JinxRules
    problems: tuple[Problem, ...]
    #: Everybody's name and id by key, Fabled and Loric too.
    names: Mapping[str, str]
    ids: Mapping[str, str]

    def team(self, team: Team) -> tuple[Member, ...]:
        """The members of a team, by key."""
        return tuple(member for member in self.members.values() if member.team is team)

    def special_among(self, keys: Collection[str]) -> list[Member]:
        """Those of the special members, by key."""
        special = _by_key(self.special)
        return [special[each] for each in sorted(keys) if each in special]


@of_values(SCRIPTS)
def _by_key(special: tuple[Member, ...]) -> Mapping[str, Member]:
    return {member.key: member for member in special}


@of_values(SCRIPTS)
def leaving(special: tuple[Member, ...]) -> tuple[Member, ...]:
    """Those who may remove themselves from play."""
    return tuple(each for each in special if any(isinstance(effect, Leaves) for effect in each.effects))


@of_values(SCRIPTS)
def have_extra(special: tuple[Member, ...]) -> bool:
    """Whether copies of any of them come on top of their team's number."""
    return any(member.extra for member in special)


def cast(script: Script, rules: Rules, named: frozenset[str] = frozenset()) -> Cast:
    """The cast of a resolved script. Unread brackets are in its problems; `named` are special whatever they do."""
    return _worked_out(script, rules, named) if named else _usual(script.entries, rules)


@of_values(SCRIPTS)
def _usual(entries: tuple[Entry, ...], rules: Rules) -> Cast:
    return _worked_out(Script(entries=entries), rules, frozenset())


def _worked_out(script: Script, rules: Rules, named: frozenset[str]) -> Cast:
    readings = [(character, _effects(character, rules)) for character in _once(script.characters)]
    bound = binding.bind(readings, rules.official)
    jinxes = jinx_rules.read(script, rules.jinxes)
    members = {
        character.key: _member(character, effects)
        for character, effects in bound.effects
        if character.team in COUNTED_TEAMS
    }
    watched = jinxes.watched(members.keys()) | bound.partners | named
    limited = any(isinstance(effect, EvilLimit) for *_, effect in bound.always)
    everyone = tuple(members.values())
    special = tuple(each for each in everyone if each.key in watched or _counts(each, limited=limited))
    keys = {each.key for each in special}
    plain = {
        team: tuple(m for m in everyone if m.team is team and m.key not in keys) for team in COUNTED_TEAMS
    }
    names = {character.key: character.name for character, _ in readings}
    ids = {character.key: character.id for character, _ in readings}
    return Cast(members, special, plain, bound.always, jinxes, bound.problems, names, ids)


def _once(characters: Iterable[Character]) -> Iterable[Character]:
    """Everybody once, by key: the order of the script makes no difference to the setup."""
    first: dict[str, Character] = {}
    for character in characters:
        first.setdefault(character.key, character)
    return [first[name] for name in sorted(first)]


@of_values()
def _effects(character: Character, rules: Rules) -> brackets.Reading:
    if character.key in rules.effects:
        return brackets.Reading().along(map(read, rules.effects[character.key]))
    official = character if character.setup_effects else rules.official(character.key)
    if official is None or rules.by_words(character.key):
        return _bracket(character.ability).along(wording.read(character))
    if official is character or official.ability == character.ability:
        return brackets.Reading().along(map(read, official.setup_effects))
    own = _bracket(character.ability)
    if not own.sentences or _says(own) == _says(_bracket(official.ability)):
        return brackets.Reading().along(map(read, official.setup_effects))
    return own.along(wording.read(character))


def _says(reading: brackets.Reading) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    return reading.effects, reading.unread


_bracket = of_short_texts(4096)(brackets.read)


def _member(character: Character, effects: tuple[Effect, ...]) -> Member:
    if not effects:
        return Member(character.key, character.id, character.name, character.team)
    low, high, extra = binding.copies(effects)
    nobody = any(isinstance(each, Nobody) for each in effects)
    disguises = tuple(each for each in effects if isinstance(each, Disguise))
    return Member(
        key=character.key,
        id=character.id,
        name=character.name,
        team=character.team,
        effects=effects,
        low=low,
        high=high,
        extra=extra,
        baggable=not nobody and all(each.crosses for each in disguises),
        nobody=nobody,
        fills=any(isinstance(each, Most | Replaces) for each in effects),
        lawless=any(isinstance(each, NoRules) for each in effects),
        disguises=disguises,
    )


def _counts(member: Member, *, limited: bool) -> bool:
    return any(
        isinstance(effect, _COUNTING)
        or (isinstance(effect, Disguise) and not effect.crosses)
        or (limited and isinstance(effect, Alignment))
        for effect in member.effects
    )
