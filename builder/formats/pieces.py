"""A script file in pieces, most of which stay as they are while somebody changes it."""

from collections.abc import Iterable, Iterator
from typing import Any

from builder.formats.entries import clockwright, is_meta
from builder.memoize import mark


def pieces(items: Iterable[Any]) -> Iterator[tuple[Any, bytes | None]]:
    """Each entry, what `_meta` says beside each character, and the rest of `_meta`: with marks, where they have any."""
    for item in items:
        block = clockwright(item) if is_meta(item) else {}
        beside = block.get("characters")
        if not isinstance(beside, dict):
            yield item, mark(item)
            continue
        yield {**item, "clockwright": {**block, "characters": list(beside)}}, None
        for each in beside.values():
            yield each, mark(each)
