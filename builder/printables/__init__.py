"""The documents: one module per kind, which decides the content of its document but does not draw it.

A module has `KIND`, `TITLE`, `ORDER` and `content(script, options) -> dataclass`; the styles of a kind are the folders
in `templates/print/<kind>/`. Modules are discovered; nothing is registered.
"""

import importlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from builder import assets, language
from builder.content import Labels, Paper
from builder.errors import UnknownChoiceError
from builder.language import filled, gettext as _

_FACT = re.compile(r'^(KIND|TITLE|ORDER|FOR_AUTHORS) = "?([^"\n]+)"?$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Facts:
    """The constants of a module about its kind, such as `ORDER = 1`."""

    module: str
    title: str
    order: int
    for_authors: bool


def module(kind: str) -> ModuleType:
    """The module of a kind. It is imported on demand, because some are slow to import."""
    return importlib.import_module(f"{__name__}.{_facts()[kind].module}")


@cache
def kinds() -> Mapping[str, tuple[str, ...]]:
    """Kind to its styles, the one used by default first."""
    facts = _facts()
    return {kind: _styles(kind) for kind in sorted(facts, key=lambda kind: facts[kind].order)}


def is_for_authors(kind: str) -> bool:
    """Whether a kind is for authors, not players, and so is not part of “everything”."""
    return kind in _facts() and _facts()[kind].for_authors


def title(kind: str) -> str:
    """The name of a kind in file names: `character sheet`."""
    return _facts()[kind].title


def style_title(kind: str, style: str) -> str:
    """A short description of a style: `Strips: both nights on one page that is turned`."""
    return str(json.loads(assets.templates("print", kind, style, "style.json").read_bytes())["title"])


def file_title(kind: str, style: str, paper: str, first: str = language.ENGLISH, second: str = "") -> str:
    """The name of a document in file names: `night sheet (A4)`, `night sheet, strips (A4)`, `night sheet (A4), de`.

    `first` and `second` are the tags of its languages.
    """
    other = "" if style == kinds()[kind][0] else f", {style}"
    tags = [each for each in (first, second) if each and (each != language.ENGLISH or second)]
    return ", ".join([f"{title(kind)}{other} ({every_paper()[paper].name})", *tags])


@cache
def papers() -> Mapping[str, Paper]:
    """The papers for all kinds, by short name."""
    return {name: paper for name, paper in every_paper().items() if not paper.labels}


@cache
def every_paper() -> Mapping[str, Paper]:
    """All papers, including sheets of stickers, which are for tokens only."""
    return {path.stem: _paper(path) for path in sorted(assets.data("papers").glob("*.json"))}


def papers_for(kind: str) -> Mapping[str, Paper]:
    """The papers for a kind."""
    return every_paper() if getattr(module(kind), "TAKES_LABELS", False) else papers()


def choose(kind: str, style: str | None, paper: str) -> tuple[ModuleType, str, Paper]:
    """Module, style and paper for a request. Raises UnknownChoiceError, which lists the choices."""
    if kind not in kinds():
        raise UnknownChoiceError(_("There is no kind of document “%(name)s”."), kind, kinds())
    style = style or kinds()[kind][0]
    if style not in kinds()[kind]:
        raise UnknownChoiceError(
            filled(_("There is no style of the %(what)s called “%(name)s”."), what=title(kind)),
            style,
            kinds()[kind],
        )
    there_are = papers_for(kind)
    if paper.lower() not in there_are:
        raise UnknownChoiceError(_("There is no paper “%(name)s”."), paper, there_are)
    return module(kind), style, there_are[paper.lower()]


def _paper(path: Path) -> Paper:
    written = json.loads(path.read_bytes())
    labels = written.pop("labels", None)
    return Paper(id=path.stem, labels=Labels(**labels) if labels else None, **written)


@cache
def _facts() -> Mapping[str, _Facts]:
    """The constants of each kind's module, parsed without an import. Cached."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        said = dict(_FACT.findall(path.read_text("utf-8")))
        if said.keys() >= {"KIND", "TITLE", "ORDER"}:
            found[said["KIND"]] = _Facts(
                path.stem, said["TITLE"], int(said["ORDER"]), said.get("FOR_AUTHORS") == "True"
            )
    return found


def _styles(kind: str) -> tuple[str, ...]:
    files = assets.templates("print", kind).glob("*/style.json")
    ordered = sorted(files, key=lambda path: json.loads(path.read_bytes())["order"])
    return tuple(path.parent.name for path in ordered)
