"""Two changes of the same thing: what each was, so that a person can choose; and the op as it is made again."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any
from urllib.parse import quote, unquote

from builder import editing
from builder.editing import EditError, Op, extra_fields, fields, origins, readers
from builder.editing.change import one
from builder.editing.fields import Field, Where
from builder.editing.script_ops import FRONT
from builder.game.ids import key
from builder.game.script import Entry, Script, renames
from builder.language import gettext as _
from builder.library import Conflict
from builder.library.labels import difference
from builder.web.view_models import character_list, icon_form

PARAGRAPH = "\n\n"
#: Where texts are parted to be compared, by what stands between their parts.
BETWEEN = {PARAGRAPH: re.compile(r"\s*\n\s*\n\s*"), " ": re.compile(r"(?<=[.!?…])\s+")}
#: The parts of an icon.
ICON = frozenset({"emblem", "picture", "settings", "credit"})


@dataclass(frozen=True, slots=True)
class Text:
    """The text typed into a field, and its current text."""

    title: str
    mine: str
    theirs: str
    #: Its field in the op, and what stands between the two if both are kept; none if only one can be.
    field: str = ""
    gap: str = ""
    #: The text that both started from.
    base: str = ""


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Both changes in words. Choosing mine makes my change again, on top of theirs."""

    places: tuple[str, ...]
    theirs: str
    mine: str
    their_name: str
    my_name: str
    #: Fields of a character, complete; none for a change of another kind.
    texts: tuple[Text, ...]
    #: The op that was rejected, as form fields, with the current ids of its characters.
    op: str
    #: The op that keeps both texts, one after the other; empty if it is not about one text.
    op_for_both: str
    #: Why it is no longer possible; empty if it is.
    refusal: str
    #: The current revision.
    revision: int
    #: The current address of the page that made the change, and its address after my change.
    page: str
    page_with_mine: str


def view(conflict: Conflict, op: Op, page: str) -> ConflictView:
    """Returns the page of a conflict; `page` is where the change was made."""
    base, theirs = conflict.base.script, conflict.theirs.script
    renamed = renames(base, theirs)
    again = op_now(op, theirs, renamed)
    now = page_now(page, base, theirs, renamed)
    texts = tuple(_texts(op, again, base, theirs))
    return ConflictView(
        conflict.places,
        difference(base, theirs) or _("nothing to show here"),
        difference(base, conflict.mine) or _("nothing to show here"),
        theirs.name,
        conflict.mine.name,
        texts,
        json.dumps(dict(again)),
        _for_both(again, texts, theirs),
        _refusal(again, theirs),
        conflict.theirs.revision,
        now,
        page_after(now, again),
    )


def _for_both(op: Op, texts: Sequence[Text], script: Script) -> str:
    """The op that keeps both versions of a text; empty if there are more texts, or it is refused."""
    if len(texts) != 1 or not texts[0].gap or not (texts[0].mine and texts[0].theirs):
        return ""
    (text,) = texts
    both = {**op, text.field: _both(text)}
    return "" if _refusal(both, script) else json.dumps(both)


def _both(text: Text) -> str:
    """Both versions as one text: what they share once; where they differ, theirs after mine.

    They are compared by paragraph, or by sentence. What only one of them changed is taken from that one.
    """
    between = BETWEEN[text.gap]
    base, mine, theirs = (between.split(each.strip()) for each in (text.base, text.mine, text.theirs))
    kept: list[str] = []
    for _kind, first, last, start, end in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        here, there = mine[first:last], theirs[start:end]
        if here == there or (here and {*there} <= {*base}):
            kept += here
        else:
            kept += there if there and {*here} <= {*base} else [*here, *there]
    return text.gap.join(kept)


def _refusal(op: Op, script: Script) -> str:
    try:
        editing.change(script, op)
    except EditError as error:
        return str(error)
    return ""


def _texts(op: Op, again: Op, base: Script, theirs: Script) -> Iterator[Text]:
    """The typed texts of a character or of the almanac: those that differ, or all of them."""
    if op.get("op") == "front":
        before, after = (extra_fields.as_object(each.block.get("almanac")) for each in (base, theirs))
        for field, title in FRONT.items():
            was, now = (str(almanac.get(field) or "") for almanac in (before, after))
            mine = str(op.get(field) or "")
            if field in op and now not in (was, mine):
                yield Text(title, mine, now, field, PARAGRAPH, was)
    if op.get("op") not in {"character", "jinx", "icon"}:
        return
    told = [*_typed(op, base, again, theirs)]
    yield from [text for text in told if text.base != text.theirs] or told


def _typed(op: Op, base: Script, again: Op, theirs: Script) -> Iterator[Text]:
    then, now = editing.find(base, one(op)), editing.find(theirs, one(again))
    if op["op"] == "jinx":
        reason = str(op.get("reason") or "")
        yield Text("jinx", reason, _reason(theirs, now, again), base=_reason(base, then, op))
    if op["op"] == "icon":
        icons = (op, *(_extra_fields(*each).get("icon") for each in ((theirs, now), (base, then))))
        mine, block, was = (icon_form.words(_icon(each, op)) for each in icons)
        yield Text("icon", mine, block, base=was)
    for field, value in fields.changed_fields(op).items():
        was, text = _field_text(base, then, field), _field_text(theirs, now, field)
        yield Text(field.title, origins.shown(value), text, field.name, _gap(field), was)


def _gap(field: Field) -> str:
    """What stands between two versions of a text if both are kept; empty if it is no prose."""
    if field.reader not in {readers.text, readers.paragraphs}:
        return ""
    return " " if field.where is Where.FORMAT else PARAGRAPH


def _extra_fields(script: Script, place: int | None) -> dict[str, Any]:
    """The extra fields of a character; none if it is gone."""
    return {} if place is None else extra_fields.at(script, place)


def _icon(icon: object, op: Op) -> dict[str, Any]:
    """The parts of an icon that an op changes."""
    return {
        name: each for name, each in extra_fields.as_object(icon).items() if each and name in ICON & op.keys()
    }


def _field_text(script: Script, place: int | None, field: Field) -> str:
    """The text of a character's field; empty if it is gone."""
    extra = _extra_fields(script, place)
    holder = {
        Where.FORMAT: {} if place is None else extra_fields.as_object(script.entries[place].written),
        Where.PAGE: extra_fields.as_object(extra.get("almanac")),
        Where.BESIDE: extra,
    }[field.where]
    return origins.shown(holder.get(field.name))


def _reason(script: Script, place: int | None, op: Op) -> str:
    """The reason of the jinx between a character and another one."""
    if place is None:
        return ""
    pair = {script.entries[place].key, key(str(op.get("with", "")))}
    jinxes = (jinx for who in script.characters for jinx in who.jinxes if jinx.pair == pair)
    return next((jinx.reason for jinx in jinxes), "")


CHARACTERS = "/characters/"


def op_now(op: Op, theirs: Script, renamed: Mapping[str, Entry]) -> Op:
    """The op with the current ids of the characters it refers to."""
    places = {entry.key: place for place, entry in enumerate(theirs.entries)}

    def now(who: object) -> object:
        if not isinstance(who, Sequence) or isinstance(who, str):
            return who
        if len(who) == 2 and isinstance(who[0], int):
            renamed_entry = renamed.get(key(str(who[1])))
            return [places[renamed_entry.key], renamed_entry.id] if renamed_entry else who
        return [now(each) for each in who]

    def id_now(each: object) -> object:
        renamed_entry = renamed.get(key(each)) if isinstance(each, str) else None
        return renamed_entry.id if renamed_entry else each

    followed = {name: now(value) if name == "who" else value for name, value in op.items()}
    if isinstance(order := op.get("order"), list):
        followed["order"] = [id_now(each) for each in order]
    if isinstance(texts := op.get("texts"), list):
        followed["texts"] = [each | {"who": now(each.get("who"))} for each in texts if isinstance(each, dict)]
    partner = renamed.get(key(str(op.get("with", ""))))
    return followed | ({"with": partner.id} if partner else {})


def page_now(page: str, base: Script, theirs: Script, renamed: Mapping[str, Entry]) -> str:
    """The current address of a page; if its character is gone, the list of all."""
    start, mark, rest = page.partition(CHARACTERS)
    name, slash, deeper = rest.partition("/")
    name, hash_mark, part = name.partition("#")
    place = character_list.find(base, unquote(name)) if mark else None
    if place is None:
        return page
    old = base.entries[place].key
    new = renamed[old].key if old in renamed else old
    now = next((at for at, entry in enumerate(theirs.entries) if entry.key == new), None)
    if now is None:
        return start + CHARACTERS.rstrip("/")
    return f"{start}{mark}{character_list.address(theirs, now)}{hash_mark}{part}{slash}{deeper}"


def page_after(page: str, op: Op) -> str:
    """The address of a page after a change that gives its character another id."""
    start, mark, _ = page.partition(CHARACTERS)
    own = str(op.get("id") or "").strip()
    return f"{start}{mark}{quote(own, safe='~')}" if mark and own and op.get("op") == "character" else page
