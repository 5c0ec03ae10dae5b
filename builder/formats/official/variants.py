"""A variant: an official character in full under an id of its own, so that it can be changed.

The official app ignores changes to an official id; a full definition under another is the valid form (game-facts §6).
"""

from typing import Any

from builder import catalogue
from builder.errors import UnknownChoiceError
from builder.game.character import Character
from builder.game.ids import key

#: What stands behind the official id where nobody names another.
BEHIND = "_variant"


def variant(identifier: str, own_id: str = "") -> dict[str, Any]:
    """The definition of an official character under its own id, with its jinxes.

    The definition alone does not say whose it is: of the setup only what its ability says counts, unless
    `_meta.clockwright.characters[<own id>].variantOf` names the official id (`original`).

    Raises UnknownChoiceError for an id that no official character has, or an own id that one has.
    """
    character = catalogue.find(identifier)
    if character is None:
        raise UnknownChoiceError("official character", identifier, sorted(catalogue.keys()))
    own_id = own_id or f"{character.id}{BEHIND}"
    if catalogue.find(own_id) or not key(own_id):
        raise UnknownChoiceError("free id", own_id, [f"{character.id}{BEHIND}"])
    jinxes = [
        {"id": other, "reason": jinx.reason}
        for jinx in catalogue.jinxes()
        for here, other in (jinx.characters, jinx.characters[::-1])
        if key(here) == character.key
    ]
    return definition(character) | {"id": own_id} | ({"jinxes": jinxes} if jinxes else {})


def definition(character: Character) -> dict[str, Any]:
    """A character as the script format defines one; what is empty is left out."""
    written = {
        "id": character.id,
        "name": character.name,
        "team": character.team.value,
        "ability": character.ability,
        "flavor": character.flavor,
        "firstNight": character.first_night or 0,
        "firstNightReminder": character.first_night_reminder,
        "otherNight": character.other_night or 0,
        "otherNightReminder": character.other_night_reminder,
        "reminders": list(character.reminders),
        "remindersGlobal": list(character.reminders_global),
        "setup": character.setup,
        "special": [dict(each) for each in character.special],
    }
    return {name: value for name, value in written.items() if value or name == "ability"}
