"""What each character on a script changes about the setup: from data, brackets and ability text; names are resolved.

`[+the Damsel]` is the Damsel of this script. Of an ability's text only unambiguous sentences are used: "You think
you are a Townsfolk", "The Demon's bluffs are in-play characters".
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.setup import bracket_choices, effects as fx, grammar
from builder.game.setup.bracket_rules import NOT_IN_BAG, Effects
from builder.game.setup.grammar import MOST_LETTERS, MOST_SENTENCES, Reading
from builder.game.setup.rules import Rules
from builder.game.teams import COUNTED_TEAMS, EVIL_TEAMS, GOOD_TEAMS, Team
from builder.language import gettext as _, number
from builder.memoize import of_short_texts, of_values

#: Finds the character with a name or key, or None.
Find = Callable[[str], Character | None]

#: A bracket that has the form for one character.
_WITH_THE = re.compile(r"\s*\+\s*the\s+\w", re.IGNORECASE)
_THINKS = re.compile(
    r"\b(?:think|believe)s? (?:that )?(?:you|they) are (?:a|an|the|one of the|that)?\s*(?:different |another )?"
    r"(?P<kind>townsfolk|outsider|minion|demon|good)",
    re.IGNORECASE,
)
_IN_PLAY_BLUFFS = re.compile(r"\bdemon'?s bluffs (?:are|might be) (?:all )?in[- ]play", re.IGNORECASE)
_bracket = of_short_texts(4096)(grammar.read)


@of_values()
def read(character: Character, rules: Rules) -> Reading:
    """The setup effects of one character: its data as long as its text is the one that the data describes."""
    if rows := chosen(character):
        return _as_chosen(character, bracket_choices.effects(rows, character.team))
    english = rules.official(character.key) if character.language else None
    if english is None:
        return _in_english(character, rules)
    found = _in_english(english, rules)
    markers = dict(zip(english.all_reminders, character.all_reminders, strict=False))
    said = (
        (text, stated and tuple(_with_marker(each, markers) for each in stated))
        for text, stated in found.sentences
    )
    return replace(found, sentences=tuple(said))


def _with_marker(effect: fx.Effect, markers: Mapping[str, str]) -> fx.Effect:
    """An effect whose marker is the character's reminder token in its language."""
    marker = getattr(effect, "marker", "")
    return (
        replace(effect, marker=markers.get(marker, marker))
        if isinstance(effect, fx.Disguise | fx.Step | fx.Grant)
        else effect
    )


def _in_english(character: Character, rules: Rules) -> Reading:
    if character.key in rules.effects:
        return _in_data(rules.effects[character.key])
    official = character if character.setup_effects else rules.official(character.key)
    if official is None or rules.by_words(character.key):
        return _in_words(character)
    if official is character or official.ability == character.ability:
        return _in_data(official.setup_effects)
    own, its = _bracket(character.ability), _bracket(official.ability)
    if not own.sentences or (own.effects, own.unread) == (its.effects, its.unread):
        return _in_data(official.setup_effects)
    return _in_words(character)


def _in_words(character: Character) -> Reading:
    """What its brackets and its words say; a token that the brackets keep out of the bag is one that it draws not."""
    stated = _bracket(character.ability)
    words = by_words(character, is_in_bag=NOT_IN_BAG not in stated.effects)
    is_told = any(isinstance(effect, fx.Disguise | fx.Nobody) for effect in words)
    return Reading(
        tuple(
            (text, effects and tuple(it for it in effects if not (is_told and isinstance(it, fx.Disguise))))
            for text, effects in stated.sentences
        ),
        stated.is_cut,
    ).along(words)


def chosen(character: Character) -> Sequence[bracket_choices.Row]:
    """What its author says that its bracket does; nothing once the ability has another bracket."""
    is_same = character.bracket_text == grammar.brackets(character.ability)
    return character.bracket if is_same else ()


def _as_chosen(character: Character, effects: Effects) -> Reading:
    is_told = any(isinstance(effect, fx.Disguise | fx.Nobody) for effect in effects)
    words = [it for it in by_words(character) if not (is_told and isinstance(it, fx.Disguise | fx.Nobody))]
    return Reading(((character.bracket_text, effects),), is_chosen=True).along(words)


def _in_data(effects: Iterable[Mapping[str, object]]) -> Reading:
    return Reading().along(map(fx.read, effects))


def by_words(character: Character, *, is_in_bag: bool = True) -> Effects:
    """The effects that follow from a homebrew character's ability text and app features.

    `is_in_bag`: its brackets do not say that its token is not in the bag.
    """
    features = {str(each.get("name")) for each in character.special if each.get("type") == "selection"}
    effects = list(_disguise(character, disabled="bag-disabled" in features or not is_in_bag))
    if _IN_PLAY_BLUFFS.search(character.ability.replace("’", "'")):
        effects.append(fx.Bluffs("in-play"))
    if "bag-duplicate" in features:
        effects.append(fx.Copies(1, fx.ANY_NUMBER))
    if "good-duplicate" in features:
        effects.append(fx.Duplicates((Team.OUTSIDER, Team.TOWNSFOLK)))
    if "evil-duplicate" in features:
        effects.append(fx.Duplicates((Team.DEMON, Team.MINION)))
    return tuple(effects)


def _disguise(character: Character, *, disabled: bool) -> Effects:
    """The token that its player draws, by its text; `disabled`: the app never puts its own token into the bag."""
    if character.team not in GOOD_TEAMS | EVIL_TEAMS:
        return ()
    found = _THINKS.search(character.ability)
    marker = next(iter(character.reminders_global or character.reminders), f"Is The {character.name}")
    if found is None:
        if disabled and character.team is Team.DEMON:
            return (fx.Nobody(), fx.Exactly(Team.DEMON, 0))
        # The text does not say which token its player draws: a Townsfolk's, as usual.
        return (fx.Disguise((Team.TOWNSFOLK,), marker=marker),) if disabled else ()
    kind = found["kind"].lower()
    if kind == "demon":
        return (fx.Disguise((Team.DEMON,), crosses=not disabled, marker=marker),)
    teams = (Team.TOWNSFOLK, Team.OUTSIDER) if kind == "good" else (Team(kind),)
    return (fx.Disguise(teams, marker=marker),)


class _NobodyError(Exception):
    """A name that matches no character."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Effects whose names are resolved to keys of the script."""

    effects: tuple[tuple[Character, Effects], ...]
    #: Keys of characters that some effect requires in play, or depends on.
    partners: frozenset[str]
    #: Effects of Fabled and Loric that apply in every game: (key, name, effect).
    always: tuple[tuple[str, str, fx.Effect], ...]
    problems: tuple[Problem, ...]


def bind(readings: Sequence[tuple[Character, Reading]], official: Find) -> Bound:
    """Resolve all names in the effects of a script's characters; unknown names become problems."""
    names = {key(character.name): character for character, _unused in reversed(readings)}
    names |= {character.key: character for character, _unused in reversed(readings)}
    problems: list[Problem] = []
    bound: list[tuple[Character, Effects]] = []
    for character, reading in readings:
        effects: list[fx.Effect] = []
        for text, stated in reading.sentences:
            try:
                effects += _stated(stated, character, names, official)
            except _NobodyError as nobody:
                name = str(nobody.args[0])
                is_ours = reading.is_chosen and text
                is_name = _WITH_THE.match(text or "")
                problems.append(
                    _unknown(character, name)
                    if is_ours
                    else _nobody(character, text, name)
                    if is_name
                    else _not_understood(character, text or name)
                )
        bound.append((character, tuple(effects)))
        problems += [_cut(character)] if reading.is_cut else []
    has_others = any(isinstance(effect, fx.AbilitiesOf) for _unused, effects in bound for effect in effects)
    shared = tuple((it, _with_shared(it, its, bound) if has_others else its) for it, its in bound)
    return Bound(
        effects=shared,
        partners=frozenset(name for _unused, effects in shared for e in effects for name in _named(e)),
        always=tuple(
            (character.key, character.name, effect)
            for character, effects in shared
            if character.team in (Team.FABLED, Team.LORIC)
            for effect in effects
        ),
        problems=tuple(problems),
    )


def _stated(
    stated: Effects | None, owner: Character, names: Mapping[str, Character], official: Find
) -> Effects:
    """The effects of one sentence with names resolved. Raises _NobodyError."""
    if stated is None:
        raise _NobodyError("")
    return tuple(each for effect in stated for each in _bound(effect, owner, names, official))


def _bound(
    effect: fx.Effect, owner: Character, names: Mapping[str, Character], official: Find
) -> Iterator[fx.Effect]:
    if isinstance(effect, fx.Partner):
        for meant in _all_meant(effect.name, names, official):
            yield from _partner(effect, meant)
    elif isinstance(effect, fx.Never):
        yield from (fx.Never(meant.key) for meant in _all_meant(effect.name, names, official))
    elif isinstance(effect, fx.Change) and effect.having:
        yield replace(effect, having=_meant(effect.having, names, official).key)
    elif isinstance(effect, fx.Seats):
        yield from _seated(effect, {**names, key(owner.name): owner, owner.key: owner}, official)
    elif isinstance(effect, fx.Copies | fx.Most | fx.Replaces) and effect.name:
        meant = _meant(effect.name, {**names, key(owner.name): owner, owner.key: owner}, official)
        if meant.key == owner.key:
            own = replace(effect, name="")
            yield replace(own, extra=True) if isinstance(own, fx.Copies) and own.low > 1 else own
        elif _is_one_more(effect) and not _fills(meant):
            yield from _partner(fx.Partner(meant.key), meant)
        else:
            raise _NobodyError(effect.name)
    else:
        yield effect


def _is_one_more(effect: fx.Effect) -> bool:
    """Whether it adds one of a character: `+1 Spy`."""
    return isinstance(effect, fx.Copies) and effect.extra and effect.low == effect.high == 2


def _named(effect: fx.Effect) -> tuple[str, ...]:
    """The keys of others that decide whether a table is legal."""
    if isinstance(effect, fx.Partner | fx.Never):
        return (effect.name,)
    return (effect.having,) if isinstance(effect, fx.Change) and effect.having else ()


def _seated(effect: fx.Seats, names: Mapping[str, Character], official: Find) -> Effects:
    """Seats with keys in place of names; somebody beside whom we cannot find is for the Storyteller to find."""
    who = effect.who if effect.who in _GROUPS else _meant(effect.who, names, official).key
    if effect.whom in _GROUPS:
        return (replace(effect, who=who),)
    try:
        return (replace(effect, who=who, whom=_meant(effect.whom, names, official).key),)
    except _NobodyError:
        if who or effect.where != "beside":
            raise
        return (fx.Step(_("They sit beside %(whom)s.") % {"whom": effect.whom}, needs_name=True),)


_GROUPS = frozenset({"", "good", "evil", *(team.value for team in COUNTED_TEAMS)})
_AND = re.compile(r",?\s+(?:and|or|&)\s+(?:the\s+|an?\s+)?|,\s+(?:the\s+|an?\s+)?", re.IGNORECASE)


def _all_meant(name: str, names: Mapping[str, Character], official: Find) -> list[Character]:
    """The character with this name or, of a list (“the Spy and the Baron”), each. Raises _NobodyError."""
    try:
        return [_meant(name, names, official)]
    except _NobodyError:
        parts = _AND.split(name)
        if len(parts) == 1:
            raise
        return [_meant(part, names, official) for part in parts]


#: Endings of several, and of one: Spies, Pikemen, Magi, Wolves, Thieves, Witches, Alumnae, Phenomena, Children.
_PLURALS = (
    *(
        ("s", ""),
        ("ies", "y"),
        ("men", "man"),
        ("i", "us"),
        ("i", "o"),
        ("ves", "f"),
        ("ves", "fe"),
        ("es", ""),
    ),
    *(("ae", "a"), ("a", "um"), ("a", "on"), ("children", "child"), ("people", "person"), ("mice", "mouse")),
    *(("ices", "ex"), ("ices", "ix"), ("feet", "foot"), ("geese", "goose"), ("teeth", "tooth"), ("es", "is")),
)


def _meant(name: str, names: Mapping[str, Character], official: Find) -> Character:
    """The character with this name, on the script or else official; accepts plurals. Raises _NobodyError."""
    singular = (name.removesuffix(many) + one for many, one in _PLURALS if name.lower().endswith(many))
    for word in map(key, (name, *singular)):
        if found := names.get(word) or official(word):
            return found
    raise _NobodyError(name)


def _partner(effect: fx.Partner, meant: Character) -> Effects:
    if meant.team not in COUNTED_TEAMS:
        return (fx.Step(_("%(name)s is added to the script.") % {"name": meant.name}),)
    partner = replace(effect, name=meant.key)
    return (partner,) if meant.team is Team.TOWNSFOLK else (partner, fx.Change(meant.team, effect.adds))


def _fills(character: Character) -> bool:
    """Whether it is never in play just once (most players, or a whole team): one more of it means nothing."""
    return any(effect.fills for effect in grammar.read(character.ability).effects)


def _with_shared(
    owner: Character, effects: Effects, everyone: Iterable[tuple[Character, Effects]]
) -> Effects:
    """The effects together with those of the characters whose abilities it has."""
    teams = {effect.team for effect in effects if isinstance(effect, fx.AbilitiesOf)}
    others = ((it, its) for it, its in everyone if it.team in teams and it is not owner) if teams else ()
    return (*effects, *(effect for _unused, its in others for effect in its if effect.inherited))


def _problem(character: Character, message: str) -> Problem:
    return Problem("bracket-not-understood", Severity.WARNING, message, (character.id,))


def _unknown(character: Character, name: str) -> Problem:
    return _problem(
        character,
        _(
            "What you chose for the bracket of %(name)s names “%(other)s”, who is neither on the script nor "
            "official, so the setup ignores it. Correct the name."
        )
        % {"name": character.name, "other": name[:60]},
    )


def _nobody(character: Character, sentence: str, name: str) -> Problem:
    return _problem(
        character,
        _(
            "“[%(text)s]” in the ability of %(name)s names “%(other)s”, who is neither on the script nor "
            "official, so the setup ignores it. Correct the name, or add that character."
        )
        % {
            "text": grammar.sentence_about(character.ability, sentence),
            "name": character.name,
            "other": name[:60],
        },
    )


def _not_understood(character: Character, sentence: str) -> Problem:
    text = grammar.sentence_about(character.ability, sentence)
    return _problem(
        character,
        _(
            "“[%(text)s]” in the ability of %(name)s is not understood, so the setup ignores it. "
            "Forms that work: [+1 Outsider], [No Demon] and [+the King]. "
            "Or choose what it does on the character’s page."
        )
        % {"text": text, "name": character.name},
    )


def _cut(character: Character) -> Problem:
    return _problem(
        character,
        _(
            "The ability of %(name)s has too much text in brackets. The setup ignores everything "
            "after %(most_sentences)s sentences or %(most_letters)s characters. Shorten it."
        )
        % {"name": character.name, "most_sentences": MOST_SENTENCES, "most_letters": number(MOST_LETTERS)},
    )
