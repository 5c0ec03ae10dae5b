"""A finished document: its PDF, and pictures of its pages."""

from dataclasses import dataclass
from io import BytesIO

from builder import chunks
from builder.game.problem import Problem


@dataclass(frozen=True, slots=True)
class Document:
    """What came off the press."""

    kind: str
    style: str
    paper: str
    #: The whole PDF file.
    pdf: bytes
    pages: int
    #: What the reader of the document should know: a glyph no font has, a density that was chosen.
    notices: tuple[Problem, ...] = ()

    def png(self, dpi: int = 100) -> list[bytes]:
        """One PNG file a page, at so many dots per inch; each carries the script that the PDF has attached."""
        import pypdfium2

        pictures = []
        pdf = pypdfium2.PdfDocument(self.pdf)
        script = bytes(pdf.get_attachment(0).get_data()) if pdf.count_attachments() else b""
        try:
            for page in pdf:
                target = BytesIO()
                page.render(scale=dpi / 72).to_pil().save(target, "PNG")
                picture = target.getvalue()
                pictures.append(chunks.with_script(picture, script) if script else picture)
                page.close()
        finally:
            pdf.close()
        return pictures
