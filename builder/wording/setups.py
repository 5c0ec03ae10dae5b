"""Explain the setup effects in an ability's brackets and text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from builder import catalogue
from builder.game.character import Character, bare
from builder.game.script import Script
from builder.game.setup import bracket_choices, character_effects, explaining, grammar
from builder.game.setup.effects import (
    ANY_NUMBER,
    AbilitiesOf,
    Change,
    Copies,
    Disguise,
    Duplicates,
    Effect,
    Exactly,
    Later,
    Never,
    Partner,
    Seats,
    Step,
)
from builder.game.setup.grammar import Reading
from builder.game.teams import Team
from builder.language import N_, gettext as _, ngettext
from builder.prose_lists import capital

#: Examples to show as a hint.
EXAMPLES = (
    "[+1 Outsider]",
    "[-1 or +1 Outsider]",
    "[No Demon]",
    "[+the Damsel]",
    "[1 Townsfolk is evil]",
    "[Max 3 Pikemen]",
    "[+0 to +2 Village Idiots]",
    "[You neighbor the Demon]",
)
#: How alike a word and the name of a team are, of 1, if one is taken for a slip in the other.
NEAR = 0.8
NOBODY = N_("Not understood: it names a character that is neither on the script nor official.")
FORMER = N_("You chose what this bracket does, but the ability has another one now: choose again below.")
ANOTHER = N_("Not understood: this form only works with the character's own name.")


@dataclass(frozen=True, slots=True)
class Bracket:
    """One sentence in square brackets, and its meaning for the setup."""

    text: str
    is_understood: bool
    sentence: str


def read(character: Character, script: Script) -> tuple[Bracket, ...]:
    """Every sentence in the brackets of the ability, explained."""
    others = [each for each in script.characters if each.key != character.key]
    if rows := character_effects.chosen(character):
        effects = bracket_choices.effects(rows, character.team)
        return (_bracket(character, others, character.bracket_text.strip("[]"), effects, is_chosen=True),)
    found = [
        _bracket(character, others, text, effects)
        for text, effects in grammar.read(character.ability).sentences
    ]
    if character.bracket:
        found.append(Bracket(character.bracket_text.strip("[]"), is_understood=False, sentence=_(FORMER)))
    return tuple(found)


def by_words(character: Character) -> tuple[str, ...]:
    """Setup effects in the ability text and the app features, without brackets: “You think you are a Townsfolk”.

    Empty if our data describe it: for a variant with its original's text (`variants`).
    """
    if character.setup_effects:
        return ()
    return tuple(_sentences(character_effects.by_words(character), {}, character))


def _bracket(
    character: Character,
    others: Sequence[Character],
    text: str,
    effects: tuple[Effect, ...] | None,
    *,
    is_chosen: bool = False,
) -> Bracket:
    if effects is None:
        text_told = _(
            "Not understood, so the setup ignores it. Forms that work: %(examples)s. Or say it below."
        )
        told = text_told % {"examples": ", ".join(EXAMPLES[:3])}
        return Bracket(text, is_understood=False, sentence=told)
    named = [(character, Reading(((text, effects),))), *((each, Reading()) for each in others)]
    bound = character_effects.bind(named, catalogue.find)
    if bound.problems:
        is_partner = any(isinstance(effect, Partner | Never) for effect in effects)
        told = NOBODY if is_partner else _did_you_mean(text, effects) or ANOTHER
        return Bracket(text, is_understood=False, sentence=told)
    known = {each.key: each.name for each in others}
    told = " ".join(_sentences(bound.effects[0][1], known, character))
    if is_chosen:
        sentence = _("By your choices: %(effects)s") % {"effects": told}
        return Bracket(text, is_understood=True, sentence=sentence)
    return Bracket(text, is_understood=True, sentence=told or _("Understood; the numbers stay the same."))


def _did_you_mean(text: str, effects: Sequence[Effect]) -> str:
    """The team that somebody may have meant by a name that is nobody's: `[+1 Minon]`; empty if there is none."""
    teams = {name.lower(): name for team in Team for name in (str(team.title), str(team.plural))}
    for effect in effects:
        if isinstance(effect, Copies) and (near := get_close_matches(effect.name.lower(), teams, 1, NEAR)):
            return _("Not understood. Did you mean [%(replace)s]?") % {
                "replace": text.replace(effect.name, teams[near[0]])
            }
    return ""


def _sentences(effects: Sequence[Effect], known: Mapping[str, str], of: Character) -> Iterator[str]:
    made_later = {effect.team for effect in effects if isinstance(effect, Later)}
    for effect in effects:
        if isinstance(effect, Exactly) and effect.team in made_later and effect.number == 0:
            yield _("There are no %(team)s when the game begins.") % {"team": effect.team.heading}
        elif words := describe(effect, known):
            yield words
        if isinstance(effect, Copies) and effect.extra and effect.high > 1 and of.team is not Team.TOWNSFOLK:
            yield _("Each after the first is %(more)s.") % {"more": _more(of.team, 1)}
        if isinstance(effect, Copies) and not effect.low and effect.high > 1 and not _is_many(of):
            yield _("There is 1 at setup; more can only appear later.")


def _is_many(character: Character) -> bool:
    """Whether the bag accepts several of it, by its app features."""
    return any(isinstance(effect, Copies) for effect in character_effects.by_words(character))


def describe(effect: Effect, known: Mapping[str, str]) -> str:  # noqa: C901, PLR0911, PLR0912  # one line each
    """An effect as a sentence for the author; `known` are the names of characters on the script."""
    match effect:
        case Change(team, options, players=0, having=""):
            return f"{_listed(_more(team, option) for option in sorted(set(options)))}."
        case Exactly(team, None):
            return _("Any number of %(team)s is allowed.") % {"team": team.heading}
        case Exactly(team, number):
            text = ngettext(
                "There is %(characters)s, whatever others change.",
                "There are %(characters)s, whatever others change.",
                number or 0,
            )
            return text % {"characters": explaining.some(number or 0, team)}
        case Never(name):
            return _("The %(name)s is never in play with it.") % {"name": _name(name, known)}
        case Copies(_low, 0):
            return _("It is not in play when the game begins.")
        case Seats():
            return f"{explaining.capital(explaining.seats(effect, _named(effect, known)))}."
        case Change(having=having) if having:
            return f"{explaining.effect(replace(effect, having=_name(having, known)))}."
        case Change(players=players) if players:
            return f"{explaining.effect(effect)}."
        case Partner(name):
            return _("The %(name)s must be in play too.") % {"name": _name(name, known)}
        case Copies(1, high) if high >= ANY_NUMBER:
            return _("There may be several of them in play.")
        case Copies(0, high):
            return ngettext(
                "There is never more than %(number)s of them in play.",
                "There are never more than %(number)s of them in play.",
                high,
            ) % {"number": high}
        case Copies(low, high) if high > 1:
            text = _("There may be %(copies)s in play.") if low <= 1 else _("There are %(copies)s in play.")
            return text % {"copies": explaining.copies(low, high)}
        case Copies():
            return _("Only 1 of them is in play.")
        case Disguise():
            return _("The player %(effect)s.") % {"effect": explaining.effect(effect)}
        case Duplicates():
            told = explaining.effect(effect)
            return capital(_("%(effect)s are allowed.") % {"effect": told})
        case AbilitiesOf(team):
            return _("It changes the setup the way the %(team)s on the script do.") % {"team": team.heading}
        case Step(text):
            return _(text) if text.endswith(".") else f"{_(text)}."
        case _:
            phrase = explaining.effect(effect)
            return f"{phrase[:1].upper()}{phrase[1:]}." if phrase else ""


def _name(key: str, known: Mapping[str, str]) -> str:
    found = None if key in known else catalogue.find(key)
    return bare(found.name if found else known.get(key, key))


def _named(effect: Seats, known: Mapping[str, str]) -> dict[str, str]:
    return {key: _name(key, known) for key in (effect.who, effect.whom) if key}


def _more(team: Team, option: int) -> str:
    if option == 0:
        return _("as many as usual")
    number = abs(option)
    here, there = ("+", "−") if option > 0 else ("−", "+")
    return _("%(characters)s, %(others)s") % {
        "characters": team.counted(number, f"{here}{number}"),
        "others": Team.TOWNSFOLK.counted(number, f"{there}{number}"),
    }


def _listed(words: Iterable[str]) -> str:
    return capital(_(", or ").join(words))
