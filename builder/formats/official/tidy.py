"""One entry as the official format can hold it, and what of it has to travel apart."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from builder import catalogue
from builder.formats.official.entries import is_meta
from builder.formats.official.mend import ABSENT, mend, shorten
from builder.formats.official.schema import Node, rule
from builder.game.ids import key

UNNAMED = "Unnamed script"


@dataclass(frozen=True, slots=True)
class Tidied:
    """The entry for the file; `put`: fields as their author wrote them; `absent`: fields we made up."""

    item: dict[str, Any]
    put: dict[str, Any] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)


def tidy(item: object) -> Tidied | None:
    """The entry in the official form; None where that form has no room for it."""
    if not isinstance(item, dict):
        return None
    if is_meta(item):
        return _fill(rule("meta"), item, *_sorted_out(rule("meta"), item))
    out, put = _sorted_out(rule("character"), item)
    if "team" in out and out.keys() & {"name", "ability"}:
        return _fill(rule("character"), item, out, put)
    who = out.get("id")
    if (
        isinstance(who, str)
        and "team" not in put
        and catalogue.find(who)
        and len(who) <= rule("shortId")["maxLength"]
    ):
        return Tidied(
            {"id": who}, {name: value for name, value in item.items() if name != "id" or value is not who}
        )
    return None


def _sorted_out(node: Node, item: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    out: dict[str, Any] = {}
    put: dict[str, Any] = {}
    for name, value in item.items():
        fit = fitting(node, name, value)
        if fit is not ABSENT:
            out[name] = fit
        if fit is ABSENT or not _says_the_same(node, name, value, fit):
            put[name] = value
    # Fields that stay, mended, keep their place when all is put back; the others come behind them, then as now.
    return out, {name: put[name] for name in sorted(put, key=lambda name: name not in out)}


def mended(item: object) -> object:
    """An entry with every field in the format's form, as far as that changes no meaning."""
    if not isinstance(item, dict):
        return item
    node = rule("meta" if is_meta(item) else "character")
    fits = {name: fitting(node, name, value) for name, value in item.items()}
    return {
        name: fits[name]
        if fits[name] is not ABSENT and _says_the_same(node, name, value, fits[name])
        else value
        for name, value in item.items()
    }


def _says_the_same(node: Node, name: str, value: object, fit: object) -> bool:
    """Whether the format's form of a value loses nothing: the same value, or another spelling of it."""
    if fit is value:
        return True
    if type(fit) is type(value) is not str:  # a list or object of which something was left out, perhaps
        return False
    return name in node["properties"] and mend(node["properties"][name], value, cut=False) == fit


def fitting(node: Node, name: str, value: Any) -> Any:
    """One field as the format can hold it; ABSENT where it cannot. An id is never shortened."""
    if name in node["properties"]:
        return mend(node["properties"][name], value, cut=name != "id")
    return ABSENT if node.get("additionalProperties") is False else value


def _fill(node: Node, item: Mapping[str, Any], out: dict[str, Any], put: dict[str, Any]) -> Tidied:
    made_up = {
        name: stand_in(name, out, for_meta=is_meta(item)) for name in node["required"] if name not in out
    }
    return Tidied(out | made_up, put, [name for name in made_up if name not in item])


def stand_in(name: str, item: Mapping[str, Any], *, for_meta: bool) -> str:
    """What the export says for a field that the format demands and the author left out."""
    if for_meta:
        return UNNAMED
    if name == "name":
        return shorten(str(item.get("id", "")), rule("character")["properties"]["name"]["maxLength"])
    return key(str(item.get("name", ""))) if name == "id" else ""
