"""A script inside a link: the address that the official script tool and others create for sharing.

`https://…?script=H4sI…`: the JSON, compressed (gzip or zlib) and in base 64, or just percent-encoded; after `?` or
`#`. Nothing is fetched: a link to a script elsewhere cannot be read.
"""

import base64
import binascii
import gzip
import re
import zlib
from collections.abc import Iterator
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from builder.formats import official
from builder.formats.source import LIMIT, refuse
from builder.game.script import Script
from builder.language import N_, gettext as _

NAME = "link"
TITLE = N_("Link of the script tool")
ENDINGS = (".txt",)
RANK = (0, 3)
TOOL = "https://script.bloodontheclocktower.com/?script="
LINK = re.compile(r"\s*(?:<?https?://\S+|H4sI[\w+/%=-]+)\s*\Z")
#: No browser accepts a longer address.
LONGEST = 400_000
#: More parameters than any script tool's link has.
MOST_FIELDS = 50
#: Other programs may have percent-encoded a link this many times.
MOST_ENCODINGS = 4
BASE_64 = re.compile(r"[A-Za-z0-9+/_-]+={0,2}\Z")
#: The zlib window bits that accept both gzip and zlib.
EITHER = 32 + zlib.MAX_WBITS


def recognises(source: bytes | str) -> bool:
    """Whether it is just one link, or the part of one that contains the script."""
    opening = source[:40] if isinstance(source, str) else source[:40].decode("latin-1")
    if not re.match(r"\s*(?:<?https?://|H4sI)", opening) or len(source) > LONGEST:
        return False
    return LINK.match(_text(source)) is not None


def read(source: bytes | str) -> Script:
    """Read the script in the link. Raises UnreadableScriptError if it contains none."""
    texts = map(_unpacked, _payloads(_text(source).strip().strip("<>")))
    text = next((text for text in texts if text is not None), None)
    if text is None:
        refuse(
            "no-script-inside",
            _(
                "This link does not contain the script, and Clockwright does not download it. Open the "
                "link, save the script as JSON, and use that file."
            ),
        )
    return official.read(text)


def write(script: Script) -> str:
    """A link that opens the script in the official script tool."""
    packed = gzip.compress(official.write(script).encode(), 9, mtime=0)
    return f"{TOOL}{quote(base64.b64encode(packed).decode(), safe='')}\n"


def _text(source: bytes | str) -> str:
    return source if isinstance(source, str) else source.decode("utf-8", "replace")


def _payloads(link: str) -> Iterator[str]:
    """The parts of a link that might be a script, longest first."""
    if not link.startswith("http"):
        yield unquote(link)
        return
    try:
        parts = urlsplit(link)
    except ValueError:
        return
    fragment = parts.fragment.lstrip("/!")
    found = [fragment, unquote(fragment), *fragment.split("/"), *parts.path.split("/")]
    for query in (parts.query, parts.fragment.partition("?")[2], parts.fragment):
        few = "&".join(query.split("&", MOST_FIELDS)[:MOST_FIELDS])
        # A plus sign is base 64 here, not a space.
        found += [value for _unused, value in parse_qsl(few.replace("+", "%2B"))]
    yield from sorted(dict.fromkeys(found), key=len, reverse=True)


def _unpacked(payload: str) -> str | None:
    """The JSON text in a payload, or None."""
    text = _decoded(payload.strip())
    if text.startswith(("[", "{")):
        return text
    if not BASE_64.match(text):
        return None
    try:
        packed = base64.urlsafe_b64decode(text.rstrip("=").replace("+", "-").replace("/", "_") + "==")
    except (binascii.Error, ValueError):
        return None
    return _inflated(packed)


def _decoded(text: str) -> str:
    """Remove the percent-encoding around a payload; the text inside JSON stays as written."""
    for _unused in range(MOST_ENCODINGS):
        if "%" not in text or text.startswith(("[", "{")):
            break
        text = unquote(text)
    return text


def _inflated(packed: bytes) -> str | None:
    if packed.lstrip()[:1] == b"[":
        return packed.decode("utf-8", "replace")
    for window_bits in (EITHER, -zlib.MAX_WBITS):
        unpacker = zlib.decompressobj(window_bits)
        try:
            text = unpacker.decompress(packed, LIMIT + 1)
        except zlib.error:
            continue
        if text.lstrip()[:1] == b"[":
            return text.decode("utf-8", "replace")
    return None
