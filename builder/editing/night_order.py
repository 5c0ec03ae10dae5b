"""The night orders of a script (`_meta.firstNight`, `_meta.otherNight`), which take precedence over night numbers.

| op | with | does |
|---|---|---|
| `night` | `night`: first or other; `order`: ids of its rows, or none | sets the order; without one, the usual order |

The orders follow edits: characters that no longer wake are removed, those that now wake are added.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from builder import catalogue
from builder.editing import extra_fields
from builder.editing.change import Change, EditError, Op, op, with_meta
from builder.game.character import Character
from builder.game.ids import key
from builder.game.night import Row, Step, night_sheet
from builder.game.script import Entry, Script
from builder.language import N_, gettext as _

#: What people call the nights, and the fields of `_meta`.
NIGHTS: Mapping[str, str] = {"first": "firstNight", "other": "otherNight"}
#: The fields, and what the nights are called in a sentence.
TITLES: Mapping[str, tuple[str, str]] = {
    "firstNight": (
        N_("It was removed from the order of the first night, because it doesn't wake."),
        N_("It was added to the order of the first night."),
    ),
    "otherNight": (
        N_("It was removed from the order of the other nights, because it doesn't wake."),
        N_("It was added to the order of the other nights."),
    ),
}
#: More rows than any night has.
MOST_ROWS = 2000


def rows(script: Script, night: str) -> tuple[Row, ...]:
    """Who wakes in a night (`first` or `other`), from dusk to dawn."""
    sheet = night_sheet(script, catalogue.night_order())
    return sheet.first if night == "first" else sheet.other


def with_order(script: Script, night: str, order: Sequence[str] | None) -> Script:
    """The script with this night order in its `_meta`; None: the default order, which is not stored."""
    meta = extra_fields.meta_of(script)
    if order is None:
        meta.pop(NIGHTS[night], None)
    else:
        meta[NIGHTS[night]] = list(order)
    return with_meta(script, meta)


@op("night")
def _night(script: Script, op: Op) -> Change:
    night, order = op.get("night"), op.get("order")
    if not isinstance(night, str) or night not in NIGHTS:
        raise EditError(_("Say which night it is."))
    written = (script.written_meta or {}).get(NIGHTS[night])
    if order is None:
        if written is None:
            return Change(script, "", "")
        return Change(with_order(script, night, None), "Usual night order", _("The usual order is back."))
    wanted = _known(script, night, order)
    if wanted == (written or [row.id for row in rows(script, night)]):
        return Change(script, "", "")
    return Change(with_order(script, night, wanted), "Night order", _("Night order changed."))


def _known(script: Script, night: str, order: object) -> list[str]:
    """The order without characters that do not wake (any more). Raises EditError if it is invalid."""
    if not isinstance(order, list) or not all(isinstance(each, str) for each in order):
        raise EditError(_("This is not a night order."))
    there = {key(row.id): row.id for row in rows(script, night)}
    listed_keys = (key(each) for each in order[:MOST_ROWS])
    wanted = [there[each] for each in listed_keys if each in there]
    if not wanted:
        raise EditError(_("No character in this order wakes that night."))
    return wanted


def ordered(script: Script, identifier: str) -> tuple[bool, bool]:
    """Whether the script's own order lists a character, for the first night and for the others."""
    first, other = (key(identifier) in map(key, _order(script, night)) for night in TITLES)
    return first, other


def update_orders(script: Script, place: int, before: Character | None) -> tuple[Script, str]:
    """Update the orders after a character changed; also returns a sentence about it."""
    after = script.entries[place].character
    if before is None or after is None:
        return script, ""
    meta, sentences = dict(script.written_meta or {}), []
    for night, (removed, joined) in TITLES.items():
        order = _order(script, night)
        is_listed = after.key in map(key, order)
        if order and is_listed and _sleeps(after, night) and not _sleeps(before, night):
            meta[night] = [
                each for each in meta[night] if not (isinstance(each, str) and key(each) == after.key)
            ]
            sentences.append(str(removed))
        elif order and not is_listed and _number(after, night) > 0 and not _number(before, night) > 0:
            at = _place(script, night, _number(after, night))
            meta[night] = [*order[:at], after.id, *order[at:]]
            sentences.append(str(joined))
    return (with_meta(script, meta) if sentences else script), " ".join(sentences)


def with_sharer(script: Script, place: int, before: Entry) -> Script:
    """The script whose orders list a character that shared its id with another: right after that other one.

    The other one leaves an order that listed it only for this character.
    """
    entry, meta = script.entries[place], dict(script.written_meta or {})
    others = [each.character for each in script.entries if each.key == before.key and each.character]
    if entry.character is None or not others:
        return script
    for night in TITLES:
        order = _order(script, night)
        if before.key not in map(key, order) or _sleeps(entry.character, night):
            continue
        stays = not all(_sleeps(each, night) for each in others)
        meta[night] = [
            listed
            for each in order
            if key(each) != entry.key
            for listed in (
                ((each, entry.id) if stays else (entry.id,)) if key(each) == before.key else (each,)
            )
        ]
    return script if meta == (script.written_meta or {}) else with_meta(script, meta)


def without_gone(script: Script) -> Script:
    """The script whose orders do not name characters that have just left it."""
    there = {each.key for each in script.entries} | {step.value for step in Step}
    meta = dict(script.written_meta or {})
    for night in TITLES:
        if _order(script, night):
            meta[night] = [each for each in meta[night] if not isinstance(each, str) or key(each) in there]
            if not meta[night]:
                del meta[night]
    return script if meta == (script.written_meta or {}) else with_meta(script, meta)


def _order(script: Script, night: str) -> list[str]:
    written = (script.written_meta or {}).get(night)
    return [each for each in written if isinstance(each, str)] if isinstance(written, list) else []


def _number(character: Character, night: str) -> float:
    return (character.first_night if night == "firstNight" else character.other_night) or 0


def _sleeps(character: Character, night: str) -> bool:
    text = character.first_night_reminder if night == "firstNight" else character.other_night_reminder
    return not _number(character, night) > 0 and not text.strip()


def _place(script: Script, night: str, number: float) -> int:
    """Index after whoever in the order acts just before the number; an order of its own need not follow the numbers."""
    known = dict(_numbers(script, night))
    order = _order(script, night)
    before = [
        (known[key(each)], at) for at, each in enumerate(order) if known.get(key(each), math.inf) <= number
    ]
    if before:
        return max(before)[1] + 1
    return next((at for at, each in enumerate(order) if known.get(key(each), 0) > number), len(order))


def _numbers(script: Script, night: str) -> Iterator[tuple[str, float]]:
    official = catalogue.night_order()
    steps = official.first_night if night == "firstNight" else official.other_night
    yield from ((key(each), float(number)) for number, each in enumerate(steps, start=1))
    yield from ((each.key, _number(each, night)) for each in script.characters if _number(each, night) > 0)
