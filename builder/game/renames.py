"""Who got another id between two states of a script."""

from collections import Counter
from collections.abc import Callable, Sequence

from builder.game.script import Entry, Script


def renames(before: Script, after: Script) -> dict[str, Entry]:
    """For the old key of each own character that has another id by now, its entry as it is now.

    One who left and one who came are the same where both have one name, or else one ability, and nobody else has it.
    """
    old, new = ({entry.key for entry in script.entries} for script in (before, after))
    gone = [entry for entry in before.entries if entry.is_custom and entry.key not in new]
    came = [entry for entry in after.entries if entry.is_custom and entry.key not in old]
    found: dict[str, Entry] = {}
    for words in (_name, _ability):
        found |= _paired([each for each in gone if each.key not in found], came, words)
        came = [each for each in came if each not in found.values()]
    return found


def _paired(gone: Sequence[Entry], came: Sequence[Entry], words: Callable[[Entry], str]) -> dict[str, Entry]:
    left, right = Counter(map(words, gone)), Counter(map(words, came))
    known = {words(each): each for each in came}
    return {
        each.key: known[said] for each in gone if (said := words(each)) and left[said] == right[said] == 1
    }


def _name(entry: Entry) -> str:
    return " ".join(entry.character.name.split()) if entry.character else ""


def _ability(entry: Entry) -> str:
    return " ".join(entry.character.ability.split()) if entry.character else ""
