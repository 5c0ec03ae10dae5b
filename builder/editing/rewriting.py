"""Several texts of a script changed at once: one line of the history, undone in one step.

| op | with | does |
|---|---|---|
| `rewrite` | `texts`: `who`, `field`, `from`, `to` of each | writes `to` where the script still says `from` |

`field` is a text or a list of texts, of which `from` is one (`DEFINITION`, `PAGE`, `FRONT`, `META`, `OURS`); `who` is
null for a text of the script itself. A text that says something else by now stays, and is named.
"""

from collections.abc import Mapping
from typing import Any

from builder.editing import extra_fields, name_changes, readers
from builder.editing.change import Change, EditError, Op, find, name_of, op, own, with_extras, with_meta
from builder.formats.official.entries import (
    DEFINITION,
    FRONT,
    META,
    OURS,
    PAGE,
    TEXTS_IN_LISTS,
    entry_of,
    texts_of,
)
from builder.game.script import Script
from builder.language import N_, gettext as _
from builder.prose_lists import join_some

NAMED = 4
#: Fields whose texts have no line breaks.
LINES = frozenset({"name", "reminders", "remindersGlobal", "bootlegger", "keywords"})
#: What a change to the script itself is called.
SCRIPT = N_("the script")


@op("rewrite")
def _rewrite(script: Script, op: Op) -> Change:
    given = op.get("texts")
    if not isinstance(given, list) or not given:
        raise EditError(_("There is no such change."))
    draft = _Draft(script)
    for each in given:
        if not isinstance(each, Mapping) or not isinstance(each.get("to"), str):
            raise EditError(_("There is no such change."))
        draft.rewrite(each.get("who"), str(each.get("field")), each.get("from"), each["to"])
    say = (
        _("Changed in the meantime, so left as it is: %(names)s.")
        % {"names": join_some(draft.changed_since, NAMED)}
        if draft.changed_since
        else ""
    )
    if not draft.done:
        return Change(script, "", say or _("Nothing to change."))
    names = join_some(list(dict.fromkeys(draft.done)), NAMED)
    titled, told = _title(op)
    written = draft.script()
    renamed = {
        name_changes.name(before): name_changes.name(after)
        for before, after in zip(script.entries, written.entries, strict=True)
        if name_changes.name(before) != name_changes.name(after)
    }
    return Change(
        name_changes.noted(written, renamed), f"{titled}: {names}", f"{told}: {names}. {say}".strip()
    )


def _title(op: Op) -> tuple[str, str]:
    """What the change is called in the history, and in the current language."""
    replaced = op.get("replaced")
    if isinstance(replaced, list) and len(replaced) == 2 and all(isinstance(each, str) for each in replaced):
        old, new = (f"“{' '.join(each.split())[:30]}”" for each in replaced)
        told = _("%(name)s replaced with %(other)s") % {"name": old, "other": new}
        return f"{old} replaced with {new}", told
    titled = str(op.get("label") or "Wording")[:60]
    return titled, _(titled)


class _Draft:
    """A script while its texts are rewritten."""

    def __init__(self, script: Script) -> None:
        """Begins with what the script says."""
        self._before = script
        self._entries, self._extras = list(script.entries), extra_fields.of(script)
        self._meta: dict[str, Any] | None = None
        #: Names of what was rewritten, and of what says something else by now.
        self.done: list[str] = []
        self.changed_since: list[str] = []

    def rewrite(self, who: object, field: str, before: object, after: str) -> None:
        """Replaces one text. A character that is gone is left out."""
        if field in LINES:
            after = " ".join(after.split())
        after = readers.text(after, field) or ""
        if who is None:
            self._of_script(field, before, after)
        elif (place := find(self._before, who)) is not None:
            self._of_character(place, field, before, after)

    def script(self) -> Script:
        """The script with all that was rewritten."""
        changed = with_extras(self._before, self._entries, self._extras)
        if self._meta is None:
            return changed
        # The extra fields of characters may have changed as well.
        characters = extra_fields.block_of(changed.written_meta).get("characters", {})
        ours = extra_fields.put(extra_fields.block_of(self._meta), "characters", characters)
        return with_meta(changed, extra_fields.put(self._meta, extra_fields.OURS, ours))

    def _of_script(self, field: str, before: object, after: str) -> None:
        meta = self._meta or extra_fields.meta_of(self._before)
        ours = extra_fields.block_of(meta)
        front = extra_fields.as_object(ours.get("almanac"))
        holder = {
            **dict.fromkeys(FRONT, front),
            **dict.fromkeys(META, meta),
            **dict.fromkeys(OURS, ours),
        }.get(field)
        if holder is None:
            raise EditError(_("There is no such change."))
        if self._put(holder, field, before, after, _(SCRIPT)):
            whole = {**ours, "almanac": front} if front else ours
            self._meta = extra_fields.put(meta, extra_fields.OURS, whole)

    def _of_character(self, place: int, field: str, before: object, after: str) -> None:
        entry = self._entries[place]
        if field in DEFINITION:
            own(self._before, place)
            held = dict(entry.written)
            if self._put(held, field, before, after, name_of(entry)):
                self._entries[place] = entry_of(held, "")
        elif field in PAGE:
            extra = extra_fields.as_object(self._extras[place])
            page = extra_fields.as_object(extra.get("almanac"))
            if self._put(page, field, before, after, name_of(entry)):
                self._extras[place] = extra_fields.put(extra, "almanac", page)
        else:
            raise EditError(_("There is no such change."))

    def _put(self, holder: dict[str, Any], field: str, before: object, after: str, name: str) -> bool:
        """Replaces a text in place; says whether anything changed."""
        value = holder.get(field)
        if before not in [text for each, text in texts_of(holder, (field,)) if each == field]:
            self.changed_since.append(name)
            return False
        if field == "name" and not after:
            raise EditError(_("%(name)s needs a name.") % {"name": name})
        changed = _swapped(value, before, after, TEXTS_IN_LISTS.get(field, ()))
        if changed == value:
            return False
        if changed or field == "ability":
            holder[field] = changed
        else:
            del holder[field]
        self.done.append(name)
        return True


def _swapped(value: Any, before: object, after: str, names: tuple[str, ...]) -> Any:
    """The value with one of its texts replaced; an item of a list that becomes empty is left out."""
    if isinstance(value, list):
        swapped = [_swapped(each, before, after, names) for each in value]
        return [each for each in swapped if each != ""]
    if isinstance(value, dict):
        return {
            name: _swapped(each, before, after, names) if name in names else each
            for name, each in value.items()
        }
    return after if value == before else value
