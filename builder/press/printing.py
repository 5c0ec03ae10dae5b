"""HTML becomes pages: the one way a document is made."""

import gc
import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Protocol

from builder import assets
from builder.game.problem import Problem, Severity
from builder.press import engine, fonts, typeset
from builder.press.document import Document
from builder.press.fit import PaperLike, SectionLike, fit


class ContentLike(Protocol):
    """What the press must find on any content."""

    @property
    def front(self) -> Any:  # noqa: ANN401  # `printables.common.Front`, which the press must not import
        """Title, author, credit."""

    @property
    def sections(self) -> Sequence[SectionLike]:
        """The parts to fit to pages."""


def print_document(
    kind: str, style: str, content: ContentLike, paper: PaperLike, *, attachment: tuple[str, bytes] | None = None
) -> Document:
    """Prints content in a style on a paper. The same input gives the same bytes.

    `attachment` is a file name and its bytes, embedded in the PDF.
    """
    front = content.front
    html = typeset.html(kind, style, content)
    source = engine.weasyprint().HTML(string=html, url_fetcher=engine.fetcher(), base_url="clockwright:")
    sheets = [engine.stylesheet(path) for path in engine.style_files(kind, style)]
    running = f"{front.title} by {front.author}" if front.author else front.title
    sheets.append(engine.small_stylesheet(typeset.page_rules(paper, front.credit, running)))

    def lay_out(measures: str) -> Any:  # noqa: ANN401  # a WeasyPrint document
        return source.render(
            stylesheets=[*sheets, engine.small_stylesheet(f":root{{{measures}}}")],
            font_config=engine.font_configuration(),
            pdf_variant="pdf/ua-1",
        )

    collected = gc.isenabled()
    gc.disable()  # a layout makes many objects and no garbage; collecting meanwhile costs a tenth
    try:
        document, fits = fit(content.sections, _settings(kind, style).get("sections", {}), paper, lay_out)
        pdf = document.write_pdf(
            pdf_variant="pdf/ua-1",
            pdf_identifier=hashlib.sha256(html.encode() + paper.id.encode() + style.encode()).digest()[:16],
            attachments=[_attachment(*attachment)] if attachment else [],
        )
    finally:
        if collected:
            gc.enable()
    notices = [
        Problem(
            "runs-on",
            Severity.NOTICE,
            f"The {each.section.name} part of the {front.document} is too long for one page; it runs on.",
        )
        for each in fits
        if each.runs_on
    ]
    return Document(kind, style, paper.id, pdf, len(document.pages), (*notices, *fonts.missing(html)))


@cache
def _settings(kind: str, style: str) -> Any:  # noqa: ANN401  # JSON
    return json.loads(assets.templates("print", kind, style, "style.json").read_bytes())


def _attachment(name: str, body: bytes) -> Any:  # noqa: ANN401  # a WeasyPrint attachment
    # A fixed date: the same script gives the same bytes whenever it is printed.
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
