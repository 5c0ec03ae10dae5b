"""The icon of a character in a script file: `_meta.clockwright.characters[id].icon`.

`{"emblem": "top-hat", "settings": {...}, "credit"}`, or `picture` in place of `emblem`: the address of an upload
(`builder.uploads`), or the picture itself (`data:image/…`) in a file for elsewhere.
"""

import re
from collections.abc import Mapping
from typing import Any

from builder.game.character import Icon

#: What the name of an emblem looks like; anything else is none of ours.
EMBLEM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_CREDIT = 500
NONE = Icon()


def icon_of(extra: Mapping[str, Any]) -> Icon:
    """The icon that `.characters[id]` speaks of; what cannot be read counts as absent and stays in the file."""
    block = extra.get("icon")
    if not isinstance(block, dict):
        return NONE
    emblem, picture, settings = block.get("emblem"), block.get("picture"), block.get("settings")
    return Icon(
        emblem=emblem if isinstance(emblem, str) and EMBLEM.fullmatch(emblem) else "",
        picture=picture if isinstance(picture, str) else "",
        settings=settings if isinstance(settings, dict) else {},
        credit=str(block.get("credit") or "").strip()[:LONGEST_CREDIT],
    )


def block_of(icon: Icon) -> dict[str, Any]:
    """An icon as `.characters[id].icon` holds it; what is empty is left out."""
    block = {
        "emblem": icon.emblem,
        "picture": icon.picture,
        "settings": dict(icon.settings),
        "credit": icon.credit,
    }
    return {name: value for name, value in block.items() if value}
