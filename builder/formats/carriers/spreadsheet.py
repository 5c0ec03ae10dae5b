"""Characters in a spreadsheet of Excel (.xlsx) or LibreOffice (.ods)."""

import csv
import zipfile
from collections.abc import Iterator
from io import BytesIO, StringIO

from builder.errors import UnreadableScriptError
from builder.formats.carriers import zip_archive
from builder.formats.source import refuse
from builder.formats.text import character_table
from builder.game.script import Script
from builder.language import N_, gettext as _, number

NAME = "spreadsheet"
TITLE = N_("Spreadsheet of the characters (.xlsx, .ods)")
ENDINGS = (".xlsx", ".ods")
RANK = (4, 3)
CALLED = N_("the spreadsheet")
#: Limits: parts of a file, bytes of a part, sheets, rows, columns, letters in all cells.
_FILES, _LARGEST, _SHEETS, _ROWS, _COLUMNS, _LETTERS = 500, 20_000_000, 30, 5_000, 100, 2_000_000
#: In the list of files at the end of one.
_MARKS = (b"xl/workbook.xml", b"application/vnd.oasis.opendocument.spreadsheet")
#: In the files themselves, where the list was cut off.
_PARTS = (b"xl/worksheets/", b"xl/theme/", b"xl/styles")
#: Begins the files of Office before 2007.
_OLD = b"\xd0\xcf\x11\xe0"
_REMEDY = N_("Save it again, as .xlsx, .ods or CSV.")


def recognises(source: bytes | str) -> bool:
    """Whether these are the bytes of a spreadsheet; a cut or an old one is told what to do (`read`)."""
    if isinstance(source, str) or not source.startswith(zip_archive.OPENING):
        return isinstance(source, bytes) and source.startswith(_OLD)
    is_cut = zip_archive.LISTED not in source
    return any(it in source for it in (*_MARKS, *(_PARTS if is_cut else ())))


def read(source: bytes | str) -> Script:
    """Read the characters of the first sheet that has a header. Raises UnreadableScriptError."""
    if isinstance(source, str):
        refuse("not-text", _("This is not a spreadsheet."))
    _check(source)
    headed = ((title, rows, character_table.header_of(rows)) for title, rows in _sheets(source))
    title, rows, header = next((each for each in headed if each[2]), ("", [], None))
    if header is None:
        refuse("no-columns", _(character_table.NO_COLUMNS))
    return character_table.script_of(rows, header, name=title)


def as_text(source: bytes) -> str:
    """The cells of the first sheet that has any, as if copied from it; empty if there is none that can be read."""
    target = StringIO()
    csv.writer(target, delimiter="\t", lineterminator="\n").writerows(_first(source)[1])
    return target.getvalue()


def title_of(source: bytes) -> str:
    """The title of that sheet; empty if its program made it up."""
    return _first(source)[0]


def _first(source: bytes) -> tuple[str, list[list[str]]]:
    try:
        _check(source)
        return next(((title, rows) for title, rows in _sheets(source) if any(map(any, rows))), ("", []))
    except UnreadableScriptError:
        return "", []


def _check(source: bytes) -> None:
    """Refuse an archive that would be too large when unzipped, before anything is unzipped."""
    if source.startswith(_OLD):
        refuse("not-text", _("This file was saved by an old version of Excel or Word.") + f" {_(_REMEDY)}")
    zip_archive.check_size(source, _FILES)
    with zip_archive.translate_errors(_(_REMEDY)), zipfile.ZipFile(BytesIO(source)) as archive:
        for _item in zip_archive.within(iter(archive.infolist()), lambda _name: _LARGEST):
            pass


def _sheets(source: bytes) -> Iterator[tuple[str, list[list[str]]]]:
    """The title and the cells of each sheet; a title that the program made up is none."""
    from python_calamine import CalamineError, load_workbook  # only for those who have a spreadsheet

    try:
        book = load_workbook(BytesIO(source))
        for name in book.sheet_names[:_SHEETS]:
            sheet = book.get_sheet_by_name(name)
            if sheet.total_height > _ROWS or sheet.total_width > _COLUMNS:
                refuse(
                    "too-big",
                    _("A sheet of this file has more than %(rows)s rows or %(columns)s columns.")
                    % {"rows": number(_ROWS), "columns": _COLUMNS},
                )
            rows = [[_text(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]
            if sum(len(cell) for row in rows for cell in row) > _LETTERS:
                refuse(
                    "too-big",
                    _("The cells of this file have more than %(letters)s letters.")
                    % {"letters": number(_LETTERS)},
                )
            yield "" if name.lower().startswith(("sheet", "tabelle", "feuil")) else name, rows
    except CalamineError as error:
        refuse(
            "damaged",
            _("This spreadsheet cannot be read: %(error)s. %(remedy)s")
            % {"error": str(error)[:120], "remedy": _(_REMEDY)},
        )


def _text(cell: object) -> str:
    """A cell as text: a whole number without its point."""
    if isinstance(cell, bool):
        return "yes" if cell else ""
    return f"{cell:.10g}" if isinstance(cell, int | float) else str(cell)
