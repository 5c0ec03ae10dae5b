"""Converts a fault of the format to a Problem: its message for a person, its severity, its characters, its fix."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from builder import language
from builder.formats.official.entries import identifier
from builder.formats.official.lenient_json import step
from builder.formats.official.schema import ABSENT, Fault, Node, Tidied, is_meta, kind_of, mend, rule
from builder.game.problem import Fix, Problem, Severity
from builder.game.teams import Team
from builder.language import N_, gettext as _, join, ngettext, number
from builder.prose_lists import capital, cut, join_some

KINDS = {
    "string": N_("a text"),
    "number": N_("a number"),
    "boolean": N_("true or false"),
    "array": N_("a list"),
    "object": N_("an object in braces"),
    "null": N_("empty (null)"),
}
#: Length limits in a sentence.
LONGEST = 40
#: Sentences that open with one of these need a capital; others open with a name.
LOWER_OPENINGS = tuple(
    f"{word} "
    for word in ("the", "entry", "list", "reminder", "global", "jinx", "app", "rule", "image", "id")
)
KEPT = N_("Clockwright keeps it, and exports include it.")
TEAMS = ", ".join(team.value for team in Team)
#: Fields in which other programs put the list that a script file should be.
WRAPPERS = ("characters", "script", "roles")
ADD = N_("Add it.")
REMEDIES = {
    "ability": N_("Add one; it may be empty."),
    "id": N_("Give each character a unique one, in lowercase letters and digits."),
}


def name_of(entry: object, index: int) -> str:
    """The name of an entry: `Pikeman`, `the script`, `“zeus”`, `entry 4`."""
    if isinstance(entry, dict):
        if is_meta(entry):
            return _("the script")
        name = mend(rule("character")["properties"]["name"], entry.get("name"), cut=False)
        if isinstance(name, str) and name.strip():
            return short(name)
    who = identifier(entry) if isinstance(entry, dict) else entry
    return (
        f"“{short(who)}”"
        if isinstance(who, str) and who.strip()
        else _("entry %(number)s") % {"number": index + 1}
    )


def owner_of(fault: Fault, entry: object) -> str:
    """The entry that has the fault."""
    return name_of(entry, int(fault.path[0]))


def thing(fault: Fault, entry: object) -> str:
    """The faulty part in words: `the ability of Pikeman`, `reminder token 3 of Pikeman`."""
    node: Node = rule("meta" if isinstance(entry, dict) and is_meta(entry) else "character")
    words: list[str] = []
    for at in fault.path[1:]:
        if isinstance(at, int):
            node = node["items"]
            title = node["title"]
            words[-1] = f"{_(title)} {at + 1}"
        else:
            node = node["properties"][at]
            title = node["title"]
            words.append(_("the %(field)s") % {"field": _(title)})
    whole = owner_of(fault, entry)
    for part in words:
        whole = _("%(part)s of %(whole)s") % {"part": part, "whole": whole}
    return whole


def shown(value: object) -> str:
    """A value as shown in a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"“{short(value)}”"
    return (
        _("a list of %(count)s") % {"count": len(value)} if isinstance(value, list) else str(value)[:LONGEST]
    )


def short(text: str) -> str:
    """A name or a word on one line, at a length that fits a sentence."""
    return cut(re.sub(r"\s+", " ", text[: 2 * LONGEST]).strip(), LONGEST)


def quoted(names: Iterable[str]) -> str:
    """Names in quotes, each at a length that fits a sentence."""
    return ", ".join(f"“{short(name)}”" for name in names)


def some_quoted(names: Sequence[str], most: int = 9) -> str:
    """The first of these names in quotes, and how many more there are."""
    return join_some([f"“{short(name)}”" for name in names], most)


def capitalised(text: str) -> str:
    """A sentence with its capital, unless it begins with a name or an id."""
    is_ours = language.tag() != language.ENGLISH or text.startswith(LOWER_OPENINGS)
    return capital(text) if is_ours else text


def sentence(fault: Fault, entry: object) -> str:
    """What is wrong and what to do; `entry` is the entry that has the fault, if one has."""
    return capitalised(SENTENCES[fault.kind](fault, entry))


def meant(fault: Fault) -> Any:
    """The value that an invalid one is converted to; ABSENT if that is impossible."""
    return mend(fault.node, fault.value, cut=False)


def is_jinx(fault: Fault) -> bool:
    """Whether an entry is a jinx in the form of old tools: a character of a team `jinxes`."""
    is_team = fault.kind == "no-choice" and fault.path[1:] == ("team",)
    return is_team and fault.value.strip().lower() in {"jinx", "jinxes"}


def is_attribution(fault: Fault) -> bool:
    """Whether a character's attribution is next to its ability, as Bloodstar publishes it."""
    own = fault.kind == "unknown-field" and fault.path[1:] == ("attribution",)
    return own and isinstance(fault.value, str) and fault.node is not rule("reference")


def is_picture(fault: Fault) -> bool:
    """Whether an embedded picture is in place of an address."""
    return fault.kind == "too-long" and "whole" in fault.node and fault.value.startswith("data:")


def _not_a_list(fault: Fault, _entry: object) -> str:
    if isinstance(fault.value, dict):
        wrapper = next((name for name in WRAPPERS if isinstance(fault.value.get(name), list)), None)
        if wrapper:
            return _(
                "A script file is a list, but this is an object around one. Use only its “%(wrapper)s”, "
                "[ to ]."
            ) % {"wrapper": wrapper}
        if "id" in fault.value or "name" in fault.value:
            return _("This is a single character, but a script is a list. Put [ before it and ] after it.")
    there = KINDS[kind_of(fault.value)]
    return _(
        'A script file is a list in square brackets, but this is %(there)s. Write it as ["imp", "baron", …].'
    ) % {"there": there}


def _too_few(fault: Fault, entry: object) -> str:
    if fault.path:
        return _("%(thing)s is an empty list. Add at least %(limit)s, or delete the field.") % {
            "thing": thing(fault, entry),
            "limit": fault.limit,
        }
    have = len(fault.value)
    return ngettext(
        "This script has %(have)s entry, counting its name and author as one. The official app needs at "
        "least %(limit)s. Add %(more)s more.",
        "This script has %(have)s entries, counting its name and author as one. The official app needs at "
        "least %(limit)s. Add %(more)s more.",
        have,
    ) % {"have": have, "limit": fault.limit, "more": fault.limit - have}


def _too_many(fault: Fault, entry: object) -> str:
    have, over = len(fault.value), len(fault.value) - fault.limit
    if fault.path:
        return _(
            "%(thing)s has %(have)s items. The official app allows %(limit)s. Remove %(over)s, or "
            "exports shorten the list (Clockwright still keeps all of it)."
        ) % {"thing": thing(fault, entry), "have": have, "limit": fault.limit, "over": over}
    return _(
        "This script has %(have)s entries, counting its name and author as one. The official app "
        "allows %(limit)s. Remove %(over)s, or split it into two scripts."
    ) % {"have": number(have), "limit": fault.limit, "over": number(over)}


def _too_long(fault: Fault, entry: object) -> str:
    have, over = len(fault.value), len(fault.value) - fault.limit
    if fault.limit == rule("shortId")["maxLength"]:
        return _(
            "The id “%(value)s” has %(have)s characters. The official app allows %(limit)s for an id "
            "alone. Check the spelling, or give the character a name, a team and an ability."
        ) % {"value": short(fault.value), "have": have, "limit": fault.limit}
    what = thing(fault, entry)
    if is_picture(fault):
        return _(
            "%(what)s is a picture inside the file, but the official app needs its web address. %(kept)s"
        ) % {"what": what, "kept": KEPT}
    return _(
        "%(what)s has %(have)s characters. The official app allows %(limit)s. Shorten it by %(over)s."
    ) % {"what": what, "have": have, "limit": fault.limit, "over": over}


def _wrong_type(fault: Fault, entry: object) -> str:
    wanted = fault.limit if isinstance(fault.limit, list) else [fault.limit]
    has_to = join((KINDS[kind] for kind in wanted), "or")
    there = str(KINDS[kind_of(fault.value)])
    if isinstance(fault.value, (str, int, float)) and not isinstance(fault.value, bool):
        there = f"{shown(fault.value)}, {there}"
    understood = meant(fault)
    consequence = (
        KEPT if understood is ABSENT else _("It is read as %(shown)s.") % {"shown": shown(understood)}
    )
    return _("%(thing)s is %(there)s, but must be %(has_to)s. %(consequence)s") % {
        "thing": thing(fault, entry),
        "there": there,
        "has_to": has_to,
        "consequence": consequence,
    }


def _no_choice(fault: Fault, entry: object) -> str:
    if is_jinx(fault):
        return _(
            "%(name)s is a jinx written as a character, the way old tools did it. Put it into "
            "the “jinxes” of the character instead. %(kept)s"
        ) % {"name": owner_of(fault, entry), "kept": KEPT}
    choices = TEAMS if fault.path[1:] == ("team",) else ", ".join(fault.limit)
    understood = meant(fault)
    consequence = (
        _("Choose one of: %(choices)s.") % {"choices": choices}
        if understood is ABSENT
        else _("It is read as %(understood)s.") % {"understood": understood}
    )
    if understood is ABSENT and fault.path[1:] == ("team",):
        consequence += " " + _(
            "Until then, the character is missing from sheets, and apps ignore it in exports."
        )
    return _("%(thing)s is “%(value)s”, which is not part of the format. %(consequence)s") % {
        "thing": thing(fault, entry),
        "value": short(fault.value),
        "consequence": consequence,
    }


def _missing(fault: Fault, entry: object) -> str:
    name = str(fault.path[-1])
    whole = Fault(fault.kind, fault.path[:-1], fault.value, fault.node)
    remedy = _("Choose from: %(teams)s.") % {"teams": TEAMS} if name == "team" else REMEDIES.get(name, ADD)
    return _("%(thing)s has no “%(field)s”. %(remedy)s") % {
        "thing": thing(whole, entry),
        "field": name,
        "remedy": remedy,
    }


def _unknown_field(fault: Fault, entry: object) -> str:
    field = short(str(fault.path[-1]))
    if is_attribution(fault):
        return _(
            "The attribution of %(name)s is next to its ability, which the official format does "
            "not allow. Clockwright shows it in the almanac, and exports move it to the script's details."
        ) % {"name": owner_of(fault, entry)}
    if fault.node is rule("reference"):
        return _(
            "The id %(name)s comes with “%(field)s”. The official app reads that only for "
            "homebrew characters (name, team and ability) with a new id. %(kept)s"
        ) % {"name": owner_of(fault, entry), "field": field, "kept": KEPT}
    return _("%(name)s has a field “%(field)s” that is not part of the official format. %(kept)s") % {
        "name": owner_of(fault, entry),
        "field": field,
        "kept": KEPT,
    }


def _no_entry(fault: Fault, _entry: object) -> str:
    return _(
        "Entry %(number)s is %(kind)s; it must be an id in quotes or a character in braces. "
        "Delete it, or write an id."
    ) % {"number": int(fault.path[0]) + 1, "kind": KINDS[kind_of(fault.value)]}


def _two_in_one(_fault: Fault, _entry: object) -> str:
    return _(
        "The script's details (name, author) have a team and an ability, as if they were a "
        "character. Delete those two fields."
    )


SENTENCES: Mapping[str, Callable[[Fault, object], str]] = {
    "not-a-list": _not_a_list,
    "too-few": _too_few,
    "too-many": _too_many,
    "too-long": _too_long,
    "wrong-type": _wrong_type,
    "no-choice": _no_choice,
    "missing": _missing,
    "unknown-field": _unknown_field,
    "no-entry": _no_entry,
    "two-in-one": _two_in_one,
}


ERRORS = frozenset({"not-a-list", "too-few", "too-many", "too-long", "missing", "no-entry"})
#: Without these a character cannot be identified or described.
NEEDED = frozenset({"id", "team", "ability", "name"})
#: Fields that our export fills in.
FILLED_IN = frozenset({"name", "ability"})
#: Length of the path of an entry's own field.
OWN_FIELD = 2
#: Appended to a notice of what an export changed.
KEPT_BY_EXPORT = N_("The file keeps the original, and Clockwright shows it when you open the file again.")


def problem(fault: Fault, value: object) -> Problem:
    """One fault as a Problem; `value` is the whole script."""
    entry = value[int(fault.path[0])] if fault.path and isinstance(value, list) else None
    path = "$"
    for part in fault.path:
        path = step(path, part)
    return Problem(
        code=fault.kind,
        severity=_severity(fault),
        message=sentence(fault, entry),
        characters=_characters(entry),
        path=path,
        fix=_fix(fault, path),
    )


def _severity(fault: Fault) -> Severity:
    """An error if the meaning is unknown or text is cut off; milder if it is understood or preserved.

    A field that belongs in the almanac is not the author's fault at all.
    """
    own = len(fault.path) == OWN_FIELD
    if is_attribution(fault):
        return Severity.NOTICE
    if is_picture(fault):
        return Severity.WARNING
    if fault.kind == "missing":
        return Severity.ERROR if own and fault.path[-1] not in FILLED_IN else Severity.WARNING
    if fault.kind in {"wrong-type", "no-choice"}:
        lost = own and fault.path[-1] in NEEDED and meant(fault) is ABSENT
        return Severity.ERROR if lost and not is_jinx(fault) else Severity.WARNING
    return Severity.ERROR if fault.kind in ERRORS else Severity.WARNING


def _characters(entry: object) -> tuple[str, ...]:
    who = identifier(entry) if isinstance(entry, dict) and not is_meta(entry) else entry
    return (who,) if isinstance(who, str) and who else ()


def _fix(fault: Fault, path: str) -> Fix | None:
    """A fix if the intended value is clear."""
    if fault.kind in {"wrong-type", "no-choice"}:
        understood = meant(fault)
        if understood is not ABSENT:
            return Fix(
                _("Write %(shown)s") % {"shown": shown(understood)},
                {"op": "set", "path": path, "value": understood},
            )
    is_empty_field = fault.kind == "wrong-type" and fault.value is None and len(fault.path) == OWN_FIELD
    if fault.kind == "no-entry" or is_empty_field:
        return Fix(_("Delete it"), {"op": "remove", "path": path})
    return None


def export_notice(index: int, item: Any, tidied: Tidied | None) -> Problem | None:
    """What the export changed in one entry; None if nothing was lost."""
    who = capitalised(name_of(item, index))
    if tidied is None:
        message = _(
            "%(who)s does not fit into the official format, so the export leaves it out. %(kept)s"
        ) % {"who": who, "kept": KEPT_BY_EXPORT}
    else:
        parts = [verb % {"fields": ", ".join(names)} for verb, names in _changes(item, tidied) if names]
        if not parts:
            return None
        message = _("%(who)s: the export %(parts)s.") % {"who": who, "parts": "; ".join(parts)}
        if tidied.put or tidied.absent:
            message += f" {KEPT_BY_EXPORT}"
    return Problem("kept-aside", Severity.NOTICE, message, path=f"$[{index}]")


def _changes(item: dict[str, Any], tidied: Tidied) -> Iterator[tuple[str, list[str]]]:
    shortened: list[str] = []
    corrected: list[str] = []
    for name, value in item.items():
        if name in tidied.item and tidied.item[name] is not value:
            is_cut = isinstance(value, type(tidied.item[name])) and _is_cut(value, tidied.item[name])
            (shortened if is_cut else corrected).append(name)
    yield _("shortens %(fields)s"), shortened
    yield _("corrects %(fields)s"), corrected
    # All of these travel in the script's `_meta` (`round_trip`).
    yield _("moves %(fields)s to the script's details"), [name for name in item if name not in tidied.item]
    yield _("fills in %(fields)s"), [*tidied.absent]


def _is_cut(before: Any, after: Any) -> bool:
    if isinstance(before, str):
        return len(after) < len(before) and after.endswith("…")
    return isinstance(before, list) and str(before) != str(after)
