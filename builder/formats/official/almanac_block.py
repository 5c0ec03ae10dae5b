"""The almanac in a script file: `_meta.clockwright.almanac` for the whole, `.characters[id]` for each character.

    "clockwright": {
      "almanac": {"synopsis", "overview", "difficulty", "audience", "playGuide": [...], "changelog", "dedication",
                  "disclaimer", "credits": [{"name", "roles": [...]}], "iconCredits", "fontCredits", "coverCredits"},
      "characters": {"<id>": {"emblem", "icon", "tags": [...], "notes", "export": false,
        "almanac": {"overview", "rules": [...], "examples": [...], "howToRun": [...], "advice": [...], "tip",
                    "optionalRule", "attribution", "revealed", "warnings": [...]}}}}

A text where a list belongs is a list of one; anything else that cannot be read counts as absent and stays in the file.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from builder.game.almanac import Almanac, Credit, Page

TEXTS_OF_ALMANAC = {
    "synopsis": "synopsis",
    "overview": "overview",
    "difficulty": "difficulty",
    "audience": "audience",
    "changelog": "changelog",
    "dedication": "dedication",
    "disclaimer": "disclaimer",
    "icon_credits": "iconCredits",
    "font_credits": "fontCredits",
    "cover_credits": "coverCredits",
}
TEXTS_OF_PAGE = {
    "overview": "overview",
    "tip": "tip",
    "optional_rule": "optionalRule",
    "attribution": "attribution",
    "revealed": "revealed",
}
LISTS_OF_PAGE = {
    "rules": "rules",
    "examples": "examples",
    "how_to_run": "howToRun",
    "advice": "advice",
    "warnings": "warnings",
}


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
    """The page of a character from what `.characters[id]` says; an `attribution` beside its ability counts too."""
    block = extra.get("almanac")
    block = block if isinstance(block, dict) else {}
    known: dict[str, Any] = {name: _text(block.get(place)) for name, place in TEXTS_OF_PAGE.items()}
    known["attribution"] = known["attribution"] or _text(written.get("attribution"))
    known |= {name: _texts(block.get(place)) for name, place in LISTS_OF_PAGE.items()}
    return Page(
        **known,
        notes=_text(extra.get("notes")),
        export=extra.get("export") is not False,
    )


def block_of(almanac: Almanac) -> dict[str, Any]:
    """The almanac as `_meta.clockwright.almanac` holds it; what is empty is left out."""
    written: dict[str, Any] = {
        place: getattr(almanac, name) for name, place in TEXTS_OF_ALMANAC.items() if getattr(almanac, name)
    }
    if almanac.play_guide:
        written["playGuide"] = list(almanac.play_guide)
    if almanac.credits:
        written["credits"] = [{"name": each.name, "roles": list(each.roles)} for each in almanac.credits]
    return written


def extra_of(page: Page) -> dict[str, Any]:
    """A page as `.characters[id]` holds it; what is empty is left out."""
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
