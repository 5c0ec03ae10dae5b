"""What a Bloodstar save says that our own words for it do not: kept beside the script, and given back to Bloodstar.

    "clockwright": {"bloodstar": {"put", "absent", "meta": {"put", "absent"}, "almanac": {"put", "absent"},
                                  "strays": [{"at", "entry"}]},
                    "characters": {"<id>": {"bloodstar": {"put", "absent", "almanac": {"put", "absent"}}}}}

`put` are fields as they stood (texts with `$name`, source pictures, settings, whatever we do not know), `absent` those
that only we would write. A field comes back while the script still says what it said with it.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from builder.formats.bloodstar.reader import is_character

Json = dict[str, Any]
#: Objects inside of the save, and of a character, whose fields are compared one by one.
INNER = ("meta", "almanac")
NOTHING: Mapping[str, Any] = {}


def difference(original: Mapping[str, Any], fresh: Mapping[str, Any]) -> Json:
    """What makes the original of our own writing; empty where they are one."""
    put: Json = {}
    kept: Json = {}
    for name, value in original.items():
        mine = fresh.get(name)
        if name in INNER and isinstance(value, dict) and value:
            inner = difference(value, mine if isinstance(mine, dict) else NOTHING)
            kept |= {name: inner} if inner else {}
        elif name not in fresh or not same(value, mine):
            put[name] = value
    absent = [name for name in fresh if name not in original]
    return ({"put": put} if put else {}) | ({"absent": absent} if absent else {}) | kept


def overlaid(fresh: Mapping[str, Any], kept: object) -> Json:
    """Our own writing with everything kept put over it."""
    if not isinstance(kept, dict):
        return dict(fresh)
    absent = {name for name in _list(kept.get("absent")) if isinstance(name, str)}
    whole = {name: value for name, value in fresh.items() if name not in absent} | _dict(kept.get("put"))
    for name in INNER:
        if isinstance(kept.get(name), dict):
            inner = overlaid(_dict(fresh.get(name)), kept[name])
            whole |= {name: inner} if inner else {}
    return whole


def agreed(fresh: Mapping[str, Any], kept: Mapping[str, Any], again: Mapping[str, Any]) -> Json:
    """The kept writing wherever it still says what the script says (`again` is our writing of what it says)."""
    whole: Json = {}
    for name in dict.fromkeys([*fresh, *kept]):
        mine, theirs, told = fresh.get(name), kept.get(name), again.get(name)
        if name in INNER and isinstance(theirs, dict) and theirs:
            inner = agreed(_dict(mine), theirs, _dict(told))
            whole |= {name: inner} if inner else {}
            continue
        still = (name in fresh) == (name in again) and same(mine, told)
        if name in (kept if still else fresh):
            whole[name] = theirs if still else mine
    return whole


def strays(items: Sequence[Any]) -> list[Json]:
    """What stands in a list of characters and is none, each with its place."""
    return [{"at": at, "entry": item} for at, item in enumerate(items) if not is_character(item)]


def with_strays(characters: Sequence[Any], written: object) -> list[Any]:
    """The characters with what stood among them."""
    whole = list(characters)
    for stray in _list(written):
        if isinstance(stray, dict) and type(stray.get("at")) is int and not is_character(stray.get("entry")):
            whole.insert(max(0, stray["at"]), stray.get("entry"))
    return whole


def same(one: object, other: object) -> bool:
    """Whether two JSON values are written alike: 1, 1.0 and true are three."""
    if isinstance(one, str) or isinstance(other, str) or one is other:
        return one == other
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _dict(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
