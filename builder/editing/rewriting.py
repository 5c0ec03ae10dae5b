"""Several texts of a script changed at once: one line of the history, undone in one step.

| op | with | does |
|---|---|---|
| `rewrite` | `texts`: `who`, `field`, `from`, `to` of each | writes `to` where a homebrew character still says `from` |

`field` is a text of the definition, such as `ability`, or a list of texts, of which `from` is one. A text that says
something else by now stays, and is named.
"""

from collections.abc import Mapping

from builder.editing import extra_fields
from builder.editing.change import Change, EditError, Op, find, name_of, op, own, with_extras
from builder.formats.official.entries import entry_of
from builder.game.script import Script
from builder.language import gettext as _
from builder.prose_lists import join_some

#: At most this many names in a message.
NAMED = 4
#: Fields of a definition that are one text.
TEXTS = frozenset({"ability", "flavor", "firstNightReminder", "otherNightReminder"})
#: Fields that are a list of texts: `from` is one of them.
LISTS = frozenset({"reminders", "remindersGlobal"})


@op("rewrite")
def _rewrite(script: Script, op: Op) -> Change:
    given = op.get("texts")
    if not isinstance(given, list) or not given:
        raise EditError(_("There is no such change."))
    entries, done, changed_since = list(script.entries), [], []
    for each in given:
        if (
            not isinstance(each, Mapping)
            or each.get("field") not in TEXTS | LISTS
            or not isinstance(each.get("to"), str)
        ):
            raise EditError(_("There is no such change."))
        place, field = find(script, each.get("who")), str(each["field"])
        if place is None:
            continue
        name, held = name_of(own(script, place)), entries[place].written
        changed = _changed(held.get(field), each.get("from"), each["to"])
        if changed is None:
            changed_since.append(name)
        elif changed != held[field]:
            entries[place] = entry_of({**held, field: changed}, "")
            done.append(name)
    say = (
        _("Changed in the meantime, so left as it is: %(names)s.")
        % {"names": join_some(changed_since, NAMED)}
        if changed_since
        else ""
    )
    if not done:
        return Change(script, "", say or _("Nothing to change."))
    names = join_some(list(dict.fromkeys(done)), NAMED)
    titled = str(op.get("label") or "Wording")[:60]
    return Change(
        with_extras(script, entries, extra_fields.of(script)),
        f"{titled}: {names}",
        f"{_(titled)}: {names}. {say}".strip(),
    )


def _changed(held: object, before: object, after: str) -> object:
    """The value with one text replaced; None: it says something else by now."""
    if isinstance(held, list):
        return [after if each == before else each for each in held] if before in held else None
    return after if held == before else None
