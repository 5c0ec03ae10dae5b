"""The app features in the format (`special`), in words: which there are, and what each needs.

Types, names and times are the schema's; their effects are described by the publisher's notes on the format (the
README of their release repository).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from builder import assets


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature of the official app."""

    type: str
    name: str
    title: str
    sentence: str
    #: Description of its `value`; empty: it has none.
    value: Literal["", "number", "text"] = ""
    #: Whether it can be limited to a time of the game.
    timed: bool = False


_TABLE = json.loads(assets.data("app_features.json").read_bytes())
FEATURES = tuple(Feature(**row) for row in _TABLE["features"])
#: When a feature can be used, in the format and in words.
TIMES: Mapping[str, str] = MappingProxyType(_TABLE["times"])
#: Who else has it while the character is on the script (created for Lil' Monsta).
REACHES: Mapping[str, str] = MappingProxyType(_TABLE["reaches"])


def find(kind: object, name: object) -> Feature | None:
    """The feature with this type and name; None if there is none."""
    return next((each for each in FEATURES if (each.type, each.name) == (kind, name)), None)
