"""What an ability's own words say about the bag and the bluffs, where a homebrew character has no data.

Only wordings that leave no doubt are read: "You think you are a Townsfolk", "The Demon's bluffs are in-play
characters". The brackets of the ability are read by `brackets`.
"""

import re

from builder.game.character import Character
from builder.game.setup.effects import Bluffs, Copies, Disguise, Duplicates, Effect, Exactly, Nobody
from builder.game.teams import EVIL_TEAMS, GOOD_TEAMS, Team

_THINKS = re.compile(
    r"\b(?:think|believe)s? (?:that )?(?:you|they) are (?:a|an|the|one of the|that)?\s*(?:different |another )?"
    r"(?P<kind>townsfolk|outsider|minion|demon|good)",
    re.IGNORECASE,
)
_IN_PLAY_BLUFFS = re.compile(r"\bdemon'?s bluffs (?:are|might be) (?:all )?in[- ]play", re.IGNORECASE)
_GOOD = (Team.TOWNSFOLK, Team.OUTSIDER)
#: More copies than any table has players.
ANY_NUMBER = 20


def read(character: Character) -> tuple[Effect, ...]:
    """The effects that follow from the ability's words and from the app features of a homebrew character."""
    features = {
        str(feature.get("name")) for feature in character.special if feature.get("type") == "selection"
    }
    return (
        *_disguise(character, disabled="bag-disabled" in features),
        *_bluffs(character),
        *_copies(features),
    )


def _disguise(character: Character, *, disabled: bool) -> tuple[Effect, ...]:
    if character.team not in GOOD_TEAMS | EVIL_TEAMS:
        return ()
    found = _THINKS.search(character.ability)
    marker = next(iter(character.reminders_global or character.reminders), f"Is The {character.name}")
    if found is None and disabled and character.team is Team.DEMON:
        return (Nobody(), Exactly(Team.DEMON, 0))
    if found is None:
        return _unseen(disabled=disabled, marker=marker)
    kind = found["kind"].lower()
    if kind == "demon":
        return (Disguise((Team.DEMON,), crosses=not disabled, marker=marker),)
    return (Disguise(_GOOD if kind == "good" else (Team(kind),), marker=marker),)


def _unseen(*, disabled: bool, marker: str) -> tuple[Effect, ...]:
    """A token that never enters the bag, with no word on what its player draws: a Townsfolk's, as usual."""
    return (Disguise((Team.TOWNSFOLK,), marker=marker),) if disabled else ()


def _bluffs(character: Character) -> tuple[Effect, ...]:
    return (Bluffs("in-play"),) if _IN_PLAY_BLUFFS.search(character.ability.replace("’", "'")) else ()


def _copies(features: set[str]) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    if "bag-duplicate" in features:
        effects.append(Copies(1, ANY_NUMBER))
    if "good-duplicate" in features:
        effects.append(Duplicates((Team.OUTSIDER, Team.TOWNSFOLK)))
    if "evil-duplicate" in features:
        effects.append(Duplicates((Team.DEMON, Team.MINION)))
    return tuple(effects)
