"""The storage of scripts: full JSON, compressed, under the hash of its text."""

import hashlib
import json
import sys
import zlib
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock
from time import monotonic
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder import catalogue
from builder.cache import MemoryCache
from builder.errors import LibraryDamagedError, UnreadableScriptError
from builder.formats import official
from builder.formats.official.round_trip import unpack
from builder.formats.source import LIMIT
from builder.game.script import Script
from builder.language import gettext as _
from builder.library.models import folded

#: The compression level: a tenth larger than zlib's default, in half the time.
QUICK = 3
#: The size of the cache of scripts in bytes, and the cost of a script per letter of its text.
BUDGET = 32_000_000
COST = 8
#: Seconds within which a change is made and saved.
LONGEST_CHANGE = 120
Name = tuple[str, str]


class ScriptCache(MemoryCache[Name, Script]):
    """Cache of the most recently used scripts."""

    def __init__(self) -> None:
        super().__init__(BUDGET)
        self._stamping = Lock()
        self._stamp, self._since = "", float("-inf")

    def stamp(self) -> str:
        """The stamp of the current wording, part of the key."""
        stamp = catalogue.wording().stamp
        with self._stamping:
            if stamp != self._stamp:
                is_first = not self._stamp
                self._stamp, self._since = stamp, float("-inf") if is_first else monotonic()
        return stamp

    @property
    def is_settled(self) -> bool:
        """Whether the wording has stayed the same since before any change that is being saved now."""
        before = self._stamp
        return self.stamp() == before and monotonic() - self._since > LONGEST_CHANGE

    def keep(self, name: Name, script: Script) -> Script:
        """Caches a script, at a cost by the length of its text."""
        return self.put(name, script, COST * len(name[0]))


#: Cache of texts by their compressed form: a change reads its script twice. Its size in bytes.
TEXT_BUDGET = 8_000_000
TEXTS: MemoryCache[bytes, str] = MemoryCache(TEXT_BUDGET)
#: Pieces of a text that are compressed together, and a cache of them: its size in bytes.
PIECES = 16
BLOCK_BUDGET = 8_000_000
BLOCKS: MemoryCache[tuple[str, ...], bytes] = MemoryCache(BLOCK_BUDGET)
#: The header of zlib's format at this level, and an empty last block.
ZLIB, END = b"\x78\x5e", b"\x03\x00"
#: Cache of parsed scripts: parsing takes longer than the rest of opening a script.
SCRIPTS = ScriptCache()
PUT = sa.text("INSERT INTO bodies (hash, packed) VALUES (:hash, :packed) ON CONFLICT DO NOTHING")


def put(connection: Connection, source: str, pieces: Sequence[str]) -> str:
    """Stores a text once; returns its hash. The pieces are those of the text; known ones are not compressed again."""
    text = source.encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(text).hexdigest()
    blocks = (_block(tuple(pieces[start : start + PIECES])) for start in range(0, len(pieces), PIECES))
    packed = b"".join((ZLIB, *blocks, END, zlib.adler32(text).to_bytes(4)))
    _keep_text(packed, source)
    connection.execute(PUT, {"hash": digest, "packed": packed})
    return digest


def _block(pieces: tuple[str, ...]) -> bytes:
    """Pieces of a text compressed on their own, such that a stream goes on behind them (RFC 1951)."""
    if (known := BLOCKS.get(pieces)) is not None:
        return known
    text, deflate = "".join(pieces).encode("utf-8", "surrogatepass"), zlib.compressobj(QUICK, wbits=-15)
    return BLOCKS.put(pieces, deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH), COST * len(text))


def unpacked(packed: bytes) -> str:
    """Decompresses a text. Raises LibraryDamagedError."""
    try:
        return TEXTS.get(packed) or _keep_text(
            packed, zlib.decompress(packed).decode("utf-8", "surrogatepass")
        )
    except (zlib.error, ValueError) as error:
        raise LibraryDamagedError(
            _(
                "This script can no longer be read, because the library is damaged. Perhaps an older "
                "revision is whole (clockwright library export ID --revision N). If not, restore a "
                "backup: clockwright library restore BACKUP.zip"
            )
        ) from error


def _keep_text(packed: bytes, text: str) -> str:
    return TEXTS.put(packed, text, len(packed) + sys.getsizeof(text))


def script_of(source: str) -> Script:
    """Parses a text into a script, with characters in the current wording. Raises LibraryDamagedError."""
    name = (source, SCRIPTS.stamp())
    return SCRIPTS.get(name) or SCRIPTS.keep(name, _script(source))


def remember(source: str, script: Script) -> None:
    """Caches a script that was just saved, under a text that contains every value unchanged (`official.filed`).

    Only if parsing that text would give the same script: one that was created from its values a moment ago,
    whose official characters are in the current wording.
    """
    has_ids = any(entry.id.strip() for entry in script.entries)
    is_read = has_ids and [entry.path for entry in script.entries] == script.places()
    if is_read and len(source) <= LIMIT and SCRIPTS.is_settled:
        reading = tuple(official.lacking(script))
        SCRIPTS.keep((source, SCRIPTS.stamp()), replace(script, reading=reading, source=""))


def _script(source: str) -> Script:
    try:
        # Texts of the library are not edited as files: no finding needs to name a line.
        return replace(catalogue.resolve(official.read(source)), source="")
    except UnreadableScriptError:
        return catalogue.resolve(_lenient(source))


def _lenient(source: str) -> Script:
    """Parses a text that was saved, though invalid as a file: no characters, lone surrogates, too many entries."""
    try:
        value = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise LibraryDamagedError(
            _("This script can no longer be read, because its text is damaged.")
        ) from error
    return official.assembled(unpack(value if isinstance(value, list) else []))


def summary(script: Script) -> dict[str, Any]:
    """The columns of a script that lists need."""
    names = [entry.character.name if entry.character else entry.id for entry in script.entries]
    return {
        "name": script.name,
        "author": script.meta.author.strip(),
        "characters": " ".join(entry.key for entry in script.entries if entry.key),
        "words": folded(" ".join((script.name, script.meta.author, *names))),
    }
