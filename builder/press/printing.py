"""Prints documents: renders HTML, lays it out and writes the PDF."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, Protocol

from builder import assets, themes
from builder.artefact import PDF, Artefact
from builder.content import Paper, Section
from builder.game.problem import Problem, Severity
from builder.language import gettext as _
from builder.press import dressing, engine, fonts, spreading, typeset
from builder.press.drawings import Pictures
from builder.press.fit import Fit, fit, hopeless
from builder.press.prepress import x4
from builder.press.prepress.x4 import Job

#: Width of the readable face relative to our text face.
READABLE_WIDTH = 1.27
#: How often columns are divided anew: each time the type may grow, and other lines break.
DIVISIONS = 2


class ContentLike(Protocol):
    """Attributes that every content has."""

    @property
    def front(self) -> Any:
        """Title, author, credit."""

    @property
    def sections(self) -> Sequence[Section]:
        """The sections to fit to pages."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to print, and how."""

    kind: str
    style: str
    content: ContentLike
    paper: Paper
    #: A file name and its bytes, embedded in the PDF.
    attachment: tuple[str, bytes] | None = None
    #: Number of copies of all pages.
    copies: int = 1
    #: Makes it a file for a print shop, enlarged to the size after the cut; then the paper has its proportions.
    job: Job | None = None

    @property
    def zoom(self) -> float:
        """How much it is enlarged."""
        return self.job.trim[0] / self.paper.width if self.job else 1.0


def print_document(order: Order) -> Artefact:
    """Prints content in a style on a paper. Equal orders give equal bytes.

    If the content does not fit a style, its fallback is used, with a notice.
    """
    with themes.using(dressing.worn(order.kind, order.style, order.content.front.classes)):
        return _print(order)


def _print(order: Order) -> Artefact:
    style = settings(order.kind, order.style)
    if style.get("engine") == "tokens":
        from builder.press.tokens import print_tokens

        return print_tokens(order)
    if style.get("engine") == "booklet":
        from builder.press.booklet import print_booklet

        return print_booklet(order, style, lambda html: _file(html, order))
    if style.get("engine") == "boxes":
        from builder.press.tokens.boxes import print_boxes

        return print_boxes(order, style)
    if "parts" in style:
        return _bind(order)
    fallback = style.get("fallback")
    if not fallback or not hopeless(order.content.sections, _style(order), order.paper):
        document, fits = _shortened(order)
        if not fallback or not any(each.runs_on for each in fits):
            return document
    what = order.content.front.document
    notice = Problem(
        "other-style",
        Severity.NOTICE,
        _(
            "The %(document)s is too long for the style “%(style)s”, so it was printed in the style "
            "“%(fallback)s”."
        )
        % {"document": what, "style": order.style, "fallback": fallback},
    )
    document, _fits = _shortened(replace(order, style=fallback))
    return replace(document, notices=(notice, *document.notices))


def _shortened(order: Order) -> tuple[Artefact, list[Fit]]:
    """Prints an order; where a section is too long for its page, with what its content has instead."""
    style, said = _style(order), len(getattr(order.content, "notices", ()))
    while True:
        shorter = _shorter(order, hopeless(order.content.sections, style, order.paper))
        if shorter is None:
            document, fits = _press(order)
            shorter = _shorter(order, {each.section.name for each in fits if each.is_too_long})
        if shorter is None:
            notices = getattr(order.content, "notices", ())[said:]
            return replace(document, notices=(*notices, *document.notices)), fits
        order = shorter


def _shorter(order: Order, too_long: set[str]) -> Order | None:
    """The order with content that leaves out or moves something, because sections of it are too long or have no place.

    None if its content is fine, or has nothing else.
    """
    shorter = getattr(order.content, "shorter", None)
    if shorter is None:
        return None
    homeless = {each.name for each in order.content.sections} - _style(order)["sections"].keys()
    content = shorter(too_long, homeless)
    return replace(order, content=content) if content else None


@engine.patched()
def _press(order: Order) -> tuple[Artefact, list[Fit]]:
    with engine.without_collection():
        order, html, pages, fits = _balanced(order)
        if order.kind in {"sheet", "night"}:
            spreading.spread(pages, fits)
        if order.copies > 1:
            pages = pages.copy(_one_copy(pages.pages) * order.copies)
        pdf = pages.write_pdf(**_file(html, order))
        count = len(pages.pages)
        del pages  # freed before the garbage collector runs again
    notices = (*_notices(order, fits), *fonts.missing(html), *fonts.borrowed(html))
    return Artefact("", PDF, pdf, count, notices, order.style), fits


def _balanced(order: Order) -> tuple[Order, str, Any, list[Fit]]:
    """Fits a document to its pages; content in columns is divided anew by the heights that its rows have there."""
    for attempt in range(DIVISIONS + 1):
        html = typeset.html(order.kind, order.style, order.content)
        pages, fits = fit(order.content.sections, _style(order), order.paper, layouts(html, order))
        if "columns" not in _style(order)["sections"] or attempt == DIVISIONS:
            break
        content = order.content.divided(spreading.row_heights(pages))  # type: ignore[attr-defined]
        if content is order.content:
            break
        order = replace(order, content=content)
    return order, html, pages, fits


def _one_copy(pages: list[Any]) -> list[Any]:
    """The pages of one of several copies, so that each begins on a sheet of its own when both sides are printed.

    A single page is printed on one side anyway.
    """
    if len(pages) == 1 or len(pages) % 2 == 0:
        return pages
    blank = pages[-1]._page_box.copy_with_children(())
    blank.background = blank.canvas_background = None
    return [*pages, type(pages[-1])(blank)]


def _bind(order: Order) -> Artefact:
    """Prints a book, whose parts are laid out separately."""
    from builder.press.almanac import book

    bound = book.print_book(order, settings(order.kind, order.style), lambda html: _file(html, order))
    notices = (*fonts.missing(bound.html), *fonts.borrowed(bound.html))
    return Artefact("", PDF, bound.pdf, bound.pages, notices, order.style)


def _file(html: str, order: Order) -> dict[str, Any]:
    """Arguments for WeasyPrint's `write_pdf`."""
    if order.job:
        return {
            "pdf_identifier": _identifier(html, order),
            "finisher": lambda _document, pdf: x4.finish(pdf, order.job),
            "pdf_version": x4.VERSION.decode(),
            "zoom": order.zoom,
        }
    return {
        "pdf_variant": "pdf/ua-1",
        "pdf_identifier": _identifier(html, order),
        "attachments": [_attachment(*order.attachment)] if order.attachment else [],
        "finisher": _finish,
    }


def layouts(html: str, order: Order) -> Callable[[str], Any]:
    """Returns a function that lays out the document with given CSS declarations."""
    source = engine.page(html)
    front = order.content.front
    running = typeset.running_title(front)
    bleed = order.job.bleed / order.zoom if order.job else 0.0
    sheets = [
        *(engine.stylesheet(path, front.direction) for path in engine.style_files(order.kind, order.style)),
        engine.small_stylesheet(
            typeset.page_rules(order.paper, front.credit, running, front.direction, bleed)
            + typeset.hyphens(front.language)
        ),
    ]

    def lay_out(measures: str) -> Any:
        return source.render(
            stylesheets=[*sheets, engine.small_stylesheet(f":root{{{measures}}}")],
            font_config=engine.font_configuration(readable=front.is_readable),
            cache=Pictures(),
            pdf_variant="pdf/ua-1",
        )

    return lay_out


def _style(order: Order) -> Mapping[str, Any]:
    """The settings in `style.json`; with adjusted widths for the readable face."""
    style = dressing.limits(settings(order.kind, order.style))
    if not order.content.front.is_readable:
        return style
    wider = [{**density, "wide": READABLE_WIDTH} for density in style.get("densities", [{}])]
    return {**style, "densities": wider}


def _notices(order: Order, fits: Sequence[Fit]) -> Iterator[Problem]:
    for each in fits:
        if each.is_too_long:
            yield Problem(
                "runs-on",
                Severity.NOTICE,
                _("The %(document)s (%(part)s) is too long for one page, so it continues on the next.")
                % {"document": order.content.front.document, "part": each.section.name.partition("-")[0]},
            )


def _identifier(html: str, order: Order) -> bytes:
    """The PDF's id, a hash of the document."""
    theme = (themes.current().key,) if themes.current().key else ()
    parts = (order.style, order.paper.id, str(order.copies), html, *theme)
    digest = hashlib.sha256("\0".join(parts).encode())
    digest.update(order.attachment[1] if order.attachment else b"")
    return digest.hexdigest()[:32].encode()


@cache
def settings(kind: str, style: str) -> Any:
    """The settings in the `style.json` of a style. Cached."""
    return json.loads(assets.templates("print", kind, style, "style.json").read_bytes())


def _attachment(name: str, body: bytes) -> Any:
    # A fixed date, so that equal scripts give equal bytes.
    long_ago = datetime(2000, 1, 1, tzinfo=UTC)
    return engine.weasyprint().Attachment(
        string=body,
        name=name,
        description="The script as official JSON",
        relationship="Source",
        created=long_ago,
        modified=long_ago,
        url_fetcher=engine.fetcher(),
    )


def _finish(_document: object, pdf: Any) -> None:
    """Marks the attached file as the document's source, which WeasyPrint does in PDF/A only."""
    pydyf = engine.weasyprint().pdf.pydyf
    files: list[Any] = [
        each for each in pdf.objects if isinstance(each, dict) and each.get("Type") == "/Filespec"
    ]
    for file in files:
        file["AFRelationship"] = "/Source"
    if files:
        pdf.catalog["AF"] = pydyf.Array([file.reference for file in files])
