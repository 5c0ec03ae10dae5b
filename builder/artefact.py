"""What goes into printing, and what comes out: a request, and an artefact or the fault that says why there is none."""

import json
import zipfile
from dataclasses import dataclass, field
from io import BytesIO

from builder import chunks, files
from builder.errors import ClockwrightError, MissingPartError, PictureError, RenderError
from builder.game.problem import Problem, Severity

PDF, PNG, HTML, ZIP = "application/pdf", "image/png", "text/html", "application/zip"
#: Faults that the other side of a pipe has to tell apart; every other one is a RenderError there.
_TOLD_APART = {each.__name__: each for each in (MissingPartError, PictureError)}
File = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """One document or extra, how it looks and what else was chosen. It travels, and it is small."""

    kind: str
    style: str = ""
    paper: str = ""
    #: Names and values of further choices.
    settings: tuple[tuple[str, str], ...] = ()
    copies: int = 1
    #: Dots per inch of pictures; None: no pictures of pages, and tokens as they usually are.
    dpi: int | None = None
    attach: bool = True
    #: Whether pictures that are missing are fetched first.
    fetch: bool = False
    #: Whether it is left out where the script has nothing of its own to put there.
    if_useful: bool = False

    @property
    def query(self) -> tuple[tuple[str, str], ...]:
        """What is chosen beside kind, style and paper, as an address carries it."""
        copies = (("copies", str(self.copies)),) if self.copies > 1 else ()
        return self.settings + copies


@dataclass(frozen=True, slots=True)
class Artefact:
    """A finished document, picture or web page; or several files in one ZIP."""

    #: What follows the script's name in its file name: `night sheet (A4).pdf`. Of a ZIP without a name the files
    #: stand alone when it is unpacked; else they are in a folder of that name.
    name: str
    media_type: str
    #: Its bytes; empty where there is nothing to put into a file.
    body: bytes
    #: Of a document: all its pages, copies included.
    pages: int = 1
    #: What its reader should know: a glyph no font has, a density that was chosen.
    notices: tuple[Problem, ...] = ()
    #: The style it is printed in: another than wanted where that cannot hold the script.
    style: str = ""
    #: Milliseconds that it took to make.
    ms: float = field(default=0, compare=False)

    @property
    def pdf(self) -> bytes:
        """The whole PDF file. Raises TypeError for an artefact that is none."""
        if self.media_type != PDF:
            raise TypeError(f"{self.name or self.media_type} is no PDF")
        return self.body

    @property
    def files(self) -> list[File]:
        """The name and bytes of each file: of itself, or of those in its ZIP."""
        if self.media_type != ZIP:
            return [(self.name, self.body)] if self.body else []
        folder = f"{self.name.removesuffix('.zip')}/" if self.name else ""
        with zipfile.ZipFile(BytesIO(self.body)) as archive:
            return [(folder + name, archive.read(name)) for name in archive.namelist()]

    def packed(self) -> bytes:
        """All of it in one piece: a line of JSON with its facts, then its body."""
        facts = {
            "name": self.name,
            "media_type": self.media_type,
            "pages": self.pages,
            "style": self.style,
            "notices": [notice.as_json() for notice in self.notices],
        }
        return json.dumps(facts).encode() + b"\n" + self.body

    @classmethod
    def unpacked(cls, written: bytes) -> "Artefact | None":
        """The artefact of `packed`; None where another program wrote it."""
        head, _, body = written.partition(b"\n")
        try:
            facts = json.loads(head)
            notices = tuple(_problem(notice) for notice in facts.pop("notices"))
            return cls(body=body, notices=notices, **facts)
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

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


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no artefact, as a sentence for a person."""

    message: str
    #: The class of our error; a plain RenderError where nobody tells it apart.
    error: str = ""

    @classmethod
    def of(cls, error: ClockwrightError) -> "Fault":
        """The fault that an error of ours stands for."""
        return cls(str(error), type(error).__name__)

    def as_error(self) -> ClockwrightError:
        """The error to raise where somebody waits for the artefact."""
        return _TOLD_APART.get(self.error, RenderError)(self.message)


def bundle(members: list[File], name: str = "") -> Artefact:
    """Several files as one artefact."""
    return Artefact(name, ZIP, files.zipped(members))


def _problem(written: dict[str, object]) -> Problem:
    """A notice as it was packed. What a button changes is no part of a finished document."""
    characters = written["characters"]
    return Problem(
        code=str(written["code"]),
        severity=Severity(str(written["severity"])),
        message=str(written["message"]),
        characters=tuple(map(str, characters)) if isinstance(characters, list) else (),
    )
