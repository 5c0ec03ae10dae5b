"""Background work of a running server: warming up, emptying the bin, checkpoints of the library."""

import ctypes
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

#: The pages that the first visitor is likely to open.
WARM = ("sheet", "night")
DAY = 24 * 3600.0
#: Seconds between two rounds in which the library's write-ahead log is emptied and freed memory returned.
ROUND_SECONDS = 120.0
#: Options of glibc's `mallopt`.
M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3
#: Seconds that the first requests wait for a server that is warming up: each would repeat the same work.
PATIENCE = 2
WARMED = "clockwright-warmed"


def warm_up(app: Flask) -> None:
    """Renders and prints the script changed last, so that the caches are warm for the first visitor."""
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
    """Renders the likeliest pages once, so that their modules are imported and their templates compiled."""
    formats.found()  # saves the first visitor who exports a tenth of a second
    # The page itself reports errors.
    with suppress(ClockwrightError):
        for listed in of(app).store.library.scripts(most=1):
            opened = of(app).store.get(listed.id)
            has_own = opened and any(map(is_own, opened.script.entries))
            more = [f"/s/{listed.id}/characters"] if has_own else []
            for path in ("/", f"/s/{listed.id}", *more):
                _render_page(app, path)


def settle() -> None:
    """Freezes all objects that exist after warming up, so that the garbage collector skips them."""
    gc.collect()
    gc.freeze()


def _render_page(app: Flask, path: str) -> None:
    """Renders a page as for its owner, without counting or logging it as a request."""
    at_home = {"REMOTE_ADDR": "127.0.0.1"}  # a request without an address is a stranger's (`rights.owner`)
    with app.test_request_context(path, environ_base=at_home), suppress(ClockwrightError, HTTPException):
        if request.endpoint:
            app.ensure_sync(app.view_functions[request.endpoint])(**(request.view_args or {}))


def print_sample(app: Flask) -> None:
    """Prints the script changed last."""
    services = of(app)
    # The page itself reports errors.
    with suppress(ClockwrightError):
        for listed in services.store.library.scripts(most=1):
            if (sample := services.store.get(listed.id)) is None:
                return
            for kind in WARM:
                style = printables.kinds()[kind][0]
                services.press.pictures(sample.official, PrintRequest(kind, style, PAPER), dpi=SIZES[""])


def keep_in_order(app: Flask) -> None:
    """Starts a thread that tidies up once, then returns freed memory and checkpoints the library of an idle server.

    Without a checkpoint a change is on the disk, too, but in a second file: easily missed when copying the library.
    """

    def work() -> None:
        sleep(ROUND_SECONDS)
        tidy(of(app).store.library)
        while True:
            checkpoint_if_idle(app)
            return_freed_memory()
            sleep(ROUND_SECONDS)

    threading.Thread(target=work, daemon=True).start()


def limit_heaps() -> None:
    """Lets all threads share two heaps where malloc can (glibc): one for each of 64 threads never shrinks."""
    with suppress(AttributeError, OSError):
        set_option = ctypes.CDLL(None).mallopt
        set_option(M_ARENA_MAX, 2)
        set_option(M_MMAP_THRESHOLD, 131_072)


def return_freed_memory() -> None:
    """Gives the system back the free pages between objects in use (glibc); by itself malloc does so at the end only."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def checkpoint_if_idle(app: Flask) -> None:
    """Checkpoints the library, unless a request is in progress; does nothing if the library is busy."""
    if not of(app).traffic.running:
        with suppress(LibraryError):
            of(app).store.library.checkpoint()


def empty_bin(library: Library) -> None:
    """Deletes what has been in the bin for long; does nothing if the library is busy."""
    with suppress(LibraryError):
        library.empty_bin()


def tidy(library: Library) -> None:
    """Empties the bin, and deletes unused pictures and left-over scratch folders."""
    empty_bin(library)
    with suppress(LibraryError, OSError):
        library.sweep_pictures()
        library.sweep_scratch()


def watch(app: Flask) -> None:
    """Delays requests while the server warms up; empties the bin now, and once a day while it runs."""
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
        if is_due:  # in the background, so that no request waits for it
            threading.Thread(target=tidy, args=(library,), daemon=True).start()
