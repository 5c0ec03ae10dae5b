"""Makes the documents of one script; also runs in the processes of a batch, so everything here travels."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import builder
from builder import printables
from builder.errors import ClockwrightError, MissingPartError
from builder.press.document import Document


@dataclass(frozen=True, slots=True)
class Wanted:
    """One document that somebody asked for."""

    kind: str
    style: str
    paper: str
    copies: int = 1
    attach: bool = True
    #: Dots per inch of the pictures; None: no pictures of pages, and tokens as they usually are.
    dpi: int | None = None
    #: Names and values of further choices.
    settings: tuple[tuple[str, str], ...] = ()
    #: Whether it is left out where the script has nothing of its own to put there.
    if_useful: bool = False


@dataclass(frozen=True, slots=True)
class File:
    """One file of a document."""

    #: What follows the script's name in its file name: `night sheet (A4).pdf`. A slash opens a folder.
    ending: str
    content: bytes
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Made:
    """A document, ready to be written to files."""

    wanted: Wanted
    #: The style that it was printed in; another than wanted where that cannot hold the script.
    style: str
    files: tuple[File, ...]
    #: Milliseconds that it took.
    ms: float
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """A document that could not be made, and why, as a sentence."""

    wanted: Wanted
    reason: str
    #: Nothing else can be made either: a part of the press is not installed.
    hopeless: bool = False


#: Makes what is wanted of a script: its style, its files, and notices.
Maker = Callable[[builder.Script, Wanted], tuple[str, tuple[File, ...], tuple[str, ...]]]


def make(data: bytes, wanted: Sequence[Wanted]) -> list[Made | Failed]:
    """Every document of the script in `data`. One that fails does not keep the others from being made."""
    script = builder.parse(data)
    return [_make(script, each) for each in wanted]


def _make(script: builder.Script, wanted: Wanted) -> Made | Failed:
    start = time.perf_counter()
    try:
        style, files, notices = _maker(wanted.kind)(script, wanted)
    except MissingPartError as error:
        return Failed(wanted, str(error), hopeless=True)
    except ClockwrightError as error:
        return Failed(wanted, str(error))
    except MemoryError:
        return Failed(wanted, "It needs more memory than there is.")
    except Exception as error:  # noqa: BLE001  # the others can be made all the same
        return Failed(wanted, _admission(error))
    return Made(wanted, style, files, round((time.perf_counter() - start) * 1000, 1), notices)


def _maker(kind: str) -> Maker:
    from builder.cli import extras

    return extras.EXTRAS[kind].make if kind in extras.EXTRAS else _document


def _document(script: builder.Script, wanted: Wanted) -> tuple[str, tuple[File, ...], tuple[str, ...]]:
    document = _render(script, wanted, wanted.copies)
    files = tuple(_files(script, wanted, document))
    return document.style, files, tuple(notice.message for notice in document.notices)


def _render(script: builder.Script, wanted: Wanted, copies: int) -> Document:
    return builder.render(
        script,
        wanted.kind,
        style=wanted.style,
        paper=wanted.paper,
        attach=wanted.attach,
        copies=copies,
        settings=dict(wanted.settings),
    )


def _files(script: builder.Script, wanted: Wanted, document: Document) -> Iterator[File]:
    """The PDF file, and a picture of every page of the first copy where there are to be pictures."""
    title = printables.file_title(wanted.kind, wanted.style, wanted.paper)
    yield File(f"{title}.pdf", document.pdf, document.pages)
    if wanted.dpi is not None:
        once = document if wanted.copies == 1 else _render(script, wanted, 1)
        digits = len(str(once.pages))
        for page, picture in enumerate(once.png(wanted.dpi), start=1):
            yield File(f"{title}, page {page:0{digits}}.png", picture)


def _admission(error: Exception) -> str:
    """A sentence that says where the mistake is, and whose."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f"{place.tb_frame.f_globals.get('__name__')}:{place.tb_lineno}" if place else "?"
    return f"Our mistake, not the script's; please report “{type(error).__name__} at {where}”."
