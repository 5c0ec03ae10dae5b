"""The origin of a copied character, and what changed on either side since.

`_meta.clockwright.characters[id].from` is `{"set": the library's id of the other script, "revision": its revision
at that time, "id": the character's id there}`. It is private and never exported.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from builder.editing import extra_fields, fields
from builder.formats.public_script import PRIVATE_OF_CHARACTERS
from builder.game.ids import key
from builder.game.script import Script
from builder.language import N_

FROM = "from"
PAGE = "almanac"
#: Fields that are never updated from the set.
OWN = PRIVATE_OF_CHARACTERS | {FROM}
#: Titles of the parts of a character that are not form fields.
TITLES = {
    "jinxes": N_("jinxes"),
    "icon": N_("icon"),
    "images": N_("pictures"),
    "bloodstar": N_("as in the Bloodstar save"),
    "bracketText": N_("bracket that was explained"),
    "from": N_("copied from"),
    "variantOf": N_("variant of"),
    "variantWords": N_("official wording of the variant"),
}


@dataclass(frozen=True, slots=True)
class Origin:
    """From which revision of which set a character was copied."""

    set: str
    revision: int
    #: Its id there.
    id: str

    def as_json(self) -> dict[str, Any]:
        """The JSON object in a file."""
        return {"set": self.set, "revision": self.revision, "id": self.id}


@dataclass(frozen=True, slots=True)
class Copy:
    """A character in one script: its definition and its extra fields."""

    value: Mapping[str, Any]
    extra: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """One part of a character that differs, as text; empty if it has no value."""

    title: str
    then: str
    mine: str
    newest: str
    #: Whether the set changed it since, and whether this script did.
    is_theirs: bool
    is_mine: bool


def origin(extra: object) -> Origin | None:
    """The origin of a character; None if there is none or it is invalid."""
    block = extra.get(FROM) if isinstance(extra, Mapping) else None
    if not isinstance(block, Mapping):
        return None
    where, revision, name = block.get("set"), block.get("revision"), block.get("id", "")
    if isinstance(where, str) and where and type(revision) is int and isinstance(name, str):
        return Origin(where, revision, name)
    return None


def copy_of(script: Script, identifier: str) -> Copy | None:
    """A script's homebrew character as another script can copy it; None if the id is not on the script."""
    wanted = key(identifier)
    for entry, extra in zip(script.entries, extra_fields.of(script), strict=True):
        if entry.is_custom and entry.key == wanted:
            return shareable(entry.written, extra)
    return None


def copies(script: Script) -> list[Copy | None]:
    """The same for each entry; None for official ones."""
    rows = zip(script.entries, extra_fields.of(script), strict=True)
    return [shareable(entry.written, extra) if entry.is_custom else None for entry, extra in rows]


def shareable(value: Mapping[str, Any], extra: object) -> Copy:
    """A character without the fields that are never updated from its set."""
    fields_of_its_own = extra_fields.as_object(extra)
    return Copy(value, {name: each for name, each in fields_of_its_own.items() if name not in OWN})


def mark(copy: Copy) -> str:
    """A hash that two characters share if nothing but their ids differs."""
    return sha256(json.dumps(flat(copy), sort_keys=True).encode()).hexdigest()[:16]


def differences(then: Copy | None, mine: Copy, newest: Copy) -> tuple[Difference, ...]:
    """The parts that differ. If the state at the time of the copy is unknown, every difference counts as mine."""
    here, now = flat(mine), flat(newest)
    base = flat(then) if then else now
    return tuple(
        Difference(
            part_title(name),
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
    """A character as a flat object of its parts, without its id: renaming a copy is not a change."""
    page = extra_fields.as_object(copy.extra.get(PAGE))
    extra, value = extra_fields.put(copy.extra, PAGE, None), extra_fields.put(copy.value, "id", None)
    return (
        {f"value.{name}": each for name, each in value.items()}
        | {f"{PAGE}.{name}": each for name, each in page.items()}
        | {f"extra.{name}": each for name, each in extra.items()}
    )


def put_together(parts: Mapping[str, Any]) -> Copy:
    """Build a character from its parts; None removes a part."""
    holders: dict[str, dict[str, Any]] = {"value": {}, PAGE: {}, "extra": {}}
    for name, each in parts.items():
        where, _, field = name.partition(".")
        if each is not None:
            holders[where][field] = each
    page = {PAGE: holders[PAGE]} if holders[PAGE] else {}
    return Copy(holders["value"], holders["extra"] | page)


def renewed(then: Copy | None, mine: Copy, newest: Copy, *, keep: bool) -> Copy:
    """The newest version; with `keep`, local changes since the copy are preserved."""
    now = flat(newest)
    if not keep:
        return newest
    base, here = flat(then) if then else now, flat(mine)
    names = _names(base, here, now)
    merged = {name: (here if here.get(name) != base.get(name) else now).get(name) for name in names}
    return put_together(merged)


def _names(*parts: Mapping[str, Any]) -> Iterator[str]:
    """The names of all parts, in the order of the newest version."""
    return iter(dict.fromkeys(name for each in reversed(parts) for name in each))


def part_title(name: str) -> str:
    """The title of a part of a character (`flat`)."""
    field = name.partition(".")[2]
    known = fields.FIELDS.get(field)
    title = known.title if known else TITLES.get(field, field)
    return title[:1].upper() + title[1:]


def shown(value: Any) -> str:
    """A value as readable text."""
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
