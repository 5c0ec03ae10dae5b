"""Lays out the chapters of a book that are not cached, on two cores if there are many.

How much of a page a chapter takes is estimated from its words, so that most chapters are laid out only once.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any

from builder import assets, themes
from builder.press import dressing, engine, spreading, typeset, worker_process
from builder.press.almanac import columns
from builder.press.almanac.cached_page import CachedPage, known_fonts, record_pages
from builder.press.drawings import Pictures
from builder.themes import PLAIN, Theme

#: Maximum number of cached pages (LRU). A page takes a few dozen kilobytes.
KEPT = 320
#: Minimum length of HTML for which a second process saves time.
WORTH_A_PROCESS = 12_000
#: Time limit for the helper's half: twice the time of the other half plus these seconds; then it is done here.
HELPER_SECONDS = 5
#: Margins of a page in CSS pixels, top and bottom, as the kind's base.css has them.
HEAD, FOOT = 16 / 25.4 * 96, 20 / 25.4 * 96
#: Relative width of readable letters.
READABLE = 1.25
#: A last page filled less than this is avoided if a denser setting can.
LITTLE = 0.36
#: Filled by so much of a page, a less dense setting is expected to fit on it.
SURE = 0.98


@dataclass(frozen=True, slots=True)
class BookStyle:
    """Settings that all parts of a book share."""

    kind: str
    style: str
    paper: Any
    credit: str
    running: str
    classes: str
    #: CSS classes of densities, the least dense first, the room each needs, and the name of its `guesses`.
    densities: tuple[tuple[str, float, str], ...]
    #: Names of arrangements, each with names and values of the `measures` of `columns.pages`.
    guesses: tuple[tuple[str, tuple[tuple[str, float], ...]], ...]
    language: str = "en"
    direction: str = "ltr"
    theme: Theme = PLAIN

    @property
    def key(self) -> str:
        """A key of all settings."""
        paper = f"{self.paper.width}x{self.paper.height}"
        parts = (self.kind, self.style, paper, self.credit, self.running, self.classes, self.language)
        return "\0".join((*parts, self.theme.key))

    @property
    def faces(self) -> str:
        """A key of the fonts that its pages use."""
        return "readable" if self.readable else repr(sorted(self.theme.faces.items()))

    @property
    def readable(self) -> bool:
        """Whether to use letters that are easy to tell apart."""
        return "face-readable" in self.classes.split()


def lay_out(parts: Sequence[str], look: BookStyle) -> list[tuple[CachedPage, ...]]:
    """Returns the pages of each part (HTML), in order. Cached."""
    keys = [_key(html, look) for html in parts]
    fresh = {key: html for key, html in zip(keys, parts, strict=True) if key not in _shelf()}
    made = _made(fresh, look)
    found = [made[key] if key in made else _shelf()[key] for key in keys]
    for key, each in zip(keys, found, strict=True):
        _shelf()[key] = each
        _shelf().move_to_end(key)
    while sum(map(len, _shelf().values())) > KEPT:
        _shelf().popitem(last=False)
    return found


def forget() -> None:
    """Empties the cache of pages."""
    _shelf().clear()


@cache
def _shelf() -> OrderedDict[str, tuple[CachedPage, ...]]:
    return OrderedDict()


def _key(html: str, look: BookStyle) -> str:
    return hashlib.sha256(f"{look.key}\0{html}".encode("utf-8", "replace")).hexdigest()


def _made(fresh: Mapping[str, str], look: BookStyle) -> dict[str, tuple[CachedPage, ...]]:
    """Lays out parts; half of them in this process's helper, if it has one and there is enough to do."""
    helper = worker_process.helper()
    if helper is None or sum(map(len, fresh.values())) < WORTH_A_PROCESS:
        return _parts(fresh, look)
    here, there = _halves(fresh)
    begun, start = helper.begin(_parts, there, look), time.monotonic()
    made = _parts(here, look)
    patience = HELPER_SECONDS + 2 * (time.monotonic() - start)
    theirs = helper.result(patience) if begun else None
    for key, part in (theirs or {}).items():
        # This process may not have loaded a face that a part from the helper uses.
        if all(face in known_fonts(cached.faces) for cached in part for face in cached.glyphs):
            made[key] = part
    return made | _parts({key: html for key, html in there.items() if key not in made}, look)


@engine.patched()
def _parts(texts: Mapping[str, str], look: BookStyle) -> dict[str, tuple[CachedPage, ...]]:
    with themes.using(look.theme):
        return {key: _part(html, look) for key, html in texts.items()}


def _halves(fresh: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Divides parts into two halves that take about the same time."""
    total = sum(map(len, fresh.values()))
    here, there, taken = {}, {}, 0
    for key, html in fresh.items():
        if taken <= total / 2:
            here[key] = html
        else:
            there[key] = html
        taken += len(html)
    return here, there


def _part(html: str, look: BookStyle) -> tuple[CachedPage, ...]:
    """Lays out a part in the least dense setting that does not leave a few lines alone on the last page.

    The first guess is right for most parts; otherwise the next density is tried. If no density saves a page, the
    least dense one fills the last page best; a text in columns, which cannot go on, runs on in the last one instead.
    """
    rooms, laid_at = _rooms(html, look), cache(partial(_laid, html, look))
    # The least dense first, unless a denser one is estimated to save a page.
    place = next((place for place, taken in enumerate(rooms) if taken <= 1), 0) if look.guesses else 0
    laid = laid_at(place)
    has_columns = columns.has(html) and any(arrangement for _, _, arrangement in look.densities)
    if len(laid.pages) > 1 and place and not has_columns and not _leaves_little(laid):
        laid = laid_at(0)
    if len(laid.pages) == 1 and (roomier := _roomier(laid, place, rooms)) < place:
        wider = laid_at(roomier)
        return _recorded(wider if len(wider.pages) == 1 else laid, look)
    last = len(look.densities) - 1
    while (has_columns and len(laid.pages) > 1 and place < last) or (_leaves_little(laid) and place < last):
        place += 1
        if not has_columns and _pages(laid) * look.densities[place][1] > SURE * (len(laid.pages) - 1):
            continue  # would take as many
        closer = laid_at(place)
        # Columns that do not go on stand on one page, or leave the page of their heading empty.
        if (has_columns and place == last) or len(closer.pages) < (2 if has_columns else len(laid.pages)):
            return _recorded(closer, look)
    if place and not has_columns and _leaves_little(laid):
        roomy = laid_at(0)
        laid = roomy if len(roomy.pages) == len(laid.pages) else laid
    return _recorded(laid, look)


def _laid(html: str, look: BookStyle, place: int) -> Any:
    css, _, arrangement = look.densities[place]
    if arrangement == columns.TWO:
        html = columns.split(html, dict(look.guesses)[arrangement])
    elif arrangement == columns.RUNNING:
        html = columns.running(html)
    head = columns.heading(html)
    return document(html, look, css) if head is None else _in_columns(html, look, css, head)


def _in_columns(html: str, look: BookStyle, css: str, head: int) -> Any:
    laid = document(html, look, css, columns.rules(look.paper, head, look.direction))
    columns.pair(laid, look.paper, look.direction)
    return laid


def _recorded(laid: Any, look: BookStyle) -> tuple[CachedPage, ...]:
    """The pages of a part; where one page has room at its foot, headings keep away from the texts before them."""
    end = laid.pages[-1].anchors.get("end")
    if len(laid.pages) == 1 and end:
        spreading.spread_heads(laid, 0.8 * (laid.pages[0].height - FOOT - end[1]))
    return tuple(record_pages(laid, faces=look.faces))


def _rooms(html: str, look: BookStyle) -> list[float]:
    """How many pages a part is estimated to take at each density; relative ones for a style without guesses."""
    guesses, taken = dict(look.guesses), {"": 1.0}
    for name, measures in guesses.items():
        wide = dict(measures)
        wide["width"] /= READABLE if look.readable else 1
        taken[name] = columns.pages(html, wide, look.paper)
    is_arranged = columns.has(html)
    return [scale * taken.get(name if is_arranged else "", taken[""]) for _, scale, name in look.densities]


def _roomier(laid: Any, place: int, rooms: Sequence[float]) -> int:
    """The least dense setting that should fit on the page, by what the part takes of it at density `place`."""
    fitting = (number for number, room in enumerate(rooms) if _filled(laid) * room / rooms[place] <= SURE)
    return min(place, next(fitting, place))


def _leaves_little(laid: Any) -> bool:
    return len(laid.pages) > 1 and _filled(laid) < LITTLE


def _pages(laid: Any) -> float:
    """How many pages a part fills."""
    return len(laid.pages) - 1 + _filled(laid)


def _filled(laid: Any) -> float:
    """The fraction of its last page that a part takes; all of it if it does not say where it ends."""
    last = laid.pages[-1]
    end = last.anchors.get("end")
    return (end[1] - HEAD) / (last.height - HEAD - FOOT) if end else 1.0


def document(html: str, look: BookStyle, density: str = "", more: str = "") -> Any:
    """Lays out a part, with `more` CSS. The general style sheet is for documents that fill their page."""
    folder = assets.templates("print", look.kind)
    paths = folder / "base.css", folder / look.style / "page.css"
    paper = f"@page{{size:{look.paper.width}mm {look.paper.height}mm}}{dressing.page_rules(look.paper)}"
    return engine.page(html.replace("DENSITY", density, 1)).render(
        stylesheets=[
            *(engine.stylesheet(path, look.direction) for path in paths),
            _sheet(paper + more + typeset.hyphens(look.language)),
        ],
        font_config=engine.font_configuration(readable=look.readable),
        cache=Pictures(),
        pdf_variant="pdf/ua-1",
    )


@lru_cache(maxsize=16)
def _sheet(css: str) -> Any:
    return engine.small_stylesheet(css)
