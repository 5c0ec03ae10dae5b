"""Spreadsheets made by hand, part by part, as Excel and LibreOffice write them: not by the library that reads them."""

import zipfile
from collections.abc import Sequence
from io import BytesIO
from xml.sax.saxutils import escape

Rows = Sequence[Sequence[str | float]]
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"


def zipped(parts: dict[str, str]) -> bytes:
    held = BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            # LibreOffice does not compress this one, so that programs recognise its files by their first bytes.
            archive.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else None)
    return held.getvalue()


def xlsx(rows: Rows, title: str = "Sheet1") -> bytes:
    """One sheet, with its texts in the cells."""
    cells = "".join(
        f'<row r="{number}">{"".join(_cell(cell, number, column) for column, cell in enumerate(row))}</row>'
        for number, row in enumerate(rows, 1)
    )
    return zipped(
        {
            "[Content_Types].xml": "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>",
            "_rels/.rels": "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
            f"<Relationship Id='rId1' Type='{_RELATIONS}/officeDocument' Target='xl/workbook.xml'/></Relationships>",
            "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>'
            f'<sheet name="{escape(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/"
            f"relationships'><Relationship Id='rId1' Type='{_RELATIONS}/worksheet' Target='worksheets/sheet1.xml'/>"
            "</Relationships>",
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{cells}</sheetData></worksheet>',
        }
    )


def _cell(cell: str | float, row: int, column: int) -> str:
    place = f"{chr(ord('A') + column)}{row}"
    if isinstance(cell, str):
        return (
            f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'
            if cell
            else ""
        )
    return f'<c r="{place}"><v>{cell}</v></c>'


def ods(rows: Rows, title: str = "Sheet1") -> bytes:
    """One sheet, as LibreOffice writes it."""
    cells = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
    names = " ".join(f'xmlns:{name}="{_OFFICE}{name}:1.0"' for name in ("office", "table", "text"))
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{_OFFICE}manifest:1.0"/>',
            "content.xml": f"<office:document-content {names}><office:body><office:spreadsheet>"
            f'<table:table table:name="{escape(title)}">{cells}</table:table></office:spreadsheet></office:body>'
            "</office:document-content>",
        }
    )


def _ods_cell(cell: str | float) -> str:
    if isinstance(cell, str):
        lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in cell.split("\n"))
        return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
