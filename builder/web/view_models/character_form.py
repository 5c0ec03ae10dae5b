"""The form of one character: every field of the format and of the almanac, as text that a person can change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder import catalogue
from builder.formats.official import clockwright_block, entries as reading
from builder.formats.official.schema import rule
from builder.game import tags as wording
from builder.game.script import Entry, Script

#: How several values are written in one field: one per line, or separated by empty lines.
LINES, PARAGRAPHS = "\n", "\n\n"
LISTS: Mapping[str, str] = {"reminders": LINES, "remindersGlobal": LINES, "image": LINES} | dict.fromkeys(
    clockwright_block.LISTS_OF_PAGE.values(), PARAGRAPHS
)
#: Fields of the format, of the almanac, and of the author's own.
FORMAT = (
    *("id", "name", "team", "ability", "flavor", "edition", "firstNight", "otherNight", "firstNightReminder"),
    *("otherNightReminder", "reminders", "remindersGlobal", "image"),
)
PAGE = (*clockwright_block.TEXTS_OF_PAGE.values(), *clockwright_block.LISTS_OF_PAGE.values())
#: Check boxes: "on" in the form, or missing.
TICKS = ("setup", "export")


@dataclass(frozen=True, slots=True)
class Values:
    """The values of the fields by name."""

    texts: Mapping[str, str]
    ticks: Mapping[str, bool]
    #: The tags in effect: ticked by the author or, without any ticks, derived from the ability's text.
    tags: tuple[str, ...]
    special: tuple[Mapping[str, str], ...]
    #: What the bracket does, by the author's choices.
    bracket: tuple[Mapping[str, str], ...] = ()

    def __getitem__(self, name: str) -> str:
        return self.texts.get(name, "")


def values(script: Script, place: int) -> Values:
    """The current values of a character's form."""
    entry = script.entries[place]
    extra = reading.extras_of((each.id for each in script.entries), script.written_meta or {})[place]
    page = extra.get("almanac")
    page = page if isinstance(page, dict) else {}
    return Values(
        {name: _written(entry, name) for name in FORMAT}
        | {name: _text(page.get(name), name) for name in PAGE}
        | {"notes": _text(extra.get("notes"), "notes"), "emblem": _text(extra.get("emblem"), "emblem")}
        | ({"attribution": character.page.attribution} if (character := entry.character) else {}),
        {"setup": bool(character and character.setup), "export": extra.get("export") is not False},
        _tags(extra.get("tags"), entry),
        tuple(_feature(each) for each in (character.special if character else ())),
        character.bracket if character else (),
    )


def with_typed(known: Values, form: Mapping[str, Sequence[str]]) -> Values:
    """The values overridden by what was typed: shown again if it could not be saved."""
    texts = {name: "\n".join(form[name][0].splitlines()) for name in known.texts if name in form}
    ticks = {name: form[name][0] == "on" for name in TICKS if name in form}
    tags = tuple(filter(None, form["tags"])) if "tags" in form else known.tags
    features = _features(form) if any(name.startswith("special.") for name in form) else known.special
    is_chosen = any(name.startswith("bracket.") for name in form)
    rows = tuple(row for row in _rows(form, "bracket") if "what" in row) if is_chosen else known.bracket
    return Values({**known.texts, **texts}, {**known.ticks, **ticks}, tags, tuple(features), rows)


def changes(known: Values, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The fields whose values have changed: only these are saved."""
    typed = with_typed(known, form)
    changed: dict[str, Any] = {
        name: text for name, text in typed.texts.items() if text.strip() != known.texts[name].strip()
    }
    changed |= {name: value for name, value in typed.ticks.items() if value != known.ticks[name]}
    if sorted(typed.tags) != sorted(known.tags):
        changed["tags"] = list(typed.tags)
    if typed.special != known.special:
        changed["special"] = [dict(each) for each in typed.special]
    if typed.bracket != known.bracket:
        changed["bracket"] = [dict(each) for each in typed.bracket]
    return changed


def limits() -> Mapping[str, int]:
    """The maximum length of a field in the format; for a list of tokens, of each of them."""
    known = rule("character")["properties"]
    found = {name: known[name].get("maxLength", 0) for name in FORMAT if name in known}
    items = {name: known[name]["items"]["maxLength"] for name in ("reminders", "remindersGlobal")}
    return {name: limit for name, limit in (found | items).items() if limit}


def _written(entry: Entry, name: str) -> str:
    """A field as its author wrote it; if it has the wrong type, as it was parsed."""
    value = entry.written.get(name) if isinstance(entry.written, dict) else None
    text = _text(value, name)
    if text or value in (None, "", 0, []) or entry.character is None:
        return text
    understood: Mapping[str, Callable[[Any], object]] = {
        "reminders": lambda one: list(one.reminders),
        "remindersGlobal": lambda one: list(one.reminders_global),
        "image": lambda one: list(one.images),
        "name": lambda one: one.name,
        "team": lambda one: one.team.value,
        "ability": lambda one: one.ability,
    }
    return _text(understood[name](entry.character), name) if name in understood else ""


def _text(value: object, name: str) -> str:
    if isinstance(value, bool):
        return ""
    if isinstance(value, int | float):
        return f"{value:g}" if value else ""
    if isinstance(value, str):
        return value
    several = value if isinstance(value, list | tuple) else ()
    return LISTS.get(name, LINES).join(each for each in several if isinstance(each, str))


def _tags(ticked: object, entry: Entry) -> tuple[str, ...]:
    if isinstance(ticked, list):
        return tuple(each for each in ticked if isinstance(each, str))
    if entry.character is None:
        return ()
    return tuple(wording.by_wording(entry.character.ability, entry.character.team, catalogue.tag_words()))


def _feature(written: Mapping[str, Any]) -> Mapping[str, str]:
    return {name: _text(value, name) for name, value in written.items() if _text(value, name)}


def _features(form: Mapping[str, Sequence[str]]) -> list[Mapping[str, str]]:
    """The rows `special.0.feature` (`signal/card`), `special.0.value`, … as features; rows without one are none."""
    named = [row for row in _rows(form, "special") if "feature" in row]
    return [
        dict(zip(("type", "name"), row.pop("feature").split("/", 1), strict=False)) | row for row in named
    ]


def _rows(form: Mapping[str, Sequence[str]], field: str) -> list[dict[str, str]]:
    """The rows of a field, `special.0.value`, … without empty parts."""
    rows: dict[str, dict[str, str]] = {}
    for name, values in form.items():
        start, _, rest = name.partition(".")
        number, _, part = rest.partition(".")
        if start == field and number.isdecimal() and part and values[0].strip():
            rows.setdefault(number, {})[part] = values[0].strip()
    return [rows[number] for number in sorted(rows, key=int)]
