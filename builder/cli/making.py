"""Makes the documents of one script; also runs in the processes of a batch, so everything here travels."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import builder
from builder.errors import ClockwrightError, MissingPartError

if TYPE_CHECKING:
    from builder.press.document import Document


@dataclass(frozen=True, slots=True)
class Wanted:
    """One document that somebody asked for."""

    kind: str
    style: str
    paper: str
    copies: int = 1
    attach: bool = True
    #: Dots per inch of the pictures; None: no pictures.
    dpi: int | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A document, ready to be written to files."""

    wanted: Wanted
    #: The style that it was printed in; another than wanted where that cannot hold the script.
    style: str
    pdf: bytes
    pages: int
    #: Milliseconds that it took.
    ms: float
    pictures: tuple[bytes, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """A document that could not be made, and why, as a sentence."""

    wanted: Wanted
    reason: str
    #: Nothing else can be made either: a part of the press is not installed.
    hopeless: bool = False


def make(data: bytes, wanted: Sequence[Wanted]) -> list[Made | Failed]:
    """Every document of the script in `data`. One that fails does not keep the others from being made."""
    script = builder.parse(data)
    return [_make(script, each) for each in wanted]


def _render(script: builder.Script, wanted: Wanted, copies: int) -> "Document":
    return builder.render(
        script, wanted.kind, style=wanted.style, paper=wanted.paper, attach=wanted.attach, copies=copies
    )


def _pictures(script: builder.Script, wanted: Wanted, document: "Document") -> tuple[bytes, ...]:
    """A picture of every page, of the first copy only."""
    if wanted.dpi is None:
        return ()
    once = document if wanted.copies == 1 else _render(script, wanted, 1)
    return tuple(once.png(wanted.dpi))


def _make(script: builder.Script, wanted: Wanted) -> Made | Failed:
    start = time.perf_counter()
    try:
        document = _render(script, wanted, wanted.copies)
        pictures = _pictures(script, wanted, document)
    except MissingPartError as error:
        return Failed(wanted, str(error), hopeless=True)
    except ClockwrightError as error:
        return Failed(wanted, str(error))
    except MemoryError:
        return Failed(wanted, "It needs more memory than there is.")
    except Exception as error:  # noqa: BLE001  # the others can be made all the same
        place = error.__traceback__
        while place and place.tb_next:
            place = place.tb_next
        where = f"{place.tb_frame.f_globals.get('__name__')}:{place.tb_lineno}" if place else "?"
        return Failed(
            wanted, f"Our mistake, not the script's; please report “{type(error).__name__} at {where}”."
        )
    ms = round((time.perf_counter() - start) * 1000, 1)
    notices = tuple(notice.message for notice in document.notices)
    return Made(wanted, document.style, document.pdf, document.pages, ms, pictures, notices)
