"""Merge several files of one script: a `script.json` and its `almanac.html`, or a save and what it published.

Characters are matched by id. Where files differ, the lowest RANK takes precedence: a script for the game, an almanac
for texts. The other files fill the gaps; a notice names each difference.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from builder import prose
from builder.formats.official import assembled
from builder.formats.official.entries import extra_keys, readable
from builder.formats.official.schema import as_object, is_meta, rule
from builder.formats.source import LACKING, NO_NIGHTS
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.language import N_, gettext as _

Json = dict[str, Any]
NIGHTS = ("firstNight", "otherNight")
#: A picture in one file and its address in the other are no contradiction; the picture takes precedence.
PICTURES = frozenset({"image", "logo"})
#: Parts of `clockwright.characters[id]` and of `clockwright` that are texts field by field.
ALMANAC = "almanac"


#: Default RANK and CALLED of a format: all other files take precedence over it.
DEFAULT_RANK = (9, 9)
DEFAULT_CALLED = N_("the other file")


@dataclass(frozen=True, slots=True)
class Part:
    """One of the files: the module of its format, and its script."""

    format: ModuleType
    script: Script

    @property
    def ranks(self) -> tuple[int, int]:
        """Precedence for the game, and for the almanac's texts; the lowest wins."""
        game, texts = getattr(self.format, "RANK", DEFAULT_RANK)
        return game, texts

    @property
    def called(self) -> str:
        """The name of the file in a message."""
        return str(getattr(self.format, "CALLED", DEFAULT_CALLED))


def _differ(who: str, what: str, winner: Part, *about: str) -> Problem:
    message = _("%(who)s: the files differ in “%(what)s”. The text from %(called)s is used.") % {
        "who": who,
        "what": what,
        "called": winner.called,
    }
    return Problem("files-differ", Severity.WARNING, message, about)


def merged(parts: Sequence[Part]) -> Script:
    """Merge the files to one script."""
    if len(parts) == 1:
        return parts[0].script
    differences: list[Problem] = []
    by_game = sorted(parts, key=lambda part: part.ranks[0])
    items, names = _characters(by_game, differences)
    meta = _meta(by_game, differences)
    block = _block(sorted(parts, key=lambda part: part.ranks[1]), names, differences)
    if block:
        meta["clockwright"] = block
    settled = {LACKING, NO_NIGHTS} if _has_nights([meta, *items]) else {LACKING}
    readings = [problem for part in parts for problem in part.script.reading if problem.code not in settled]
    one_format = all(part.format is parts[0].format for part in parts)
    lacks = [problem for problem in parts[0].script.reading if problem.code == LACKING] if one_format else []
    script = assembled(((None, item) for item in [meta, *items]), reading=(*readings, *lacks, *differences))
    return script if len(meta) > 1 else replace(script, written_meta=None)


def _has_nights(items: Sequence[Any]) -> bool:
    """Whether a script has a night order or night numbers."""
    return any(isinstance(each, dict) and bool(each.get(night)) for each in items for night in NIGHTS)


def _characters(parts: Sequence[Part], differences: list[Problem]) -> tuple[list[Any], dict[str, str]]:
    """The entries of all files; and for each key (`id`, the next `id (2)`) the id under which it is written."""
    items: dict[str, Any] = {}
    names: dict[str, str] = {}
    first = parts[0]
    for part in parts:
        entries = part.script.entries
        own = extra_keys(entry.id for entry in entries)
        for match, name, entry in zip(extra_keys(entry.key for entry in entries), own, entries, strict=True):
            if match not in items:
                items[match], names[match] = entry.written, name
                if part is not first:
                    title = (entry.character.name if entry.character else "") or entry.id
                    message = _("“%(title)s” is only in %(called)s, so it was added at the end.") % {
                        "title": title[:40],
                        "called": part.called,
                    }
                    differences.append(Problem("files-differ", Severity.NOTICE, message, (entry.id,)))
            elif isinstance(items[match], dict) and isinstance(entry.written, dict) and len(items[match]) > 1:
                keys = ((each, extra_keys(it.key for it in each.script.entries)) for each in parts)
                winner = next(each for each, theirs in keys if match in theirs)
                items[match] = _filled("character", items[match], entry.written, winner, differences)
    return list(items.values()), names


def _filled(
    kind: str, mine: Json, other: Mapping[str, Any], winner: Part, differences: list[Problem]
) -> Json:
    """Fill gaps in an object from the other file; record differences."""
    properties = rule(kind)["properties"]
    ours, theirs = readable(properties, mine), readable(properties, other)
    added: Json = {}
    for name, value in other.items():
        if mine.get(name) in (None, "", []) or _is_only_named(name, mine.get(name), value):
            if value not in (None, "", []):
                added[name] = value
        elif name in theirs and name != "id" and _say_otherwise(name, ours.get(name), theirs[name]):
            who = _("The script") if is_meta(mine) else str(mine.get("name") or mine.get("id"))[:40]
            differences.append(_differ(who, name, winner, *(() if is_meta(mine) else (str(mine.get("id")),))))
    return mine | added


def _is_only_named(name: str, mine: Any, theirs: Any) -> bool:
    """Whether one file has a picture's address and the other the picture itself."""
    return name in PICTURES and _is_inside(theirs) and not _is_inside(mine)


def _is_inside(picture: Any) -> bool:
    first = picture[0] if isinstance(picture, list) and picture else picture
    return isinstance(first, str) and first.startswith("data:image/")


def _say_otherwise(name: str, mine: Any, theirs: Any) -> bool:
    if name in PICTURES or not mine or not theirs:
        return False
    return bool(_bare(mine) != _bare(theirs))


def _bare(value: Any) -> Any:
    """Normalize a text for comparison: only its letters."""
    if isinstance(value, str):
        return "".join(filter(str.isalnum, prose.plain(value))).casefold()
    return [_bare(item) for item in value] if isinstance(value, list) else value


def _meta(parts: Sequence[Part], differences: list[Problem]) -> Json:
    meta: Json = {"id": "_meta"}
    winner = parts[0]
    for part in parts:
        written = {
            name: value for name, value in (part.script.written_meta or {}).items() if name != "clockwright"
        }
        if len(meta) == 1:
            meta, winner = {"id": "_meta"} | written, part
        else:
            meta = _filled("meta", meta, written, winner, differences)
    return meta


def _block(parts: Sequence[Part], names: Mapping[str, str], differences: list[Problem]) -> Json:
    """Our own object in `_meta`: texts field by field, everything else from the first file that has it."""
    block: Json = {}
    characters: dict[str, Json] = {}
    of_script: dict[str, tuple[Any, Part]] = {}
    of_pages: dict[str, dict[str, tuple[Any, Part]]] = {}
    called = _called(parts)
    for part in parts:
        theirs = part.script.block
        _gather(of_script, theirs.get(ALMANAC), part, _("The almanac"), differences)
        for name, extra in _extras(part, theirs, names):
            _gather(
                of_pages.setdefault(name, {}), extra.get(ALMANAC), part, called.get(name, name), differences
            )
            characters[name] = {field: value for field, value in extra.items() if field != ALMANAC} | (
                characters.get(name, {})
            )
        block = {
            field: value for field, value in theirs.items() if field not in {ALMANAC, "characters"}
        } | block
    for name, texts in of_pages.items():
        if texts:
            characters[name] = {ALMANAC: _values(texts)} | characters.get(name, {})
    characters = {name: extra for name, extra in characters.items() if extra}
    almanac = {ALMANAC: _values(of_script)} if of_script else {}
    return almanac | ({"characters": characters} if characters else {}) | block


def _called(parts: Sequence[Part]) -> dict[str, str]:
    """The names of characters by id."""
    everybody = [entry for part in parts for entry in part.script.entries]
    return {each.id: each.character.name[:40] for each in everybody if each.character and each.character.name}


def _extras(part: Part, block: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[tuple[str, Json]]:
    """The extras of each character in a file, under its key in the merged script."""
    known = as_object(block.get("characters"))
    entries = part.script.entries
    own = extra_keys(entry.id for entry in entries)
    for match, name in zip(extra_keys(entry.key for entry in entries), own, strict=True):
        if isinstance(known.get(name), dict):
            yield names[match], known[name]


def _gather(
    into: dict[str, tuple[Any, Part]], texts: object, part: Part, who: str, differences: list[Problem]
) -> None:
    for name, value in texts.items() if isinstance(texts, dict) else ():
        if name not in into:
            into[name] = (value, part)
        elif _bare(into[name][0]) != _bare(value):
            differences.append(_differ(who, name, into[name][1]))


def _values(texts: Mapping[str, tuple[Any, Part]]) -> Json:
    return {name: value for name, (value, _unused) in texts.items()}
