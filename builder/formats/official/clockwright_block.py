"""Almanac and icons in a script file: `_meta.clockwright.almanac`, and `.characters[id]` for each character.

    "clockwright": {
      "almanac": {"synopsis", "overview", "difficulty", "audience", "playGuide": [...], "changelog", "dedication",
                  "disclaimer", "credits": [{"name", "roles": [...]}], "iconCredits", "fontCredits", "coverCredits"},
      "characters": {"<id>": {"emblem", "icon", "tags": [...], "notes", "export": false,
        "bracket": [{"what", "team", "value"}], "bracketText",
        "almanac": {"overview", "rules": [...], "examples": [...], "howToRun": [...], "advice": [...], "tip",
                    "optionalRule", "attribution", "revealed", "warnings": [...]}}}}

Beside them stand `keywords` (`game.keywords`), `dismissed` (`game.dismissals`), `styleOff` (`wording.style`), `columns`
(`formats.table_columns`) and `bloodstar` (`formats.bloodstar`).

An icon is `{"emblem": "top-hat", "settings": {...}, "credit"}`, or has `picture` in place of `emblem`: the address of
an upload (`builder.uploads`), or in an exported file the embedded picture (`data:image/…`).
A text in place of a list is a list of one; any other invalid value counts as absent and stays in the file.
"""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from builder.game.almanac import Almanac, Credit, Page
from builder.game.character import Icon
from builder.game.setup.bracket_choices import MOST_ROWS, Row, tidy

#: The form of an emblem's name; anything else is not ours.
EMBLEM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_CREDIT = 500
NO_ICON = Icon()


def camel_case(*names: str) -> dict[str, str]:
    """Names of our fields, each with its name in a file."""
    return {name: name[0] + name.title().replace("_", "")[1:] for name in names}


TEXTS_OF_ALMANAC = camel_case(
    *("synopsis", "overview", "difficulty", "audience", "changelog", "dedication", "disclaimer"),
    *("icon_credits", "font_credits", "cover_credits"),
)
TEXTS_OF_PAGE = camel_case("overview", "tip", "optional_rule", "attribution", "revealed")
LISTS_OF_PAGE = camel_case("rules", "examples", "how_to_run", "advice", "warnings")


def almanac_of(block: object) -> Almanac:
    """The almanac of a script from `_meta.clockwright.almanac`."""
    if not isinstance(block, dict):
        return Almanac()
    return Almanac(
        **{name: _text(block.get(written)) for name, written in TEXTS_OF_ALMANAC.items()},
        play_guide=_texts(block.get("playGuide")),
        credits=tuple(_credits(block.get("credits"))),
    )


def page_of(extra: Mapping[str, Any], written: Mapping[str, Any]) -> Page:
    """The page of a character from its `.characters[id]`; an `attribution` in its definition counts too."""
    block = extra.get("almanac")
    block = block if isinstance(block, dict) else {}
    known: dict[str, Any] = {name: _text(block.get(place)) for name, place in TEXTS_OF_PAGE.items()}
    known["attribution"] = known["attribution"] or _text(written.get("attribution"))
    known |= {name: _texts(block.get(place)) for name, place in LISTS_OF_PAGE.items()}
    return Page(**known, notes=_text(extra.get("notes")), export=extra.get("export") is not False)


def written_block(almanac: Almanac, pages: Mapping[str, Page]) -> dict[str, Any]:
    """`clockwright` for `_meta` with an almanac and the pages of characters; empty if all are."""
    extras = {name: extra for name, page in pages.items() if (extra := page_block(page))}
    block = {"almanac": almanac_block(almanac), "characters": extras}
    return {"clockwright": given} if (given := {name: part for name, part in block.items() if part}) else {}


def almanac_block(almanac: Almanac) -> dict[str, Any]:
    """The almanac in the form of `_meta.clockwright.almanac`, without empty fields."""
    written: dict[str, Any] = {
        place: getattr(almanac, name) for name, place in TEXTS_OF_ALMANAC.items() if getattr(almanac, name)
    }
    if almanac.play_guide:
        written["playGuide"] = list(almanac.play_guide)
    if almanac.credits:
        written["credits"] = [{"name": each.name, "roles": list(each.roles)} for each in almanac.credits]
    return written


def page_block(page: Page) -> dict[str, Any]:
    """A page in the form of `.characters[id]`, without empty fields."""
    block: dict[str, Any] = {}
    for field in fields(Page):
        value = getattr(page, field.name)
        if value and field.name in TEXTS_OF_PAGE:
            block[TEXTS_OF_PAGE[field.name]] = value
        elif value and field.name in LISTS_OF_PAGE:
            block[LISTS_OF_PAGE[field.name]] = list(value)
    extra: dict[str, Any] = {"almanac": block} if block else {}
    if page.notes:
        extra["notes"] = page.notes
    if not page.export:
        extra["export"] = False
    return extra


def _credits(value: object) -> list[Credit]:
    found = []
    for each in value if isinstance(value, list) else ():
        if isinstance(each, str) and each.strip():
            found.append(Credit(each.strip()))
        elif isinstance(each, dict) and _text(each.get("name")):
            found.append(Credit(_text(each["name"]), _texts(each.get("roles"))))
    return found


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    return tuple(text for item in items if (text := _text(item)))


def bracket_of(extra: Mapping[str, Any]) -> tuple[tuple[Row, ...], str]:
    """What an author says that a bracket does, and for which; invalid rows count as absent and stay in the file."""
    rows, text = extra.get("bracket"), extra.get("bracketText")
    found = [tidy(row) for row in rows[:MOST_ROWS] if isinstance(row, dict)] if isinstance(rows, list) else []
    return tuple(row for row in found if row), text if isinstance(text, str) else ""


def icon_of(extra: Mapping[str, Any]) -> Icon:
    """The icon in `.characters[id]`; an invalid one counts as absent and stays in the file."""
    block = extra.get("icon")
    if not isinstance(block, dict):
        return NO_ICON
    emblem, picture, settings = block.get("emblem"), block.get("picture"), block.get("settings")
    return Icon(
        emblem=emblem if isinstance(emblem, str) and EMBLEM.fullmatch(emblem) else "",
        picture=picture if isinstance(picture, str) else "",
        settings=settings if isinstance(settings, dict) else {},
        credit=str(block.get("credit") or "").strip()[:LONGEST_CREDIT],
    )


def icon_block(icon: Icon) -> dict[str, Any]:
    """An icon in the form of `.characters[id].icon`, without empty fields."""
    block = {
        "emblem": icon.emblem,
        "picture": icon.picture,
        "settings": dict(icon.settings),
        "credit": icon.credit,
    }
    return {name: value for name, value in block.items() if value}
