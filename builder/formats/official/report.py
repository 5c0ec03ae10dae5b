"""What an export had to change or leave out, told entry by entry."""

from typing import Any

from builder.formats.official.naming import capitalised, name_of
from builder.formats.official.tidy import Tidied
from builder.game.problem import Problem, Severity

KEPT = "As written it travels in _meta and comes back when we read the file."


def told(index: int, item: Any, tidied: Tidied | None) -> Problem | None:
    """What happened to one entry; None where nothing of it was lost."""
    who = capitalised(name_of(item, index))
    if tidied is None:
        message = f"{who} has no form in the official format, so the export leaves it out. {KEPT}"
    else:
        parts = [f"{verb} {', '.join(names)}" for verb, names in _changes(item, tidied).items() if names]
        if not parts:
            return None
        kept = f" {KEPT}" if tidied.put or tidied.absent else ""
        message = f"{who}: the export {'; '.join(parts)}.{kept}"
    return Problem("kept-aside", Severity.NOTICE, message, path=f"$[{index}]")


def _changes(item: dict[str, Any], tidied: Tidied) -> dict[str, list[str]]:
    changes: dict[str, list[str]] = {
        "shortens": [],
        "mends the form of": [],
        "leaves out": [],
        "fills in": [],
    }
    for name, value in item.items():
        if name not in tidied.item:
            changes["leaves out"].append(name)
        elif tidied.item[name] is value:
            continue
        elif isinstance(value, type(tidied.item[name])) and _is_cut(value, tidied.item[name]):
            changes["shortens"].append(name)
        else:
            changes["mends the form of"].append(name)
    changes["fills in"].extend(tidied.absent)
    return changes


def _is_cut(before: Any, after: Any) -> bool:
    if isinstance(before, str):
        return len(after) < len(before) and after.endswith("…")
    return isinstance(before, list) and str(before) != str(after)
