"""Who the names in setup effects mean: `[+the Damsel]` is the Damsel of this script."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.setup.effects import (
    AbilitiesOf,
    Alignment,
    Change,
    Copies,
    Disguise,
    Effect,
    Exactly,
    Most,
    Partner,
    Replaces,
    Step,
)
from builder.game.setup.grammar import MOST_LETTERS, MOST_SENTENCES, Reading, read, sentence_about
from builder.game.setup.wording import ANY_NUMBER
from builder.game.teams import COUNTED_TEAMS, Team

Find = Callable[[str], Character | None]
#: What comes with an ability when somebody else has it too.
INHERITED = (Change, Exactly, Partner, Disguise, Alignment)


@dataclass(frozen=True, slots=True)
class Bound:
    """Effects whose names are keys of the script."""

    effects: tuple[tuple[Character, tuple[Effect, ...]], ...]
    #: Keys of those whom somebody needs in play.
    partners: frozenset[str]
    always: tuple[tuple[str, str, Effect], ...]
    problems: tuple[Problem, ...]


def bind(readings: Sequence[tuple[Character, Reading]], official: Find) -> Bound:
    """The effects of everybody on a script with all names looked up; what means nobody is a problem."""
    known = _known(character for character, _ in readings)
    problems: list[Problem] = []
    bound: list[tuple[Character, tuple[Effect, ...]]] = []
    for character, reading in readings:
        effects: list[Effect] = []
        unread: list[str] = []
        for text, stated in reading.sentences:
            nobody: list[str] = []
            found = [_bound(effect, character, known, official, nobody) for effect in stated or ()]
            if nobody or stated is None:
                unread.append(text or nobody[0])
            else:
                effects += (effect for each in found for effect in each)
        bound.append((character, tuple(effects)))
        problems += [_not_understood(character, sentence_about(character.ability, text)) for text in unread]
        problems += [_cut(character)] if reading.is_cut else []
    shared = tuple((character, _with_shared(character, effects, bound)) for character, effects in bound)
    partners = {e.name for _, effects in shared for e in effects if isinstance(e, Partner)}
    always = tuple(
        (character.key, character.name, effect)
        for character, effects in shared
        if character.team in (Team.FABLED, Team.LORIC)
        for effect in effects
    )
    return Bound(shared, frozenset(partners), always, tuple(problems))


def copies(effects: Iterable[Effect]) -> tuple[int, int, bool]:
    """Fewest and most copies while in play, and whether those beyond the first are extra."""
    if any(isinstance(effect, Most | Replaces) for effect in effects):
        return 1, ANY_NUMBER, False
    stated = [effect for effect in effects if isinstance(effect, Copies)]
    ranges = [each for each in stated if each.low and each.high < ANY_NUMBER] or [s for s in stated if s.low]
    caps = [each.high for each in stated if not each.low]
    low = max((each.low for each in ranges), default=1)
    high = max((each.high for each in ranges), default=1)
    return low, min([high, *caps]), any(each.extra for each in ranges)


def _known(characters: Iterable[Character]) -> dict[str, Character]:
    known: dict[str, Character] = {}
    everyone = tuple(characters)
    for character in everyone:
        known.setdefault(character.key, character)
    for character in everyone:
        known.setdefault(key(character.name), character)
    return known


def _meant(name: str, known: dict[str, Character], official: Find) -> Character | None:
    """The character of this name, on the script or else official; plurals are read."""
    for word in (
        name,
        name.removesuffix("s"),
        name.removesuffix("ies") + "y",
        name.removesuffix("men") + "man",
    ):
        found = known.get(key(word)) or official(key(word))
        if found:
            return found
    return None


def _bound(
    effect: Effect, owner: Character, known: dict[str, Character], official: Find, unread: list[str]
) -> tuple[Effect, ...]:
    if isinstance(effect, Partner):
        return _partner(effect, known, official, unread)
    if isinstance(effect, Copies | Most | Replaces) and effect.name:
        return _own_copies(effect, owner, known, official, unread)
    return (effect,)


def _partner(
    effect: Partner, known: dict[str, Character], official: Find, unread: list[str]
) -> tuple[Effect, ...]:
    meant = _meant(effect.name, known, official)
    if meant is None:
        unread.append(effect.name)
        return ()
    if meant.team not in COUNTED_TEAMS:
        return (Step(f"{meant.name} is added to the script."),)
    partner = replace(effect, name=meant.key)
    return (partner,) if meant.team is Team.TOWNSFOLK else (partner, Change(meant.team, effect.adds))


def _own_copies(
    effect: Copies | Most | Replaces,
    owner: Character,
    known: dict[str, Character],
    official: Find,
    unread: list[str],
) -> tuple[Effect, ...]:
    meant = _meant(effect.name, known | {key(owner.name): owner, owner.key: owner}, official)
    if meant is not None and meant.key == owner.key:
        return (replace(effect, name=""),)
    if meant is not None and _is_one_more(effect) and not _is_most(meant):
        return _partner(Partner(meant.key), known, official, unread)
    unread.append(effect.name)
    return ()


def _is_one_more(effect: Effect) -> bool:
    return isinstance(effect, Copies) and effect.low == effect.high == 2


def _is_most(character: Character) -> bool:
    """Whether it is never in play but once for most players, or for all of a team: one more of it means nothing."""
    return any(isinstance(effect, Most | Replaces) for effect in read(character.ability).effects)


def _with_shared(
    owner: Character, effects: tuple[Effect, ...], everyone: Iterable[tuple[Character, tuple[Effect, ...]]]
) -> tuple[Effect, ...]:
    """The effects together with those of the characters whose abilities it has."""
    teams = {effect.team for effect in effects if isinstance(effect, AbilitiesOf)}
    if not teams:
        return effects
    others = (
        effect
        for character, its in everyone
        if character.team in teams and character is not owner
        for effect in its
        if isinstance(effect, INHERITED)
    )
    return (*effects, *others)


def _not_understood(character: Character, text: str) -> Problem:
    return Problem(
        "bracket-not-understood",
        Severity.WARNING,
        f"“[{text}]” in the ability of {character.name} is not understood, so the setup leaves it out of account. "
        "Write it in a form that is, such as [+1 Outsider], [No Demon] or [+the King].",
        (character.id,),
    )


def _cut(character: Character) -> Problem:
    return Problem(
        "bracket-not-understood",
        Severity.WARNING,
        f"The ability of {character.name} has more in brackets than the setup reads: {MOST_SENTENCES} sentences, in "
        f"the first {MOST_LETTERS:,} letters. The rest is left out of account. Say it in fewer.",
        (character.id,),
    )
