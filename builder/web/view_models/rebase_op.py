"""Rebases ops and addresses when characters have got another id in the meantime."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote, unquote

from builder.editing import Op
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.web.view_models import character_list

CHARACTERS = "/characters/"


def op_now(op: Op, theirs: Script, renamed: Mapping[str, Entry]) -> Op:
    """The op with the current ids of the characters it refers to."""
    places = {entry.key: place for place, entry in enumerate(theirs.entries)}

    def now(who: object) -> object:
        if not isinstance(who, Sequence) or isinstance(who, str):
            return who
        if len(who) == 2 and isinstance(who[0], int):
            renamed_entry = renamed.get(key(str(who[1])))
            return [places[renamed_entry.key], renamed_entry.id] if renamed_entry else who
        return [now(each) for each in who]

    def id_now(each: object) -> object:
        renamed_entry = renamed.get(key(each)) if isinstance(each, str) else None
        return renamed_entry.id if renamed_entry else each

    followed = {name: now(value) if name == "who" else value for name, value in op.items()}
    if isinstance(order := op.get("order"), list):
        followed["order"] = [id_now(each) for each in order]
    if isinstance(texts := op.get("texts"), list):
        followed["texts"] = [each | {"who": now(each.get("who"))} for each in texts if isinstance(each, dict)]
    partner = renamed.get(key(str(op.get("with", ""))))
    return followed | ({"with": partner.id} if partner else {})


def page_now(page: str, base: Script, theirs: Script, renamed: Mapping[str, Entry]) -> str:
    """The current address of a page; if its character is gone, the list of all."""
    start, mark, rest = page.partition(CHARACTERS)
    name, slash, deeper = rest.partition("/")
    name, hash_mark, part = name.partition("#")
    place = character_list.find(base, unquote(name)) if mark else None
    if place is None:
        return page
    old = base.entries[place].key
    new = renamed[old].key if old in renamed else old
    now = next((at for at, entry in enumerate(theirs.entries) if entry.key == new), None)
    if now is None:
        return start + CHARACTERS.rstrip("/")
    return f"{start}{mark}{character_list.address(theirs, now)}{hash_mark}{part}{slash}{deeper}"


def page_after(page: str, op: Op) -> str:
    """The address of a page after a change that gives its character another id."""
    start, mark, _ = page.partition(CHARACTERS)
    own = str(op.get("id") or "").strip()
    return f"{start}{mark}{quote(own, safe='~')}" if mark and own and op.get("op") == "character" else page
