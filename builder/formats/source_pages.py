"""The original texts in the files of a set, by character, for comparison with the imported script.

Parsed independently of `formats.read`, so that everything it missed becomes visible.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.errors import UnreadableScriptError
from builder.formats import found
from builder.formats.bloodstar.reader import OF_THE_SCRIPT, characters_of
from builder.formats.carriers.script_pictures import is_broken, picture_of
from builder.formats.html import Element, tree
from builder.formats.html.almanac_page import OF_A_CHARACTER
from builder.formats.html.to_markdown import words
from builder.formats.official.entries import identifier
from builder.formats.official.json_text import read_value
from builder.formats.official.schema import is_meta
from builder.formats.source import text_of
from builder.game.ids import key
from builder.uploads import address_of

#: Parts of an almanac page, by their CSS classes.
PARTS = ("ability", "flavor", "overview", "example", "how-to-run", "tip", "attribution", "team")
#: Fields of a save that are pictures.
SAVED_PICTURES = ("styledImage", "unStyledImage")
#: Fields that are objects of texts.
INNER = "almanac"
#: Fields of a script file that are pictures, or ours.
BESIDE = frozenset({"image", "logo", "clockwright"})
LONGEST_VALUE = 20_000
#: In place of the address of a picture that is not one.
BROKEN = ""


@dataclass(frozen=True, slots=True)
class SourcePage:
    """One character, or the script itself (no id), in one file."""

    id: str
    name: str
    #: Name of the field or part, and its words.
    fields: tuple[tuple[str, str], ...]
    #: Label of the picture, and its address.
    pictures: tuple[tuple[str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The JSON object to save."""
        return {
            "id": self.id,
            "name": self.name,
            "fields": [list(pair) for pair in self.fields],
            "pictures": [list(pair) for pair in self.pictures],
        }


def source_pages(sources: Sequence[bytes]) -> list[SourcePage]:
    """The pages of all files, grouped by id; files in other formats have none."""
    pages = [page for source in sources for page in _pages(source)]
    order = {key(page.id): place for place, page in reversed(list(enumerate(pages)))}
    return sorted(pages, key=lambda page: order[key(page.id)])


def _pages(source: bytes) -> Iterator[SourcePage]:
    formats = found()
    try:
        if formats["almanac"].recognises(source):
            yield from _of_html(text_of(source)[0])
        elif formats["blood"].recognises(source):
            yield from _of_save(formats["blood"].save_in(source)[0])
        elif source.lstrip()[:1] in {b"{", b"["}:
            yield from _of_json(read_value(source)[0])
    except UnreadableScriptError:
        return  # reported when the script itself is read


def _of_json(value: Any) -> Iterator[SourcePage]:
    if isinstance(value, dict):
        yield from _of_save(value)
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            fields = {name: each for name, each in item.items() if name not in BESIDE}
            pictures = _addresses("image", item.get("image")) + _addresses("logo", item.get("logo"))
            who = "" if is_meta(item) else identifier(item)
            yield SourcePage(who, str(item.get("name") or who), tuple(_fields(fields)), tuple(pictures))


def _of_save(save: Mapping[str, Any]) -> Iterator[SourcePage]:
    texts = {name: value for name, value in save.items() if name in {"meta", INNER}}
    meta = texts.get("meta")
    logo = meta.get("logo") if isinstance(meta, dict) else None
    if isinstance(meta, dict):
        texts["meta"] = {name: value for name, value in meta.items() if name != "logo"}
    yield SourcePage("", "", tuple(_fields(texts)), tuple(_addresses("logo", logo)))
    for each in characters_of(save):
        name = str(each.get("name", ""))
        fields = {field: value for field, value in each.items() if field not in SAVED_PICTURES}
        pictures = [pair for field in SAVED_PICTURES for pair in _addresses(field, each.get(field))]
        yield SourcePage(str(each.get("id") or key(name)), name, tuple(_fields(fields)), tuple(pictures))


def _fields(fields: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in fields.items():
        if isinstance(value, dict) and (name in {INNER, "meta"}):
            yield from _fields(value, f"{name}.")
        elif value not in (None, "", []):
            yield f"{before}{name}", _text(value)[:LONGEST_VALUE]


def _text(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return "\n".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _addresses(called: str, value: Any) -> list[tuple[str, str]]:
    """Pictures in a form that our pages can show: embedded ones by their hash."""
    found_here = []
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str) and each:
            body = picture_of(each)
            if is_broken(each):
                found_here.append((called, BROKEN))
            else:
                found_here.append((called, each if body is None else address_of(body)))
    return found_here


def _of_html(text: str) -> Iterator[SourcePage]:
    for page in tree(text).classed("page"):
        if page.id in OF_THE_SCRIPT:
            yield SourcePage("", "", ((page.id, words(page)),))
        elif page.classed(*OF_A_CHARACTER):
            name = next((words(each) for each in page.named("h2")), "")
            fields = [("name", name), *_parts(page)]
            yield SourcePage(page.id or key(name), name, tuple(fields))


def _parts(page: Element) -> Iterator[tuple[str, str]]:
    for part in PARTS:
        if text := "\n\n".join(found_here for each in page.classed(part) if (found_here := words(each))):
            yield part, text[:LONGEST_VALUE]
