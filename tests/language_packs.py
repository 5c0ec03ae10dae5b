"""Languages made for the tests: every text of ours with a word before it, so that each can be told from English."""

import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from builder import bundled, language

Words = Callable[[str], str]


def in_swedish(text: str) -> str:
    return f"Å{text}"


def in_arabic(text: str) -> str:
    return f"بيت {text}"


def write(
    tag: str,
    words: Words = in_swedish,
    *,
    direction: str = "ltr",
    without: Collection[str] = (),
    home: Path | None = None,
) -> Path:
    """Writes a language in our form, without the fields and ids that are left out; returns its folder."""
    folder = (home or language.packs()) / tag
    characters: dict[str, dict[str, Any]] = {}
    for each in bundled.everyone():
        fields = {
            "name": words(each.name),
            "ability": words(each.ability),
            "firstNightReminder": each.first_night_reminder and words(each.first_night_reminder),
            "otherNightReminder": each.other_night_reminder and words(each.other_night_reminder),
            "reminders": [words(text) for text in each.reminders],
            "remindersGlobal": [words(text) for text in each.reminders_global],
        }
        if each.id not in without:
            characters[each.id] = {
                name: value for name, value in fields.items() if value and name not in without
            }
    jinxes: dict[str, dict[str, str]] = {}
    for jinx in bundled.jinxes():
        jinxes.setdefault(jinx.characters[0], {})[jinx.characters[1]] = words(jinx.reason)
    put(folder / "language.json", {"tag": tag, "name": tag.upper(), "english": tag, "direction": direction})
    put(folder / "characters.json", characters)
    put(folder / "jinxes.json", jinxes)
    return folder


def put(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    return path
