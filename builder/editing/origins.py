"""Where a character of a script was copied from, and what became different on either side since.

`_meta.clockwright.characters[id].from` is `{"set": the library's id of the other script, "revision": its revision then,
"id": the character's id there}`. It is private: no file for others has it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from builder.editing import extra_fields, fields
from builder.formats.public_script import PRIVATE_OF_CHARACTERS
from builder.game.ids import key
from builder.game.script import Entry, Script

FROM = "from"
PAGE = "almanac"
#: What stays the script's own, whatever the set says.
OWN = PRIVATE_OF_CHARACTERS | {FROM}
#: What people call the parts of a character that no field of a form is.
TITLES = {"jinxes": "jinxes", "icon": "icon", "images": "pictures"}


@dataclass(frozen=True, slots=True)
class Origin:
    """From which revision of which set a character was copied."""

    set: str
    revision: int
    #: Its id there.
    id: str

    def as_json(self) -> dict[str, Any]:
        """The shape in a file."""
        return {"set": self.set, "revision": self.revision, "id": self.id}


@dataclass(frozen=True, slots=True)
class Copy:
    """A character as one script has it: its definition, and what stands beside it."""

    value: Mapping[str, Any]
    extra: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """One part of a character that is not the same everywhere, in words; empty where it says nothing."""

    title: str
    then: str
    mine: str
    newest: str
    #: Whether the set changed it since, and whether this script did.
    is_theirs: bool
    is_mine: bool


def origin(extra: object) -> Origin | None:
    """Where a character comes from; None where nobody says so in a way that can be read."""
    told = extra.get(FROM) if isinstance(extra, Mapping) else None
    if not isinstance(told, Mapping):
        return None
    where, revision, name = told.get("set"), told.get("revision"), told.get("id", "")
    if isinstance(where, str) and where and type(revision) is int and isinstance(name, str):
        return Origin(where, revision, name)
    return None


def copy_of(script: Script, identifier: str) -> Copy | None:
    """An own character of a script as another one may have it; None where there is none of this id."""
    wanted = key(identifier)
    for entry, extra in zip(script.entries, extra_fields.of(script), strict=True):
        if entry.is_custom and entry.key == wanted:
            return _copy(entry, extra)
    return None


def copies(script: Script) -> list[Copy | None]:
    """The same of each entry; None of who is not the script's own."""
    rows = zip(script.entries, extra_fields.of(script), strict=True)
    return [_copy(entry, extra) if entry.is_custom else None for entry, extra in rows]


def _copy(entry: Entry, extra: object) -> Copy:
    return Copy(
        entry.written, {name: each for name, each in extra_fields.as_object(extra).items() if name not in OWN}
    )


def mark(copy: Copy) -> str:
    """A short mark that two characters share as long as nothing of them differs, whatever their ids."""
    return sha256(json.dumps(flat(copy), sort_keys=True).encode()).hexdigest()[:16]


def differences(then: Copy | None, mine: Copy, newest: Copy) -> tuple[Difference, ...]:
    """Part by part what is not the same. Where nobody knows what it was then, whatever differs counts as mine."""
    here, now = flat(mine), flat(newest)
    base = flat(then) if then else now
    return tuple(
        Difference(
            _title(name),
            shown(base.get(name)) if then else "",
            shown(here.get(name)),
            shown(now.get(name)),
            base.get(name) != now.get(name),
            base.get(name) != here.get(name),
        )
        for name in _names(base, here, now)
        if not base.get(name) == here.get(name) == now.get(name)
    )


def flat(copy: Copy) -> dict[str, Any]:
    """A character part by part; its id is no part: who renames a copy changes nothing of it."""
    page = extra_fields.as_object(copy.extra.get(PAGE))
    extra = {name: each for name, each in copy.extra.items() if name != PAGE}
    value = {name: each for name, each in copy.value.items() if name != "id"}
    return (
        {f"value.{name}": each for name, each in value.items()}
        | {f"{PAGE}.{name}": each for name, each in page.items()}
        | {f"extra.{name}": each for name, each in extra.items()}
    )


def put_together(parts: Mapping[str, Any]) -> Copy:
    """The character that these parts are; what is None is none."""
    holders: dict[str, dict[str, Any]] = {"value": {}, PAGE: {}, "extra": {}}
    for name, each in parts.items():
        where, _, field = name.partition(".")
        if each is not None:
            holders[where][field] = each
    page = {PAGE: holders[PAGE]} if holders[PAGE] else {}
    return Copy(holders["value"], holders["extra"] | page)


def renewed(then: Copy | None, mine: Copy, newest: Copy, *, keep: bool) -> Copy:
    """The newest; with `keep`, what was changed here since the copy stays as it is here."""
    now = flat(newest)
    if not keep:
        return newest
    base, here = flat(then) if then else now, flat(mine)
    names = _names(base, here, now)
    merged = {name: (here if here.get(name) != base.get(name) else now).get(name) for name in names}
    return put_together(merged)


def _names(*parts: Mapping[str, Any]) -> Iterator[str]:
    """Every part that one of them has, in the order of the newest."""
    return iter(dict.fromkeys(name for each in reversed(parts) for name in each))


def _title(name: str) -> str:
    field = name.partition(".")[2]
    known = fields.FIELDS.get(field)
    title = known.title if known else TITLES.get(field, field)
    return title[:1].upper() + title[1:]


def shown(value: Any) -> str:
    """A value as a person reads it."""
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "\n".join(shown(each) for each in value)
    if isinstance(value, Mapping):
        return _object(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _object(value: Mapping[str, Any]) -> str:
    if isinstance(value.get("id"), str) and isinstance(value.get("reason"), str):
        return f"{value['id']}: {value['reason']}"
    return ", ".join(f"{name} {shown(each)}".strip() for name, each in value.items())


def titles(found: Sequence[Difference]) -> str:
    """What differs, as a list of words."""
    return ", ".join(each.title for each in found)
