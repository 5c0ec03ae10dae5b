"""Pictures of people's own, where a script leaves this machine and where one comes in.

At home a script names them by address (`builder.uploads`), so that a change of a word need not move megabytes. A file
for elsewhere carries them (`data:` addresses), or does without them.
"""

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any

from builder import catalogue, uploads
from builder.formats.official import assembled
from builder.formats.pictures import PICTURE, SHORTEST
from builder.formats.pieces import pieces
from builder.game.script import Script
from builder.memoize import Memo

_WHOLE = re.compile(PICTURE)
#: How pictures begin.
_OPENINGS = {
    b"\x89PNG": "png",
    b"\xff\xd8\xff": "jpeg",
    b"RIFF": "webp",
    b"GIF8": "gif",
}
SVG = "svg+xml"
#: Whether any text in a piece of a script begins so.
_SPEAKING: Memo[bool] = Memo()
#: Stands for a picture that has no place to go.
GONE = object()


def carried(script: Script, read: Callable[[str], bytes | None] = uploads.read) -> Script:
    """The script with the pictures in it that it names; one that is not kept (any more) stays an address."""

    def packed(text: str) -> str:
        body = read(text) if uploads.is_address(text) else None
        return text if body is None else data_address(body)

    return _changed(script, packed, uploads.SCHEME)


def unpacked(script: Script, keep: Callable[[bytes], str]) -> Script:
    """The script with addresses in place of the pictures in it; `keep` keeps the bytes of one and gives its address.

    Only what `carried` would write alike is taken out.
    """

    def taken(text: str) -> str:
        body = picture_of(text)
        return text if body is None else keep(body)

    return _changed(script, taken, "data:image/")


def picture_of(text: str) -> bytes | None:
    """The picture that an address holds; None where it holds none, or so short a one that it may stay there."""
    if len(text) < SHORTEST or not text.startswith("data:image/") or not _WHOLE.fullmatch(text):
        return None
    try:
        body = base64.b64decode(text.partition(",")[2], validate=True)
    except binascii.Error:
        return None
    return body if data_address(body) == text else None


def without_pictures(script: Script) -> Script:
    """The script without the pictures that only this machine has, for a file that should stay small."""
    return _changed(script, lambda text: GONE if uploads.is_address(text) else text, uploads.SCHEME)


def words_alone(script: Script) -> Script:
    """The script without any picture of its author's own, those that stand in it included."""

    def kept(text: str) -> object:
        return GONE if len(text) >= SHORTEST and text.startswith("data:image/") else text

    return _changed(without_pictures(script), kept, "data:image/")


def data_address(body: bytes) -> str:
    """A picture as an address that holds it."""
    return f"data:{media_type(body)};base64,{base64.b64encode(body).decode()}"


def media_type(body: bytes) -> str:
    """What kind of picture this is, by its first bytes; `image/svg+xml` where they are none that we know."""
    return f"image/{next((kind for opening, kind in _OPENINGS.items() if body.startswith(opening)), SVG)}"


def _changed(script: Script, change: Callable[[str], object], opening: str) -> Script:
    written = script.written()
    if not any(_is_in(piece, name, opening) for piece, name in pieces(written)):
        return script
    return catalogue.resolve(assembled(enumerate(_mapped(written, change)), reading=script.reading))


def _is_in(piece: Any, name: bytes | None, opening: str) -> bool:
    return _SPEAKING.get(name and (name, opening), lambda: _speaks_of(piece, opening))


def _speaks_of(value: Any, opening: str) -> bool:
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, str):
            if each.startswith(opening):
                return True
        elif isinstance(each, dict):
            left.extend(each.values())
        elif isinstance(each, list):
            left.extend(each)
    return False


def _mapped(value: Any, change: Callable[[str], object]) -> Any:
    """A value with every text changed; lists and objects lose what is gone, and go when nothing is left in them."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        left = [mapped for each in value if (mapped := _mapped(each, change)) is not GONE]
        return left if left or not value else GONE
    if isinstance(value, dict):
        pairs = ((name, _mapped(each, change)) for name, each in value.items())
        return {name: each for name, each in pairs if each is not GONE}
    return value
