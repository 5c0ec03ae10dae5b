"""Convert a fault of the format to a Problem: its severity, its characters, its fix."""

from collections.abc import Iterator
from typing import Any

from builder.formats.official.entries import identifier
from builder.formats.official.fault_messages import (
    capitalised,
    is_attribution,
    is_jinx,
    is_picture,
    meant,
    name_of,
    sentence,
    shown,
)
from builder.formats.official.lenient_json import step
from builder.formats.official.mend import ABSENT, Tidied
from builder.formats.official.schema import Fault, is_meta
from builder.game.problem import Fix, Problem, Severity
from builder.language import N_, gettext as _

ERRORS = frozenset({"not-a-list", "too-few", "too-many", "too-long", "missing", "no-entry"})
#: Without these a character cannot be identified or described.
NEEDED = frozenset({"id", "team", "ability", "name"})
#: Fields that our export fills in.
FILLED_IN = frozenset({"name", "ability"})
#: Length of the path of an entry's own field.
OWN_FIELD = 2
#: Appended to a notice of what an export changed.
KEPT = N_("The file keeps the original, and Clockwright shows it when you open the file again.")


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
        ) % {"who": who, "kept": KEPT}
    else:
        parts = [verb % {"fields": ", ".join(names)} for verb, names in _changes(item, tidied) if names]
        if not parts:
            return None
        message = _("%(who)s: the export %(parts)s.") % {"who": who, "parts": "; ".join(parts)}
        if tidied.put or tidied.absent:
            message += f" {KEPT}"
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
