"""Values in and out of printing: a request, and an artefact or a fault."""

import json
import zipfile
from dataclasses import dataclass, field
from io import BytesIO

from builder import chunks, files
from builder.errors import ClockwrightError, MissingPartError, PictureError, RenderError
from builder.game.problem import Problem, Severity
from builder.language import ENGLISH, tag

PDF, PNG, HTML, ZIP = "application/pdf", "image/png", "text/html", "application/zip"
#: Errors that keep their class when they cross a pipe; every other one becomes a RenderError.
_ERRORS_BY_NAME = {each.__name__: each for each in (MissingPartError, PictureError)}
File = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """A request for one document or extra, with its style and settings. It is small and can be pickled."""

    kind: str
    style: str = ""
    paper: str = ""
    settings: tuple[tuple[str, str], ...] = ()
    copies: int = 1
    #: Dots per inch of pictures; None: no pictures of pages, and tokens at their default resolution.
    dpi: int | None = None
    attach: bool = True
    fetch: bool = False
    #: Whether to skip it if the script has no content of its own for it.
    if_useful: bool = False
    #: The tag of its language, by default the current one; and that of a second one, for a sheet in two.
    language: str = field(default_factory=tag)
    second_language: str = ""
    #: The theme: a name, `none`, or a text of `press.theme_files.taken_in`; empty: that of the script.
    theme: str = ""

    @property
    def query(self) -> tuple[tuple[str, str], ...]:
        """All choices other than kind, style and paper, as parameters of a URL."""
        copies = (("copies", str(self.copies)),) if self.copies > 1 else ()
        theme = (("theme", self.theme),) if self.theme and not self.theme.startswith("{") else ()
        first = (("language", self.language),) if {self.language, tag()} != {ENGLISH} else ()
        second = (("second-language", self.second_language),) if self.second_language else ()
        return self.settings + copies + first + second + theme


@dataclass(frozen=True, slots=True)
class Artefact:
    """A finished document, picture or web page, or several files in one ZIP."""

    #: What follows the script's name in its file name: `night sheet (A4).pdf`. The files of a ZIP are unpacked into a
    #: folder of this name; into no folder if it is empty.
    name: str
    media_type: str
    #: Its bytes; empty if there is no file to write.
    body: bytes
    #: Number of pages, including copies.
    pages: int = 1
    #: Notices for the user: a glyph no font has, a density that was chosen.
    notices: tuple[Problem, ...] = ()
    #: The style used: a fallback if the script does not fit the requested one.
    style: str = ""
    #: Time to make it, in milliseconds.
    ms: float = field(default=0, compare=False)

    @property
    def pdf(self) -> bytes:
        """The whole PDF file. Raises TypeError if it is not a PDF."""
        if self.media_type != PDF:
            raise TypeError(f"{self.name or self.media_type} is no PDF")
        return self.body

    @property
    def files(self) -> list[File]:
        """The name and bytes of each file: itself, or the members of its ZIP."""
        if self.media_type != ZIP:
            return [(self.name, self.body)] if self.body else []
        folder = f"{self.name.removesuffix('.zip')}/" if self.name else ""
        with zipfile.ZipFile(BytesIO(self.body)) as archive:
            return [(folder + name, archive.read(name)) for name in archive.namelist()]

    def packed(self) -> bytes:
        """Serializes it: a line of JSON with its fields, then its body."""
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
        """Parses the result of `packed`; None if another version wrote it."""
        head, _, body = written.partition(b"\n")
        try:
            facts = json.loads(head)
            notices = tuple(_problem(notice) for notice in facts.pop("notices"))
            return cls(body=body, notices=notices, **facts)
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def png(self, dpi: int = 100) -> list[bytes]:
        """One PNG file per page; each includes the script that is attached to the PDF."""
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
    """Why there is no artefact, as a message for the user."""

    message: str
    #: Name of the error's class; unknown ones become a RenderError.
    error: str = ""

    @classmethod
    def of(cls, error: ClockwrightError) -> "Fault":
        """Converts an error into a fault."""
        return cls(str(error), type(error).__name__)

    def as_error(self) -> ClockwrightError:
        """Converts the fault back into an error that can be raised."""
        return _ERRORS_BY_NAME.get(self.error, RenderError)(self.message)


def bundle(members: list[File], name: str = "") -> Artefact:
    """Packs several files into one ZIP artefact."""
    return Artefact(name, ZIP, files.zipped(members))


def _problem(written: dict[str, object]) -> Problem:
    """Parses a notice; its fix is not stored."""
    characters = written["characters"]
    return Problem(
        code=str(written["code"]),
        severity=Severity(str(written["severity"])),
        message=str(written["message"]),
        characters=tuple(map(str, characters)) if isinstance(characters, list) else (),
    )
