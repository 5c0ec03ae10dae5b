"""Live previews of one character: its token, its reminder tokens, its row on the sheet, its page in the almanac.

Each is printed by the press from a script that contains little more than that character. It is fast, and its
address stays the same until something on the picture changes.
"""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from builder import catalogue
from builder.formats.official import entries as reading
from builder.game import night
from builder.game.jinxes import applying
from builder.game.night_merge import Row, Step
from builder.game.script import Entry, Script
from builder.web.view_models import character_list

#: What of a character each picture shows; None: everything.
SHOWN: Mapping[str, Collection[str] | None] = {
    "token": ("id", "name", "team", "ability", "setup", "firstNight", "otherNight", "reminders", "image"),
    "reminders": ("id", "name", "team", "reminders", "remindersGlobal", "image"),
    "row": ("id", "name", "team", "ability", "image", "jinxes"),
    "almanac": None,
}
#: These show the characters with which it is jinxed.
IN_COMPANY = frozenset({"row", "almanac"})
#: Fields that are never printed.
UNSEEN = frozenset({"notes", "export", "bloodstar", "from"})


@dataclass(frozen=True, slots=True)
class Around:
    """The data that the pictures of a character take from the rest of the script."""

    name: str
    entry: Entry
    partners: tuple[Entry, ...]
    #: For the entry and each partner by id, its fields beyond the format, its emblem included.
    extras: Mapping[str, Mapping[str, Any]]
    #: Its positions in both nights; 0 if it does not wake.
    nights: tuple[int, int]
    #: The theme of the script, as written; empty if it has none.
    theme: Any


def around(script: Script, place: int) -> Around:
    """The data for the pictures of the character at a place."""
    entry = script.entries[place]
    jinxed = {
        each for jinx in applying(script, catalogue.jinxes()) if entry.key in jinx.pair for each in jinx.pair
    }
    partners = tuple(each for each in script.entries if each.key in jinxed - {entry.key})
    extras = reading.extras_of((each.id for each in script.entries), script.written_meta or {})
    drawn, nights = character_list.drawn(script), night.night_sheet(script, catalogue.night_order())
    return Around(
        script.name,
        entry,
        partners,
        {
            each.id: _extra(extra, drawn.get(each.character.id, "") if each.character else "")
            for each, extra in zip(script.entries, extras, strict=True)
            if each is entry or each in partners
        },
        (_number(nights.first, entry.key), _number(nights.other, entry.key)),
        script.theme,
    )


def reduced(known: Around, what: str) -> str:
    """The script from which the press makes a picture of one of its characters, as JSON: that character comes first."""
    extras = {name: dict(extra) for name, extra in known.extras.items()}
    block: dict[str, Any] = {"characters": extras}
    if known.theme:
        block["theme"] = known.theme
    if what == "almanac":
        block["nights"] = known.nights
    else:
        for extra in extras.values():
            extra.pop("almanac", None)
            extra.pop("tags", None)
    name = known.name if what == "almanac" else what
    partners = [each.written for each in known.partners] if what in IN_COMPANY else []
    items = [
        {"id": "_meta", "name": name, "clockwright": block},
        _shown(known.entry, SHOWN[what]),
        *partners,
    ]
    return json.dumps(items, ensure_ascii=False)


def stamp(reduced_json: str, version: str) -> str:
    """A version stamp for the address of a picture, so that caches never serve a stale one."""
    return hashlib.sha256(f"{version}\0{reduced_json}".encode("utf-8", "replace")).hexdigest()[:16]


def _extra(extra: Mapping[str, Any], emblem: str) -> Mapping[str, Any]:
    printed = {name: value for name, value in extra.items() if name not in UNSEEN}
    return printed if printed.get("emblem") else {**printed, "emblem": emblem}


def _shown(entry: Entry, fields: Collection[str] | None) -> Any:
    if fields is None or not isinstance(entry.written, dict):
        return entry.written
    return {name: value for name, value in entry.written.items() if name in fields}


def _number(rows: tuple[Row, ...], who: str) -> int:
    acting = [row for row in rows if row.kind not in {Step.DUSK, Step.DAWN}]
    return next(
        (number for number, row in enumerate(acting, 1) if row.character and row.character.key == who), 0
    )
