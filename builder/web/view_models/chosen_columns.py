"""The page where a person says which column of a table is what, and the script that is read by their choice."""

import csv
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import PurePath

from builder import formats
from builder.errors import ClockwrightError, UnreadableScriptError
from builder.formats import table_columns
from builder.formats.table_columns import Columns
from builder.game.script import Script
from builder.language import N_, gettext as _

#: Letters of a table that is sent back and forth; rows that are shown, and letters of a cell.
LARGEST = 400_000
ROWS, LETTERS = 5, 80
ENDINGS = (".csv", ".tsv")
#: The fields that a column may have, as the form calls them; the others are not typed into cells.
CHOICES: Mapping[str, str] = {
    "name": N_("Name"),
    "team": N_("Team"),
    "ability": N_("Ability"),
    "firstNight": N_("First night: position"),
    "firstNightReminder": N_("First night: reminder"),
    "otherNight": N_("Other nights: position"),
    "otherNightReminder": N_("Other nights: reminder"),
    "reminders": N_("Reminders"),
    "remindersGlobal": N_("Global reminders"),
    "setup": N_("Changes the setup"),
    "flavor": N_("Flavor text"),
    "id": N_("ID"),
    "edition": N_("Edition"),
    "image": N_("Image addresses"),
    "tags": N_("Tags"),
    "notes": N_("Private notes"),
    "overview": N_("Overview"),
    "rules": N_("Rules"),
    "examples": N_("Examples"),
    "howToRun": N_("How to run"),
    "advice": N_("Advice"),
    "tip": N_("Tip"),
    "optionalRule": N_("Optional rule"),
    "warnings": N_("Content warning"),
    "attribution": N_("Attribution"),
    "revealed": N_("First revealed"),
}


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column and its first cells."""

    number: int
    letter: str
    #: What it is; empty: nothing.
    field: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ColumnsPage:
    """What the page asks."""

    table: str
    file_name: str
    columns: tuple[ColumnView, ...]
    #: The number of the first row of characters, counted from 1.
    first: int
    #: How many rows are shown, and how many there are.
    shown: int
    rows: int
    #: Each field with its title.
    choices: tuple[tuple[str, str], ...]
    fault: str = ""


def cells(error: UnreadableScriptError, source: bytes, file_name: str) -> str:
    """The cells of a file that could not be read because nobody knows its columns; empty if that is not why."""
    is_table = error.problems[0].code == table_columns.UNKNOWN or file_name.lower().endswith(ENDINGS)
    rows = table_columns.rows_of(source) if is_table else []
    target = StringIO()
    csv.writer(target, delimiter="\t", lineterminator="\n").writerows(rows)
    text = target.getvalue()
    return text if len(rows) > 1 and len(text) <= LARGEST else ""


def page(table: str, file_name: str, script: Script | None = None) -> ColumnsPage:
    """The page with a guess, or with what was chosen for this script before."""
    rows = _rows(table)
    chosen = table_columns.guess(rows)
    if script and (known := table_columns.stored(script)):
        with suppress(ClockwrightError):  # of another table, the guess is shown
            chosen = table_columns.found(known, rows)
    return _page(table, file_name, rows, chosen, "")


def again(form: Mapping[str, str], fault: str) -> ColumnsPage:
    """The page as it was sent, and what is wrong."""
    table = _table(form)
    rows = _rows(table)
    first = max(1, min(_number(form.get("first", "")), len(rows)))
    return _page(table, form.get("file-name", ""), rows, Columns(_fields(form), first - 1), fault)


def read(source: bytes, script: Script) -> Script:
    """A file for a script, with the columns that were chosen before if its own titles do not say them."""
    try:
        return formats.read(source)
    except UnreadableScriptError as error:
        known, rows = table_columns.stored(script), table_columns.rows_of(source)
        if not known or not rows:
            raise
        try:
            columns = table_columns.found(known, rows)
        except ClockwrightError:
            raise error from None
        return table_columns.script_of(rows, columns)


def script_of(form: Mapping[str, str]) -> Script:
    """The script that a form means. Raises ClockwrightError."""
    rows, fields = _rows(_table(form)), _fields(form)
    names = list(fields.values())
    if twice := next((each for each in names if names.count(each) > 1), ""):
        raise ClockwrightError(
            _("Two columns are “%(title)s”. Choose one.") % {"title": _(CHOICES.get(twice, twice))}
        )
    if "name" not in names:
        raise ClockwrightError(_("Choose the column that has the names."))
    first = _number(form.get("first", ""))
    if not 0 < first <= len(rows):
        raise ClockwrightError(_("Say in which row the characters begin."))
    stem = PurePath(form.get("file-name", "")[:200]).stem.strip()
    return table_columns.script_of(rows, Columns(fields, first - 1), name=stem)


def _page(
    table: str, file_name: str, rows: Sequence[Sequence[str]], chosen: Columns, fault: str
) -> ColumnsPage:
    width = min(table_columns.MOST, max(map(len, rows), default=0))
    shown = rows[:ROWS]
    columns = tuple(
        ColumnView(
            place,
            table_columns.letter(place),
            chosen.fields.get(place, ""),
            tuple(row[place][:LETTERS] if place < len(row) else "" for row in shown),
        )
        for place in range(width)
    )
    choices = tuple((field, _(title)) for field, title in CHOICES.items())
    return ColumnsPage(table, file_name, columns, chosen.first + 1, len(shown), len(rows), choices, fault)


def _fields(form: Mapping[str, str]) -> dict[int, str]:
    found = ((number, form.get(f"column.{number}", "")) for number in range(table_columns.MOST))
    return {number: field for number, field in found if field in CHOICES}


def _number(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 6 else 0


def _table(form: Mapping[str, str]) -> str:
    """The cells; forms send every line end as two characters."""
    table = form.get("table", "").replace("\r\n", "\n")
    if not table.strip() or len(table) > LARGEST:
        raise ClockwrightError(_("Choose the file again."))
    return table


def _rows(table: str) -> list[list[str]]:
    return list(csv.reader(StringIO(table, newline=""), delimiter="\t"))
