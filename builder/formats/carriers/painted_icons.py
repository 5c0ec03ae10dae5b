"""Painted icons as pictures in a file, so that programs which cannot paint show them as well.

Beside the icon it is noted what they are; where such a file comes in, they are taken out again, unless somebody put
other pictures in their place.
"""

import copy
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from builder import catalogue
from builder.formats.carriers.script_pictures import data_address
from builder.formats.official import assembled
from builder.formats.official.entries import clockwright, extra_keys
from builder.game.script import Script

#: In the icon's block: what the pictures were that we painted.
MARK = "shown"


def with_icons(script: Script, painted: Mapping[int, Sequence[bytes]]) -> Script:
    """The script with the painted pictures of entries (by their places) as their images."""
    images = {
        place: [data_address(each) for each in pictures] for place, pictures in painted.items() if pictures
    }
    return _changed(script, images) if images else script


def without_icons(script: Script) -> Script:
    """The script without the images that were painted from its icons and are still the same."""
    known = clockwright(script.written_meta or {}).get("characters")
    if not isinstance(known, dict) or not any(map(_mark, known.values())):
        return script
    names = extra_keys(entry.id for entry in script.entries)
    ours: dict[int, list[str]] = {
        place: []
        for place, (name, entry) in enumerate(zip(names, script.entries, strict=True))
        if entry.is_custom
        and (mark := _mark(known.get(name)))
        and mark == _digest(entry.written.get("image"))
    }
    return _changed(script, ours) if ours else script


def _changed(script: Script, images: Mapping[int, list[str]]) -> Script:
    """The script with other images of some entries; none takes the field and the note of it away."""
    names = extra_keys(entry.id for entry in script.entries)
    items: list[Any] = [entry.written for entry in script.entries]
    meta = copy.deepcopy(dict(script.written_meta or {}))
    characters = clockwright(meta).get("characters", {})
    for place, addresses in images.items():
        rest = {name: value for name, value in items[place].items() if name != "image"}
        items[place] = {**rest, "image": addresses} if addresses else rest
        block = characters.get(names[place], {}).get("icon")
        if isinstance(block, dict):
            block.pop(MARK, None)
            block.update({MARK: _digest(addresses)} if addresses else {})
    for position, each in [(script.meta_position, meta), *script.other_metas][::-1]:
        items.insert(position, each)
    return catalogue.resolve(assembled(enumerate(items), reading=script.reading))


def _mark(extra: object) -> str:
    block = extra.get("icon") if isinstance(extra, dict) else None
    mark = block.get(MARK) if isinstance(block, dict) else None
    return mark if isinstance(mark, str) else ""


def _digest(images: object) -> str:
    return hashlib.sha256(json.dumps(images).encode()).hexdigest()[:20]
