"""Parse the values of a script file to a Script: nothing is dropped, invalid values stay as written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from builder.formats.official.clockwright_block import EMBLEM, bracket_of, camel_case, icon_of, page_of
from builder.formats.official.schema import ABSENT, as_object, is_meta, mend, rule
from builder.formats.official.variants import OF, with_originals
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.script import Entry, Meta, Script
from builder.game.teams import Team
from builder.memoize import OBJECTS, Memo, copied, fresh_mark, length, mark

#: Fields of a character and of `_meta` that only have another name in a file.
OF_CHARACTERS = camel_case(
    *("ability", "edition", "flavor", "first_night", "other_night"),
    *("first_night_reminder", "other_night_reminder", "reminders", "reminders_global", "setup", "special"),
)
OF_META = camel_case(*(each.name for each in fields(Meta)))
_NO_EXTRA: Mapping[str, Any] = {}
#: Cache size of `_meta`, and of the keys of extra fields: a change needs those of one script a few times.
METAS, KEYS = 128, 16
#: Cache sizes: definitions, and characters combined with their extras.
_OWN: Memo[Character | None] = Memo()
_WHOLE: Memo[Character] = Memo()
_ENTRIES: Memo[Entry] = Memo()
_METAS: Memo[Meta] = Memo(METAS)


def is_usable(item: object) -> bool:
    """Whether the item identifies a character."""
    if isinstance(item, dict):
        return bool(identifier(item))
    return isinstance(item, str) and bool(item.strip())


def entry_of(item: Any, path: str) -> Entry:
    """One line of a script."""
    if isinstance(item, str):
        return Entry(item, item, path=path)
    if not isinstance(item, dict):
        return Entry("", item, path=path)
    if len(item) == 1 and type(item.get("id")) is str:
        return Entry(item["id"], item, path=path)
    return Entry(identifier(item), item, character_of(item), path)


def identifier(item: Mapping[str, Any]) -> str:
    """The id of an object; the key of its name if it has no id."""
    written = mend(rule("longId"), item.get("id"), cut=False)
    if isinstance(written, str):
        return written
    name = mend(rule("character")["properties"]["name"], item.get("name"), cut=False)
    return key(name) if isinstance(name, str) else ""


def character_of(item: Mapping[str, Any]) -> Character | None:
    """The author's own definition; None if the entry only refers to a character, or names no team."""
    # The cached character is built from a copy: changing the values of a file must not change it.
    name = mark(item)
    return _OWN.get(name, lambda: _character(item if name is None else copied(item)))


def _character(item: Mapping[str, Any]) -> Character | None:
    found = readable(rule("character")["properties"], item)
    who = identifier(item)
    if "team" not in found or not (found.keys() & {"name", "ability"}):
        return None
    image = found.get("image", ())
    return Character(
        id=who,
        name=found.get("name") or who,
        team=Team(found["team"]),
        jinxes=tuple(Jinx((who, jinx["id"]), jinx["reason"], "script") for jinx in found.get("jinxes", ())),
        images=(image,) if isinstance(image, str) else tuple(image),
        **_in_our_names(OF_CHARACTERS, found),
    )


def _in_our_names(names: Mapping[str, str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields in a file, by our names; lists as tuples."""
    found = ((ours, given[written]) for ours, written in names.items() if written in given)
    return {ours: tuple(value) if isinstance(value, list) else value for ours, value in found}


def meta_of(written: Mapping[str, Any]) -> Meta:
    """Parse `_meta` to our names."""
    said = {name: value for name, value in written.items() if name in rule("meta")["properties"]}
    return _METAS.get(fresh_mark(said), lambda: _meta(said))


def _meta(written: Mapping[str, Any]) -> Meta:
    return Meta(**_in_our_names(OF_META, readable(rule("meta")["properties"], written)))


def written_meta(meta: Meta) -> dict[str, Any]:
    """The `_meta` of a new script, in the format's names."""
    written: dict[str, Any] = {"id": "_meta"}
    for ours, name in OF_META.items():
        value = getattr(meta, ours)
        if value or ours == "name" or (ours in {"first_night", "other_night"} and value is not None):
            written[name] = list(value) if isinstance(value, tuple) else value
    return written


def with_extras(
    entries: Sequence[Entry], meta: Mapping[str, Any], before: Script | None = None
) -> tuple[Entry, ...]:
    """The entries combined with their extra fields in `_meta.clockwright.characters`.

    Entries of the script `before` have theirs already, unless these are other objects now.
    """
    extras = extras_of((entry.id for entry in entries), meta)
    known = dict(zip(map(id, before.entries), extras_in(before), strict=True)) if before else {}
    completed = []
    for entry, extra in zip(entries, extras, strict=True):
        if known.get(id(entry)) is extra and OF not in extra:  # what a variant inherits depends on others
            completed.append(entry)
        else:
            plain = entry_of(entry.written, entry.path) if id(entry) in known else entry
            completed.append(_with_extra(plain, extra))
    return with_originals(completed, extras)


def _known(entry: Entry, character: Character | None) -> Entry:
    """The entry with a character; returns the cached entry if nothing about it changed."""
    name = id(entry.written), entry.path
    known = _ENTRIES.known(name)
    if (
        known is not None
        and known.written is entry.written
        and known.character is character
        and known.line == entry.line
    ):
        return known
    fresh = entry if entry.character is character else replace(entry, character=character)
    written = mark(entry.written) if entry.character else b""
    if written is None:  # too long to cache: megabytes that are never needed again
        return fresh
    return _ENTRIES.keep(name, fresh, OBJECTS * length(written))


def extras_of(ids: Iterable[str], meta: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """For each entry its extra fields in `_meta.clockwright.characters`."""
    written = clockwright(meta).get("characters")
    known = written if isinstance(written, dict) else {}
    found = (known.get(name) for name in extra_keys(ids))
    return [extra if isinstance(extra, dict) else _NO_EXTRA for extra in found]


def extras_in(script: Script) -> list[Mapping[str, Any]]:
    """The same for the entries of a script."""
    return extras_of((entry.id for entry in script.entries), script.written_meta or {})


def extra_keys(ids: Iterable[str]) -> list[str]:
    """The key of each entry in `_meta.clockwright.characters`: its id; for the next of that id, `id (2)`."""
    return list(_extra_keys(tuple(ids)))


@lru_cache(KEYS)
def _extra_keys(ids: tuple[str, ...]) -> list[str]:
    seen: dict[str, int] = {}
    names = []
    for each in ids:
        seen[each] = number = seen.get(each, 0) + 1
        names.append(each if number == 1 else f"{each} ({number})")
    return names


def clockwright(meta: Mapping[str, Any]) -> Mapping[str, Any]:
    """Our own object in a `_meta`; empty if there is none."""
    block = meta.get("clockwright")
    return block if isinstance(block, dict) else {}


def _with_extra(entry: Entry, known: Mapping[str, Any]) -> Entry:
    character, written = entry.character, entry.written
    if character is None and "almanac" in known:
        return replace(entry, page=page_of(known, {}))
    if character is None or not (known or "attribution" in written):
        return _known(entry, character)
    of, beside = mark(written), mark(known)
    if of is None or beside is None:
        return replace(entry, character=_with_extras(character, written, known))
    whole = _WHOLE.get((of, beside), lambda: _with_extras(character, written, copied(known)))
    return _known(entry, whole)


def _with_extras(character: Character, written: Mapping[str, Any], known: Mapping[str, Any]) -> Character:
    """A character combined with its extra fields."""
    emblem = known.get("emblem")
    if not isinstance(emblem, str) or not EMBLEM.fullmatch(emblem):
        emblem = character.emblem
    rows, text = bracket_of(known)
    return replace(
        character,
        emblem=emblem,
        icon=icon_of(known),
        page=page_of(known, written),
        bracket=rows,
        bracket_text=text,
    )


def readable(properties: Mapping[str, Any], written: Mapping[str, Any]) -> dict[str, Any]:
    """The known fields of an object in the form that the format requires, unshortened."""
    found = (
        (name, mend(properties[name], value, cut=False))
        for name, value in written.items()
        if name in properties
    )
    return {name: value for name, value in found if value is not ABSENT}


def metas_and_entries(
    items: Iterable[tuple[int | None, Any]], before: Script | None = None
) -> tuple[list[tuple[int, Mapping[str, Any]]], list[Entry]]:
    """Each `_meta` with its index, and the entries; items come with their index in the file.

    A homebrew character of the script `before` is that entry again if its definition is the same object in the same
    place: an edit leaves nearly all as they are.
    """
    metas: list[tuple[int, Mapping[str, Any]]] = []
    entries: list[Entry] = []
    former = before.entries if before else ()
    known = {id(entry.written): entry for entry in former if entry.is_custom and entry.line is None}
    for index, item in items:
        if is_meta(item):
            metas.append((len(entries), item))
            continue
        path = "" if index is None else f"$[{index}]"
        entry = known.get(id(item))
        entries.append(entry if entry and entry.path == path else entry_of(item, path))
    return metas, entries


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
TEXTS_IN_LISTS: Mapping[str, tuple[str, ...]] = {"jinxes": ("reason",), "keywords": ("term", "also", "text")}


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
    for holder, names in ((meta, META), (clockwright(meta), OURS), (front, FRONT)):
        yield from (Text(None, "", field, text) for field, text in texts_of(holder, names))
    for place, (entry, extra) in enumerate(zip(script.entries, extras_in(script), strict=True)):
        held = entry.written if entry.is_custom else {}
        page = as_object(as_object(extra).get("almanac"))
        for holder, names in ((held, DEFINITION), (page, PAGE)):
            for field, text in texts_of(holder, names):
                yield Text((place, entry.id), _name(entry), field, text)


def texts_of(holder: Mapping[str, Any], fields: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each text of these fields, once."""
    for field in fields:
        found = _texts(holder.get(field), TEXTS_IN_LISTS.get(field, ()))
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
