"""An export of the public homebrew wiki: an object with a collection or script and its characters, almanac and all.

What a script has no field for stays in the file: of a character as its field `wiki`, of the set in `_meta.wiki`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder import catalogue
from builder.formats import official
from builder.formats.official.json_text import read_value
from builder.formats.official.schema import DEFINING, as_list, as_object
from builder.formats.source import refuse
from builder.formats.text import check_number, free_id, own_id
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import UNNAMED, Script
from builder.language import N_, gettext as _

NAME = "homebrew-wiki"
TITLE = N_("Export of the homebrew wiki (an object with its characters)")
ENDINGS = (".json",)
RANK = (2, 2)
CALLED = N_("the export of the wiki")
_OPENING = re.compile(r"[\s\ufeff]*\{")
#: What holds the facts about the set itself, the first that is there.
_SETS = ("_meta", "collection", "script")
#: Our fields of a page, each with the wiki's, in their order.
_PAGE = {
    "overview": ("lede",),
    "rules": ("summaryBullets",),
    "examples": ("examples",),
    "howToRun": ("howToRun",),
    "advice": ("tips", "bluffing", "fighting"),
    "tip": ("callout",),
    "attribution": ("creator",),
}
_TEXTS = frozenset({"overview", "tip", "attribution"})
#: Fields of an almanac, likewise.
_ALMANAC = {
    "synopsis": ("synopsis", "description", "almanacIntroduction"),
    "overview": ("gameplay", "tagline"),
    "difficulty": ("difficulty",),
    "changelog": ("version",),
}
_GUIDE = ("strategyGood", "strategyEvil")
_FORMAT = DEFINING | frozenset(
    {"edition", "flavor", "firstNight", "firstNightReminder", "otherNight", "otherNightReminder", "reminders"}
    | {"remindersGlobal", "setup", "special", "id", "name", "team", "ability", "jinxes", "image"}
)
_NOTICE = N_(
    "This is an export of the homebrew wiki. Its texts are on the almanac pages; what a script has no field for stays "
    "in the file, under “wiki”."
)

#: What names one character only.
_ADDRESSES = ("id", "jsonId", "slug")


def recognises(source: bytes | str) -> bool:
    """Whether this is an object with characters, and something about their set."""
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    named = ('"collection"', '"script"', '"_meta"', '"summaryBullets"', '"jsonId"')
    return bool(_OPENING.match(text)) and '"characters"' in text and any(name in text for name in named)


def read(source: bytes | str) -> Script:
    """Read the set of an export. Raises UnreadableScriptError."""
    value, _text, problems = read_value(source)
    whole = as_object(value)
    found = whole.get("characters")
    people = [*found.values()] if isinstance(found, dict) else as_list(found)
    if not any(isinstance(each, dict) and (each.get("name") or each.get("id")) for each in people):
        refuse("no-characters", _("There are no characters in this export. It needs a list “characters”."))
    check_number(len(people))
    taken: set[str] = set()
    beside: dict[str, Any] = {}
    entries: list[Any] = []
    for each in people:
        entry, extra = _character(each, taken)
        entries.append(entry)
        if extra and isinstance(entry, dict):
            beside[entry["id"]] = extra
    items = [_meta(whole, beside), *_linked(entries, people)]
    official.check_size(items)
    problems = (*problems, *_of_two(people))
    notice = Problem("homebrew-wiki", Severity.NOTICE, _(_NOTICE))
    return official.assembled(enumerate(items), reading=(*problems, notice))


def _character(written: Any, taken: set[str]) -> tuple[Any, dict[str, Any]]:
    """A character in the official fields, and its extra fields."""
    if not isinstance(written, dict):
        return written, {}
    name = str(written.get("name") or written.get("id") or "")
    wanted = str(written.get("jsonId") or written.get("id") or "") or own_id(name)
    if catalogue.find(wanted):
        wanted = own_id(name)
    identifier = free_id(wanted, taken)
    entry: dict[str, Any] = {"id": identifier, "name": name, "team": written.get("team", ""), "ability": ""}
    entry |= {
        field: value
        for field, value in written.items()
        if field in _FORMAT and value not in (None, "", [], {})
    }
    entry |= {"id": identifier, "name": name}
    flavors = [
        text for field in ("quote", "flavor") if isinstance(text := written.get(field), str) and text.strip()
    ]
    if flavors:
        entry["flavor"] = "\n".join(dict.fromkeys(flavors))
    images = [*as_list(written.get("image")), written.get("image"), written.get("imageAlt")]
    addresses = list(dict.fromkeys(each for each in images if isinstance(each, str) and each))
    if addresses:
        entry["image"] = addresses if len(addresses) > 1 else addresses[0]
    page, used = _page(written)
    rest = {
        field: value
        for field, value in written.items()
        if field not in {*_FORMAT, *used, "quote", "imageAlt", "jsonId"}
        and value not in (None, "", [], {}, False)
    }
    credit = written.get("iconBy")
    extra: dict[str, Any] = {"almanac": page} if page else {}
    if isinstance(credit, str) and credit.strip():
        extra["icon"] = {"credit": credit}
        rest.pop("iconBy", None)
    return entry | ({"wiki": rest} if rest else {}), extra


def _page(written: Mapping[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """The almanac page, and the fields that it was made of."""
    page: dict[str, Any] = {}
    used: set[str] = set()
    for ours, theirs in _PAGE.items():
        texts = [text for field in theirs for text in _texts(written.get(field))]
        if texts:
            page[ours] = "\n\n".join(texts) if ours in _TEXTS else texts
        used.update(field for field in theirs if _is_text(written.get(field)))
    if _is_text(boxes := written.get("almanacDetails")):
        page.setdefault("rules", []).extend(re.split(r"\n\s*\n", str(boxes)))
        used.add("almanacDetails")
    return page, used


def _texts(value: object) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str) and each.strip():
            yield each


def _is_text(value: object) -> bool:
    """Whether a value is a text or texts, so that nothing else of it is left."""
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(each, str) for each in value)
    )


def _meta(whole: Mapping[str, Any], beside: Mapping[str, Any]) -> dict[str, Any]:
    named = next((name for name in _SETS if isinstance(whole.get(name), dict)), "")
    about = as_object(whole.get(named))
    title = about.get("name") or about.get("title") or whole.get("name") or UNNAMED
    meta: dict[str, Any] = {"id": "_meta", "name": str(title)}
    used = {"id", "name", "title", "characters"} if named == "_meta" else {"name", "title"}
    for name, fields in (("author", ("author", "creator")), ("logo", ("logo",)), ("almanac", ("almanac",))):
        field = next((each for each in fields if isinstance(about.get(each), str) and about[each]), "")
        if field:
            meta[name] = about[field]
            used.add(field)
    almanac: dict[str, Any] = {}
    for ours, theirs in _ALMANAC.items():
        texts = [text for field in theirs for text in _texts(about.get(field))]
        if texts:
            almanac[ours] = "\n\n".join(texts)
        used.update(field for field in theirs if _is_text(about.get(field)))
    if guide := [text for field in _GUIDE for text in _texts(about.get(field))]:
        almanac["playGuide"] = guide
        used.update(field for field in _GUIDE if _is_text(about.get(field)))
    parts = {"almanac": almanac, "characters": dict(beside)}
    if block := {name: part for name, part in parts.items() if part}:
        meta["clockwright"] = block
    rest = {
        name: value for name, value in whole.items() if name not in {"characters", named, "name"} and value
    }
    left = {
        name: value
        for name, value in about.items()
        if name not in used and value not in (None, "", [], {}, False)
    }
    return meta | ({"wiki": rest | ({named: left} if left else {})} if rest or left else {})


def _linked(entries: Sequence[Any], people: Sequence[Any]) -> Iterator[Any]:
    """The entries, with jinxes that name the other by id: the wiki names it by its address or name."""
    ids: dict[str, str] = {}
    for field in (*_ADDRESSES, "name"):
        for entry, person in zip(entries, people, strict=True):
            if isinstance(entry, dict) and (name := as_object(person).get(field)):
                ids.setdefault(key(str(name)), entry["id"])
    for entry in entries:
        jinxes = as_list(entry.get("jinxes")) if isinstance(entry, dict) else []
        yield {**entry, "jinxes": [_jinx(each, ids) for each in jinxes]} if jinxes else entry


def _of_two(people: Sequence[Any]) -> Iterator[Problem]:
    """Says which jinxes name one of several characters by their name alone."""
    addresses = {key(str(as_object(one).get(field))) for one in people for field in _ADDRESSES}
    names = Counter(key(str(as_object(one).get("name"))) for one in people)
    for one in people:
        for jinx in as_list(as_object(one).get("jinxes")):
            who = _named(jinx) if isinstance(jinx, dict) else ""
            if names[key(who)] > 1 and key(who) not in addresses:
                message = _(
                    "A jinx of “%(name)s” names “%(other)s”, but several characters here are called that. "
                    "It was read as the first of them: check it."
                ) % {"name": str(one.get("name"))[:60], "other": who[:60]}
                yield Problem("jinx-of-two", Severity.WARNING, message)


def _named(jinx: Mapping[str, Any]) -> str:
    return next(
        (str(jinx[name]) for name in ("id", "with", "slug", "character", "name") if jinx.get(name)), ""
    )


def _jinx(written: Any, ids: Mapping[str, str]) -> Any:
    """A jinx in the official fields, with what else is said of it."""
    if not isinstance(written, dict):
        return written
    who = _named(written)
    says = next((str(written[name]) for name in ("reason", "text", "jinx", "rule") if written.get(name)), "")
    known = catalogue.find(who)
    identifier = ids.get(key(who)) or (known.id if known else who)
    used = {"id", "with", "slug", "character", "name", "reason", "text", "jinx", "rule"}
    return {"id": identifier, "reason": says} | {
        name: value for name, value in written.items() if name not in used
    }
