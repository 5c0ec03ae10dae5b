"""The comparison of two revisions: what is different about the script and each character, word by word."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from builder import catalogue, uploads
from builder.editing import extra_fields, origins, restoring
from builder.editing.script_ops import FRONT
from builder.formats.source import texts_in
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.language import N_, gettext as _
from builder.web.view_models import icon_form, import_comparison
from builder.wording.nights import STEPS

#: Words with the space behind them, so that a difference does not end in the middle of a word.
WORD = re.compile(r"\s*\S+|\s+")
#: Comparing takes quadratic time: longer texts are shown as replaced.
MOST_WORDS, MOST_COMPARED_WHOLE = 8_000, 600


class Mark(StrEnum):
    """What happened to a piece of text."""

    SAME = "same"
    DELETED = "deleted"
    INSERTED = "inserted"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text, and what happened to it."""

    mark: Mark
    text: str


def word_difference(before: str, after: str) -> tuple[Piece, ...]:
    """The pieces of both texts in order: those in both, those deleted, those inserted."""
    return tuple(piece for piece in _pieces(WORD.findall(before), WORD.findall(after)) if piece.text)


def _pieces(old: list[str], new: list[str]) -> Iterator[Piece]:
    if max(len(old), len(new)) > MOST_WORDS:
        yield Piece(Mark.DELETED, "".join(old))
        yield Piece(Mark.INSERTED, "".join(new))
        return
    plain = [word.strip() for word in old], [word.strip() for word in new]
    # In long texts, frequent words are not looked for: that would take minutes where all are alike.
    matcher = SequenceMatcher(None, *plain, autojunk=len(new) > MOST_COMPARED_WHOLE)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            yield Piece(Mark.SAME, "".join(new[k:m]))
        else:
            yield Piece(Mark.DELETED, "".join(old[i:j]))
            yield Piece(Mark.INSERTED, "".join(new[k:m]))


#: Titles of the fields of a script.
FIELDS: Mapping[str, str] = {
    "name": N_("Name"),
    "author": N_("Author"),
    "logo": N_("Logo"),
    "background": N_("Background"),
    "almanac": N_("Link to the almanac"),
    "bootlegger": N_("Rules of this script"),
    "hideTitle": N_("Hide the title"),
    "firstNight": N_("First night order"),
    "otherNight": N_("Other nights order"),
}
NIGHTS = frozenset({"firstNight", "otherNight"})
#: Titles of the fields of an almanac.
BOOK: Mapping[str, str] = {**FRONT, "playGuide": N_("Play guide"), "credits": N_("Credits")}
#: Objects around fields that stay as a Bloodstar save had them.
WRAPPERS = frozenset({"put", "meta", "almanac"})


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that differs, with its words before and after."""

    title: str
    pieces: tuple[Piece, ...]
    #: The name under which it is restored (`restoring.restored`).
    part: str


@dataclass(frozen=True, slots=True)
class CharacterChange:
    """A character that was added, deleted or changed."""

    name: str
    team: str
    #: `added`, `deleted` or `changed`.
    state: str
    ability: str
    fields: tuple[FieldChange, ...]
    part: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that differs between two states of a script."""

    fields: tuple[FieldChange, ...]
    characters: tuple[CharacterChange, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs that can be shown."""
        return not (self.fields or self.characters)


def compare(before: Script, after: Script) -> Comparison:
    """How `after` differs from `before`."""
    return Comparison(tuple(_fields(before, after)), tuple(_characters(before, after)))


def _fields(before: Script, after: Script) -> Iterator[FieldChange]:
    old, new = dict(before.written_meta or {}), dict(after.written_meta or {})
    names = before.names | after.names
    pictures = _pictures(*({"logo": meta.get("logo")} for meta in (old, new)))
    for field, title in FIELDS.items():
        values = [meta.get(field) for meta in (old, new)]
        texts = [pictures.get(str(each)) or _text(each, names if field in NIGHTS else {}) for each in values]
        if texts[0] != texts[1]:
            yield FieldChange(title, word_difference(*texts), f"meta.{field}")
    books = [extra_fields.as_object(extra_fields.block_of(meta).get("almanac")) for meta in (old, new)]
    for field, title in BOOK.items():
        texts = [_text(book.get(field), {}) for book in books]
        if texts[0] != texts[1]:
            yield FieldChange(title, word_difference(*texts), f"front.{field}")
    keys = [{entry.key for entry in script.entries} for script in (before, after)]
    orders = [
        [entry.key for entry in script.entries if entry.key in other]
        for script, other in ((before, keys[1]), (after, keys[0]))
    ]
    if orders[0] != orders[1]:
        texts = ["\n".join(names.get(each, each) for each in order) for order in orders]
        yield FieldChange(_("Order of the characters"), word_difference(*texts), "order")


def _characters(before: Script, after: Script) -> Iterator[CharacterChange]:
    old, new = _rows(before), _rows(after)
    for name in dict.fromkeys([*new, *old]):
        entry, state = (new.get(name) or old[name])[0], "changed"
        fields: tuple[FieldChange, ...] = ()
        if name not in old:
            state = "added"
        elif name not in new:
            state = "deleted"
        else:
            fields = tuple(_parts(name, old[name], new[name]))
            if not fields:
                continue
        who = entry.character
        yield CharacterChange(
            name=who.name if who else entry.id,
            team=who.team.value if who else "unknown",
            state=state,
            ability=who.ability if who else "",
            fields=fields,
            part=f"character.{name}",
        )


def _parts(name: str, old: tuple[Entry, Any], new: tuple[Entry, Any]) -> Iterator[FieldChange]:
    """The parts of a character that differ."""
    was, now = (origins.flat(restoring.copy_of(entry.written, extra)) for entry, extra in (old, new))
    pictures = _pictures(was, now)
    for part in dict.fromkeys([*now, *was]):
        values = [each.get(part) for each in (was, now)]
        is_icon = part == "extra.icon" and all(isinstance(each, Mapping | None) for each in values)
        texts = [
            icon_form.words(each or {}) if is_icon else "\n".join(_lines(each, pictures)) for each in values
        ]
        if texts[0] != texts[1]:
            yield FieldChange(origins.part_title(part), word_difference(*texts), f"field.{name}.{part}")


def _pictures(was: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, str]:
    """What the uploaded pictures of a character are called, by their addresses."""
    old, new = ({text for text in texts_in(each) if uploads.is_address(text)} for each in (was, now))
    return (
        dict.fromkeys(old, _("earlier picture"))
        | dict.fromkeys(new, _("new picture"))
        | dict.fromkeys(old & new, _("uploaded picture"))
    )


def _lines(value: Any, pictures: Mapping[str, str]) -> Iterator[str]:
    """A part of a character as lines; of an object, such as what is stored for Bloodstar, each field with its title."""
    if isinstance(value, Mapping) and not ("id" in value and "reason" in value):
        for name, each in value.items():
            lines = list(_lines(each, pictures))
            yield from (
                lines if name in WRAPPERS else [f"{import_comparison.title(name)}: {line}" for line in lines]
            )
    elif isinstance(value, list):
        for each in value:
            yield from _lines(each, pictures)
    elif text := origins.shown(value):
        yield pictures.get(text, text)


def _rows(script: Script) -> dict[str, tuple[Entry, Any]]:
    """Entry and extra fields of each character, by its key."""
    return {
        entry.key: (entry, extra)
        for entry, extra in zip(script.entries, extra_fields.of(script), strict=True)
        if entry.key
    }


def _text(value: Any, names: Mapping[str, str]) -> str:
    """A value as text; ids of a night order by name."""
    if isinstance(value, list) and names:
        return "\n".join(_name(str(each), names) for each in value)
    return origins.shown(value)


def _name(identifier: str, names: Mapping[str, str]) -> str:
    known = catalogue.find(identifier)
    return names.get(key(identifier)) or STEPS.get(key(identifier)) or (known.name if known else identifier)
