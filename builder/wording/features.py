"""The app features that the format knows (`special`), in words: which there are, and what each needs.

Types, names and times are the schema's; what they do is told by the publisher's notes on the format (the README of
their release repository).
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature of the official app."""

    type: str
    name: str
    title: str
    sentence: str
    #: What its `value` has to be; empty: it has none.
    value: Literal["", "number", "text"] = ""
    #: Whether it can be limited to a time of the game.
    timed: bool = False


FEATURES = (
    Feature("selection", "bag-disabled", "Never in the bag", "Its token cannot be drawn, as the Drunk's."),
    Feature(
        "selection", "bag-duplicate", "Several in the bag", "It can be in the bag more than once, as Legion."
    ),
    Feature(
        "selection",
        "good-duplicate",
        "Good duplicates",
        "With it on the script, good characters can be in the bag more than once.",
    ),
    Feature(
        "selection",
        "evil-duplicate",
        "Evil duplicates",
        "With it on the script, evil characters can be in the bag more than once.",
    ),
    Feature(
        "ability",
        "pointing",
        "Everybody points",
        "The Storyteller can have players point at somebody, as for the Boomdandy.",
        timed=True,
    ),
    Feature(
        "ability",
        "ghost-votes",
        "Votes come back",
        "The Storyteller can give the dead their vote back, as the Ferryman does.",
        timed=True,
    ),
    Feature(
        "ability",
        "distribute-roles",
        "Hand out characters",
        "The Storyteller can send out the characters as assigned, as for the Gardener.",
        timed=True,
    ),
    Feature(
        "signal",
        "grimoire",
        "Sees the Grimoire",
        "The Storyteller can send the player a copy of the Grimoire, as to the Spy.",
        timed=True,
    ),
    Feature(
        "signal",
        "card",
        "Is shown a card",
        "The Storyteller can send the player a card; the value is what it says.",
        value="text",
        timed=True,
    ),
    Feature(
        "signal",
        "player",
        "Answers the Storyteller",
        "The player can send the Storyteller an answer; the value is what it says.",
        value="text",
        timed=True,
    ),
    Feature(
        "vote",
        "hidden",
        "Secret votes",
        "Only the Storyteller sees how votes went, as with the Organ Grinder.",
    ),
    Feature(
        "vote",
        "multiplier",
        "Votes count more",
        "Whoever has a reminder token of it votes for so many, as with the Bureaucrat; the value is the number.",
        value="number",
    ),
    Feature(
        "reveal",
        "replace-character",
        "Revealed at the end",
        "At the end, whoever has its first global reminder token is shown as this character, as the Drunk is.",
    ),
    Feature(
        "player",
        "open-eyes",
        "Open eyes",
        "The player can keep their eyes open, as the Wraith does.",
        timed=True,
    ),
    Feature(
        "reminder",
        "public",
        "Tokens for all to see",
        "Players see its reminder tokens, as with the God of Ug.",
    ),
)
#: When a feature can be used, as the format has it, and in words.
TIMES = {
    "": "At any time",
    "pregame": "Before the game",
    "day": "By day",
    "night": "At night",
    "firstNight": "On the first night",
    "firstDay": "On the first day",
    "otherNight": "On the other nights",
    "otherDay": "On the other days",
}
#: Who else has it while the character is on the script (made for Lil' Monsta).
REACHES = {
    "": "This character",
    "townsfolk": "All Townsfolk",
    "outsider": "All Outsiders",
    "minion": "All Minions",
    "demon": "All Demons",
    "traveller": "All Travellers",
    "dead": "The dead",
}


def find(kind: object, name: object) -> Feature | None:
    """The feature of this type and name; None for a pair that the app has no use for."""
    return next((each for each in FEATURES if (each.type, each.name) == (kind, name)), None)
