"""The official script JSON: what the official app and every script tool exchange."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import is_
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from builder import catalogue
from builder.formats.official.clockwright_block import almanac_of
from builder.formats.official.entries import (
    clockwright,
    is_usable,
    meta_of,
    metas_and_entries,
    with_extras,
    written_meta,
)
from builder.formats.official.fault_messages import export_notice, problem
from builder.formats.official.json_text import Size, indented, levels, pieces, read_value, size
from builder.formats.official.round_trip import MOST, Item, Packed, pack, unpack
from builder.formats.official.schema import faults, is_meta
from builder.formats.source import (
    DEEPEST_TOLD,
    LACKING,
    LIMIT,
    MOST_VALUES,
    letters,
    refuse,
    refuse_depth,
    refuse_number,
    words,
)
from builder.game.almanac import Almanac
from builder.game.problem import Problem, Severity
from builder.game.script import Meta, Script
from builder.language import N_, gettext as _, number
from builder.memoize import of_values

NAME = "official"
TITLE = N_("Official script JSON")
ENDINGS = (".json", ".json5")
RANK = (0, 3)
CALLED = N_("the script file")
#: One value, since what is cached for it is found by identity.
NO_META = Meta()
#: How many scripts have their text cached: a change is checked, searched for pictures and saved as text.
SCRIPTS = 4
HOSTS = ("bloodstar.xyz", "bloodstar.clocktica.com")


def recognises(source: bytes | str) -> bool:
    """Accepts everything that no other format recognizes: its error messages are the best."""
    return bool(source)


def read(source: bytes | str) -> Script:
    """Read a script from its JSON. Raises UnreadableScriptError with the place and what was expected."""
    value, text, reading = read_value(source)
    script = script_of(value, text, reading)
    return replace(script, reading=(*reading, *lacking(script)))


def script_of(value: object, source: str = "", reading: tuple[Problem, ...] = ()) -> Script:
    """A script from its JSON value."""
    if not isinstance(value, list):
        refuse("not-a-list", next(format_problems(value)).message)
    if not any(map(is_usable, value)):
        refuse(
            "no-characters",
            _('There are no characters in this list. Write their ids, as in ["imp", "baron"].'),
        )
    items = unpack(value)
    if len(items) - any(is_meta(item) for _unused, item in items) > MOST:
        refuse(
            "too-many",
            _("This list has more than %(most)s entries. A script has at most 201.") % {"most": number(MOST)},
        )
    if sum(1 for _unused in levels([item for _unused, item in items])) > DEEPEST_TOLD + 1:
        refuse_depth()
    return assembled(items, source, reading)


def check_size(items: list[Any], whole: Size | None = None) -> None:
    """Refuse values from another format that are too many or nested too deep for a script file.

    `whole` is the total size, if known.
    """
    whole = whole or size(items)
    if whole.depth > DEEPEST_TOLD:
        refuse_depth()
    if whole.values > MOST_VALUES:
        refuse_number()
    if whole.letters > LIMIT < words(items):
        refuse(
            "too-big",
            _("As a script file, this would have more than %(limit)s characters, not counting pictures.")
            % {"limit": number(LIMIT)},
        )


def assembled(
    items: Iterable[Item],
    source: str = "",
    reading: tuple[Problem, ...] = (),
    before: Script | None = None,
) -> Script:
    """Build a script from its entries, each with its index in the file. The first `_meta` takes precedence.

    After an edit of the script `before`, characters that it left alone are taken from there.
    """
    metas, entries = metas_and_entries(items, before)
    position, first = metas[0] if metas else (0, None)
    return Script(
        meta=NO_META if first is None else meta_of(first),
        entries=with_extras(entries, first or {}, before),
        almanac=almanac_of(clockwright(first or {}).get("almanac")),
        written_meta=first,
        meta_position=position,
        other_metas=tuple(metas[1:]),
        reading=reading,
        source=source,
    )


def rewritten(
    script: Script, values: Iterable[Any], meta: Mapping[str, Any], reading: tuple[Problem, ...]
) -> Script:
    """The script with other values of its entries and another `_meta`, official characters filled in."""
    items = list(values)
    for position, each in [(script.meta_position, meta), *script.other_metas][::-1]:
        items.insert(position, each)
    return catalogue.resolve(assembled(enumerate(items), reading=reading))


def write(script: Script) -> str:
    """The script's file: two spaces of indent, the author's order; what the format cannot express goes to `_meta`."""
    items = _packed(script).items
    text = indented(items) + "\n"
    return text if _is_readable(items, len(text)) else json.dumps(items, ensure_ascii=False)


class Filed(NamedTuple):
    """The file of a script."""

    #: Joined they are its text; those about what an edit left alone are the same objects as before.
    pieces: list[str]
    #: Whether reading it back returns every value as it was written, in the same order.
    comes_back: bool


def filed(script: Script) -> Filed:
    """Like `write`, in pieces."""
    items, written = _packed(script, is_frozen=True).items, script.written()
    is_plain = len(items) == len(written) and all(map(is_, items, written))
    found = [*(pieces_of(script) if is_plain else pieces(items)), "\n"]
    if not _is_readable(items, sum(map(len, found))):
        found = [json.dumps(items, ensure_ascii=False)]
    return Filed(found, _comes_back(unpack(items), written))


@of_values(SCRIPTS)
def pieces_of(script: Script) -> list[str]:
    """The values of a script as they are written, indented as in its file."""
    return pieces(script.written())


def _is_readable(items: list[Any], length: int) -> bool:
    """Whether a text of this length is short enough for a file."""
    return length <= LIMIT or length - letters(items) <= LIMIT


def _comes_back(items: list[Item], written: list[Any]) -> bool:
    return [place for place, _unused in items] == list(range(len(written))) and all(
        _is_same(one, other) for (_unused, one), other in zip(items, written, strict=True)
    )


def _is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal, including the order of fields and the types of numbers."""
    if one is other:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(_is_same(each, other[name]) for name, each in one.items())
    return json.dumps(one) == json.dumps(other)


def report(script: Script) -> list[Problem]:
    """What `write` must move into `_meta`, and what the official app refuses anyway."""
    packed = _packed(script)
    moved = [export_notice(index, item, tidied) for index, item, tidied in packed.changed]
    return [
        *(problem for problem in moved if problem),
        *chosen_brackets(script),
        *format_problems(packed.items),
    ]


def chosen_brackets(script: Script) -> Iterator[Problem]:
    """The characters whose brackets only Clockwright understands, by their author's choices."""
    for character in script.characters:
        if character.bracket:
            yield Problem(
                "bracket-chosen",
                Severity.NOTICE,
                _(
                    "What you chose for the bracket of %(name)s is in the file, but only Clockwright reads it. "
                    "Explain the bracket in the almanac, too."
                )
                % {"name": character.name},
                (character.id,),
            )


def _packed(script: Script, *, is_frozen: bool = False) -> Packed:
    items = script.written()
    if script.written_meta is None and script.meta != Meta():
        items.insert(0, written_meta(script.meta))
    return pack(items, script.name, is_frozen=is_frozen)


def format_problems(value: object, *, is_frozen: bool = False) -> Iterator[Problem]:
    """The faults of a JSON value according to the format alone: none if the official schema accepts it.

    `is_frozen` is as in `schema.faults`.
    """
    for fault in faults(value, is_frozen=is_frozen):
        yield problem(fault, value)


def is_published(script: Script) -> bool:
    """Whether a script names an almanac of Bloodstar's."""
    try:
        host = urlsplit(script.meta.almanac.strip()).hostname or ""
    except ValueError:
        return False
    return any(host == each or host.endswith(f".{each}") for each in HOSTS)


def lacking(script: Script) -> Iterator[Problem]:
    """Everything that the published file of a script lacks."""
    if is_published(script) and script.almanac == Almanac():
        yield Problem(
            LACKING,
            Severity.NOTICE,
            _(
                "This script was published from Bloodstar without the texts of its almanac. To get them, "
                "save the page %(address)s and open both files together."
            )
            % {"address": script.meta.almanac.strip()[:250]},
            path=f"$[{script.meta_position}].almanac",
        )
