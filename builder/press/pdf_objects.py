"""PDF objects that are created from finished bytes, and plain copies of others."""

from collections.abc import Mapping
from typing import Any

import pydyf

#: Points in a millimeter.
MM = 72 / 25.4


class WrittenObject(pydyf.Object):  # type: ignore[misc]  # pydyf has no types
    """An object created from finished bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data

    @property
    def data(self) -> bytes:
        """The object as written to the file."""
        return self._data

    def replace(self, data: bytes) -> None:
        """Takes other bytes instead."""
        self._data = data


class WrittenStream(WrittenObject, pydyf.Stream):  # type: ignore[misc]  # as above
    """A stream created from finished bytes, including its dictionary."""


def added(pdf: Any, entries: Mapping[str, Any]) -> Any:
    """Adds a dictionary to a file as a separate object, and returns it."""
    made = pydyf.Dictionary(entries)
    pdf.add_object(made)
    return made


def copied(value: Any, color_spaces: Any = None) -> Any:
    """A deep copy of an object that can be pickled.

    `color_spaces` is the reference that replaces every `ColorSpace` of None.
    """
    if isinstance(value, WrittenStream):
        return WrittenStream(value.data)
    if isinstance(value, pydyf.Stream):
        facts = copied(pydyf.Dictionary(value.extra), color_spaces)
        return pydyf.Stream([operators(value)], facts, compress=True)
    if isinstance(value, dict):
        made = pydyf.Dictionary({name: copied(each, color_spaces) for name, each in value.items()})
        if "ColorSpace" in made and made["ColorSpace"] is None:
            made["ColorSpace"] = color_spaces
        return made
    if isinstance(value, list | tuple):
        return pydyf.Array(copied(each, color_spaces) for each in value)
    return value


def operators(stream: Any) -> bytes:
    """The operators of a stream, one a line."""
    return b"\n".join(map(pydyf._to_bytes, stream.stream))
