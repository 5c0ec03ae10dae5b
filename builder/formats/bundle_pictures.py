"""Pictures that were given beside a script: matched by their file names to the addresses that the script names."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from builder import catalogue, uploads
from builder.formats.carrying import data_address
from builder.formats.naming import short
from builder.formats.official import assembled
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.prose_lists import join_some

LARGEST_PICTURE = 5_000_000
#: What Bloodstar calls the logo of a script.
LOGO = "_meta"
SHOWN = 9
_OPENINGS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
_SVG = re.compile(rb"(?:\xef\xbb\xbf)?\s*+<(?:svg|\?xml|!--|!DOCTYPE svg)", re.IGNORECASE)
#: How far into a file its first element may stand.
_START = 4_000


def is_picture(content: bytes) -> bool:
    """Whether this looks like a picture of any kind that can be printed."""
    if content.startswith(_OPENINGS) or (content[:4] == b"RIFF" and content[8:12] == b"WEBP"):
        return True
    return _SVG.match(content[:_START]) is not None and b"<svg" in content[:_START]


def with_pictures(script: Script, pictures: Sequence[tuple[str, bytes]]) -> Script:
    """The script with these pictures (name, bytes) in the place of the addresses that end in their names.

    A character without a picture gets the one that is called after its id. What is told: pictures that are nobody's.
    """
    known = {name.lower(): body for name, body in reversed(pictures) if len(body) <= LARGEST_PICTURE}
    if not known:
        return script
    used: set[str] = set()
    items = [_item(item, known, used) for item in script.written()]
    reading = (*script.reading, *_told(pictures, used))
    return catalogue.resolve(assembled(enumerate(items), reading=reading))


def _item(item: Any, known: Mapping[str, bytes], used: set[str]) -> Any:
    if not isinstance(item, dict) or (len(item) == 1 and item.get("id") != LOGO):
        return item
    field = "logo" if item.get("id") == LOGO else "image"
    written = item.get(field)
    if written in (None, "", []):
        own = _found(f"{item.get('id')}", known, used)
        return item | {field: own} if own else item
    if isinstance(written, list):
        return item | {field: [_pictured(each, known, used) for each in written]}
    return item | {field: _pictured(written, known, used)}


def _pictured(address: Any, known: Mapping[str, bytes], used: set[str]) -> Any:
    """The picture itself where an address ends in the name of one that was given."""
    if not isinstance(address, str) or address.startswith("data:") or uploads.is_address(address):
        return address
    try:
        name = unquote(urlsplit(address).path).rpartition("/")[2].lower()
    except ValueError:
        return address
    if name not in known:
        return address
    used.add(name)
    return data_address(known[name])


def _found(identifier: str, known: Mapping[str, bytes], used: set[str]) -> str:
    """The picture that is called after an id."""
    wanted = identifier if identifier == LOGO else key(identifier)
    for name, body in known.items():
        stem = name.rpartition(".")[0]
        if wanted and wanted == (stem if identifier == LOGO else key(stem)):
            used.add(name)
            return data_address(body)
    return ""


def _told(pictures: Sequence[tuple[str, bytes]], used: set[str]) -> list[Problem]:
    large = [name for name, body in pictures if len(body) > LARGEST_PICTURE]
    others = [name for name, body in pictures if name.lower() not in used and len(body) <= LARGEST_PICTURE]
    told = []
    if large:
        told.append(f"Larger than {LARGEST_PICTURE // 1_000_000} MB, so left out: {_named(large)}.")
    if others:
        told.append(f"No character has a picture of this name, so left out: {_named(others)}.")
    return [Problem("pictures-beside", Severity.NOTICE, message) for message in told]


def _named(names: Sequence[str]) -> str:
    return join_some([f"“{short(name)}”" for name in names], SHOWN)
