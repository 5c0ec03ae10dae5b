"""What a page draws with, as plain values: kept as long as we like, sent to another process, thawed for each book."""

from dataclasses import dataclass
from typing import Any

from builder.press import drawings, engine


@dataclass(frozen=True, slots=True)
class FrozenStream:
    """A drawing inside a drawing: its facts and its operators."""

    facts: Any
    content: bytes


@dataclass(frozen=True, slots=True)
class FrozenForm:
    """A picture of ours, whose bytes are made already."""

    data: bytes


@dataclass(frozen=True, slots=True)
class FrozenDictionary:
    """A dictionary of PDF."""

    entries: dict[str, Any]


@dataclass(frozen=True, slots=True)
class FrozenArray:
    """An array of PDF."""

    items: tuple[Any, ...]


def freeze(value: Any) -> Any:
    """Plain values for an object of PDF and everything in it."""
    pydyf = engine.weasyprint().pdf.pydyf
    if isinstance(value, drawings.form_class()):
        return FrozenForm(value.data)
    if isinstance(value, pydyf.Stream):
        return FrozenStream(freeze(pydyf.Dictionary(value.extra)), operators(value))
    if isinstance(value, dict):
        return FrozenDictionary({name: freeze(each) for name, each in value.items()})
    if isinstance(value, list | tuple):
        return FrozenArray(tuple(map(freeze, value)))
    return value


def thaw(value: Any, colours: Any) -> Any:
    """An object of PDF, fresh for one document; `colours` is the document's reference to its colour spaces."""
    pydyf = engine.weasyprint().pdf.pydyf
    if isinstance(value, FrozenStream):
        return pydyf.Stream([value.content], thaw(value.facts, colours), compress=True)
    if isinstance(value, FrozenForm):
        return drawings.form_class()(value.data)
    if isinstance(value, FrozenDictionary):
        made = pydyf.Dictionary({name: thaw(each, colours) for name, each in value.entries.items()})
        if "ColorSpace" in made and made["ColorSpace"] is None:
            made["ColorSpace"] = colours
        return made
    if isinstance(value, FrozenArray):
        return pydyf.Array(thaw(each, colours) for each in value.items)
    return value


def operators(stream: Any) -> bytes:
    """The operators of a stream, one a line."""
    from pydyf import _to_bytes

    return b"\n".join(map(_to_bytes, stream.stream))
