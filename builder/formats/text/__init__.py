"""Build a script from parsed characters: ids are derived from names, which the night orders refer to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder import catalogue
from builder.formats import official
from builder.formats.official.clockwright_block import written_block
from builder.formats.official.round_trip import MOST
from builder.formats.source import refuse
from builder.game.almanac import Almanac, Page
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import UNNAMED, Script
from builder.game.teams import Team
from builder.language import N_, gettext as _, number

#: At most this many unknown names are listed.
MOST_TOLD = 50
#: Suffix of an id whose name is taken by an official character.
OWN = "_custom"


@dataclass(frozen=True, slots=True)
class Draft:
    """A character without an id."""

    name: str
    team: Team
    ability: str = ""
    flavor: str = ""
    page: Page = field(default_factory=Page)
    #: More official fields: `firstNightReminder`, `reminders`, `firstNight`, …
    fields: Mapping[str, Any] = field(default_factory=dict)
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
    """Build a script from these characters. Both orders use names; unknown names stay in order."""
    check_number(len(drafts))
    ids = _ids(drafts)
    by_key = {key(draft.name): own for draft, own in zip(drafts, ids, strict=True)}
    meta: dict[str, Any] = {"id": "_meta", "name": name or UNNAMED}
    if author:
        meta["author"] = author
    strangers: dict[str, None] = {}
    for place, order in (("firstNight", first_night), ("otherNight", other_night)):
        if order is not None:
            meta[place] = [by_key.get(key(each)) or _stranger(each, strangers) for each in order]
    pages = {own: draft.page for own, draft in zip(ids, drafts, strict=True)}
    meta |= written_block(almanac or Almanac(), pages)
    values = [meta, *(written(draft, own) for draft, own in zip(drafts, ids, strict=True))]
    script = official.script_of(values, reading=(*reading, *stranger_problems(strangers)))
    return with_lines(script, [draft.line for draft in drafts])


def with_lines(script: Script, lines: Iterable[int | None]) -> Script:
    """The script with the line number of each entry in the text."""
    placed = zip(script.entries, lines, strict=True)
    return replace(script, entries=tuple(replace(entry, line=line) for entry, line in placed))


def check_number(characters: int) -> None:
    """Refuse too many characters before any work is done."""
    if characters > MOST:
        refuse(
            "too-many",
            _("This text has more than %(most)s characters (roles). A script has at most 201.")
            % {"most": number(MOST)},
        )


#: A night order lists what the rest of the text does not have.
NO_PAGE = N_(
    "The night order lists “%(name)s”, which has no page in this almanac. Check the spelling, add the "
    "character, or remove it from the order."
)


def stranger_problems(names: Iterable[str], told: str = NO_PAGE) -> Iterator[Problem]:
    """Problems for names in a night order that match no character."""
    strangers = list(names)
    for name in strangers[:MOST_TOLD]:
        yield Problem("night-stranger", Severity.WARNING, told % {"name": name[:60]}, characters=(key(name),))
    if len(strangers) > MOST_TOLD:
        more = _("The night order lists %(number)s more that are not there.") % {
            "number": number(len(strangers) - MOST_TOLD)
        }
        yield Problem("night-stranger", Severity.WARNING, more)


def own_id(name: str) -> str:
    """An id derived from a name, different from every official one."""
    made = key(name) or "character"
    return made + OWN if catalogue.find(made) else made


def free_id(wanted: str, taken: set[str]) -> str:
    """An id, with a number if its key is in `taken`; adds the key of the result to `taken`."""
    number, identifier = 1, wanted
    while key(identifier) in taken:
        number += 1
        identifier = f"{wanted}{number}"
    taken.add(key(identifier))
    return identifier


def _ids(drafts: Iterable[Draft]) -> list[str]:
    """An id for each, different from official ones and from each other."""
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


def written(draft: Draft, own: str) -> dict[str, Any]:
    """The definition of a character in the official fields."""
    fields: dict[str, Any] = {
        "id": own,
        "name": draft.name,
        "team": draft.team.value,
        "ability": draft.ability,
    }
    flavor = {"flavor": draft.flavor} if draft.flavor else {}
    setup = {"setup": True} if draft.ability.rstrip().endswith("]") and "setup" not in draft.fields else {}
    return {**fields, **flavor, **draft.fields, **setup}
