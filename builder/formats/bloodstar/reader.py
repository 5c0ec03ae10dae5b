"""Convert a Bloodstar save to an official script file; everything else in it goes into `_meta.clockwright`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from builder.formats.bloodstar.icons import settings_of
from builder.formats.carriers.script_pictures import is_broken
from builder.formats.official.clockwright_block import icon_block, written_block
from builder.formats.official.entries import extra_keys, identifier
from builder.formats.official.fault_messages import short, some_quoted
from builder.formats.official.schema import ALIASES, as_list, as_object, is_meta
from builder.game.almanac import Almanac, Page
from builder.game.character import Icon
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.language import gettext as _, ngettext

Json = dict[str, Any]
#: Bloodstar's name for an unnamed script.
NEW_NAME, NEW_ID, NEW_TEAM = "New Character", "newcharacter", "townsfolk"
OF_THE_SCRIPT = ("synopsis", "overview", "changelog")
NIGHTS = ("first", "other")
#: Fields with the same name in a save and a script, and tokens that are lines in one and a list in the other.
REMINDERS = ("firstNightReminder", "otherNightReminder")
TOKENS = {"characterReminderTokens": "reminders", "globalReminderTokens": "remindersGlobal"}
#: Bloodstar's `special` in the form in which it publishes it in the script.
SPECIALS: Mapping[str, Mapping[str, str]] = {
    "showGrimoire": {"name": "grimoire", "type": "signal", "time": "night"},
    "point": {"name": "pointing", "type": "ability", "time": "day"},
}
#: With a longer name, or more occurrences, `$name` is not filled in.
LONGEST_NAME, MOST_NAMES = 100, 500
#: The publisher's first number in each night comes before these.
FIRST_NUMBERS = {"first": 10, "other": 1}
STEPS = {"first": ("dusk", "minioninfo", "demoninfo"), "other": ("dusk",)}


def characters_of(save: Mapping[str, Any]) -> list[Json]:
    """The characters in a save; anything else in its list is skipped."""
    return [each for each in as_list(save.get("characterList")) if is_character(each)]


def is_character(item: object) -> bool:
    """Whether an item in a save's list can be a character."""
    return isinstance(item, dict) and not is_meta(item)


def values(save: Mapping[str, Any]) -> list[Any]:
    """The `_meta` and the characters of a save in the form of an official file."""
    characters = characters_of(save)
    written = [_written(each) for each in characters]
    meta = _meta(save)
    for night in NIGHTS:
        order = save.get(f"{night}NightOrder")
        acting = list(_numbered(written, characters, order, night)) if isinstance(order, list) else []
        if acting:
            meta[f"{night}Night"] = night_order(night, acting)
    texts = _texts(save.get("almanac"))
    almanac = Almanac(**{name: texts.get(name, "").strip() for name in OF_THE_SCRIPT})  # type: ignore[arg-type]  # texts
    names = extra_keys(map(identifier, written))
    meta |= written_block(almanac, dict(zip(names, map(_page, characters), strict=True)))
    for name, each in zip(names, characters, strict=True):
        if has_broken_picture(each) and (source := _usable(each.get("unStyledImage"))):
            icon = Icon(picture=source, settings=settings_of(each.get("imageSettings")))
            extras = meta.setdefault("clockwright", {}).setdefault("characters", {})
            extras.setdefault(name, {})["icon"] = icon_block(icon)
    return [meta, *written]


def has_broken_picture(save: Mapping[str, Any]) -> bool:
    """Whether the finished picture of a character is not a picture."""
    return is_broken(_text(save.get("styledImage")))


def _image(save: Mapping[str, Any]) -> str:
    """The picture to show; empty if the icon is painted from its source, because the finished picture is broken."""
    finished = _text(save.get("styledImage"))
    return _usable(finished) if finished else _usable(save.get("unStyledImage"))


def _usable(picture: object) -> str:
    """The address of a picture; empty if the picture in it is broken."""
    return "" if is_broken(_text(picture)) else _text(picture)


def remarks(save: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the characters of a save, for its author."""
    characters = characters_of(save)
    for each in characters:
        if has_broken_picture(each):
            called = _text(each.get("name")).strip() or _text(each.get("id"))
            yield Problem(
                "broken-picture",
                Severity.WARNING,
                (
                    _(
                        "%(name)s: its finished picture is not a picture, so its icon is painted from the "
                        "source picture."
                    )
                    if _usable(each.get("unStyledImage"))
                    else _("%(name)s: its picture is not a picture. Upload another one.")
                )
                % {"name": short(called)},
            )
    nameless = [_text(each.get("id")) for each in characters if not _text(each.get("name", NEW_NAME)).strip()]
    if nameless:
        words = ngettext(
            "A character has no name: %(ids)s.", "%(num)s characters have no name: %(ids)s.", len(nameless)
        )
        yield Problem(
            "nameless", Severity.WARNING, words % {"num": len(nameless), "ids": some_quoted(nameless)}
        )
    ids = {key(_text(each.get("id"))) for each in characters}
    strange = dict.fromkeys(
        each
        for night in NIGHTS
        for each in as_list(save.get(f"{night}NightOrder"))
        if isinstance(each, str) and key(each) not in ids and each not in STEPS["first"]
    )
    if strange:
        words = ngettext(
            "The night order lists a character that is not in this save, so it was skipped: %(ids)s.",
            "The night order lists characters that are not in this save, so they were skipped: %(ids)s.",
            len(strange),
        )
        yield Problem("night-order-strangers", Severity.NOTICE, words % {"ids": some_quoted(list(strange))})


def night_order(night: str, acting: Iterable[str]) -> list[str]:
    """The order of a night for `_meta`, from the ids of those who act in it."""
    return [*STEPS[night], *dict.fromkeys(acting), "dawn"]


def page_of_texts(overview: str, examples: str, how_to_run: str) -> Page:
    """Build a page from texts with empty lines between paragraphs."""
    first, *rules = _paragraphs(overview) or ("",)
    return Page(
        overview=first, rules=tuple(rules), examples=_paragraphs(examples), how_to_run=_paragraphs(how_to_run)
    )


def _written(save: Mapping[str, Any]) -> Json:
    """Convert one character to the official fields."""
    name = name_of(save)
    team = save.get("team", NEW_TEAM)
    fields: Json = {
        "id": save["id"] if _text(save.get("id")) else key(name) or NEW_ID,
        "name": save.get("name", NEW_NAME),
        "team": ALIASES.get(team.lower(), team) if isinstance(team, str) else team,
        "ability": _filled(save.get("ability", ""), name),
        "image": _image(save) or None,
        "flavor": _texts(save.get("almanac")).get("flavor") or None,
        "edition": save.get("edition"),
    }
    fields |= {field: _filled(save.get(field), name) or None for field in REMINDERS}
    fields |= {ours: _lines(save.get(theirs)) or None for theirs, ours in TOKENS.items()}
    fields["setup"] = save.get("setup") or None
    special = save.get("special")
    fields["special"] = (
        [dict(SPECIALS[special])] if isinstance(special, str) and special in SPECIALS else None
    )
    return {field: value for field, value in fields.items() if value is not None}


def _page(save: Mapping[str, Any]) -> Page:
    """The character's almanac page."""
    name = name_of(save)
    texts = {field: filled(text, name) for field, text in _texts(save.get("almanac")).items()}
    return replace(
        page_of_texts(*(texts.get(field, "") for field in ("overview", "examples", "howToRun"))),
        tip=texts.get("tip", "").strip(),
        attribution=filled(_text(save.get("attribution")), name).strip(),
        notes=_text(save.get("notes")).strip(),
        export=save.get("export") is not False,
    )


def name_of(save: Mapping[str, Any]) -> str:
    """The name to fill in for `$name` in a character's texts."""
    return _text(save.get("name")).strip() or NEW_NAME


def _meta(save: Mapping[str, Any]) -> Json:
    meta = as_object(save.get("meta"))
    links = _texts(save.get("links"))
    fields = {name: meta.get(name) for name in ("name", "author", "logo")} | {"almanac": links.get("almanac")}
    return {"id": "_meta"} | {name: value for name, value in fields.items() if value is not None}


def _numbered(written: list[Json], characters: list[Json], order: list[Any], night: str) -> Iterator[str]:
    """The ids that act in a night, in its order; each gets the number that the publisher gives it.

    Characters that are not exported get a number in between, so that they do not change other numbers.
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


def _lines(value: Any) -> Any:
    """The nonempty lines: one reminder token each."""
    return [text for line in value.split("\n") if (text := line.strip())] if isinstance(value, str) else value


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> dict[str, str]:
    """The texts in an object."""
    return {name: text for name, text in as_object(value).items() if isinstance(text, str)}


def filled(text: str, name: str) -> str:
    """A text with `$name` replaced by the character's name, and `$capname` by the name in capitals."""
    if "$" not in text or len(name) > LONGEST_NAME or text.count("$") > MOST_NAMES:
        return text
    return text.replace("$name", name).replace("$capname", name.upper())


def _paragraphs(text: str) -> tuple[str, ...]:
    """The parts of a text between empty lines."""
    found: list[list[str]] = [[]]
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if line.strip():
            found[-1].append(line.rstrip())
        elif found[-1]:
            found.append([])
    return tuple("\n".join(lines).strip() for lines in found if lines)
