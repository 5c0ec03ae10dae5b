"""What a Storyteller does at setup for each character of a script, as one line for the check list."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from builder import catalogue
from builder.game.character import Character, bare
from builder.game.ids import key
from builder.game.markup import direction
from builder.game.script import Script
from builder.game.setup import character_effects, effects as fx, explaining
from builder.game.teams import Team
from builder.language import N_, gettext as _, join
from builder.printables import common
from builder.printables.common import Icon
from builder.printables.options import Options
from builder.printables.typography import typeset
from builder.prose import NO_BREAK, bound

#: A number, which keeps to the word after it.
_NUMBER = re.compile(r"((?<!\w)\d+) (?=\w)")
_BLUFFS = {
    "none": N_("Show no bluffs."),
    "in-play": N_("The bluffs are characters that are in play."),
    "instead": N_("The bluffs are for this player, not for a Demon."),
    "each-minion": N_("Each Minion is shown three bluffs as well."),
    "optional": N_("You don’t have to show any bluffs."),
    "always": N_("Show the Demon bluffs even with fewer than 7 players."),
}


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do, and the text of the reminder token that it takes, if any."""

    text: str
    marker: str = ""


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A character, and what to do if it is in play."""

    icon: Icon
    tasks: tuple[Task, ...]
    direction: str
    name_direction: str


def setup_steps(script: Script, options: Options) -> tuple[SetupStep, ...]:
    """What the characters of a script ask for at setup, in the order of the script, each character once."""
    found: dict[str, SetupStep] = {}
    for character in script.characters:
        tasks = tuple(dict.fromkeys(map(_typeset, _tasks(character, script))))
        if tasks and character.key not in found:
            found[character.key] = SetupStep(
                common.icon(character, options), tasks, direction(tasks[0].text), direction(character.name)
            )
    return tuple(found.values())


def _typeset(task: Task) -> Task:
    return Task(bound(_NUMBER.sub(rf"\g<1>{NO_BREAK}", typeset(task.text))), typeset(task.marker))


def _tasks(character: Character, script: Script) -> Iterator[Task]:
    reading = character_effects.read(character, catalogue.rules())
    for text, effects in reading.sentences:
        if effects is None:  # not understood: it says itself what to do
            yield Task(f"[{text}]")
        for effect in effects or ():
            for task in _task(effect, script):
                yield replace(task, marker=catalogue.reminder(task.marker))
    if reading.is_cut:
        yield Task(_("See the brackets of its ability for more."))


def _task(effect: fx.Effect, script: Script) -> Iterator[Task]:  # noqa: C901, PLR0912  # one case a kind of effect
    match effect:
        case fx.Step(text, marker):
            yield Task(_(text), marker)
        case fx.Change() | fx.Exactly():
            yield Task(f"{explaining.capital(explaining.effect(effect))}.")
        case fx.Partner(name):
            yield Task(_("The %(name)s has to be in play as well.") % {"name": _name(name, script)})
        case fx.Copies() if effect.high > 1:
            phrase = explaining.capital(explaining.effect(effect))
            yield Task(_("%(number_of_them)s may be in play.") % {"number_of_them": phrase})
        case fx.Most():
            yield Task(_("More than half of the players get this token."))
        case fx.Replaces(team):
            yield Task(_("Each %(team)s is this character instead.") % {"team": team.label})
        case fx.Disguise():
            yield _disguise(effect)
        case fx.Grant():
            yield _grant(effect)
        case fx.AbilitiesOf(team):
            yield Task(
                _("Also follow the setup instructions of the %(team)s on this script.")
                % {"team": team.heading}
            )
        case fx.Leaves():
            yield Task(_("You may replace it with a Townsfolk."))
        case fx.Nobody():
            yield Task(_("No player has this token."))
        case fx.Later():
            yield Task(f"{explaining.capital(explaining.later(effect))}.")
        case fx.Alignment():
            phrase = explaining.capital(explaining.effect(effect))
            yield Task(
                _("%(who_is_what)s: turn the token upside down in the Grimoire.") % {"who_is_what": phrase}
            )
        case fx.Duplicates(teams):
            yield Task(
                _("Several of the same may be in play: %(teams)s.")
                % {"teams": join(team.heading for team in teams)}
            )
        case fx.Bluffs(mode):
            yield Task(_(_BLUFFS[mode]))
        case _:
            if phrase := explaining.effect(effect):
                yield Task(f"{explaining.capital(phrase)}.")


def _disguise(effect: fx.Disguise) -> Task:
    if effect.crosses:
        return Task(
            _(
                "This token and the Demon’s are in the bag. Whoever draws one is the other: swap them in the Grimoire."
            )
        )
    tokens = _either(effect.teams)
    if effect.beside:
        words = _(
            "Leave this token out of the bag. Put in one more %(tokens)s instead, and mark a good player beside the "
            "Demon."
        )
    else:
        words = _("Leave this token out of the bag. Put in one more %(tokens)s instead, and mark it.")
    return Task(words % {"tokens": tokens}, effect.marker)


def _grant(effect: fx.Grant) -> Task:
    if effect.to_demon and effect.in_play:
        words = _("Choose the ability that the Demon has: that of a %(team)s.")
    elif effect.to_demon:
        words = _("Choose the ability that the Demon has: that of a %(team)s who is not in play.")
    elif effect.own:
        words = _(
            "Choose the ability that it has: that of a %(team)s who is not in play, or one that you make up."
        )
    elif effect.in_play:
        words = _("Choose the ability that it has: that of a %(team)s.")
    else:
        words = _("Choose the ability that it has: that of a %(team)s who is not in play.")
    return Task(words % {"team": _either(effect.teams)}, effect.marker)


def _either(teams: tuple[Team, ...]) -> str:
    return join(dict.fromkeys(team.label for team in sorted(teams, key=list(Team).index)), "or")


def _name(identifier: str, script: Script) -> str:
    wanted = key(identifier)
    here = next((each for each in script.characters if wanted in (each.key, key(each.name))), None)
    found = here or catalogue.find(identifier)
    return bare(found.name if found else identifier)
