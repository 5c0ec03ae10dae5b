"""A script as the library keeps it: its full JSON, compressed, under the hash of its text."""

import hashlib
import json
import zlib
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder import catalogue
from builder.errors import LibraryDamagedError, UnreadableScriptError
from builder.formats import official
from builder.formats.official.round_trip import unpack
from builder.formats.source import LIMIT
from builder.game.script import Entry, Script
from builder.library.models import folded
from builder.library.script_cache import ScriptCache
from builder.memoize import Memo

#: How hard texts are packed: a tenth larger than zlib usually makes them, in half the time.
QUICK = 3
#: Reading a script takes longer than all the rest of opening it.
SCRIPTS = ScriptCache()
#: Texts by what they are packed to: of scripts that somebody works on.
SOURCES: Memo[str] = Memo(32)
PUT = sa.text("INSERT INTO bodies (hash, packed) VALUES (:hash, :packed) ON CONFLICT DO NOTHING")


def put(connection: Connection, source: str) -> str:
    """Files a text, once; gives its hash."""
    text = source.encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(text).hexdigest()
    packed = zlib.compress(text, QUICK)
    connection.execute(PUT, {"hash": digest, "packed": packed})
    SOURCES.keep(packed, source, 2 * len(source))
    return digest


def source_of(packed: bytes) -> str:
    """The text again. Raises LibraryDamagedError."""
    known = SOURCES.known(packed)
    if known is not None:
        return known
    source = unpacked(packed)
    return SOURCES.keep(packed, source, 2 * len(source))


def unpacked(packed: bytes) -> str:
    """As `source_of`, of a text that nobody will ask for again."""
    try:
        return zlib.decompress(packed).decode("utf-8", "surrogatepass")
    except (zlib.error, ValueError) as error:
        raise LibraryDamagedError(
            "This script cannot be read any more: the library is damaged here. An older revision of it may be whole"
            " (clockwright library export ID --revision N); else bring back a backup: clockwright library restore"
            " BACKUP.zip"
        ) from error


def script_of(source: str) -> Script:
    """The script that a text means, characters filled in by the wording in use. Raises LibraryDamagedError."""
    name = (source, SCRIPTS.stamp())
    return SCRIPTS.get(name) or SCRIPTS.keep(name, _script(source))


def remember(source: str, script: Script) -> None:
    """Caches what was just saved under a text that says every value of it as it is (`official.filed`).

    Only what reading that text would give as well: a script that was put together from its values a moment ago,
    whoever is official on it in the wording of now.
    """
    is_read = [entry.path for entry in script.entries] == script.places() and any(
        map(_is_somebody, script.entries)
    )
    if is_read and len(source) <= LIMIT and SCRIPTS.is_settled:
        reading = tuple(official.lacking(script))
        SCRIPTS.keep((source, SCRIPTS.stamp()), replace(script, reading=reading, source=""))


def _is_somebody(entry: Entry) -> bool:
    return bool(entry.id.strip())


def _script(source: str) -> Script:
    try:
        # Nobody looks into the library's text as into a file: no finding needs to say on which line it is.
        return replace(catalogue.resolve(official.read(source)), source="")
    except UnreadableScriptError:
        return catalogue.resolve(_as_it_is(source))


def _as_it_is(source: str) -> Script:
    """What nobody would take from a file, but was saved: nobody on it yet, half letters, thousands of entries."""
    try:
        value = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise LibraryDamagedError("This script cannot be read any more: its text is damaged.") from error
    return official.assembled(unpack(value if isinstance(value, list) else []))


def summary(script: Script) -> dict[str, Any]:
    """What a list needs to know of a script."""
    names = [entry.character.name if entry.character else entry.id for entry in script.entries]
    return {
        "name": script.name,
        "author": script.meta.author.strip(),
        "characters": " ".join(entry.key for entry in script.entries if entry.key),
        "words": folded(" ".join((script.name, script.meta.author, *names))),
    }
