"""Pictures of a single character, made from the reduced scripts of `web.character_previews`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from builder import documents, emblems, printables
from builder.artefact import Artefact, PrintRequest
from builder.artefacts import Extra, picture
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


def make(script: Script, wanted: PrintRequest) -> Artefact:
    """The picture of the first character of a reduced script, as a PNG file."""
    with documents.wearing(script):
        return picture(_MAKERS[wanted.kind.removeprefix(PREFIX)](script))


EXTRAS = {PREFIX + name: Extra(make) for name in _MAKERS}
