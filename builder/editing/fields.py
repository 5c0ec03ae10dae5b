"""The fields of a character: their values as JSON and as text typed into a form.

| kind | as JSON | as text | fields |
|---|---|---|---|
| line | a text | the same | `id` `name` `edition` `emblem` `attribution` `revealed` |
| text | a text | the same | `ability` `flavor` `firstNightReminder` `otherNightReminder` |
| | | | `overview` `tip` `optionalRule` `notes` |
| number | a number | `12`, `12.5`, `12,5` | `firstNight` `otherNight` |
| switch | true, false | `on`; empty is off | `setup` `export` |
| team | its name | the same | `team` |
| lines | texts | one a line | `reminders` `remindersGlobal` `image` |
| paragraphs | texts | parted by blank lines | `rules` `examples` `howToRun` `advice` `warnings` |
| features | objects | JSON, or `special.0.type` and so on | `special` |
| choices | objects | JSON, or `bracket.0.what`, `.team`, `.value` | `bracket` |
| tags | texts | names parted by spaces or lines | `tags` |

Of `tags`, an empty list means no tags, an empty text or `auto` means detect them from the wording.

Each reader takes the value and the title of the field, and returns the value for the file: None if it is empty.
`texts` returns all of a character's fields as a form shows them; submitting them unchanged changes nothing.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from builder.editing import extra_fields, readers
from builder.editing.change import EditError
from builder.formats.official.schema import ABSENT, mend, rule
from builder.game.script import Script
from builder.game.setup import grammar
from builder.language import N_, Later, gettext as _


class Where(StrEnum):
    """Where a field is stored in a file."""

    #: In the definition itself, in the official format.
    FORMAT = "format"
    #: On its almanac page: `_meta.clockwright.characters[id].almanac`.
    PAGE = "page"
    #: In its other extra fields.
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name in a file, its title, where it is stored, how it is parsed."""

    name: str
    title: str
    where: Where
    reader: Callable[[object, str], Any]

    def read(self, value: object) -> Any:
        """The value for the file; None: it is empty. Raises EditError for an invalid value."""
        return None if value is None else self.reader(value, self.title)

    def shown(self, written: object) -> str:
        """The stored value as a form shows it; empty if it cannot be parsed."""
        value = self._mended(written)
        if isinstance(value, bool):
            return "on" if value else ""
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return ("\n\n" if self.reader is readers.paragraphs else "\n").join(value)
        if isinstance(value, list):
            return json.dumps(value, ensure_ascii=False)
        return readers.clean(readers.typed(value))

    def holds(self, written: object, value: object, wanted: object) -> bool:
        """Whether the stored value already equals `value` (parsed: `wanted`)."""
        there = self.shown(written) if isinstance(value, str) else self._mended(written)
        try:
            return readers.plain(self.read(there)) == readers.plain(wanted)
        except EditError:
            return False

    def _mended(self, written: object) -> object:
        if self.where is not Where.FORMAT:
            return written
        value = mend(rule("character")["properties"][self.name], written, cut=False)
        return None if value is ABSENT else value


def _format(name: str, reader: Callable[[object, str], Any]) -> Field:
    title = Later(rule("character")["properties"][name]["title"])
    return Field(name, title, Where.FORMAT, reader)


#: What the bracket of the ability does; stored with the bracket for which it was chosen.
BRACKET, BRACKET_TEXT = "bracket", "bracketText"
_ALL = (
    _format("id", readers.line),
    _format("name", readers.line),
    _format("team", readers.team),
    _format("ability", readers.text),
    _format("edition", readers.line),
    _format("flavor", readers.text),
    _format("image", readers.addresses),
    _format("setup", readers.switch),
    _format("firstNight", readers.number),
    _format("firstNightReminder", readers.text),
    _format("otherNight", readers.number),
    _format("otherNightReminder", readers.text),
    _format("reminders", readers.lines),
    _format("remindersGlobal", readers.lines),
    _format("special", readers.features),
    Field("overview", N_("overview"), Where.PAGE, readers.text),
    Field("rules", N_("rules"), Where.PAGE, readers.paragraphs),
    Field("examples", N_("examples"), Where.PAGE, readers.paragraphs),
    Field("howToRun", N_("“How to run”"), Where.PAGE, readers.paragraphs),
    Field("advice", N_("advice"), Where.PAGE, readers.paragraphs),
    Field("tip", N_("tip"), Where.PAGE, readers.text),
    Field("optionalRule", N_("optional rule"), Where.PAGE, readers.text),
    Field("attribution", N_("attribution"), Where.PAGE, readers.line),
    Field("revealed", N_("date"), Where.PAGE, readers.line),
    Field("warnings", N_("warnings"), Where.PAGE, readers.paragraphs),
    Field("notes", N_("notes"), Where.BESIDE, readers.text),
    Field("export", N_("export switch"), Where.BESIDE, readers.switch),
    Field("tags", N_("tags"), Where.BESIDE, readers.tags),
    Field("emblem", N_("emblem"), Where.BESIDE, readers.emblem),
    Field(BRACKET, N_("meaning of the bracket"), Where.BESIDE, readers.choices),
)
#: Every field by its name.
FIELDS: Mapping[str, Field] = {field.name: field for field in _ALL}
#: The format requires these: when empty, they are stored as empty texts.
NEEDED = frozenset({"name", "ability"})


def changed_fields(op: Mapping[str, Any]) -> dict[Field, object]:
    """The fields that an op names, with raw values; parts of a field (`special.0.name`) are combined."""
    whole = {FIELDS[name]: value for name, value in op.items() if name in FIELDS}
    for field, part in (("special", readers.FEATURE_PART), (BRACKET, readers.CHOICE_PART)):
        if rows := readers.rows(op, part):
            whole[FIELDS[field]] = rows
    return whole


def texts(script: Script, place: int) -> dict[str, str]:
    """Every field of a character as a form shows it."""
    entry, extra = script.entries[place], extra_fields.at(script, place)
    held = entry.written if isinstance(entry.written, dict) else {}
    block = extra_fields.as_object(extra.get("almanac"))
    holders = {
        Where.FORMAT: held,
        Where.PAGE: {"attribution": held.get("attribution")} | block,
        Where.BESIDE: extra,
    }
    shown = {name: field.shown(holders[field.where].get(name)) for name, field in FIELDS.items()}
    return shown | {"id": entry.id, "export": "" if extra.get("export") is False else "on"}


def put(held: dict[str, Any], extra: dict[str, Any], field: Field, value: object) -> bool:
    """Set one field if it changes; modifies the definition and the extra fields in place."""
    block = extra_fields.as_object(extra.get("almanac"))
    holder = {Where.FORMAT: held, Where.PAGE: block, Where.BESIDE: extra}[field.where]
    written = holder.get(field.name)
    if field.name == "attribution" and not written:
        written = held.get("attribution")
    if (
        field.name in holder
        and field.name != BRACKET
        and (value == written or _as_shown(field, value, written))
    ):
        return False
    wanted = _wanted(field, value)
    if field.name == BRACKET:
        return _put_bracket(held, extra, wanted)
    if field.holds(written, value, wanted) and not _says_more(field, written, wanted):
        return False
    if wanted is None and field.name not in NEEDED:
        holder.pop(field.name, None)
    else:
        holder[field.name] = "" if wanted is None else wanted
    if field.where is Where.PAGE:
        extra.pop("almanac", None)
        extra |= {"almanac": block} if block else {}
        if field.name == "attribution":
            held.pop("attribution", None)
    return True


def _put_bracket(held: dict[str, Any], extra: dict[str, Any], wanted: object) -> bool:
    ability = held.get("ability")
    text = grammar.brackets(ability) if isinstance(ability, str) else ""
    fresh = {BRACKET: wanted, BRACKET_TEXT: text} if wanted else {}
    if all(extra.get(name) == fresh.get(name) for name in (BRACKET, BRACKET_TEXT)):
        return False
    extra.pop(BRACKET, None)
    extra.pop(BRACKET_TEXT, None)
    extra |= fresh
    return True


def _as_shown(field: Field, value: object, written: object) -> bool:
    """Whether a form sends back the value that it displayed."""
    return isinstance(value, str) and readers.clean(value) == field.shown(written)


def _wanted(field: Field, value: object) -> Any:
    """The value to store in the file; a switch with its default value is omitted."""
    wanted = field.read(value)
    if field.name == "team" and wanted is None:
        raise EditError(_("A character needs a team, such as townsfolk."))
    if field.name == "export":
        return None if wanted is not False else False
    return None if wanted is False else wanted


def _says_more(field: Field, written: object, wanted: object) -> bool:
    """Whether two values that look equal differ: an empty list of tags is the author's choice, a missing one is not."""
    return field.name in {"tags", "export"} and (written is None) != (wanted is None)
