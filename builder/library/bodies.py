"""A script as the library keeps it: its full JSON, compressed, under the hash of its text."""

import hashlib
import zlib
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder import catalogue, formats
from builder.game.script import Script
from builder.library.tables import BodyRow


def put(connection: Connection, source: str) -> str:
    """Files a text, once; gives its hash."""
    text = source.encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(text).hexdigest()
    there = connection.execute(sa.select(BodyRow.hash).where(BodyRow.hash == digest)).first()
    if there is None:
        connection.execute(sa.insert(BodyRow).values(hash=digest, packed=zlib.compress(text, 6)))
    return digest


def source_of(packed: bytes) -> str:
    """The text again."""
    return zlib.decompress(packed).decode("utf-8", "surrogatepass")


def script_of(source: str) -> Script:
    """The script that a text means, official characters filled in."""
    return catalogue.resolve(formats.read(source))


def summary(script: Script) -> dict[str, Any]:
    """What a list needs to know of a script."""
    names = [entry.character.name if entry.character else entry.id for entry in script.entries]
    words = " ".join((script.name, script.meta.author, *names)).casefold()
    return {
        "name": _storable(script.name),
        "author": _storable(script.meta.author.strip()),
        "characters": _storable(" ".join(entry.key for entry in script.entries if entry.key)),
        "words": _storable(words),
    }


def _storable(text: str) -> str:
    """Text that every database takes: no NUL, no half letters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()
