"""The night orders of a script follow its characters: who sleeps now leaves them, who wakes now comes in.

A script may list who acts in which order (`_meta.firstNight`, `_meta.otherNight`); that rules over every number.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from builder import catalogue
from builder.editing.change import with_meta
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Script

#: Field of `_meta` to what the night is called.
NIGHTS: Mapping[str, str] = MappingProxyType(
    {"firstNight": "the first night", "otherNight": "the other nights"}
)


def ordered(script: Script, identifier: str) -> tuple[bool, bool]:
    """Whether the script's own order of the first night lists a character, and that of the others."""
    first, other = (key(identifier) in map(key, _order(script, night)) for night in NIGHTS)
    return first, other


def followed(script: Script, place: int, before: Character | None) -> tuple[Script, str]:
    """The script with the orders as they follow from a changed character, and what became of them in words."""
    after = script.entries[place].character
    if before is None or after is None:
        return script, ""
    meta, said = dict(script.written_meta or {}), []
    for night, title in NIGHTS.items():
        order = _order(script, night)
        is_listed = after.key in map(key, order)
        if order and is_listed and _sleeps(after, night) and not _sleeps(before, night):
            meta[night] = [
                each for each in meta[night] if not (isinstance(each, str) and key(each) == after.key)
            ]
            said.append(f"It is taken out of the order of {title}, since it sleeps.")
        elif order and not is_listed and _number(after, night) > 0 and not _number(before, night) > 0:
            at = _place(script, night, _number(after, night))
            meta[night] = [*order[:at], after.id, *order[at:]]
            said.append(f"It is put into the order of {title} at its place.")
    return (with_meta(script, meta) if said else script), " ".join(said)


def _order(script: Script, night: str) -> list[str]:
    written = (script.written_meta or {}).get(night)
    return [each for each in written if isinstance(each, str)] if isinstance(written, list) else []


def _number(character: Character, night: str) -> float:
    return (character.first_night if night == "firstNight" else character.other_night) or 0


def _sleeps(character: Character, night: str) -> bool:
    text = character.first_night_reminder if night == "firstNight" else character.other_night_reminder
    return not _number(character, night) > 0 and not text.strip()


def _place(script: Script, night: str, number: float) -> int:
    """Before the first in the order who has a higher number."""
    known = dict(_numbers(script, night))
    order = _order(script, night)
    return next((at for at, each in enumerate(order) if known.get(key(each), 0) > number), len(order))


def _numbers(script: Script, night: str) -> Iterator[tuple[str, float]]:
    official = catalogue.night_order()
    steps = official.first_night if night == "firstNight" else official.other_night
    yield from ((key(each), float(number)) for number, each in enumerate(steps, start=1))
    yield from ((each.key, _number(each, night)) for each in script.characters if _number(each, night) > 0)
