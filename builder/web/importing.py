"""Scripts come in: dropped or chosen files, pasted text, or a link; one at a time or many."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Request, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

import builder
from builder import fetch
from builder.errors import ClockwrightError, FetchError, LibraryFullError, UnreadableScriptError
from builder.formats import link
from builder.game.script import Meta, Script
from builder.web import rights
from builder.web.services import services
from builder.web.views import ProblemView, problem_view

pages = Blueprint("importing", __name__)

#: A file up to this size that cannot be read is shown in the text field, where it can be mended.
MENDABLE = 200_000
MOST_FAULTS = 12
MOST_FILES = 100
LONGEST_NAME = 200
LARGEST_UPLOAD = 32_000_000
ADDRESS = re.compile(r"\s*<?(https?://\S+?)>?\s*\Z")
#: Bytes and seconds that the file behind a link may take.
LARGEST_FETCHED = 2_000_000
FETCH_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Source:
    """Something that somebody gave: its bytes, and the file's name where it was a file."""

    content: bytes
    file_name: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of one of them: a script of the library, or faults."""

    text: str = ""
    file_name: str = ""
    faults: tuple[ProblemView, ...] = ()
    more: int = 0
    id: str = ""
    name: str = ""
    is_full: bool = False


@pages.get("/open")
def form() -> Response:
    """The form that opens a script, on a page of its own."""
    return _page(Attempt())


@pages.post("/open")
def bring() -> BaseResponse:
    """Opens what was given. One script is led to; of many, a list says what became of each."""
    request.max_content_length = LARGEST_UPLOAD
    given = list(_given(request))
    if not given:
        fault = ProblemView("Choose a script file, or paste a script's text or its link, first.")
        return _page(Attempt(faults=(fault,)))
    if len(given) > MOST_FILES:
        fault = ProblemView(f"Open up to {MOST_FILES} files at once; these are {len(given)}.")
        return _page(Attempt(faults=(fault,)))
    if request.form.get("together") and len(given) > 1:
        attempts = [_kept(lambda: builder.parse_together([each.content for each in given]), Source(b""))]
    else:
        attempts = [_attempt(each) for each in given]
    if len(attempts) == 1:
        (attempt,) = attempts
        return redirect(f"/s/{attempt.id}", 303) if attempt.id else _page(attempt)
    return _results(attempts)


@pages.post("/new")
def new() -> BaseResponse:
    """A script with nobody on it."""
    name = " ".join(request.form.get("name", "").split())[:LONGEST_NAME] or "New script"
    script = Script(Meta(name=name), written_meta={"id": "_meta", "name": name})
    return redirect(services().store.put(script, "New", owner=rights.become_owner()).path, 303)


def _given(asked: Request) -> Iterator[Source]:
    for file in asked.files.getlist("file"):
        if file.filename:
            yield Source(file.read(), file.filename)
    # Forms send every line end as two characters; scripts are limited by size, so they are taken back.
    text = asked.form.get("text", "").replace("\r\n", "\n")
    if text.strip():
        yield Source(text.encode("utf-8", "replace"))


def _attempt(source: Source) -> Attempt:
    return _kept(lambda: builder.parse(_content(source)), source)


def _kept(read: Callable[[], Script], source: Source) -> Attempt:
    try:
        opened = services().store.put(read(), owner=rights.become_owner())
    except UnreadableScriptError as error:
        faults = tuple(map(problem_view, error.problems[:MOST_FAULTS]))
        more = len(error.problems) - len(faults)
        return Attempt(_mendable(source), source.file_name, faults, more)
    except FetchError as error:
        words = f"{error} Save the script as a file there, and open that file."
        return Attempt(_mendable(source), source.file_name, (ProblemView(words),))
    except (ClockwrightError, OSError) as error:
        full = isinstance(error, LibraryFullError | OSError)
        words = str(error) if isinstance(error, ClockwrightError) else "The disk is full. Make some room."
        return Attempt(_mendable(source), source.file_name, (ProblemView(words),), is_full=full)
    return Attempt(id=opened.id, name=opened.script.name, file_name=source.file_name)


def _content(source: Source) -> bytes:
    """The bytes themselves, or the file behind a link where nothing but a link was pasted."""
    address = None if source.file_name else ADDRESS.match(source.content[:4000].decode("utf-8", "replace"))
    if address is None:
        return source.content
    try:
        link.read(source.content)
    except UnreadableScriptError:
        return fetch.get(
            address[1],
            most_bytes=LARGEST_FETCHED,
            seconds=FETCH_SECONDS,
            plain_http=services().settings.fetch_http,
        ).body
    return source.content


def _mendable(source: Source) -> str:
    """The text for the field: always what was pasted, and a file's where it is text of a sensible size."""
    if source.file_name and (len(source.content) > MENDABLE or b"\0" in source.content):
        return ""
    try:
        return source.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _page(attempt: Attempt) -> Response:
    status = 507 if attempt.is_full else 422 if attempt.faults else 200
    response = make_response(render_template("open.html", attempt=attempt), status)
    if attempt.faults:
        response.headers["Cache-Control"] = "no-store"
    return response


def _results(attempts: list[Attempt]) -> Response:
    opened = sum(bool(each.id) for each in attempts)
    status = 200 if opened else 507 if any(each.is_full for each in attempts) else 422
    response = make_response(render_template("opened.html", attempts=attempts, opened=opened), status)
    response.headers["Cache-Control"] = "no-store"
    return response
