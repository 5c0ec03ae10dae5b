"""Characters from the rows of a spreadsheet: which column is what, and what a cell of it says."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote, unquote

from builder import assets, catalogue
from builder.errors import UnreadableScriptError
from builder.formats import official
from builder.formats.official import json_text
from builder.formats.official.clockwright_block import LISTS_OF_PAGE, TEXTS_OF_PAGE, page_of
from builder.formats.official.schema import YES
from builder.formats.source import LACKING, refuse
from builder.formats.text import MOST_TOLD, check_number, free_id, own_id, with_lines
from builder.game.almanac import Page
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import UNNAMED, Script
from builder.game.teams import read_team_heading
from builder.language import N_, gettext as _
from builder.prose_lists import cut

Row = Sequence[str]
#: A header is searched for in this many rows and columns; letters of a title.
DEEPEST, WIDEST, _LONGEST_TITLE = 12, 200, 60
_LISTS = frozenset(LISTS_OF_PAGE.values())
_OF_PAGE = {*TEXTS_OF_PAGE.values(), *LISTS_OF_PAGE.values()}
_BESIDE = ("notes", "tags", "bracket", "bracketText")
#: The fields of a character in `_meta.clockwright.characters` that are columns.
BESIDE = frozenset({*_BESIDE, "almanac"})
#: In the column of the ids: this row is a field of the script.
META = "_meta"
#: Our object, which has a row for each part: `clockwright.theme`, `clockwright.characters.toad`; dots at most.
OURS, DEEPEST_PART = "clockwright", 3
#: Fields that are never JSON.
_TEXTS = ("name", "author")
#: What a spreadsheet takes for a formula; also behind apostrophes, so that one more can be told from a text's own.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
_GUARD = re.compile(rf"\A'(?={_FORMULA.pattern})")
_RULE = re.compile(r"[:-]{3,}")
#: What to do with a table whose columns are not known.
NO_COLUMNS = N_(
    "No row of this table says which column is what. Write a row above it with a title for each column: Name, Team, "
    "Ability, and others such as First night, Reminders or Flavor. Leave the titles of columns empty that you do not "
    "need."
)
_NOBODY = N_("In this table, no row has a name of a character. The column of the names is called “Name”.")


@dataclass(frozen=True, slots=True)
class Header:
    """Which column has which field, and the row below which the characters begin."""

    fields: Mapping[int, str]
    row: int = 0


def header_of(rows: Sequence[Row]) -> Header | None:
    """The header of a table: the first row that names the names, and the teams or the abilities."""
    for number, row in enumerate(rows[:DEEPEST]):
        found: dict[int, str] = {}
        for column, title in enumerate(row[:WIDEST]):
            field = field_of(title)
            if field and field not in found.values():
                found[column] = field
        if "name" in found.values() and {"team", "ability"} & set(found.values()):
            return Header(found, number)
    return None


@cache
def titles() -> Mapping[str, frozenset[str]]:
    """Each field with the titles that columns of it have, as keys."""
    found = json.loads(assets.data("table_titles.json").read_bytes())
    return {name: frozenset({key(name), *others}) for name, others in found.items()}


def field_of(title: str) -> str:
    """The field that a column has by its title; empty if none."""
    if len(title) > _LONGEST_TITLE:
        return ""
    plain = key(re.sub(r"\([^)]*\)", "", title))
    return next((name for name, known in titles().items() if plain and plain in known), "")


def script_of(
    rows: Sequence[Row],
    header: Header,
    *,
    name: str = "",
    reading: Iterable[Problem] = (),
    is_chosen: bool = False,
) -> Script:
    """The script with the characters of a table. Raises UnreadableScriptError if there are none.

    What is in no known column is told, unless a person chose the columns (`is_chosen`).
    """
    headings = () if is_chosen else rows[header.row]
    values: list[Any] = []
    lines: list[int] = []
    beside: dict[str, Any] = {}
    own: dict[str, Any] = {}
    damaged: list[Problem] = []
    taken: set[str] = set()
    team = ""
    for number, row in enumerate(rows[header.row + 1 :], header.row + 2):
        cells = {
            field: clean(row[at]) for at, field in header.fields.items() if at < len(row) and clean(row[at])
        }
        if cells.keys() == {"name"} and read_team_heading(cells["name"]):
            team = cells["name"]  # a heading such as `Outsiders`
        if all(_RULE.fullmatch(cell) for cell in cells.values()):
            continue  # the line under the titles of a table in Markdown
        if not cells or (not cells.get("name") and not cells.get("id")) or cells.get("name") == team:
            continue
        if cells.get("id") == META:
            if "name" in cells and not _put(own, cells["name"], cells.get("ability", "")):
                damaged.append(_damaged(number, cells["name"]))
            continue
        check_number(len(values))
        damaged += _misplaced(number, cells)
        value, extra = _entry({"team": team, **cells}, taken)
        values.append(value)
        lines.append(number)
        if extra:
            beside[value if isinstance(value, str) else value["id"]] = extra
    if not values:
        refuse("no-characters", _(_NOBODY))
    meta: dict[str, Any] = {"id": META, "name": name or UNNAMED} | own | {"id": META}
    if beside:
        meta[OURS] = _with_characters(meta.get(OURS), beside)
    notices = (*reading, *damaged, *_left_out(headings, header, rows))
    return with_lines(official.script_of([meta, *values], reading=notices), lines)


def meta_cell(value: Any) -> str:
    """A field of a script as a cell: a text as it is if it is read back as that, else JSON."""
    is_plain = isinstance(value, str) and tidy(value) == value and not _is_json(value)
    if is_plain and _meta_value(value) == value:
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def _meta_value(cell: str) -> Any:
    """The value of valid JSON; any other text is itself."""
    try:
        value, slips = json_text.parse(cell)
    except UnreadableScriptError:
        return cell
    return cell if slips else value


def _is_json(cell: str) -> bool:
    """Whether a cell is meant as a list or an object."""
    return cell.startswith(("{", "["))


def name_in_path(name: str) -> str:
    """A name as a part of a path."""
    return quote(name, safe="").replace(".", "%2E")


def _put(own: dict[str, Any], name: str, cell: str) -> bool:
    """Set a field of the script, or a part of our object; False if its JSON is damaged (ours is left out then)."""
    value = _meta_value(cell)
    is_whole = name in _TEXTS or not (_is_json(cell) and isinstance(value, str))
    path = [name]
    if name == OURS or name.startswith(f"{OURS}."):
        if not is_whole:
            return False
        path = list(map(unquote, name.split(".", DEEPEST_PART)))
    for part in path[:-1]:
        if not isinstance(own.get(part), dict):
            own[part] = {}
        own = own[part]
    own[path[-1]] = value
    return is_whole


def _damaged(row: int, field: str) -> Problem:
    message = _(
        "Row %(row)s: the value of “%(field)s” is damaged JSON; a spreadsheet may have cut it off. Export the "
        "table again."
    )
    return Problem(LACKING, Severity.WARNING, message % {"row": row, "field": field[:60]})


def _misplaced(row: int, cells: dict[str, str]) -> Iterator[Problem]:
    """Moves texts from the column of a night's number to its reminder; tells what else is there and no number."""
    for place, reminder in (("firstNight", "firstNightReminder"), ("otherNight", "otherNightReminder")):
        cell = cells.get(place, "")
        if not cell or _number(cell) is not None:
            continue
        if " " in cell and reminder not in cells:
            cells[reminder] = cells.pop(place)
            continue
        message = _("Row %(row)s: “%(cell)s” is not a position in the night order, so it was left out.")
        yield Problem(LACKING, Severity.WARNING, message % {"row": row, "cell": cut(cell, 60)})


def _with_characters(block: Any, beside: Mapping[str, Any]) -> dict[str, Any]:
    """Our object with the fields of characters that were in columns beside those that were not."""
    ours = block if isinstance(block, dict) else {}
    known = ours.get("characters")
    rest = known if isinstance(known, dict) else {}
    both = {
        name: {**(rest[name] if isinstance(rest.get(name), dict) else {}), **beside.get(name, {})}
        for name in (*beside, *(name for name in rest if name not in beside))
    }
    return {**ours, "characters": both}


def tidy(text: str) -> str:
    """A text without a browser's line ends, and without space around it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def guard(text: str) -> str:
    """A text as a cell that a spreadsheet does not execute as a formula; `clean` reads it back."""
    text = tidy(text)
    return f"'{text}" if _FORMULA.match(text) else text


def clean(cell: str) -> str:
    """The text of a cell, without the guard against formulas."""
    return _GUARD.sub("", tidy(cell))


def read_cells(cells: Mapping[str, str]) -> tuple[dict[str, Any], Page]:
    """Texts by our fields as official fields and as a page of the almanac."""
    own = {field: _value(field, cell) for field, cell in cells.items() if field not in {*_BESIDE, *_OF_PAGE}}
    return {field: value for field, value in own.items() if value}, page_of(_extras(cells), {})


def _entry(cells: Mapping[str, str], taken: set[str]) -> tuple[Any, dict[str, Any]]:
    """A row as an entry of a script and its extra fields: an official character if it says nothing else of it."""
    known = catalogue.find(cells.get("id") or cells["name"])
    if known and key(cells.get("name", known.name)) in (known.key, key(known.name)):
        same = cells.get("ability", "") in ("", known.ability, *(each.ability for each in _ours(known.key)))
        if same and key(known.id) not in taken:
            taken.add(known.key)
            return known.id, _extras(cells)
    name = cells.get("name") or cells["id"]
    identifier = free_id(cells.get("id") or own_id(name), taken)
    team = read_team_heading(cells.get("team", ""))
    value: dict[str, Any] = {"id": identifier, "name": name}
    if team or cells.get("team"):
        value["team"] = team.value if team else cells["team"]
    value["ability"] = cells.get("ability", "")
    for field in titles():
        if (
            field in cells
            and field not in {*value, *_BESIDE, *_OF_PAGE}
            and (said := _value(field, cells[field])) not in (None, "")
        ):
            value[field] = said
    if "setup" not in cells and value["ability"].rstrip().endswith("]"):
        value["setup"] = True
    return value, _extras(cells)


def _ours(name: str) -> Iterator[Any]:
    return (each for each in catalogue.ours().characters if each.key == name)


def _extras(cells: Mapping[str, str]) -> dict[str, Any]:
    extra: dict[str, Any] = {}
    for field in _BESIDE:
        if field in cells:
            extra[field] = cells[field].split() if field == "tags" else _value(field, cells[field])
    page = {
        field: re.split(r"\n\s*\n", cells[field]) if field in _LISTS else cells[field]
        for field in cells
        if field in _OF_PAGE
    }
    return extra | ({"almanac": page} if page else {})


def _value(field: str, cell: str) -> Any:
    """What a cell says; None if it says nothing that the field can have."""
    reader = _READERS.get(field)
    return reader(cell) if reader else cell


def _number(cell: str) -> float | None:
    if not re.fullmatch(r"-?\d{1,6}(?:[.,]\d{1,6})?", cell, re.ASCII):
        return None
    number = float(cell.replace(",", "."))
    return int(number) if number == int(number) else number


def _tokens(cell: str) -> list[str]:
    """Texts parted by lines, semicolons or else commas; or as JSON."""
    found = _json(cell) if cell.startswith("[") else None
    if found is not None:
        return [each for each in found if isinstance(each, str)]
    mark = next((mark for mark in "\n;" if mark in cell), ",")
    return [part.strip() for part in cell.split(mark) if part.strip()]


def _addresses(cell: str) -> str | list[str]:
    found = cell.split()
    return found[0] if len(found) == 1 else found


def _json(cell: str) -> Any:
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None


_READERS: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("firstNight", "otherNight"), _number),
    **dict.fromkeys(("reminders", "remindersGlobal"), _tokens),
    **dict.fromkeys(("special", "jinxes", "bracket"), _json),
    "setup": lambda cell: True if cell.lower() in {*YES, "x", "✓", "✔"} else None,
    "image": _addresses,
}


def _left_out(titles: Row, header: Header, rows: Sequence[Row]) -> Iterator[Problem]:
    """Says which columns were not understood, so that nothing is lost unseen."""
    below = rows[header.row + 1 :]
    for column, title in enumerate(titles):
        has_text = any(column < len(row) and row[column].strip() for row in below)
        if column not in header.fields and has_text and column < MOST_TOLD:
            named = title.strip()[:60] or str(column + 1)
            yield Problem(
                LACKING,
                Severity.WARNING,
                _(
                    "The column “%(column)s” of this table was left out. Give it the title of a field, such as "
                    "Ability, Reminders or Notes."
                )
                % {"column": named},
            )
