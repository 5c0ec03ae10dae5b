"""Prints the almanac: lays out each part separately, on two cores and cached, and binds them into one PDF.

A style's `style.json` lists its parts: a template, and what it is repeated for. Each part begins on a new page, so
that a change in one does not affect the rest.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from builder import themes
from builder.language import gettext
from builder.press import engine, typeset
from builder.press.almanac import layout
from builder.press.almanac.binding import Foot, Index, Sheet, bind
from builder.press.almanac.cached_page import CachedPage, record_pages
from builder.press.almanac.layout import KEPT, BookStyle

#: Expected pages of a table of contents, and the maximum number of times it is laid out.
CONTENTS, ATTEMPTS = 1, 3
#: The running title's share of the footer's width.
RUNNING = 0.3


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book: its template, and its chapter if the template is repeated."""

    template: str
    chapter: Any = None
    #: Whether it lists page numbers (as a table of contents does), and so is laid out last.
    tells_pages: bool = False
    has_number: bool = True


@dataclass(frozen=True, slots=True)
class Book:
    """A bound book."""

    pdf: bytes
    pages: int
    #: The HTML of all parts, to find letters that no font has.
    html: str


@engine.patched()
@engine.without_collection()
def print_book(order: Any, settings: Mapping[str, Any], options: Callable[[str], dict[str, Any]]) -> Book:
    """Lays out every part of a book and binds them; `options` returns arguments for WeasyPrint's `write_pdf`."""
    content, look = order.content, _book_style(order, settings)
    parts = list(_parts(content, settings))
    texts = [_html(part, look, content, {}) for part in parts if not part.tells_pages]
    laid = iter(layout.lay_out(texts, look))
    sets = [() if part.tells_pages else next(laid) for part in parts]
    _count(parts, sets, look, content)
    sheets = list(_sheets(parts, sets, content))
    everything = "".join(texts)
    named = content.cells and settings.get("index") == "names"
    names = tuple(page.icon.name for page in content.pages) if named else ()
    index = Index(tuple(content.cells), names, look.readable, look.direction == "rtl")
    pdf = bind(sheets, order.copies, index, _model(content.front), _foot(look), **options(everything))
    return Book(pdf, len(sheets) * order.copies, everything)


def forget() -> None:
    """Clears every cache of books."""
    layout.forget()
    typeset.forget()
    _chapter.cache_clear()


def _book_style(order: Any, settings: Mapping[str, Any]) -> BookStyle:
    front = order.content.front
    running = typeset.running_title(front)
    densities = tuple(
        (each["class"], each["scale"], each.get("arrangement", ""))
        for each in settings.get("densities", [{"class": "", "scale": 1}])
    )
    guesses = tuple((name, tuple(each.items())) for name, each in settings.get("guesses", {}).items())
    return BookStyle(
        order.kind,
        order.style,
        order.paper,
        front.credit,
        running,
        front.classes,
        densities,
        guesses,
        front.language,
        front.direction,
        themes.current(),
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
        return _chapter(part, look.kind, look.style, content.front, look.theme)
    html: str = _template(part.template, look.kind, look.style).render(
        page=content, chapter=None, numbers=numbers, style=look.style
    )
    return html


@lru_cache(maxsize=KEPT)
def _chapter(part: Part, kind: str, style: str, front: Any, _theme: themes.Theme) -> str:
    """HTML of a chapter. It depends on nothing else in the book but its front, so it can be cached."""
    page, template = SimpleNamespace(front=front), _template(part.template, kind, style)
    html: str = template.render(page=page, chapter=part.chapter, style=style)
    return html


def _template(name: str, kind: str, style: str) -> Any:
    return typeset.environment().select_template([f"{kind}/{style}/{name}", f"{kind}/{name}"])


def _count(parts: Sequence[Part], sets: list[tuple[CachedPage, ...]], look: BookStyle, content: Any) -> None:
    """Lays out the parts with page numbers, again until they take as many pages as expected. Changes `sets`."""
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
    """The pages in order, each with the characters to mark in its index: those that begin on it or continue on it."""
    places = {page.anchor: place for place, page in enumerate(content.pages)}
    for part, made in zip(parts, sets, strict=True):
        last: frozenset[int] = frozenset()
        for cached in made:
            here = frozenset(places[anchor] for anchor in cached.anchors if anchor in places)
            if part.chapter:
                last = here or frozenset(sorted(last)[-1:])
            yield Sheet(cached, last if content.cells else frozenset(), part.has_number)


def _numbers(sets: Sequence[tuple[CachedPage, ...]], place: int, pages: int) -> dict[str, int]:
    """The page number of each anchor if the part at index `place` takes `pages` pages."""
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
    """A document without pages that has the book's metadata, worded as in base.html."""
    from weasyprint.document import Document, DocumentMetadata

    metadata = DocumentMetadata(
        title=f"{front.title} – {front.document}",
        authors=[front.author] if front.author else [],
        description=f"{front.subject}. {front.credit} {front.icon_credit}",
        keywords=["Blood on the Clocktower", gettext("script"), front.document],
        generator="Clockwright",
        lang=front.language,
    )
    fetcher, fonts = engine.fetcher(), engine.font_configuration()
    return Document([], metadata, fetcher, fonts, {}, None)


@lru_cache(maxsize=16)
def _foot(look: BookStyle) -> Foot:
    """The footer of every page, and the digits for page numbers."""
    template = typeset.environment().get_template(f"{look.kind}/foot.html")

    def drawn(**words: str) -> CachedPage:
        size = typeset.foot_size(look.running, look.paper.width, RUNNING)
        laid = layout.document(template.render(**words, classes=look.classes, size=size, front=look), look)
        return next(record_pages(laid, faces=look.faces, decoration=True))

    return Foot(
        drawn(credit=look.credit, running=look.running, digits=""),
        drawn(credit="", running="", digits="0123456789 /"),
    )
