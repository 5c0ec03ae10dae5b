"""Bloodstar saves, .blood archives and almanac pages made for the tests."""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

import composing

SHARED = composing.SHARED / "fixtures"

DOT = "data:image/png;base64,iVBORw0KGgo="
LARGE = "data:image/png;base64," + "iVBORw0KGgoA" + "iVBOR" * 40_000

SMITH: dict[str, Any] = {
    "id": "bellsmith_tolling",
    "name": "Bellsmith",
    "team": "townsfolk",
    "ability": "Each night, $name hears a bell.",
    "attribution": "Idea: a friend of $name.",
    "notes": "too strong?",
    "almanac": {
        "flavor": "Ding.",
        "overview": "$name hears who is awake.\n\nIt rings once.\n\nIt may ring twice.",
        "examples": "One bell.\n\nTwo bells.",
        "howToRun": "Wake $capname.",
        "tip": "Ring softly.",
    },
    "characterReminderTokens": "Rung\nCracked",
    "globalReminderTokens": "Silent",
    "firstNightReminder": "Ring for $name.",
    "otherNightReminder": "Ring. :reminder:",
    "unStyledImage": DOT + "source",
    "styledImage": DOT,
    "imageSettings": {"shouldColorize": False},
}
DEAF: dict[str, Any] = {
    "id": "deaf_tolling",
    "name": "The Deaf",
    "team": "traveler",
    "ability": "You hear nothing.",
    "special": "point",
    "export": False,
    "firstNightReminder": "Wave.",
}
TOLL: dict[str, Any] = {
    "id": "toll_tolling",
    "name": "Toll",
    "team": "demon",
    "ability": "Each night*, choose a player: they die. [+1 Outsider]",
    "setup": True,
    "special": "showGrimoire",
    "firstNightReminder": "Show the Toll.",
    "otherNightReminder": "The Toll points.",
}
SAVE: dict[str, Any] = {
    "meta": {"name": "Tolling", "author": "A. Ringer", "logo": DOT},
    "almanac": {"synopsis": "A bell.", "overview": "For *loud* groups.", "changelog": "1.0"},
    "characterList": [SMITH, DEAF, TOLL],
    "firstNightOrder": ["toll_tolling", "deaf_tolling", "bellsmith_tolling"],
    "otherNightOrder": ["bellsmith_tolling", "toll_tolling", "deaf_tolling"],
}


def save(**changes: Any) -> str:
    """The save with other values."""
    return json.dumps(SAVE | changes, ensure_ascii=False)


def one(**changes: Any) -> str:
    """A save of one character with other values; None: without the field."""
    fields = {name: value for name, value in (SMITH | changes).items() if value is not None}
    return save(characterList=[fields], firstNightOrder=[SMITH["id"]], otherNightOrder=[SMITH["id"]])


def packed(files: Mapping[str, bytes | str], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP archive of these files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def fixture(name: str) -> bytes:
    """A file of ../shared; the test is skipped where it is not."""
    return composing.shared(f"fixtures/{name}").read_bytes()
