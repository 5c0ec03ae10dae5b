"""Convert a script's own pictures between addresses and embedded data, on export and import.

A stored script names pictures by address (`builder.uploads`), so that an edit does not copy megabytes. An exported
file embeds them (`data:` addresses), or omits them. Painted icons are included as pictures for programs that cannot
paint them; the icon records a digest of them, and an import removes them again unless they were replaced since.
"""

import base64
import binascii
import copy
import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import unquote_to_bytes

from builder import catalogue, uploads
from builder.formats.official import assembled, pieces_of, rewritten
from builder.formats.official.entries import clockwright, extra_keys, extras_in
from builder.formats.official.schema import as_object
from builder.formats.source import PICTURE, SHORTEST, texts_in
from builder.game.script import Script
from builder.memoize import of_values

_WHOLE = re.compile(PICTURE)
#: The first bytes of pictures, by kind.
_OPENINGS = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp", b"GIF8": "gif"}
SVG = "svg+xml"
_BITMAPS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
_SVG_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*+<(?:svg|\?xml|!--|!DOCTYPE svg)", re.IGNORECASE)
#: The start of kinds that browsers show and nobody prints (AVIF, BMP, TIFF, ICO), and of an SVG after a long preamble.
_OTHER_START = re.compile(
    rb"....ftyp|BM|II\*\0|MM\0\*|\0\0\x01\0|(?:\xef\xbb\xbf)?\s*+<(?!html|!doctype html)",
    re.DOTALL | re.IGNORECASE,
)
#: How far into a file its first element may be.
_START = 4_000
#: Those of fonts, which themes have.
_FONTS = {b"OTTO": "otf", b"\0\1\0\0": "ttf", b"true": "ttf", b"wOF2": "woff2"}
#: What embedded pictures and fonts begin with, and the addresses of stored ones.
EMBEDDED, STORED = ("data:image/", "data:font/"), (uploads.SCHEME,)
#: Marks a picture to be removed.
GONE = object()
#: In the icon's block: a digest of the pictures that we painted.
SHOWN = "shown"


def carried(script: Script, read: Callable[[str], bytes | None] = uploads.read) -> Script:
    """The script with its pictures embedded; one that is no longer stored stays an address."""

    def packed(text: str) -> str:
        body = read(text) if uploads.is_address(text) else None
        return text if body is None else data_address(body)

    return _changed(script, packed, STORED)


def unpacked(script: Script, keep: Callable[[bytes], str]) -> Script:
    """The script with embedded pictures replaced by addresses; `keep` stores the bytes of one and returns its address.

    Only pictures that `carried` embeds in the same form are replaced.
    """

    def taken(text: str) -> str:
        body = picture_of(text)
        return text if body is None else keep(body)

    return _changed(script, taken, EMBEDDED)


def picture_of(text: str) -> bytes | None:
    """The picture in an address; None if there is none, or if it is short enough to stay."""
    if len(text) < SHORTEST or not text.startswith(EMBEDDED) or not _WHOLE.fullmatch(text):
        return None
    try:
        body = base64.b64decode(text.partition(",")[2], validate=True)
    except binascii.Error:
        return None
    return body if data_address(body) == text else None


def without_pictures(script: Script) -> Script:
    """The script without pictures stored on this machine, for a small file."""
    return _changed(script, lambda text: GONE if uploads.is_address(text) else text, STORED)


def on_the_web(script: Script) -> tuple[str, ...]:
    """The web addresses of the pictures that the script shows, each once: its logo's, and those of its characters."""
    shown = (
        address
        for entry in script.entries
        if entry.is_custom and entry.character and not entry.character.icon.is_painted
        for address in entry.character.images
    )
    schemes = ("http://", "https://")
    every = (each for each in (script.meta.logo, *shown) if each[:8].lower().startswith(schemes))
    return tuple(dict.fromkeys(every))


def replaced(script: Script, pictures: Mapping[str, str]) -> Script:
    """The script with other addresses of pictures, by the present ones."""
    meta = dict(script.written_meta or {})
    if script.meta.logo in pictures:
        meta["logo"] = pictures[script.meta.logo]
    items = [
        {**entry.written, "image": _mapped(entry.written.get("image"), lambda each: pictures.get(each, each))}
        if entry.is_custom
        and any(each in pictures for each in (entry.character.images if entry.character else ()))
        else entry.written
        for entry in script.entries
    ]
    return rewritten(script, items, meta, script.reading)


def words_alone(script: Script) -> Script:
    """The script without any of its author's pictures, embedded ones included."""

    def strip_picture(text: str) -> object:
        return GONE if len(text) >= SHORTEST and text.startswith(EMBEDDED) else text

    return _changed(without_pictures(script), strip_picture, EMBEDDED)


def data_address(body: bytes) -> str:
    """A picture as a `data:` address."""
    return f"data:{media_type(body)};base64,{base64.b64encode(body).decode()}"


def is_picture(content: bytes) -> bool:
    """Whether this looks like a printable picture."""
    if content.startswith(_BITMAPS) or (content[:4] == b"RIFF" and content[8:12] == b"WEBP"):
        return True
    return _SVG_START.match(content[:_START]) is not None and b"<svg" in content[:_START]


def is_broken(address: str) -> bool:
    """Whether an embedded picture does not even begin like one, also of a kind that is not printed."""
    if not address.startswith("data:"):
        return False
    head, _comma, encoded = address.partition(",")
    if not head.lower().endswith(";base64"):
        return not _begins_like_a_picture(unquote_to_bytes(encoded[: 3 * _START]))
    try:
        start, _padding, _rest = "".join(encoded[: 2 * _START].split())[:_START].partition("=")
        return not _begins_like_a_picture(base64.b64decode(f"{start}==="))
    except (binascii.Error, ValueError):
        return True


def _begins_like_a_picture(start: bytes) -> bool:
    return is_picture(start) or _OTHER_START.match(start) is not None


def media_type(body: bytes) -> str:
    """The media type of a picture or a font, by its first bytes; `image/svg+xml` if they are unknown."""
    if font := _FONTS.get(body[:4]):
        return f"font/{font}"
    return f"image/{next((kind for opening, kind in _OPENINGS.items() if body.startswith(opening)), SVG)}"


def _changed(script: Script, change: Callable[[str], object], openings: tuple[str, ...]) -> Script:
    if not any(_occur(each, openings) for each in pieces_of(script)):
        return script
    written = script.written()
    if not any(text.startswith(openings) for text in texts_in(written)):
        return script
    return catalogue.resolve(assembled(enumerate(_mapped(written, change)), reading=script.reading))


@of_values()
def _occur(piece: str, openings: tuple[str, ...]) -> bool:
    """Whether a text in a piece of a file begins with one of these."""
    return any(f'"{opening}' in piece for opening in openings)


def _mapped(value: Any, change: Callable[[str], object]) -> Any:
    """A value with every text changed; removed texts leave lists and objects, which are removed when empty."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        left = [mapped for each in value if (mapped := _mapped(each, change)) is not GONE]
        return left if left or not value else GONE
    if isinstance(value, dict):
        pairs = ((name, _mapped(each, change)) for name, each in value.items())
        kept = {name: each for name, each in pairs if each is not GONE}
        return kept if kept or not value else GONE
    return value


def with_icons(script: Script, painted: Mapping[int, Sequence[bytes]]) -> Script:
    """The script with the painted pictures of entries (by their index) as their images."""
    images = {index: list(map(data_address, pictures)) for index, pictures in painted.items() if pictures}
    return _with_images(script, images) if images else script


def without_icons(script: Script) -> Script:
    """The script without the images that were painted from its icons and are unchanged."""
    extras = extras_in(script)
    ours: dict[int, list[str]] = {
        index: []
        for index, (extra, entry) in enumerate(zip(extras, script.entries, strict=True))
        if entry.is_custom and (shown := _shown(extra)) and shown == _digest(entry.written.get("image"))
    }
    return _with_images(script, ours) if ours else script


def _with_images(script: Script, images: Mapping[int, list[str]]) -> Script:
    """The script with other images for some entries; an empty list removes the field and its digest."""
    names = extra_keys(entry.id for entry in script.entries)
    items: list[Any] = [entry.written for entry in script.entries]
    meta = copy.deepcopy(dict(script.written_meta or {}))
    characters = as_object(clockwright(meta).get("characters"))
    for place, addresses in images.items():
        rest = {name: value for name, value in items[place].items() if name != "image"}
        items[place] = {**rest, "image": addresses} if addresses else rest
        extra = as_object(characters.get(names[place]))
        block = {name: value for name, value in as_object(extra.get("icon")).items() if name != SHOWN}
        block |= {SHOWN: _digest(addresses)} if addresses else {}
        rest = {name: value for name, value in extra.items() if name != "icon"}
        characters[names[place]] = rest | ({"icon": block} if block else {})
    held = {name: extra for name, extra in characters.items() if extra}
    ours = {**clockwright(meta), "characters": held}
    meta = {"id": "_meta", "name": script.name, **meta, "clockwright": ours}
    if not held:
        del ours["characters"]
    if not ours:
        del meta["clockwright"]
    return rewritten(script, items, meta, script.reading)


def _shown(extra: Mapping[str, Any]) -> str:
    block = extra.get("icon")
    shown = block.get(SHOWN) if isinstance(block, dict) else None
    return shown if isinstance(shown, str) else ""


def _digest(images: object) -> str:
    return hashlib.sha256(json.dumps(images).encode()).hexdigest()[:20]
