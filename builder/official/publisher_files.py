"""Parse the publisher's three files to characters, jinxes and night order: valid as a whole, or rejected."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.errors import OfficialFilesError
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.teams import Team, read_team
from builder.language import gettext as _, join
from builder.official.resources import JINXES, NIGHTS, ROLES, Resources

DEEPEST = 8
#: Control characters except line ends and tabs, and half letters.
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(slots=True)
class Faults:
    """Collects everything wrong with the files, to report it at once."""

    told: list[str] = field(default_factory=list)

    def add(self, place: str, fault: str) -> None:
        """Add a fault; `place` is such as `roles.json, character 12 (imp)`."""
        self.told.append(f"{place}: {fault}")

    def check(self, origin: str) -> None:
        """Raise OfficialFilesError if there are any."""
        if self.told:
            raise OfficialFilesError(origin, self.told)

    def text(self, place: str, item: dict[str, Any], name: str, longest: int, *, needed: bool = False) -> str:
        """A text of an entry; empty, with a fault, if it is invalid."""
        value = item.get(name, None if needed else "")
        if not isinstance(value, str) or (needed and not value.strip()):
            self.add(
                place,
                (_("“%(name)s” is missing") if value in (None, "") else _("“%(name)s” is not a text"))
                % {"name": name},
            )
        elif len(value) > longest:
            self.add(
                place,
                _("“%(name)s” is longer than %(longest)s characters") % {"name": name, "longest": longest},
            )
        elif _UNSEEN.search(value):
            self.add(place, _("“%(name)s” has characters that cannot be printed") % {"name": name})
        else:
            return value
        return ""

    def items(self, place: str, item: dict[str, Any], name: str, longest: int) -> list[Any]:
        """A list of an entry; empty, with a fault, if it is invalid."""
        value = item.get(name, [])
        if not isinstance(value, list):
            self.add(place, _("“%(name)s” is not a list") % {"name": name})
        elif len(value) > longest:
            self.add(
                place, _("“%(name)s” has more than %(longest)s entries") % {"name": name, "longest": longest}
            )
        else:
            return value
        return []


def load(data: bytes, name: str, faults: Faults) -> Any:
    """The value in one file; None, with a fault, if it is invalid."""
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_constant=_finite, parse_float=_finite)
    except UnicodeDecodeError:
        faults.add(name, _("it is not UTF-8 text"))
    except RecursionError:
        faults.add(name, _("it is nested too deep"))
    except ValueError as error:
        faults.add(name, _why(data, error))
    else:
        if max((depth for depth, _unused in enumerate(_levels(value), 1)), default=0) <= DEEPEST:
            return value
        faults.add(name, _("it is nested too deep"))
    return None


def _why(data: bytes, error: ValueError) -> str:
    if data.lstrip()[:1] == b"<":
        return _("it is a web page, not JSON")
    if isinstance(error, json.JSONDecodeError):
        text = _("it is not JSON from line %(line)s, column %(column)s")
        if error.pos >= len(error.doc.rstrip()) - 1:
            text = _("it is not JSON from line %(line)s, column %(column)s (it ends too early)")
        return text % {"line": error.lineno, "column": error.colno}
    return _("it has a number that is not valid")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def _levels(value: object) -> Iterator[list[Any]]:
    """The lists and objects of a value, level by level; stops one level beyond the limit."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _unused in range(DEEPEST + 1):
        if not level:
            return
        yield level
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]


#: More characters than ten editions of the game have.
MOST_CHARACTERS, MOST_JINXES, MOST_TOKENS = 2000, 5000, 60
_ID = re.compile(r"[a-z0-9]{1,50}")
#: A folder name on their site.
_EDITION = re.compile(r"[a-z0-9_-]{0,50}")
_LONGEST = {"name": 60, "ability": 1000, "text": 2000, "token": 60, "reason": 1000}
_STEPS = {"firstNight": ("dusk", "minioninfo", "demoninfo", "dawn"), "otherNight": ("dusk", "dawn")}


def read(files: Mapping[str, bytes], origin: str) -> Resources:
    """Parse all three files. Raises OfficialFilesError with every fault and its position."""
    faults = Faults()
    roles, jinxes, nights = (load(files[name], _short(name), faults) for name in (ROLES, JINXES, NIGHTS))
    faults.check(origin)
    first, other = (_night(nights, night, faults) for night in _STEPS)
    places = [{identifier: place for place, identifier in enumerate(night, 1)} for night in (first, other)]
    characters = tuple(_characters(roles, places[0], places[1], faults))
    pairs = tuple(_jinxes(jinxes, faults))
    faults.check(origin)
    known = {character.id for character in characters}
    named = [*first, *other, *(one for jinx in pairs for one in jinx.characters)]
    strangers = dict.fromkeys(one for one in named if one not in known and one not in _STEPS["firstNight"])
    return Resources(characters, pairs, first, other, tuple(strangers))


def _short(name: str) -> str:
    return name.rpartition("/")[2]


def _characters(
    roles: object, first: Mapping[str, int], other: Mapping[str, int], faults: Faults
) -> Iterator[Character]:
    place = _short(ROLES)
    if not isinstance(roles, list) or not 0 < len(roles) <= MOST_CHARACTERS:
        faults.add(
            place,
            _("it is not a list of 1 to %(most_characters)s characters")
            % {"most_characters": MOST_CHARACTERS},
        )
        return
    ids = Counter(key(str(role.get("id"))) for role in roles if isinstance(role, dict))
    for one in (one for one, times in ids.items() if times > 1):
        faults.add(place, _("there are %(ids)s characters “%(one)s”") % {"ids": ids[one], "one": one[:50]})
    for number, role in enumerate(roles, 1):
        where = _("%(place)s, character %(number)s") % {"place": place, "number": number}
        if isinstance(role, dict):
            yield _character(role, where, first, other, faults)
        else:
            faults.add(where, _("it is not a character"))


def _character(
    role: dict[str, Any], place: str, first: Mapping[str, int], other: Mapping[str, int], faults: Faults
) -> Character:
    identifier = _id(role, place, faults)
    place = f"{place} ({identifier})" if identifier else place
    team = read_team(str(role.get("team")))
    if team is None:
        faults.add(place, _("“team” is not a team"))
    edition = faults.text(place, role, "edition", _LONGEST["name"])
    if not _EDITION.fullmatch(edition):
        faults.add(place, _("“edition” is not a short lowercase word"))
    setup = role.get("setup", False)
    if not isinstance(setup, bool):
        faults.add(place, _("“setup” is neither true nor false"))
    return Character(
        id=identifier,
        name=faults.text(place, role, "name", _LONGEST["name"], needed=True),
        team=team or Team.TOWNSFOLK,
        ability=faults.text(place, role, "ability", _LONGEST["ability"], needed=True),
        edition=edition,
        flavor=faults.text(place, role, "flavor", _LONGEST["text"]),
        first_night=first.get(identifier, 0),
        other_night=other.get(identifier, 0),
        first_night_reminder=faults.text(place, role, "firstNightReminder", _LONGEST["text"]),
        other_night_reminder=faults.text(place, role, "otherNightReminder", _LONGEST["text"]),
        reminders=tuple(_tokens(role, "reminders", place, faults)),
        reminders_global=tuple(_tokens(role, "remindersGlobal", place, faults)),
        setup=bool(setup),
        special=tuple(_special(role, place, faults)),
    )


def _id(item: dict[str, Any], place: str, faults: Faults) -> str:
    identifier = item.get("id")
    if isinstance(identifier, str) and _ID.fullmatch(identifier):
        return identifier
    faults.add(place, _("“id” is not a word of lowercase letters and digits"))
    return ""


def _tokens(role: dict[str, Any], name: str, place: str, faults: Faults) -> Iterator[str]:
    for token in faults.items(place, role, name, MOST_TOKENS):
        yield faults.text(place, {name: token}, name, _LONGEST["token"], needed=True)


def _special(role: dict[str, Any], place: str, faults: Faults) -> Iterator[Mapping[str, Any]]:
    for feature in faults.items(place, role, "special", MOST_TOKENS):
        if isinstance(feature, dict) and isinstance(feature.get("type"), str):
            yield feature
        else:
            faults.add(place, _("“special” has something that is not an app feature"))


def _jinxes(entries: object, faults: Faults) -> Iterator[Jinx]:
    place = _short(JINXES)
    if not isinstance(entries, list) or len(entries) > MOST_CHARACTERS:
        faults.add(place, _("it is not a list of jinxes"))
        return
    told: dict[frozenset[str], str] = {}
    for number, entry in enumerate(entries, 1):
        where = _("%(place)s, entry %(number)s") % {"place": place, "number": number}
        if not isinstance(entry, dict):
            faults.add(where, _("it is not a jinx"))
            continue
        for jinx in _pairs(entry, where, faults):
            if jinx.pair not in told:
                told[jinx.pair] = jinx.reason
                yield jinx
            elif told[jinx.pair] != jinx.reason:
                faults.add(
                    place,
                    _("%(names)s are jinxed twice, with different texts") % {"names": join(jinx.characters)},
                )
        if len(told) > MOST_JINXES:
            faults.add(place, _("it has more than %(most_jinxes)s jinxes") % {"most_jinxes": MOST_JINXES})
            return


def _pairs(entry: dict[str, Any], place: str, faults: Faults) -> Iterator[Jinx]:
    head = _id(entry, place, faults)
    for item in faults.items(place, entry, "jinx", MOST_CHARACTERS):
        if not isinstance(item, dict):
            faults.add(place, _("“jinx” has something that is not a jinx"))
            continue
        other = _id(item, place, faults)
        reason = faults.text(place, item, "reason", _LONGEST["reason"], needed=True)
        if head == other and head:
            faults.add(place, _("%(head)s is jinxed with itself") % {"head": head})
        yield Jinx((head, other), reason)


def _night(nights: object, name: str, faults: Faults) -> tuple[str, ...]:
    place = f"{_short(NIGHTS)}, {name}"
    order = nights.get(name) if isinstance(nights, dict) else None
    if not isinstance(order, list) or len(order) > MOST_CHARACTERS:
        faults.add(place, _("it is not a list of characters that wake"))
        return ()
    if not all(isinstance(one, str) and _ID.fullmatch(one) for one in order):
        faults.add(place, _("it has something that is not an id"))
        return ()
    twice = [one for one, times in Counter(order).items() if times > 1]
    if twice:
        faults.add(place, _("%(twice)s appears more than once") % {"twice": ", ".join(twice[:5])})
    missing = [step for step in _STEPS[name] if step not in order]
    if missing:
        faults.add(place, _("%(missing)s is missing") % {"missing": ", ".join(missing)})
    return tuple(order)
