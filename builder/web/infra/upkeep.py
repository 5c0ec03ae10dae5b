"""What a running server does by itself: it warms up, empties the bin, and keeps the library in its one file."""

import gc
import threading
from contextlib import suppress
from time import monotonic, sleep

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from builder import formats, printables
from builder.artefact import PrintRequest
from builder.artefacts import PAPER
from builder.errors import ClockwrightError, LibraryError
from builder.library import Library
from builder.web.infra import guard
from builder.web.infra.services import of
from builder.web.view_models.character_list import is_own
from builder.web.view_models.script_page import SIZES

#: What the first visitor is likely to look at.
WARM = ("sheet", "night")
DAY = 24 * 3600.0
#: Seconds between two looks at whether the library's write-ahead log can be emptied.
CHECKPOINT_SECONDS = 120.0
#: Seconds that the first visitors wait for a server that is warming up: each would do the same work once more.
PATIENCE = 2
WARMED = "clockwright-warmed"


def warm_up(app: Flask) -> None:
    """Lays out the pages of the script changed last, and prints it, so that the first visitor finds it done."""
    warmed: threading.Event = app.extensions[WARMED]
    warmed.clear()

    def work() -> None:
        try:
            show_pages(app)
            settle()
        finally:
            warmed.set()

    threading.Thread(target=work, daemon=True).start()
    threading.Thread(target=print_sample, args=(app,), daemon=True).start()


def show_pages(app: Flask) -> None:
    """Puts the likeliest pages together once: what they need is read and compiled then."""
    formats.found()  # a tenth of a second for the first who exports
    # What cannot be shown is said on the page itself.
    with suppress(ClockwrightError):
        for listed in of(app).store.library.scripts(most=1):
            held = of(app).store.get(listed.id)
            has_own = held and any(map(is_own, held.script.entries))
            more = [f"/s/{listed.id}/characters"] if has_own else []
            for path in ("/", f"/s/{listed.id}", *more):
                _render_page(app, path)


def settle() -> None:
    """What is there when the server has warmed up stays: it need not be searched for garbage after every few pages."""
    gc.collect()
    gc.freeze()


def _render_page(app: Flask, path: str) -> None:
    """Makes a page as for its owner; nobody asked for it, so nothing is counted or logged."""
    with app.test_request_context(path), suppress(ClockwrightError, HTTPException):
        if request.endpoint:
            app.ensure_sync(app.view_functions[request.endpoint])(**(request.view_args or {}))


def print_sample(app: Flask) -> None:
    """Prints the script changed last."""
    services = of(app)
    # What cannot be printed is said on the page itself.
    with suppress(ClockwrightError):
        for listed in services.store.library.scripts(most=1):
            if (sample := services.store.get(listed.id)) is None:
                return
            for kind in WARM:
                style = printables.kinds()[kind][0]
                services.press.pictures(sample.official, PrintRequest(kind, style, PAPER), dpi=SIZES[""])


def keep_in_order(app: Flask) -> None:
    """Starts a thread that tidies up once, and brings the library into its one file whenever nobody asks for anything.

    A change is on the disk without that, but in a second file, which whoever copies the library may leave behind.
    """

    def work() -> None:
        sleep(CHECKPOINT_SECONDS)
        tidy(of(app).store.library)
        while True:
            checkpoint_if_idle(app)
            sleep(CHECKPOINT_SECONDS)

    threading.Thread(target=work, daemon=True).start()


def checkpoint_if_idle(app: Flask) -> None:
    """Brings the library into its one file, unless a request is being answered; if it is busy, another time."""
    if not of(app).traffic.running:
        with suppress(LibraryError):
            of(app).store.library.checkpoint()


def empty_bin(library: Library) -> None:
    """Deletes what was thrown away long ago; a library that is busy at this moment does it another day."""
    with suppress(LibraryError):
        library.empty_bin()


def tidy(library: Library) -> None:
    """Empties the bin, and deletes pictures that no script names any more, and left-over scratch folders."""
    empty_bin(library)
    with suppress(LibraryError, OSError):
        library.sweep_pictures()
        library.sweep_scratch()


def watch(app: Flask) -> None:
    """Lets requests wait while the server warms up; empties the bin now, and once a day while it runs."""
    library, lock = of(app).store.library, threading.Lock()
    app.extensions[WARMED] = warmed = threading.Event()
    warmed.set()
    empty_bin(library)
    due = monotonic() + DAY

    @app.before_request
    def wait() -> None:
        if request.path not in guard.HEALTH:
            warmed.wait(PATIENCE)

    @app.before_request
    def daily() -> None:
        nonlocal due
        with lock:
            is_due = monotonic() >= due
            due = monotonic() + DAY if is_due else due
        if is_due:  # whoever asks does not wait for it
            threading.Thread(target=tidy, args=(library,), daemon=True).start()
