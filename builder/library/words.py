"""Text as a database takes it, and as a search compares it."""

import unicodedata
from typing import Any

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

#: Composing more marks than anybody writes would take minutes.
LONGEST = 20_000


def storable(text: str) -> str:
    """Text that every database takes: no NUL, no half letters (lone surrogates)."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def folded(text: str) -> str:
    """Text as searches compare it: small letters without accents, so that `zurich` finds `Zürich`."""
    small = text[:LONGEST].casefold()
    if small.isascii():
        return small
    parts = unicodedata.normalize("NFKD", small)
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


class Words(TypeDecorator[str]):
    """A column of text. What is put in or asked for is made storable, so that no letter can break a statement."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002  # its signature
        """What is sent to the database."""
        return None if value is None else storable(str(value))
