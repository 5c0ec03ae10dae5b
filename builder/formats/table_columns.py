"""Tables whose titles do not say which column is what: a person says it once, and the script remembers.

    rows = table_columns.rows_of(source)
    columns = table_columns.parse("name=B,ability=D", rows)
    script = table_columns.script_of(rows, columns)

A column is named by its title, or by its letter as spreadsheets do. In the script, what a person chose is private:

    "clockwright": {"columns": {"name": "Rolle", "ability": "Text"}}
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean

from builder.errors import ClockwrightError, UnknownChoiceError
from builder.formats.carriers import spreadsheet
from builder.formats.source import prose_of
from builder.formats.text import character_table, table_csv
from builder.formats.text.character_table import DEEPEST, Header, Row
from builder.game.ids import key
from builder.game.script import Script
from builder.game.teams import read_team_heading
from builder.language import gettext as _

#: The field of our object in `_meta`, and in that the row where the characters begin if no titles are above them.
FIELD, FROM = "columns", "from"
#: The code of the fault of a table whose columns are not known.
UNKNOWN = "no-columns"
#: Columns that a person is asked about, and letters of a title.
MOST, LONGEST_TITLE = 40, 60
#: A title is short, an ability is long.
SHORT, LONG = 24, 30


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column has which field, and the first row of characters; both counted from 0."""

    fields: Mapping[int, str]
    first: int = 0


def rows_of(source: bytes | str) -> list[list[str]]:
    """The cells of a spreadsheet, or of a text in columns; empty if it is none. Empty rows at the top are left out."""
    text = spreadsheet.as_text(source) if isinstance(source, bytes) and spreadsheet.recognises(source) else ""
    rows = table_csv.cells(text or prose_of(source))
    first = next((number for number, row in enumerate(rows) if any(cell.strip() for cell in row)), 0)
    return rows[first:]


def title_of(source: bytes | str) -> str:
    """The name that a spreadsheet has for these cells; empty if it has none."""
    if isinstance(source, bytes) and spreadsheet.recognises(source):
        return spreadsheet.title_of(source)
    return ""


def letter(column: int) -> str:
    """The name that spreadsheets have for a column: A for 0, AA for 26."""
    name = ""
    column += 1
    while column:
        column, place = divmod(column - 1, 26)
        name = chr(ord("A") + place) + name
    return name


def parse(written: str, rows: Sequence[Row]) -> Columns:
    """The columns that `name=B,ability=Text,from=2` means in a table. Raises ClockwrightError."""
    pairs = [part.partition("=") for part in written.split(",") if part.strip()]
    asked: dict[str, str] = {}
    for name, _equals, column in pairs:
        field = FROM if name.strip().lower() == FROM else character_table.field_of(name)
        if not field:
            raise UnknownChoiceError(
                _("There is no field “%(name)s” of a character."),
                name.strip(),
                [*character_table.titles(), FROM],
            )
        asked[field] = column.strip()
    return found(asked, rows)


def found(asked: Mapping[str, str], rows: Sequence[Row]) -> Columns:
    """The columns that are meant by their titles or letters. Raises ClockwrightError if one is not there."""
    wanted = {field: column for field, column in asked.items() if field != FROM}
    if "name" not in wanted:
        raise ClockwrightError(_("Say which column has the names: name=B."))
    titles, below = _titles(wanted, rows)
    width = max(map(len, rows), default=0)
    fields: dict[int, str] = {}
    for field, column in wanted.items():
        letters = (each for each in range(width) if letter(each) == column.upper())
        place = titles.get(field, next(letters, None))
        if place is None:
            raise ClockwrightError(
                _("The table has no column “%(column)s”. Its columns are %(first)s to %(last)s.")
                % {"column": column[:LONGEST_TITLE], "first": "A", "last": letter(max(width - 1, 0))}
            )
        fields[place] = field
    if titles:
        return Columns(fields, below)
    begin = asked.get(FROM, "")
    if begin and not (begin.isascii() and begin.isdecimal() and 0 < int(begin[:9]) <= len(rows)):
        raise ClockwrightError(
            _("“from” is the number of the first row with a character: from=2. The table has %(rows)s rows.")
            % {"rows": len(rows)}
        )
    return Columns(fields, int(begin) - 1 if begin else guess(rows).first)


def written(columns: Columns, rows: Sequence[Row]) -> dict[str, str]:
    """What a person chose in a form that finds the columns again, by their titles if there are some."""
    titles = rows[columns.first - 1] if columns.first else ()
    names = {place: titles[place].strip() if place < len(titles) else "" for place in columns.fields}
    unique = all(names.values()) and len({key(each) or each for each in names.values()}) == len(names)
    if unique and max(map(len, names.values())) <= LONGEST_TITLE:
        return {field: names[place] for place, field in columns.fields.items()}
    return {field: letter(place) for place, field in columns.fields.items()} | {FROM: str(columns.first + 1)}


def stored(script: Script) -> dict[str, str]:
    """What was chosen for a script; empty if nothing was."""
    chosen = script.block.get(FIELD)
    if not isinstance(chosen, Mapping):
        return {}
    return {
        name: column
        for name, column in chosen.items()
        if (name in character_table.titles() or name == FROM) and isinstance(column, str)
    }


def script_of(rows: Sequence[Row], columns: Columns, *, name: str = "") -> Script:
    """The script with the characters of a table, which remembers the columns. Raises UnreadableScriptError."""
    script = character_table.script_of(
        rows, Header(columns.fields, columns.first - 1), name=name, is_chosen=True
    )
    block = {**script.block, FIELD: written(columns, rows)}
    return replace(script, written_meta={**(script.written_meta or {}), "clockwright": block})


def guess(rows: Sequence[Row]) -> Columns:
    """What the columns could be: teams by their names, abilities by their length, names as short and all different."""
    first = int(_is_titles(rows))
    width = min(MOST, max(map(len, rows), default=0))
    cells = [
        [row[place].strip() for row in rows[first:] if place < len(row) and row[place].strip()]
        for place in range(width)
    ]
    fields: dict[int, str] = {}
    teams = {
        place: mean(bool(read_team_heading(cell)) for cell in column)
        for place, column in enumerate(cells)
        if column
    }
    if teams and max(teams.values()) > 0.5:
        fields[max(teams, key=teams.__getitem__)] = "team"
    lengths = {
        place: mean(map(len, column)) for place, column in enumerate(cells) if column and place not in fields
    }
    if lengths and max(lengths.values()) >= LONG:
        fields[max(lengths, key=lengths.__getitem__)] = "ability"
    short = (
        place
        for place, size in lengths.items()
        if place not in fields and 1 < size <= SHORT and len({*cells[place]}) > 0.9 * len(cells[place])
        if not all(cell.replace(".", "").isdecimal() for cell in cells[place])
    )
    name = next(short, None)
    return Columns(fields if name is None else {name: "name", **fields}, first)


def _titles(wanted: Mapping[str, str], rows: Sequence[Row]) -> tuple[dict[str, int], int]:
    """The columns that are meant by their titles, by field, and the row below those titles."""
    best: dict[str, int] = {}
    below = 0
    for number, row in enumerate(rows[:DEEPEST], 1):
        here = [cell.strip().casefold() for cell in row]
        asked = {field: column.strip().casefold() for field, column in wanted.items()}
        found = {field: here.index(title) for field, title in asked.items() if title and title in here}
        if len(found) > len(best):
            best, below = found, number
    return best, below


def _is_titles(rows: Sequence[Row]) -> bool:
    """Whether the first row has only short cells, and some row below it a long one."""
    return (
        len(rows) > 1
        and all(len(cell) <= SHORT for cell in rows[0])
        and sum(bool(cell.strip()) for cell in rows[0]) > 1
        and not any(map(read_team_heading, rows[0]))
        and any(len(cell) > LONG for row in rows[1:] for cell in row)
    )
