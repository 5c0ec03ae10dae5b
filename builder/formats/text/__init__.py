"""From what an almanac or a list tells of characters to a script: ids are made, the night order finds them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder import catalogue
from builder.formats import official
from builder.formats.official import almanac_block as written_almanac
from builder.formats.official.round_trip import MOST
from builder.formats.source import refuse
from builder.game.almanac import Almanac, Page
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team

#: So many names that nobody here has are told one by one.
MOST_TOLD = 50
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
    check_number(len(drafts))
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
    script = official.script_of(values, reading=(*reading, *strangers_told(strangers)))
    placed = zip(script.entries, drafts, strict=True)
    return replace(script, entries=tuple(replace(entry, line=draft.line) for entry, draft in placed))


def check_number(characters: int) -> None:
    """Refuse, before any work, what holds more characters than any script."""
    if characters > MOST:
        refuse("too-many", f"This text has more than {MOST:,} characters; a script has at most 201.")


def strangers_told(names: Iterable[str], where: str = "has no page in this almanac") -> Iterator[Problem]:
    """Whom a night order names without there being such a character."""
    strangers = list(names)
    for name in strangers[:MOST_TOLD]:
        yield Problem(
            "night-stranger",
            Severity.WARNING,
            f"The night order names “{name[:60]}”, who {where}. Check how it is written; "
            "add the character, or take it out of the order.",
            characters=(key(name),),
        )
    if len(strangers) > MOST_TOLD:
        more = f"The night order names {len(strangers) - MOST_TOLD:,} more who are not there."
        yield Problem("night-stranger", Severity.WARNING, more)


def own_id(name: str) -> str:
    """An id made from a name, different from every official one."""
    made = key(name) or "character"
    return made + OWN if catalogue.find(made) else made


def _ids(drafts: Iterable[Draft]) -> list[str]:
    """An id for each, different from every official one and from each other."""
    ids: list[str] = []
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    for draft in drafts:
        wanted = own_id(draft.name)
        stem = key(draft.name) or "character"
        while key(wanted) in taken:
            numbers[stem] = numbers.get(stem, 1) + 1
            wanted = f"{stem}{OWN}{numbers[stem]}"
        taken.add(key(wanted))
        ids.append(wanted)
    return ids


def _stranger(name: str, strangers: dict[str, None]) -> str:
    strangers[name] = None
    return key(name) or name


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
