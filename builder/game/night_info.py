"""The rows of a night that belong to nobody: dusk, Minion info, Demon info, dawn, in our own words."""

from builder.game.night_merge import Row, Step, names
from builder.game.script import Script

#: With fewer players the evil team starts without knowing each other.
PLAYERS_FOR_INFO = 7
#: With one of these in play nobody gets either info (§2); the Poppy Grower's own row shows the Demon its bluffs.
_SILENCERS = ("poppygrower", "lilmonsta", "tor")

_NAMES = {
    Step.DUSK: "Dusk",
    Step.MINION_INFO: "Minion Info",
    Step.DEMON_INFO: "Demon Info",
    Step.DAWN: "Dawn",
}
_INFO = {
    Step.MINION_INFO: (
        "{who}: all Minions wake and see each other. Show *THIS IS THE DEMON* and point out the Demon."
    ),
    Step.DEMON_INFO: (
        "{who}: the Demon wakes. Show *THESE ARE YOUR MINIONS* and point out each Minion."
        " Show *THESE CHARACTERS ARE NOT IN PLAY* and 3 good character tokens that nobody has."
    ),
}
_DUSK = "Night falls: make sure that every eye is closed."
_DAWN = {
    "first": "Leave a short silence, then let everybody open their eyes.",
    "other": "Leave a short silence, let everybody open their eyes, and say who died.",
}


def has(script: Script, character: str) -> bool:
    """Whether somebody is on the script, by key."""
    return any(entry.key == character for entry in script.entries)


def row(step: Step, script: Script, night: str) -> Row:
    """The row of a step, with a note on what changes it on this script."""
    if step is Step.DUSK:
        return Row(step, step.value, _NAMES[step], _DUSK)
    if step is Step.DAWN:
        return Row(step, step.value, _NAMES[step], _DAWN[night])
    who = "With 7 or more players"
    if has(script, "toymaker"):
        who = "With 7 or more players (any number with the Toymaker)"
    return Row(step, step.value, _NAMES[step], _INFO[step].format(who=who), note=_note(step, script))


def _note(step: Step, script: Script) -> str:
    """What skips or changes this info: the script may have Poppy Grower, Lil' Monsta, Tor, Marionette or Legion."""
    sentences = []
    silencers = [
        Row(Step.CHARACTER, entry.id, entry.character.name if entry.character else entry.id)
        for silencer in _SILENCERS
        for entry in script.entries
        if entry.key == silencer
    ]
    if silencers:
        sentences.append(f"Skip this if {names(silencers, 'or')} is in play.")
    if step is Step.MINION_INFO and has(script, "marionette"):
        sentences.append("The Marionette is not woken here, and the other Minions do not learn who it is.")
    if step is Step.DEMON_INFO and has(script, "legion"):
        sentences.append("Legion in play: all of them wake together instead, and see each other.")
    return " ".join(sentences)
