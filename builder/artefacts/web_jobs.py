"""Jobs of the web app that run in a worker process: uploads, painting, downloads, pictures of pages and characters.

Pictures of a single character are made from the reduced scripts of `web.character_previews`.
"""

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from builder import documents, emblems, printables, uploads
from builder.artefact import PDF, PNG, Artefact, PrintRequest, bundle
from builder.artefacts import Extra, picture
from builder.errors import ClockwrightError, PictureError
from builder.game import paint_settings
from builder.game.script import Script
from builder.printables import names, options

if TYPE_CHECKING:
    from builder.printables.sheet_columns import Block

#: Prefix of each request's kind.
PREFIX = "preview-"
STYLES: Mapping[str, str] = MappingProxyType(
    {"sheet": "classic", "almanac": "bloodstar", "tokens": "classic"}
)


def _options(script: Script, module: Any, **chosen: str) -> options.Options:
    album = documents.pictures(script, fetch=False, every_version=getattr(module, "EVERY_PICTURE", False))
    return replace(
        options.read(module, chosen), pictures=album.pictures, emblems=emblems.assign(script.characters)
    )


def _tokens(script: Script, parts: str) -> Any:
    from builder.printables import tokens

    return tokens.content(script, _options(script, tokens, parts=parts, only=script.entries[0].key))


def _order(module: Any, content: Any) -> Any:
    from builder.press.printing import Order

    return Order(module.KIND, STYLES[module.KIND], content, printables.papers()["a4"])


def _token(script: Script) -> bytes:
    from builder.press import previews

    return previews.token(_tokens(script, "characters"), STYLES["tokens"])


def _reminders(script: Script) -> bytes:
    from builder.press import previews

    return previews.token_block(_tokens(script, "reminders"), STYLES["tokens"])


def _row(script: Script) -> bytes:
    from builder.press import previews
    from builder.printables import sheet

    content = sheet.content(names.shortened(script), _options(script, sheet))
    first = script.entries[0].id
    bare = replace(content, players=(), counts=(), setup=(), jinxes=(), rules=(), guests=(), legend=False)
    alone = replace(bare, blocks=_only(content.blocks, first), back=_only(content.back, first))
    return previews.sheet_row(_order(sheet, alone))


def _only(blocks: tuple["Block", ...], identifier: str) -> tuple["Block", ...]:
    """The row of one character under its heading."""
    shown = ((each, tuple(row for row in each.rows if row.icon.id == identifier)) for each in blocks)
    return tuple(replace(each, rows=rows[:1], parts=()) for each, rows in shown if rows)


def _almanac(script: Script) -> bytes:
    from builder.press import previews
    from builder.printables import almanac, names

    content = almanac.content(names.shortened(script), _options(script, almanac))
    wanted = names.anchor(script.entries[0].id)
    page = next(each for each in content.pages if each.anchor == wanted)
    numbers = script.block.get("nights", (0, 0))
    page = replace(page, first_night=numbers[0], other_night=numbers[1])
    chapter = almanac.Chapter(wanted, page.icon.name, page.icon.team, "", (page,))
    return previews.almanac_pages(_order(almanac, replace(content, singly=(chapter,))))


_MAKERS: Mapping[str, Callable[[Script], bytes]] = MappingProxyType(
    {"token": _token, "reminders": _reminders, "row": _row, "almanac": _almanac}
)


def make_preview(script: Script, wanted: PrintRequest) -> Artefact:
    """The picture of the first character of a reduced script, as a PNG file."""
    with documents.wearing(script):
        return picture(_MAKERS[wanted.kind.removeprefix(PREFIX)](script))


PREVIEWS = {PREFIX + name: Extra(make_preview) for name in _MAKERS}


#: Their source is JSON about an icon.
READ, PAINT = PrintRequest("icon-read"), PrintRequest("icon-paint")
#: Its source is a script; the pictures go to the store.
FETCH = PrintRequest("fetch-pictures")
#: Its source is JSON with the bytes of a theme; its result a ZIP of `theme.json` and its files, written anew.
THEME = PrintRequest("theme-read")
#: Its source is a PDF file; needs a `dpi`.
PAGES = PrintRequest("page-pictures")


def _read(job: Mapping[str, Any], _: PrintRequest) -> Artefact:
    """Re-encodes an uploaded picture. Raises PictureError with the reason if it is not valid."""
    from builder.press.pictures import untrusted

    return picture(untrusted.reencode(base64.b64decode(job["body"])))


def _theme(job: Mapping[str, Any], _: PrintRequest) -> Artefact:
    """Judges an uploaded theme and its files. Raises PictureError with the reason if it cannot be used."""
    from builder.press import theme_files

    try:
        fields, files = theme_files.rewritten(base64.b64decode(job["theme"]))
    except ClockwrightError as error:
        raise PictureError(str(error)) from error
    return bundle([("theme.json", json.dumps(fields).encode()), *files.items()])


def _paint(job: Mapping[str, Any], _: PrintRequest) -> Artefact:
    """Paints a shape for each team. Raises PictureError if the shape is missing."""
    from builder.press.pictures import downloads, painted_icons

    settings = paint_settings.read(job["settings"])
    shape = job["shape"]
    if uploads.is_address(shape):
        known = downloads.gather([shape], fetching=False)[shape]
        if known.reason:
            raise PictureError(known.reason)
        shape = known.name
    work = painted_icons.draft if job["draft"] else painted_icons.paint_all
    made = work(shape, job["teams"], settings, framed=job["framed"])
    return bundle([(f"{number}.png", each) for number, each in enumerate(made)])


def _fetch(script: Script, _: PrintRequest) -> Artefact:
    documents.pictures(script, every_version=True)
    return Artefact("", PNG, b"", 0)


def _pages(document: bytes, wanted: PrintRequest) -> Artefact:
    pages = Artefact("", PDF, document).png(wanted.dpi or 0)
    return bundle([(f"{number}.png", page) for number, page in enumerate(pages)])


EXTRAS = PREVIEWS | {
    FETCH.kind: Extra(_fetch, is_stored=False),
    PAGES.kind: Extra(_pages, read=bytes),
    READ.kind: Extra(_read, read=json.loads, is_picture=True),
    THEME.kind: Extra(_theme, read=json.loads, is_picture=True),
    PAINT.kind: Extra(_paint, read=json.loads, is_picture=True),
}
