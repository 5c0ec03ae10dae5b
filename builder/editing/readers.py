"""Parse typed values: one function for each kind of field, which explains what is invalid."""

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from builder import catalogue, language
from builder.editing.change import EditError
from builder.formats.official.clockwright_block import EMBLEM
from builder.formats.official.fault_messages import short
from builder.formats.official.schema import ABSENT, NO, YES, kind_of, mend, rule
from builder.game.setup.bracket_choices import MOST_ROWS, ChoiceError, effects_of, tidy
from builder.game.teams import Team
from builder.language import N_, gettext as _

#: Longest text of one character; anything shorter is stored, over the format's limit or not.
LONGEST = 20_000
MOST_ITEMS = 300
#: Highest night number.
MOST = 10**12
ON, OFF = YES | {"on"}, NO | {"off"}
NUMBER = re.compile(r"[+−-]?(\d{1,12})([.,]\d{1,12})?", re.ASCII)
PARAGRAPHS = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
#: Characters that cannot be printed.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff]")
AUTO = "auto"
NO_FEATURES = N_("The %(title)s must be a list of features, each with a type and a name.")
#: A part of an app feature as a form sends it.
FEATURE_PART = re.compile(r"special\.(\d{1,3})\.(type|name|value|time|global)")
#: A part of a choice what the bracket does.
CHOICE_PART = re.compile(r"bracket\.(\d{1,3})\.(what|team|value)", re.ASCII)


def text(value: object, title: str) -> str | None:
    """Several lines of text."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise EditError(_("The %(title)s must be a text.") % {"title": title})
    plain = clean(str(value))
    if len(plain) > LONGEST:
        raise EditError(
            _("The %(title)s has %(count)s characters. The limit is %(longest)s.")
            % {"title": title, "count": language.number(len(plain)), "longest": language.number(LONGEST)}
        )
    return plain or None


def line(value: object, title: str) -> str | None:
    """One line."""
    return " ".join((text(value, title) or "").split()) or None


def number(value: object, title: str) -> float | None:
    """A number such as 12, 12.5 or 12,5."""
    if isinstance(value, str):
        value = _number(value.strip(), title)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise EditError(_no_number(title, kind_of(value)))
    if abs(value) >= MOST or not math.isfinite(value):
        raise EditError(
            _("The %(title)s must be a number such as 12 or 12.5, and not infinite.") % {"title": title}
        )
    return int(value) if float(value).is_integer() else float(value)


def switch(value: object, title: str) -> bool | None:
    """On or off."""
    word = clean(str(value)).lower() if isinstance(value, str | int) else "?"
    if word not in ON | OFF:
        raise EditError(
            _("The %(title)s is on or off; “%(value)s” is neither.")
            % {"title": title, "value": short(str(value))}
        )
    return word in ON


def team(value: object, title: str) -> str | None:
    """One of the seven teams; accepts `traveler` and plurals."""
    found = mend(rule("character")["properties"]["team"], value, cut=False)
    if value == "":
        return None
    if found is ABSENT:
        names = ", ".join(each.value for each in Team)
        raise EditError(
            _("The %(title)s must be one of %(names)s; “%(value)s” is none.")
            % {"title": title, "names": names, "value": short(str(value))}
        )
    return str(found)


def lines(value: object, title: str) -> list[str] | None:
    """Texts, one a line."""
    if isinstance(value, list):
        return _items(value, title, line)
    return _items((text(value, title) or "").split("\n"), title, line)


def paragraphs(value: object, title: str) -> list[str] | None:
    """Texts separated by blank lines."""
    if isinstance(value, list):
        return _items(value, title, text)
    return _items(PARAGRAPHS.split(_long(value, title)), title, text)


def addresses(value: object, title: str) -> str | list[str] | None:
    """One or more picture addresses: usual and flipped; of a Traveller unaligned, good, evil."""
    if str(value).lstrip().startswith("data:") and len(str(value)) > LONGEST:
        raise EditError(_("This is a whole picture, not an address. Add it as the character's icon instead."))
    found = lines(value, title)
    return found[0] if found and len(found) == 1 else found


def tags(value: object, title: str) -> list[str] | None:
    """Names of tags; None to detect them from the wording."""
    names = value if isinstance(value, list) else re.split(r"[\s,]+", text(value, title) or AUTO)
    found = list(dict.fromkeys(name for name in names if not isinstance(name, str) or clean(name)))
    if AUTO in found:
        return None
    strange = next((each for each in found if each not in known_tags()), None)
    if strange is not None:
        raise EditError(
            _("There is no tag “%(strange)s”. Choose from: %(choices)s.")
            % {"strange": short(str(strange)), "choices": ", ".join(sorted(known_tags()))}
        )
    return [str(each) for each in found]


def features(value: object, title: str) -> list[dict[str, Any]] | None:
    """App features: objects with a type and a name, or their JSON."""
    if isinstance(value, str):
        value = _parsed(value, title)
    every = [value] if isinstance(value, Mapping) else value
    if not isinstance(every, list) or len(every) > MOST_ITEMS:
        raise EditError(_(NO_FEATURES) % {"title": title})
    return [feature for each in every if (feature := _feature(each, title))] or None


def choices(value: object, title: str) -> list[dict[str, str]] | None:
    """What a bracket does: rows with `what`, and `team` and `value` as it needs them."""
    if isinstance(value, str):
        value = _parsed(value, title)
    if (
        not isinstance(value, list)
        or len(value) > MOST_ROWS
        or not all(isinstance(row, Mapping) for row in value)
    ):
        raise EditError(
            _("The %(title)s must be a list of up to %(most)s choices, each with “what”.")
            % {"title": title, "most": MOST_ROWS}
        )
    rows = [row for each in value if (row := tidy(each)) and "what" in row]
    for row in rows:
        try:
            effects_of(row, Team.TOWNSFOLK)
        except ChoiceError as error:
            raise EditError(str(error)) from None
    return rows or None


def rows(form: Mapping[str, object], part: re.Pattern[str]) -> list[dict[str, object]] | None:
    """The rows of a form, such as the features from `special.0.type`, `special.0.name` …; None if it has none."""
    found: dict[int, dict[str, object]] = {}
    for name, value in form.items():
        if place := part.fullmatch(name):
            found.setdefault(int(place[1]), {})[place[2]] = value
    return [found[place] for place in sorted(found)] if found else None


def emblem(value: object, title: str) -> str | None:
    """The name of a picture in the game-icons set."""
    name = line(value, title)
    if name and not EMBLEM.fullmatch(name):
        raise EditError(
            _("The %(title)s is the name of a picture such as top-hat; “%(name)s” is none.")
            % {"title": title, "name": short(name)}
        )
    return name


@catalogue.per_wording
def known_tags() -> frozenset[str]:
    """Every tag that exists."""
    official = (tag for character in catalogue.everyone() for tag in character.tags)
    return frozenset(official) | {words.tag for words in catalogue.tag_words()}


def clean(typed: str) -> str:
    """Remove what files and printers cannot handle: half letters, control characters, a browser's line ends."""
    whole = typed.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return CONTROL.sub("", whole.replace("\r\n", "\n").replace("\r", "\n")).strip()


def typed(value: object) -> str:
    """A text or a number as typed text."""
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value) if isinstance(value, str | int) else ""


def plain(value: object) -> object:
    """Normalize a value for comparison: everything empty is None, a single item is a list of one."""
    if value is None or value is False or value in ("", []):
        return None
    return [value] if isinstance(value, str) else value


def _number(typed: str, title: str) -> float | None:
    if not typed:
        return None
    if not NUMBER.fullmatch(typed):
        raise EditError(_no_number(title, f"“{short(typed)}”"))
    return float(typed.replace(",", ".").replace("−", "-"))


def _no_number(title: str, what: str) -> str:
    return _("The %(title)s must be a number such as 12 or 12.5; %(what)s is none.") % {
        "title": title,
        "what": what,
    }


def _items(values: list[Any], title: str, read: Any) -> list[str] | None:
    found = [item for each in values if each is not None and (item := read(each, title)) is not None]
    if len(found) > MOST_ITEMS:
        raise EditError(
            _("There are %(count)s %(title)s; no more than %(most)s can be kept.")
            % {"count": language.number(len(found)), "title": title, "most": MOST_ITEMS}
        )
    return found or None


def _long(value: object, title: str) -> str:
    """A text that will be split: only its parts have a limit."""
    return clean(value) if isinstance(value, str) else text(value, title) or ""


def _parsed(typed: str, title: str) -> object:
    try:
        return json.loads(typed) if typed.strip() else []
    except (ValueError, RecursionError):
        raise EditError(
            _("The %(title)s is no JSON. It is a list of objects with “type” and “name”.") % {"title": title}
        ) from None


def _feature(value: object, title: str) -> dict[str, Any] | None:
    """One feature from its parts; None for an empty row of a form."""
    if not isinstance(value, Mapping):
        raise EditError(_(NO_FEATURES) % {"title": title})
    given = {name: part for name, part in value.items() if part not in ("", None)}
    if not given.keys() - {"time", "global"}:
        return None
    properties = rule("character")["properties"]["special"]["items"]["properties"]
    for name in ("type", "name"):
        if given.get(name) not in properties[name]["enum"]:
            choices = ", ".join(properties[name]["enum"])
            raise EditError(
                _("The %(name)s of a feature must be one of %(choices)s; “%(value)s” is none.")
                % {"name": name, "choices": choices, "value": short(str(given.get(name, "")))}
            )
    return {str(name): _part(str(name), part) for name, part in given.items()}


def _part(name: str, part: object) -> object:
    """Convert digits to a number, as the app requires for votes."""
    if name == "value" and isinstance(part, str) and re.fullmatch(r"-?\d{1,6}", part.strip(), re.ASCII):
        return int(part)
    return clean(part)[:LONGEST] if isinstance(part, str) else part
