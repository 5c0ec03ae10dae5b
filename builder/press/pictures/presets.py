"""Ready-made ways to paint, as data: `data/icon_presets.json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from builder import assets


@dataclass(frozen=True, slots=True)
class Preset:
    """One way to paint: its name in addresses, what people call it, a few words on it."""

    name: str
    title: str
    words: str
    #: What differs from the usual (`game.paint_settings`).
    settings: Mapping[str, Any]


@cache
def presets() -> tuple[Preset, ...]:
    """All of them, the usual first."""
    return tuple(Preset(**each) for each in json.loads(assets.data("icon_presets.json").read_bytes()))
