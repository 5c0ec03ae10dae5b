"""The kind, style and paper that a visitor chose in the page's address."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from flask import request

from builder import artefacts, assets, language, printables
from builder.artefact import PrintRequest
from builder.artefacts import FOR_PLAYERS, PAPER
from builder.errors import ClockwrightError
from builder.language import gettext as _
from builder.printables.common import Paper
from builder.printables.options import NOTHING
from builder.prose_lists import capital
from builder.themes import NONE, loading

LONGEST_VALUE = 2000
MOST_COPIES = 50


@dataclass(frozen=True, slots=True)
class Choices:
    """The paper, and the style of each kind."""

    paper: Paper
    styles: Mapping[str, str]


def chosen() -> Choices:
    """The choices of this visitor; unknown or missing values become the defaults."""
    styles = {
        kind: requested if (requested := request.args.get(kind, "")) in styles else styles[0]
        for kind, styles in printables.kinds().items()
    }
    paper = request.args.get("paper", "")
    return Choices(printables.papers().get(paper) or printables.papers()[usual_paper()], styles)


def document(kind: str, style: str, paper: str, given: Mapping[str, str] = NOTHING) -> PrintRequest:
    """The document with the settings from the query; defaults and unknown settings are left out.

    Raises ClockwrightError, which lists the valid choices, for an invalid value.
    """
    chosen = {
        name: value
        for name, known in artefacts.settings(kind).items()
        if (value := given.get(name, "").strip()[:LONGEST_VALUE]) and value != known.default
    }
    first, second = (known_language(given.get(name, "")) for name in ("language", "second-language"))
    first = first or language.tag()
    wanted = PrintRequest(
        kind,
        style,
        paper,
        tuple(sorted(chosen.items())),
        _copies(given),
        language=first,
        theme=theme(given),
        second_language=second if kind in FOR_PLAYERS and second != first else "",
    )
    return artefacts.judged(wanted) if chosen else wanted


def known_language(tag: str) -> str:
    """The tag of a language of documents; empty for an unknown one."""
    return tag if tag in language.known() else ""


def theme(values: Mapping[str, str]) -> str:
    """The name of one of our themes, or `none`; anything else is the script's own."""
    name = values.get("theme", "")
    return name if name == NONE or name in loading.ours() else ""


def _copies(values: Mapping[str, str]) -> int:
    """The number of copies."""
    written = values.get("copies", "").strip() or "1"
    if not written.isdecimal() or not 1 <= int(written[:4]) <= MOST_COPIES:
        raise ClockwrightError(
            _("Copies must be a number from 1 to %(most_copies)s.") % {"most_copies": MOST_COPIES}
        )
    return int(written)


def exists(kind: str, style: str, paper: str) -> bool:
    """Whether there is such a document."""
    return style in printables.kinds().get(kind, ()) and paper in printables.papers_for(kind)


def style_title(kind: str, style: str) -> tuple[str, str]:
    """The title of a style and a short description (or none)."""
    name, _colon, words = _(_style_title(kind, style)).replace("：", ":").partition(":")
    return capital(name.strip()), words.strip()


@cache
def _style_title(kind: str, style: str) -> str:
    written = json.loads(assets.templates("print", kind, style, "style.json").read_bytes())
    return str(written.get("title", style))


def usual_paper() -> str:
    """The paper that this visitor chose last."""
    last = request.cookies.get("paper", "")
    return last if last in printables.papers() else PAPER
