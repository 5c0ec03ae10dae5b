"""Several texts of a script changed at once: one line of the history, undone in one step.

| op | with | does |
|---|---|---|
| `rewrite` | `texts`: `who`, `field`, `from`, `to` of each | writes `to` where a homebrew character still says `from` |

`field` is a text of the definition, such as `ability`. A text that says something else by now stays, and is named.
"""

from collections.abc import Mapping

from builder.editing import extra_fields
from builder.editing.change import Change, EditError, Op, find, name_of, op, own, with_extras
from builder.formats.official.entries import entry_of
from builder.game.script import Script
from builder.prose_lists import join_some

#: At most this many names in a message.
NAMED = 4
#: Fields of a definition that are one text.
TEXTS = frozenset({"ability", "flavor", "firstNightReminder", "otherNightReminder"})


@op("rewrite")
def _rewrite(script: Script, op: Op) -> Change:
    given = op.get("texts")
    if not isinstance(given, list) or not given:
        raise EditError("There is no such change.")
    entries, done, changed_since = list(script.entries), [], []
    for each in given:
        if (
            not isinstance(each, Mapping)
            or each.get("field") not in TEXTS
            or not isinstance(each.get("to"), str)
        ):
            raise EditError("There is no such change.")
        place, field = find(script, each.get("who")), str(each["field"])
        if place is None:
            continue
        entry = own(script, place)
        if entries[place].written.get(field) != each.get("from"):
            changed_since.append(name_of(entry))
        elif each["to"] != each["from"]:
            entries[place] = entry_of({**entries[place].written, field: each["to"]}, "")
            done.append(name_of(entry))
    say = (
        f"Changed in the meantime, so left as it is: {join_some(changed_since, NAMED)}."
        if changed_since
        else ""
    )
    if not done:
        return Change(script, "", say or "Nothing to change.")
    names = join_some(list(dict.fromkeys(done)), NAMED)
    titled = str(op.get("label") or "Wording")[:60]
    return Change(
        with_extras(script, entries, extra_fields.of(script)),
        f"{titled}: {names}",
        f"{titled}: {names}. {say}".strip(),
    )
