"""Which of a script's pictures are at hand: part of what a finished document depends on."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from builder.press.pictures.store import store
from builder.settings import settings


@dataclass(frozen=True, slots=True)
class Standing:
    """How it stands with the pictures that a script names by their addresses."""

    #: Alike while nothing changes; empty where there are none.
    stamp: str
    #: Whether printing would fetch nothing.
    is_complete: bool


def standing(script_json: str) -> Standing:
    """What is at hand of a script given as official JSON. Reads a few small files, fetches nothing."""
    known = {url: store().known(url) for url in addresses(script_json)}
    if not known:
        return Standing("", is_complete=True)
    facts = [(url, each.name, each.reason) if each else (url,) for url, each in sorted(known.items())]
    complete = all(each is not None and each.is_fresh for each in known.values())
    digest = hashlib.sha256(json.dumps(facts).encode())
    return Standing(digest.hexdigest()[:12], is_complete=complete or not settings().fetch_pictures)


def addresses(script_json: str) -> frozenset[str]:
    """Every web address of a picture or a logo in a script."""
    if '"image"' not in script_json and '"logo"' not in script_json:
        return frozenset()
    try:
        entries = json.loads(script_json)
    except ValueError:
        return frozenset()
    named = (url for entry in entries if isinstance(entry, dict) for url in _named(entry))
    return frozenset(url for url in named if url[:8].lower().startswith(("http:", "https:")))


def _named(entry: dict[str, Any]) -> Iterator[str]:
    for value in (entry.get("image"), entry.get("logo")):
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str):
                yield each
