"""From what an almanac or a list tells of characters to a script: ids are made, the night order finds them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder import catalogue
from builder.formats import almanac as written_almanac
from builder.formats import official
from builder.game.almanac import Almanac, Page
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team

#: What stands behind the id of a character whose name an official one has.
OWN = "_custom"


@dataclass(frozen=True, slots=True)
class Draft:
    """A character that has no id yet."""

    name: str
    team: Team
    ability: str = ""
    flavor: str = ""
    page: Page = field(default_factory=Page)
    line: int | None = None


def script_of(
    drafts: Sequence[Draft],
    *,
    name: str = "",
    author: str = "",
    almanac: Almanac | None = None,
    first_night: Iterable[str] | None = None,
    other_night: Iterable[str] | None = None,
    reading: tuple[Problem, ...] = (),
) -> Script:
    """A script of these characters. Both orders are given by name; names that nobody here has keep their place."""
    ids = _ids(drafts)
    by_key = {key(draft.name): own for draft, own in zip(drafts, ids, strict=True)}
    meta: dict[str, Any] = {"id": "_meta", "name": name or "Unnamed script"}
    if author:
        meta["author"] = author
    strangers: dict[str, None] = {}
    for place, order in (("firstNight", first_night), ("otherNight", other_night)):
        if order is not None:
            meta[place] = [by_key.get(key(each)) or _stranger(each, strangers) for each in order]
    extras = {
        own: extra
        for own, draft in zip(ids, drafts, strict=True)
        if (extra := written_almanac.extra_of(draft.page))
    }
    block = {"almanac": written_almanac.block_of(almanac or Almanac()), "characters": extras}
    if any(block.values()):
        meta["clockwright"] = {part: value for part, value in block.items() if value}
    values = [meta, *(_written(draft, own) for draft, own in zip(drafts, ids, strict=True))]
    script = official.script_of(values, reading=(*reading, *map(_unknown, strangers)))
    placed = zip(script.entries, drafts, strict=True)
    return replace(script, entries=tuple(replace(entry, line=draft.line) for entry, draft in placed))


def own_id(name: str) -> str:
    """An id made from a name, different from every official one."""
    made = key(name) or "character"
    return made + OWN if catalogue.find(made) else made


def _ids(drafts: Iterable[Draft]) -> list[str]:
    """An id for each, different from every official one and from each other."""
    ids: list[str] = []
    taken: set[str] = set()
    for draft in drafts:
        wanted = own_id(draft.name)
        number = 1
        while key(wanted) in taken:
            number += 1
            wanted = f"{key(draft.name) or 'character'}{OWN}{number}"
        taken.add(key(wanted))
        ids.append(wanted)
    return ids


def _stranger(name: str, strangers: dict[str, None]) -> str:
    strangers[name] = None
    return key(name) or name


def _unknown(name: str) -> Problem:
    return Problem(
        "night-stranger",
        Severity.WARNING,
        f"The night order names “{name[:60]}”, who has no page in this almanac. "
        "Add the character, or take it out of the order.",
        characters=(key(name),),
    )


def _written(draft: Draft, own: str) -> dict[str, Any]:
    written: dict[str, Any] = {
        "id": own,
        "name": draft.name,
        "team": draft.team.value,
        "ability": draft.ability,
    }
    if draft.flavor:
        written["flavor"] = draft.flavor
    if draft.ability.rstrip().endswith("]"):
        written["setup"] = True
    return written
