"""What a Storyteller does at setup for each character of a script, as one line for the check list."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder import catalogue
from builder.game.character import Character
from builder.game.ids import key
from builder.game.markup import direction
from builder.game.script import Script
from builder.game.setup import character_effects, explaining
from builder.game.setup import effects as fx
from builder.game.teams import Team
from builder.printables import common
from builder.printables.common import Icon
from builder.printables.options import Options
from builder.printables.typography import NO_BREAK, bound, typeset

#: A number, which keeps to the word after it.
_NUMBER = re.compile(r"((?<!\w)\d+) (?=\w)")
_BLUFFS = {
    "none": "Show no bluffs.",
    "in-play": "The bluffs are characters that are in play.",
    "instead": "The bluffs are for this player, not for a Demon.",
    "each-minion": "Each Minion is shown three bluffs as well.",
    "optional": "You don’t have to show any bluffs.",
    "always": "Show the Demon bluffs even with fewer than 7 players.",
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
                common.icon(character, options),
                tasks,
                direction(tasks[0].text),
                direction(character.name),
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
            yield from _task(effect, script)
    if reading.is_cut:
        yield Task("See the brackets of its ability for more.")


def _task(effect: fx.Effect, script: Script) -> Iterator[Task]:  # noqa: C901, PLR0912  # one case a kind of effect
    match effect:
        case fx.Step(text, marker):
            yield Task(text, marker)
        case fx.Change() | fx.Exactly():
            yield Task(f"{explaining.capital(explaining.effect(effect))}.")
        case fx.Partner(name):
            yield Task(f"The {_name(name, script)} has to be in play as well.")
        case fx.Copies() if effect.high > 1:
            yield Task(f"{explaining.capital(explaining.effect(effect))} may be in play.")
        case fx.Most():
            yield Task("More than half of the players get this token.")
        case fx.Replaces(team):
            yield Task(f"Each {team.title} is this character instead.")
        case fx.Disguise():
            yield _disguise(effect)
        case fx.Grant():
            yield _grant(effect)
        case fx.AbilitiesOf(team):
            yield Task(f"Also follow the setup instructions of the {team.plural} on this script.")
        case fx.Leaves():
            yield Task("You may replace it with a Townsfolk.")
        case fx.Nobody():
            yield Task("No player has this token.")
        case fx.Later():
            yield Task(f"{explaining.capital(explaining.later(effect))}.")
        case fx.Alignment():
            phrase = explaining.capital(explaining.effect(effect))
            yield Task(f"{phrase}: turn the token upside down in the Grimoire.")
        case fx.Duplicates(teams):
            yield Task(
                f"Several of the same may be in play: {explaining.listed(team.plural for team in teams)}."
            )
        case fx.Bluffs(mode):
            yield Task(_BLUFFS[mode])
        case _:
            if phrase := explaining.effect(effect):
                yield Task(f"{explaining.capital(phrase)}.")


def _disguise(effect: fx.Disguise) -> Task:
    if effect.crosses:
        return Task(
            "This token and the Demon’s are in the bag. Whoever draws one is the other: swap them in the Grimoire."
        )
    tokens = _either(effect.teams)
    if effect.beside:
        return Task(
            f"Leave this token out of the bag. Put in one more {tokens} instead, and mark a good player beside the "
            "Demon.",
            effect.marker,
        )
    return Task(
        f"Leave this token out of the bag. Put in one more {tokens} instead, and mark it.", effect.marker
    )


def _grant(effect: fx.Grant) -> Task:
    who = "the Demon has" if effect.to_demon else "it has"
    whose = f"that of a {_either(effect.teams)}{'' if effect.in_play else ' who is not in play'}"
    own = ", or one that you make up" if effect.own else ""
    return Task(f"Choose the ability that {who}: {whose}{own}.", effect.marker)


def _either(teams: tuple[Team, ...]) -> str:
    return " or ".join(dict.fromkeys(team.title for team in sorted(teams, key=list(Team).index)))


def _name(identifier: str, script: Script) -> str:
    wanted = key(identifier)
    here = next((each for each in script.characters if wanted in (each.key, key(each.name))), None)
    found = here or catalogue.find(identifier)
    return found.name if found else identifier.removeprefix("The ")
