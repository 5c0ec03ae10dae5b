"""Ids of homebrew characters: choosing free ones, and renaming everything that refers to one."""

import re
import secrets
from collections import Counter
from collections.abc import Mapping
from typing import Any

from builder import catalogue
from builder.editing import extra_fields
from builder.editing.change import EditError, name_of, with_extras, with_meta
from builder.formats.official.entries import entry_of
from builder.formats.official.schema import rule
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.language import gettext as _

#: Characters allowed in an id; older ids may differ and stay.
FORM = re.compile(r"\w[\w-]*")
NIGHTS = ("firstNight", "otherNight")
#: Letters of a name and of a script's name that go into an id, so that a number still fits.
MOST_OF_NAME, MOST_OF_SCRIPT = 24, 20
#: Default name of a script; ids based on it would be the same in many scripts.
NAMELESS = frozenset({"", "newscript", "untitled", "untitledscript", "script", "myscript"})
#: Unambiguous letters and digits, and the length of the random suffix of a script.
CHANCE_LETTERS, CHANCE = "abcdefghjkmnpqrstuvwxyz23456789", 4


def checked(script: Script, typed: str, place: int | None = None) -> str:
    """Validate an id for a character on this script (at `place`). Raises EditError with the reason."""
    most = rule("longId")["maxLength"]
    if len(typed) > most:
        raise EditError(
            _("An ID has at most %(most)s characters; this one has %(count)s. Shorten it.")
            % {"most": most, "count": len(typed)}
        )
    if not FORM.fullmatch(typed) or not key(typed) or typed == "_meta":
        wanted = re.sub(r"[^\w-]+", "_", typed).strip("_-") or "lamplighter_own"
        raise EditError(
            _("An ID can only have letters, digits, “_” and “-”. Try “%(wanted)s”.") % {"wanted": wanted}
        )
    official = catalogue.find(typed)
    if official:
        raise EditError(
            _("“%(typed)s” is the ID of the official %(name)s. Try “%(typed)s_own”.")
            % {"typed": typed, "name": official.name}
        )
    for index, entry in enumerate(script.entries):
        if entry.key == key(typed) and index != place:
            raise EditError(
                _("%(name)s already has the ID “%(id)s”. Try “%(typed)s2”.")
                % {"name": name_of(entry), "id": entry.id, "typed": typed}
            )
    return typed


def made(script: Script, name: str) -> str:
    """A free id for a new character, from its name and the suffix of the script's other ids."""
    start = key(name)[:MOST_OF_NAME] or "character"
    return free(script, f"{start}{_ending(script)}")


def free(script: Script, wanted: str) -> str:
    """The id itself if it is free, otherwise with a number."""
    taken = {entry.key for entry in script.entries}
    room = rule("longId")["maxLength"]
    number, candidate = 1, wanted[:room]
    while key(candidate) in taken or catalogue.find(candidate):
        number += 1
        candidate = f"{wanted[: room - len(str(number))]}{number}"
    return candidate


def renamed(script: Script, place: int, fresh: str) -> Script:
    """The script with one id changed, and everything that refers to it."""
    entry = script.entries[place]
    alone = all(each.key != entry.key for each in script.entries if each is not entry)
    names = {entry.key: fresh} if alone else {}
    written = entry.written if isinstance(entry.written, dict) else {}
    entries = tuple(
        entry_of({**written, "id": fresh}, "") if each is entry else _with_jinxes(each, names)
        for each in script.entries
    )
    moved = with_extras(script, entries, extra_fields.of(script))
    if not names or moved.written_meta is None:
        return moved
    return with_meta(moved, _with_names(moved.written_meta, names))


def _ending(script: Script) -> str:
    """The suffix that most homebrew ids of this script share: `_bells`."""
    endings = Counter(
        entry.id[len(start) :]
        for entry in script.entries
        if entry.is_custom and entry.character
        for start in (key(entry.character.name),)
        if start and entry.id.startswith(start) and re.fullmatch(r"[_-]\w{1,20}", entry.id[len(start) :])
    )
    if endings:
        return endings.most_common(1)[0][0]
    name = key(script.meta.name)[:MOST_OF_SCRIPT]
    if name in NAMELESS:  # a suffix that no other script is likely to have
        name = "".join(secrets.choice(CHANCE_LETTERS) for _unused in range(CHANCE))
    return f"_{name}"


def _with_jinxes(entry: Entry, names: Mapping[str, str]) -> Entry:
    written = entry.written
    if not names or not isinstance(written, dict) or not isinstance(written.get("jinxes"), list):
        return entry
    jinxes = [
        {**jinx, "id": _other(jinx.get("id"), names)} if isinstance(jinx, dict) and "id" in jinx else jinx
        for jinx in written["jinxes"]
    ]
    return entry if jinxes == written["jinxes"] else entry_of({**written, "jinxes": jinxes}, "")


def _with_names(meta: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The night orders and dismissals with the new id."""
    fresh = dict(meta)
    for night in NIGHTS:
        if isinstance(fresh.get(night), list):
            fresh[night] = [_other(each, names) for each in fresh[night]]
    block = fresh.get(extra_fields.OURS)
    if isinstance(block, dict) and isinstance(block.get("dismissed"), list):
        aside = [_with_characters(each, names) for each in block["dismissed"]]
        fresh[extra_fields.OURS] = {**block, "dismissed": aside}
    return fresh


def _with_characters(dismissal: object, names: Mapping[str, str]) -> object:
    if not isinstance(dismissal, dict) or not isinstance(dismissal.get("characters"), list):
        return dismissal
    return {**dismissal, "characters": [_other(each, names) for each in dismissal["characters"]]}


def _other(identifier: Any, names: Mapping[str, str]) -> Any:
    return names.get(key(identifier), identifier) if isinstance(identifier, str) else identifier
