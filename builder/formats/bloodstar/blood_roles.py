"""The fields of the older Bloodstar for Windows, renamed to those of today's saves."""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
RENAMED = {"almanacEntry": "almanac", "includeInExport": "export", "note": "notes"}
TOKENS = {"reminders": "characterReminderTokens", "globalReminders": "globalReminderTokens"}
ALMANAC = ("synopsis", "overview", "changelog")
NIGHTS = ("first", "other")
#: What a new file has there, and nobody has changed.
DEFAULTS: Mapping[str, Any] = {
    "attribution": "",
    "notes": "",
    "characterReminderTokens": "",
    "globalReminderTokens": "",
    "firstNightReminder": "",
    "otherNightReminder": "",
    "setup": False,
    "export": True,
    "ability": "",
}


def save_of(meta: Mapping[str, Any], roles: Mapping[str, Mapping[str, Any]]) -> Json:
    """One save of everything in an archive; `roles` by the name of the file."""
    told = {name: value for name, value in meta.items() if name not in ALMANAC}
    almanac = {name: _spaced(meta[name]) for name in ALMANAC if meta.get(name)}
    characters = [{"id": name} | _character(role) for name, role in roles.items()]
    save: Json = {"meta": told} | ({"almanac": almanac} if almanac else {}) | {"characterList": characters}
    for night in NIGHTS if any(map(is_numbered, characters)) else ():
        numbers = [_number(each, night) for each in characters]
        order = sorted(range(len(characters)), key=numbers.__getitem__)
        save[f"{night}NightOrder"] = [characters[index]["id"] for index in order]
    for each in characters:
        for night in NIGHTS:
            each.pop(f"{night}Night", None)
    return save


def _character(role: Mapping[str, Any]) -> Json:
    fields: Json = {}
    for name, value in role.items():
        new = RENAMED.get(name) or TOKENS.get(name) or name
        if name in TOKENS and isinstance(value, list) and all(isinstance(item, str) for item in value):
            fields[new] = "\n".join(value)
        elif name == "almanacEntry" and isinstance(value, dict):
            fields[new] = {part: _spaced(text) for part, text in value.items() if text != ""}
        else:
            fields[new] = value
    return {
        name: value
        for name, value in fields.items()
        if not (name in DEFAULTS and type(value) is type(DEFAULTS[name]) and value == DEFAULTS[name])
    }


def _spaced(text: Any) -> Any:
    """The old program made a paragraph of each line; today's wants an empty line between."""
    if not isinstance(text, str):
        return text
    return "\n\n".join(line.strip() for line in text.splitlines() if line.strip())


def is_numbered(role: Mapping[str, Any]) -> bool:
    """Whether a character has a place in a night."""
    return any(_number(role, night) for night in NIGHTS)


def _number(role: Mapping[str, Any], night: str) -> float:
    number = role.get(f"{night}Night")
    return number if isinstance(number, (int, float)) and not isinstance(number, bool) else 0
