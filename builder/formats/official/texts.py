"""Every text that an author can write in a script, with the place where it is: for what looks through all of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from builder.formats.official.entries import clockwright, extras_in
from builder.formats.official.schema import as_object
from builder.game.script import Entry, Script

#: Texts of a definition, of an almanac page, of the script's almanac, of `_meta` and of our object in it. The changelog
#: says what was.
DEFINITION = tuple(
    "name ability flavor firstNightReminder otherNightReminder reminders remindersGlobal jinxes".split()
)
PAGE = tuple("overview rules examples howToRun advice tip optionalRule warnings".split())
FRONT = tuple("synopsis overview difficulty audience dedication disclaimer playGuide".split())
META: tuple[str, ...] = ("bootlegger",)
OURS: tuple[str, ...] = ("keywords",)
#: Fields that are lists of objects, and which of their fields are texts.
OBJECTS: Mapping[str, tuple[str, ...]] = {"jinxes": ("reason",), "keywords": ("term", "also", "text")}


@dataclass(frozen=True, slots=True)
class Text:
    """A text that can be rewritten."""

    #: The place and the id of its character; None: it is the script's own.
    who: tuple[int, str] | None
    #: The name of its character; empty: it is the script's own.
    name: str
    field: str
    text: str


def texts(script: Script) -> Iterator[Text]:
    """Every text that can be rewritten, in the order of the script; one that a field has twice comes once."""
    meta = script.written_meta or {}
    front = as_object(clockwright(meta).get("almanac"))
    for holder, fields in ((meta, META), (clockwright(meta), OURS), (front, FRONT)):
        yield from (Text(None, "", field, text) for field, text in texts_of(holder, fields))
    for place, (entry, extra) in enumerate(zip(script.entries, extras_in(script), strict=True)):
        held = entry.written if entry.is_custom else {}
        page = as_object(as_object(extra).get("almanac"))
        for holder, fields in ((held, DEFINITION), (page, PAGE)):
            for field, text in texts_of(holder, fields):
                yield Text((place, entry.id), _name(entry), field, text)


def texts_of(holder: Mapping[str, Any], fields: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each text of these fields, once."""
    for field in fields:
        found = _texts(holder.get(field), OBJECTS.get(field, ()))
        yield from ((field, text) for text in dict.fromkeys(found))


def _texts(value: Any, names: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (text for each in value for text in _texts(each, names))
    elif isinstance(value, dict):
        yield from (text for name in names for text in _texts(value.get(name), names))


def _name(entry: Entry) -> str:
    return " ".join((entry.character.name if entry.character else entry.id).split())[:40]
