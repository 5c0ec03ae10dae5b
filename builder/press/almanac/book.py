"""A book of many parts: each laid out by itself, on two cores, kept for the next time, and bound together.

A style's `style.json` lists its parts: a template, and for each of what. A part begins on a page of its own, so that
what changes in one does not change the others.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from builder.press import engine, prose_filters, typeset
from builder.press.almanac import layout
from builder.press.almanac.binding import Foot, Sheet, bind
from builder.press.almanac.cached_page import CachedPage, record_pages
from builder.press.almanac.index import Index
from builder.press.almanac.layout import KEPT, BookStyle

#: How many pages a table of contents is expected to take at first, and how often it is laid out at most.
CONTENTS, ATTEMPTS = 1, 3
#: The part of the foot that the running title has.
RUNNING = 0.3


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book: its template, and what it is about where there are several of its kind."""

    template: str
    chapter: Any = None
    #: Whether it tells on which page the others begin, and so comes last.
    tells_pages: bool = False
    has_number: bool = True


@dataclass(frozen=True, slots=True)
class Book:
    """A bound book."""

    pdf: bytes
    pages: int
    #: Everything it says, for asking which letters no font has.
    html: str


@engine.patched()
def print_book(order: Any, settings: Mapping[str, Any], options: Callable[[str], dict[str, Any]]) -> Book:
    """Lays out every part of a book and binds them; `options` gives what WeasyPrint's `write_pdf` is to take."""
    collected = gc.isenabled()
    gc.disable()  # as in printing: a layout makes many objects and no garbage
    try:
        return _printed(order, _book_style(order, settings), settings, options)
    finally:
        if collected:
            gc.enable()


def forget() -> None:
    """Forgets whatever is kept of books."""
    layout.forget()
    prose_filters.forget()
    _chapter.cache_clear()


def _printed(
    order: Any,
    look: BookStyle,
    settings: Mapping[str, Any],
    options: Callable[[str], dict[str, Any]],
) -> Book:
    content = order.content
    parts = list(_parts(content, settings))
    texts = [_html(part, look, content, {}) for part in parts if not part.tells_pages]
    laid = iter(layout.lay_out(texts, look))
    sets = [() if part.tells_pages else next(laid) for part in parts]
    _count(parts, sets, look, content)
    sheets = list(_sheets(parts, sets, content))
    everything = "".join(texts)
    index = _index(content, look, named=settings.get("index") == "names")
    pdf = bind(sheets, order.copies, index, _model(content.front), _foot(look), **options(everything))
    return Book(pdf, len(sheets) * order.copies, everything)


def _index(content: Any, look: BookStyle, *, named: bool) -> Index:
    names = tuple(page.icon.name for page in content.pages) if named and content.cells else ()
    return Index(tuple(content.cells), names, look.readable)


def _book_style(order: Any, settings: Mapping[str, Any]) -> BookStyle:
    front = order.content.front
    running = f"{front.title} by {front.author}" if front.author else front.title
    densities = tuple(
        (each["class"], each["scale"]) for each in settings.get("densities", [{"class": "", "scale": 1}])
    )
    guess = tuple(settings.get("guess", {}).items())
    return BookStyle(
        order.kind, order.style, order.paper, front.credit, running, front.classes, densities, guess
    )


def _parts(content: Any, settings: Mapping[str, Any]) -> Iterator[Part]:
    for each in settings["parts"]:
        if each.get("if") and not getattr(content, each["if"]):
            continue
        chapters = getattr(content, each["each"]) if "each" in each else (None,)
        for chapter in chapters:
            yield Part(each["template"], chapter, each.get("tells_pages", False), each.get("number", True))


def _html(part: Part, look: BookStyle, content: Any, numbers: Mapping[str, int]) -> str:
    if part.chapter is not None:
        return _chapter(part, look.kind, look.style, content.front)
    html: str = _template(part.template, look.kind, look.style).render(
        page=content, chapter=None, numbers=numbers, style=look.style
    )
    return html


@lru_cache(maxsize=KEPT)
def _chapter(part: Part, kind: str, style: str, front: Any) -> str:
    """A chapter knows nothing of the book but its front, so that it stays as it is while others change."""
    page, template = SimpleNamespace(front=front), _template(part.template, kind, style)
    html: str = template.render(page=page, chapter=part.chapter, style=style)
    return html


def _template(name: str, kind: str, style: str) -> Any:
    return typeset.environment().select_template([f"{kind}/{style}/{name}", f"{kind}/{name}"])


def _count(parts: Sequence[Part], sets: list[tuple[CachedPage, ...]], look: BookStyle, content: Any) -> None:
    """Lays out the parts that tell page numbers, until they take as many pages as was thought."""
    for place, part in enumerate(parts):
        if part.tells_pages:
            pages = CONTENTS
            for _ in range(ATTEMPTS):
                numbers = _numbers(sets, place, pages)
                sets[place] = layout.lay_out([_html(part, look, content, numbers)], look)[0]
                if len(sets[place]) == pages:
                    break
                pages = len(sets[place])


def _sheets(parts: Sequence[Part], sets: Sequence[tuple[CachedPage, ...]], content: Any) -> Iterator[Sheet]:
    """The pages in order, each with its places in the index: of who begins on it, else of whoever runs on to it."""
    places = {page.anchor: place for place, page in enumerate(content.pages)}
    for part, made in zip(parts, sets, strict=True):
        last: frozenset[int] = frozenset()
        for cached in made:
            here = frozenset(places[anchor] for anchor in cached.anchors if anchor in places)
            if part.chapter:
                last = here or frozenset(sorted(last)[-1:])
            yield Sheet(cached, last if content.cells else frozenset(), part.has_number)


def _numbers(sets: Sequence[tuple[CachedPage, ...]], place: int, pages: int) -> dict[str, int]:
    """On which page each anchor is, when the part at `place` takes so many pages."""
    numbers: dict[str, int] = {}
    number = 0
    for here, made in enumerate(sets):
        if here == place:
            number += pages
            continue
        for cached in made:
            number += 1
            for anchor in cached.anchors:
                numbers.setdefault(anchor, number)
    return numbers


def _model(front: Any) -> Any:
    """A document without pages that says what the book says about itself, in the words of base.html."""
    from weasyprint.document import Document, DocumentMetadata

    metadata = DocumentMetadata(
        title=f"{front.title} – {front.document}",
        authors=[front.author] if front.author else [],
        description=f"{front.subject}. {front.credit} {front.icon_credit}",
        keywords=["Blood on the Clocktower", "script", front.document],
        generator="Clockwright",
        lang="en",
    )
    fetcher, fonts = engine.fetcher(), engine.font_configuration()
    return Document([], metadata, fetcher, fonts, {}, None)


@lru_cache(maxsize=16)
def _foot(look: BookStyle) -> Foot:
    """What stands at the foot of every page, and digits for its number."""
    template = typeset.environment().get_template(f"{look.kind}/foot.html")

    def drawn(**words: str) -> CachedPage:
        size = typeset.foot_size(look.running, look.paper.width, RUNNING)
        laid = layout.document(template.render(**words, classes=look.classes, size=size), look)
        return next(record_pages(laid, readable=look.readable, decoration=True))

    return Foot(
        drawn(credit=look.credit, running=look.running, digits=""),
        drawn(credit="", running="", digits="0123456789 /"),
    )
