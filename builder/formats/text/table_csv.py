"""The characters as a table: CSV for a spreadsheet, read back; and cells copied from one."""

import csv
import json
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

from builder.formats.carriers import script_pictures
from builder.formats.official.clockwright_block import LISTS_OF_PAGE, TEXTS_OF_PAGE
from builder.formats.official.entries import extra_keys, extras_in
from builder.formats.source import prose_of, refuse, text_of
from builder.formats.text import character_table
from builder.formats.text.character_table import META, OURS
from builder.game.character import Character
from builder.game.problem import Problem, Severity
from builder.game.script import UNNAMED, Entry, Script
from builder.language import N_, gettext as _

NAME = "csv"
TITLE = N_("Table of the characters (CSV), for a spreadsheet")
ENDINGS = (".csv", ".tsv")
RANK = (4, 3)
CALLED = N_("the table")
COLUMNS = (
    *("id", "name", "team", "ability", "first night", "first night reminder"),
    *("other nights", "other night reminder", "reminders", "global reminders", "setup", "flavor"),
)
#: What separates the cells, the likeliest first.
DELIMITERS = ("\t", ",", ";", "|")
#: Lines that are looked at to see whether a text is a table, and the fewest for one.
_MOST_LINES, _FEWEST_LINES = 8, 3
#: Longest text in a cell; a file has at most 2 MB.
csv.field_size_limit(2_000_000)
#: Spreadsheets cut a cell after 32,767 letters, and count rare ones twice.
_LONGEST_PART = 16_000


def recognises(source: bytes | str) -> bool:
    """Whether a header names the columns, or these are cells copied from a spreadsheet all the same."""
    text = prose_of(source)
    return _table(text) is not None or _is_grid(text)


def read(source: bytes | str) -> Script:
    """Read the characters of a table. Raises UnreadableScriptError."""
    text, notices = text_of(source)
    found = _table(text)
    if found is None:
        refuse("no-columns", _(character_table.NO_COLUMNS))
    rows, header = found
    return character_table.script_of(rows, header, reading=notices)


def cells(text: str) -> list[list[str]]:
    """The cells of a text in columns, by the delimiter that parts most lines into equally many; empty if none does."""
    start = text[: text.find("\n", 4000) + 1] or text
    best: tuple[int, str] = (0, "")
    for delimiter in DELIMITERS:
        widths = [len(row) for row in _rows(start, delimiter) if any(row)]
        usual = max(set(widths), key=widths.count, default=0)
        if usual > 1 and 2 * widths.count(usual) > len(widths):
            best = max(best, (widths.count(usual), delimiter), key=lambda each: each[0])
    return _rows(text, best[1]) if best[1] else []


def _table(text: str) -> tuple[list[list[str]], character_table.Header] | None:
    """The cells and the header, by the delimiter with which there is one."""
    start = text[: text.find("\n", 4000) + 1] or text
    for delimiter in DELIMITERS:
        if delimiter in start and (character_table.header_of(_rows(start, delimiter))):
            rows = _rows(text, delimiter)
            header = character_table.header_of(rows)
            return (rows, header) if header else None
    return None


def _is_grid(text: str) -> bool:
    """Whether the first lines have several cells each, as many in all of them, parted by tabs or semicolons."""
    lines = [line for line in text[:4000].splitlines()[:_MOST_LINES] if line.strip()]
    if len(lines) < _FEWEST_LINES:
        return False
    numbers = ({line.count(mark) for line in lines} for mark in "\t;")
    return any(len(found) == 1 and min(found) > 1 for found in numbers)


def _rows(text: str, delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        return []


def write(script: Script) -> str:
    """One row for each character in the script's order; unknown ids have only their id.

    Columns for the almanac, tags and so on follow if any character has them, and below the characters a row
    for each of the script's own fields: `_meta`, the field, and in the column of the abilities its value.
    Embedded pictures and fonts are left out.
    """
    script = script_pictures.words_alone(script)
    extras = extras_in(script)
    further = [_further(entry, extra) for entry, extra in zip(script.entries, extras, strict=True)]
    more = [name for name in (*_WRITTEN, *_PAGE.values(), *_EXTRA) if any(name in each for each in further)]
    target = StringIO()
    table = csv.writer(target, lineterminator="\n")
    table.writerow((*COLUMNS, *more))
    for entry, each in zip(script.entries, further, strict=True):
        row = _row(entry.character) if entry.character else (entry.id, *[""] * (len(COLUMNS) - 1))
        table.writerow(map(character_table.guard, (*row, *(each.get(name, "") for name in more))))
    for name, value in _fields_of_script(script).items():
        for path, cell in _parts(name, value):
            cells = {"id": META, "name": path, "ability": cell}
            table.writerow(character_table.guard(cells.get(column, "")) for column in (*COLUMNS, *more))
    return target.getvalue()


def report(script: Script) -> list[Problem]:
    """Whether pictures or fonts are left out."""
    if script_pictures.words_alone(script).written() == script.written():
        return []
    message = _("A table cannot hold embedded pictures and fonts. Official JSON has them.")
    return [Problem("left-out", Severity.NOTICE, message)]


def _parts(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """A field of the script as a cell; of our object one for each part, by its path, and more for a long part."""
    cell = character_table.meta_cell(value)
    is_parted = path == OURS or (path.startswith(f"{OURS}.") and len(cell) > _LONGEST_PART)
    if isinstance(value, Mapping) and value and is_parted and path.count(".") < character_table.DEEPEST_PART:
        for name, part in value.items():
            yield from _parts(f"{path}.{character_table.name_in_path(name)}", part)
    else:
        yield path, cell


def _fields_of_script(script: Script) -> dict[str, Any]:
    """The script's own fields, without what the columns have and without a name that nobody chose."""
    meta = {name: value for name, value in (script.written_meta or {}).items() if name != "id"}
    if meta.get("name") == UNNAMED:
        del meta["name"]
    extras = script.block.get("characters")
    if not isinstance(extras, Mapping):
        return meta
    here = set(extra_keys(entry.id for entry in script.entries if entry.character))
    kept = {
        name: {field: value for field, value in extra.items() if field not in character_table.BESIDE}
        if name in here and isinstance(extra, Mapping)
        else extra
        for name, extra in extras.items()
    }
    ours = {**script.block, "characters": {name: extra for name, extra in kept.items() if extra}}
    meta[OURS] = {name: part for name, part in ours.items() if part or name != "characters"}
    return {name: value for name, value in meta.items() if value or name != OURS}


def _row(character: Character) -> tuple[str, ...]:
    return (
        character.id,
        character.name,
        character.team.value,
        character.ability,
        f"{character.first_night:g}" if character.first_night else "",
        character.first_night_reminder,
        f"{character.other_night:g}" if character.other_night else "",
        character.other_night_reminder,
        _parted(character.reminders),
        _parted(character.reminders_global),
        "yes" if character.setup else "",
        character.flavor,
    )


def _parted(texts: tuple[str, ...]) -> str:
    """Texts separated so that they are read back the same: by semicolons, or as JSON if one has a semicolon."""
    if any(";" in text or "\n" in text for text in texts):
        return json.dumps(texts, ensure_ascii=False)
    only_one_with_commas = len(texts) == 1 and "," in texts[0]
    return f"{texts[0]};" if only_one_with_commas else "; ".join(texts)


#: Titles of further columns: fields of the definition, of our fields of a page the titles, and extra fields of ours.
_WRITTEN, _EXTRA = ("edition", "image", "special", "jinxes"), ("tags", "notes", "bracket", "bracketText")
_PAGE = {**TEXTS_OF_PAGE, **LISTS_OF_PAGE}


def _further(entry: Entry, extra: Mapping[str, Any]) -> dict[str, str]:
    """The cells of further columns; of the definition of an official character none."""
    if entry.character is None:
        return {}
    written = entry.written if isinstance(entry.written, dict) else {}
    cells: dict[str, Any] = {name: written.get(name) for name in _WRITTEN}
    if written:
        texts = ((name, getattr(entry.character.page, ours)) for ours, name in _PAGE.items())
        cells |= {name: text if isinstance(text, str) else "\n\n".join(text) for name, text in texts}
    for name, value in cells.items():
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            cells[name] = "\n".join(value)
    cells |= {name: extra.get(name) for name in _EXTRA}
    cells["tags"] = " ".join(map(str, cells["tags"])) if isinstance(cells["tags"], list) else ""
    return {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in cells.items()
        if value
    }
