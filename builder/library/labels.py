"""Labels of changes: the summary of a difference, `+ Imp, − Po, Baron moved`; and both in the reader's language."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from builder.game.script import Entry, Script, renames
from builder.language import N_, Later, gettext as _

#: More changes than that are counted, not listed.
MOST = 6
FIELDS = {
    "name": "name",
    "author": "author",
    "logo": "logo",
    "background": "background",
    "almanac": "almanac link",
    "bootlegger": "rules",
    "hideTitle": "title",
    "firstNight": "first night",
    "otherNight": "other nights",
}


def difference(before: Script, after: Script) -> str:
    """The difference in words; empty if there is none."""
    parts = [*_entries(before, after), *_about(before, after)]
    more = len(parts) - MOST
    return ", ".join(parts[:MOST] + ([f"{more} more"] if more > 0 else []))


def _entries(before: Script, after: Script) -> Iterator[str]:
    old, new = _by_key(before), _by_key(after)
    came = {key: entry for key, entry in new.items() if key not in old}
    gone = {key: entry for key, entry in old.items() if key not in new}
    renamed = renames(before, after)
    fresh = {entry.key for entry in renamed.values()}
    yield from (f"{name_of(entry)} has another id" for entry in renamed.values())
    yield from (f"+ {name_of(entry)}" for key, entry in came.items() if key not in fresh)
    yield from (f"− {name_of(entry)}" for key, entry in gone.items() if key not in renamed)
    both = [key for key in new if key in old]
    yield from (f"{name_of(new[key])} changed" for key in both if old[key].written != new[key].written)
    yield from _moved([key for key in old if key in new], both, new)


def _moved(old: list[str], new: list[str], entries: Mapping[str, Entry]) -> Iterator[str]:
    """The characters that moved among those that remain: one by name, several as a new order."""
    first = next((index for index, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]), None)
    if first is None:
        return
    for key in (new[first], old[first]):
        if [each for each in old if each != key] == [each for each in new if each != key]:
            yield f"{name_of(entries[key])} moved"
            return
    yield "order changed"


def _about(before: Script, after: Script) -> Iterator[str]:
    old, new = dict(before.written_meta or {}), dict(after.written_meta or {})
    for field, name in FIELDS.items():
        if old.get(field) != new.get(field):
            yield f"{name} changed"
    rest = {
        field for field in old.keys() | new.keys() if field not in FIELDS and old.get(field) != new.get(field)
    }
    ours = rest & {"clockwright"}
    if ours:
        yield _own_part(old.get("clockwright"), new.get("clockwright"))
    if rest - ours:
        yield "other details changed"


def _own_part(old: Any, new: Any) -> str:
    before, after = (each if isinstance(each, dict) else {} for each in (old, new))
    changed = {field for field in before.keys() | after.keys() if before.get(field) != after.get(field)}
    if changed == {"dismissed"}:
        return "a check dismissed or restored"
    if changed == {"characters"} and _only_icons(
        before.get("characters") or {}, after.get("characters") or {}
    ):
        return "icons changed"
    return "almanac changed" if changed & {"almanac", "characters"} else "details changed"


def _only_icons(old: Any, new: Any) -> bool:
    """Whether nothing differs about the extra fields of characters but their icons."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return False
    pairs = [(old.get(name) or {}, new.get(name) or {}) for name in old.keys() | new.keys()]
    return all(isinstance(each, dict) for pair in pairs for each in pair) and all(
        was.get(field) == now.get(field)
        for was, now in pairs
        for field in was.keys() | now.keys()
        if field != "icon"
    )


def _by_key(script: Script) -> dict[str, Entry]:
    """The entries by key; the second of two with the same key gets a number, so that none is lost."""
    found: dict[str, Entry] = {}
    seen: Counter[str] = Counter()
    for entry in script.entries:
        seen[entry.key] += 1
        number = seen[entry.key]
        found[entry.key if number == 1 else f"{entry.key}#{number}"] = entry
    return found


def name_of(entry: Entry) -> str:
    """The name of a character in a sentence."""
    return " ".join((entry.character.name if entry.character else entry.id or "an entry").split())[:40]


#: Every form that a label, or a part of the difference of two revisions, can have; those with fewer words come last.
FORMS = (
    N_("%(name)s: restored from revision %(number)s"),
    N_("Restored from revision %(number)s"),
    N_("Restored revision %(number)s"),
    N_("Undone: %(label)s"),
    N_("From a file: %(names)s"),
    N_("A problem"),
    N_("Check dismissed"),
    N_("Check restored"),
    N_("Rule of style switched on"),
    N_("Rule of style switched off"),
    N_("Sorted"),
    N_("Usual night order"),
    N_("Night order"),
    N_("Address"),
    N_("Name"),
    N_("Author"),
    N_("Language"),
    N_("Front matter"),
    N_("Play guide"),
    N_("Credits"),
    N_("Keywords"),
    N_("New"),
    N_("Copy"),
    N_("Imported"),
    N_("Sample"),
    N_("Copied from a link"),
    N_("Imported from Bloodstar"),
    N_("Pictures downloaded"),
    N_("Icons repainted from their source pictures"),
    N_("order changed"),
    N_("other details changed"),
    N_("a check dismissed or restored"),
    N_("icons changed"),
    N_("almanac changed"),
    N_("details changed"),
    N_("%(number)s icon restyled"),
    N_("%(number)s icons restyled"),
    N_("%(number)s names replaced"),
    N_("%(number)s more"),
    N_("− jinx of %(names)s"),
    N_("Jinx of %(names)s"),
    N_("+ %(name)s (variant)"),
    N_("%(name)s: export on"),
    N_("%(name)s: export off"),
    N_("%(name)s: variant"),
    N_("%(name)s: no icon"),
    N_("%(name)s: icon"),
    N_("%(name)s kept as it is here"),
    N_("%(name)s kept as they are here"),
    N_("%(name)s replaced with %(other)s"),
    N_("%(name)s has another id"),
    N_("%(name)s updated"),
    N_("%(name)s changed"),
    N_("%(name)s moved"),
)
#: What a change may be to: `Imp: ability, team`.
FIELDS_OF = re.compile(r"(?P<name>.+): (?P<fields>[^:]+)")


def words(label: str) -> str:
    """A label in the current language; as it is if it has no form of ours."""
    for form, pattern in _patterns():
        if found := pattern.fullmatch(label):
            values = found.groupdict()
            if "label" in values:
                values["label"] = words(values["label"])
            if form.english == "%(name)s changed":
                values["name"] = _(values["name"])
            return form % values if values else str(form)
    if found := FIELDS_OF.fullmatch(label):
        return f"{found['name']}: {', '.join(map(_, found['fields'].split(', ')))}"
    return ", ".join(words(each) for each in label.split(", ")) if ", " in label else _(label)


@cache
def _patterns() -> tuple[tuple[Later, re.Pattern[str]], ...]:
    """The forms as expressions for what they make: `%(name)s` is any text, `%(number)s` digits."""
    return tuple((form, re.compile(_expression(form.english))) for form in FORMS)


def _expression(form: str) -> str:
    parts = re.split(r"%\((\w+)\)s", form)
    texts, names = parts[::2], parts[1::2]
    kinds = {"number": r"\d+"}
    groups = [rf"(?P<{name}>{kinds.get(name, '.+')})" for name in names]
    return "".join(re.escape(text) + group for text, group in zip(texts, [*groups, ""], strict=True))
