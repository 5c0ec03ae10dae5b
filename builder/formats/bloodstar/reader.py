"""A Bloodstar save as the values of an official script file; what it says beyond goes into `_meta.clockwright`."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.formats.bloodstar.words import SPECIALS, filled, lines, paragraphs
from builder.formats.official.almanac_block import block_of, extra_of
from builder.formats.official.entries import extra_keys, identifier, is_meta
from builder.formats.official.mend import ALIASES
from builder.game.almanac import Almanac, Page
from builder.game.ids import key

Json = dict[str, Any]
#: What Bloodstar calls what nobody has named.
NEW_NAME, NEW_ID, NEW_TEAM = "New Character", "newcharacter", "townsfolk"
#: Fields of a save, and of a script that says the same.
SAME = {"firstNightReminder": "firstNightReminder", "otherNightReminder": "otherNightReminder"}
LISTS = {"characterReminderTokens": "reminders", "globalReminderTokens": "remindersGlobal"}
#: Before whom the publisher begins to number.
FIRST_NUMBERS = {"first": 10, "other": 1}
STEPS = {"first": ("dusk", "minioninfo", "demoninfo"), "other": ("dusk",)}


def characters_of(save: Mapping[str, Any]) -> list[Json]:
    """The characters in a save; what else stands in its list is none."""
    return [each for each in _list(save.get("characterList")) if is_character(each)]


def is_character(item: object) -> bool:
    """Whether something in a save's list can be a character."""
    return isinstance(item, dict) and not is_meta(item)


def values(save: Mapping[str, Any]) -> list[Any]:
    """The `_meta` and the characters of a save as an official file would have them."""
    characters = characters_of(save)
    written = [written_character(each) for each in characters]
    meta = _meta(save)
    for night in ("first", "other"):
        order = save.get(f"{night}NightOrder")
        acting = list(_numbered(written, characters, order, night)) if isinstance(order, list) else []
        if acting:
            meta[f"{night}Night"] = [*STEPS[night], *dict.fromkeys(acting), "dawn"]
    block: Json = {"almanac": almanac} if (almanac := block_of(_almanac(save))) else {}
    extras = {
        name: extra
        for name, each in zip(extra_keys(map(identifier, written)), characters, strict=True)
        if (extra := extra_of(page(each)))
    }
    block |= {"characters": extras} if extras else {}
    return [meta | ({"clockwright": block} if block else {}), *written]


def written_character(save: Mapping[str, Any]) -> Json:
    """One character in the official fields."""
    name = name_of(save)
    team = save.get("team", NEW_TEAM)
    fields: Json = {
        "id": save["id"] if _text(save.get("id")) else key(name) or NEW_ID,
        "name": save.get("name", NEW_NAME),
        "team": ALIASES.get(team.lower(), team) if isinstance(team, str) else team,
        "ability": _filled(save.get("ability", ""), name),
        "image": _text(save.get("styledImage")) or _text(save.get("unStyledImage")) or None,
        "flavor": _texts(save.get("almanac")).get("flavor") or None,
        "edition": save.get("edition"),
    }
    fields |= {ours: _filled(save.get(theirs), name) or None for theirs, ours in SAME.items()}
    fields |= {ours: _tokens(save.get(theirs)) or None for theirs, ours in LISTS.items()}
    fields["setup"] = save.get("setup") or None
    special = save.get("special")
    fields["special"] = (
        [dict(SPECIALS[special])] if isinstance(special, str) and special in SPECIALS else None
    )
    return {field: value for field, value in fields.items() if value is not None}


def page(save: Mapping[str, Any]) -> Page:
    """What the almanac says of one character."""
    name = name_of(save)
    texts = {field: filled(text, name) for field, text in _texts(save.get("almanac")).items()}
    overview, *rules = paragraphs(texts.get("overview", "")) or ("",)
    return Page(
        overview=overview,
        rules=tuple(rules),
        examples=paragraphs(texts.get("examples", "")),
        how_to_run=paragraphs(texts.get("howToRun", "")),
        tip=texts.get("tip", "").strip(),
        attribution=filled(_text(save.get("attribution")), name).strip(),
        notes=_text(save.get("notes")).strip(),
        export=save.get("export") is not False,
    )


def name_of(save: Mapping[str, Any]) -> str:
    """The name that stands in a character's texts."""
    return _text(save.get("name")).strip() or NEW_NAME


def _meta(save: Mapping[str, Any]) -> Json:
    told = save.get("meta")
    told = told if isinstance(told, dict) else {}
    links = _texts(save.get("links"))
    fields = {name: told.get(name) for name in ("name", "author", "logo")} | {"almanac": links.get("almanac")}
    return {"id": "_meta"} | {name: value for name, value in fields.items() if value is not None}


def _almanac(save: Mapping[str, Any]) -> Almanac:
    texts = _texts(save.get("almanac"))
    synopsis, overview, changelog = (
        texts.get(name, "").strip() for name in ("synopsis", "overview", "changelog")
    )
    return Almanac(synopsis=synopsis, overview=overview, changelog=changelog)


def _numbered(written: list[Json], characters: list[Json], order: list[Any], night: str) -> Iterator[str]:
    """The ids of those that act in a night, in its order; each gets the number that the publisher gives it.

    Who is not exported gets one in between, so that it changes no other's.
    """
    number = FIRST_NUMBERS[night]
    at: dict[str, list[int]] = {}
    for index, each in enumerate(written):
        if isinstance(each["id"], str):
            at.setdefault(each["id"], []).append(index)
    listed = [each for each in order if isinstance(each, str) and each in at]
    for who in dict.fromkeys([*listed, *at]):
        for index in at[who]:
            if not _text(written[index].get(f"{night}NightReminder")):
                continue
            exported = characters[index].get("export") is not False
            number += exported
            written[index][f"{night}Night"] = number if exported else number + 0.5
            yield who


def _filled(value: Any, name: str) -> Any:
    return filled(value, name) if isinstance(value, str) else value


def _tokens(value: Any) -> Any:
    return lines(value) if isinstance(value, str) else value


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> dict[str, str]:
    """The texts in an object."""
    fields = value if isinstance(value, dict) else {}
    return {name: text for name, text in fields.items() if isinstance(text, str)}
