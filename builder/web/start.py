"""The start: a real sample on the table, and the form that opens a script of one's own."""

from dataclasses import dataclass

from flask import Blueprint, Request, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder.errors import UnreadableScriptError
from builder.web import script
from builder.web.services import services
from builder.web.views import ProblemView, problem_view

pages = Blueprint("start", __name__)

#: A file up to this size that cannot be read is shown in the text field, where it can be mended.
MENDABLE = 200_000
MOST_FAULTS = 12


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody tried to open, and what was wrong with it."""

    text: str = ""
    file_name: str = ""
    faults: tuple[ProblemView, ...] = ()
    more: int = 0


@pages.get("/")
def start() -> Response:
    """The first page: the form, and the first sample with its sheets."""
    return script.remember_paper(_page(Attempt()))


@pages.post("/open")
def open_script() -> BaseResponse:
    """Opens a file or pasted text. What cannot be read is given back, with its faults beside it."""
    source, file_name = _given(request)
    if not source.strip():
        fault = ProblemView("Choose a script file, or paste a script's text, first.")
        return _page(Attempt(faults=(fault,)), 422)
    try:
        opened = services().store.put(source)
    except UnreadableScriptError as error:
        faults = tuple(map(problem_view, error.problems[:MOST_FAULTS]))
        more = len(error.problems) - len(faults)
        return _page(Attempt(_mendable(source, file_name), file_name, faults, more), 422)
    except OSError:
        fault = ProblemView(
            "The disk is full, so the script could not be kept. Make some room and try again."
        )
        return _page(Attempt(_mendable(source, file_name), file_name, (fault,)), 507)
    return redirect(f"/s/{opened.id}", 303)


def _given(asked: Request) -> tuple[bytes, str]:
    """The bytes that were sent, and the file's name where it was a file."""
    file = asked.files.get("file")
    if file and file.filename:
        return file.read(), file.filename
    # Forms send every line end as two characters; scripts are limited by size, so they are taken back.
    return asked.form.get("text", "").replace("\r\n", "\n").encode("utf-8", "replace"), ""


def _mendable(source: bytes, file_name: str) -> str:
    """The text for the field: always what was pasted, and a file's where it is text of a sensible size."""
    if file_name and (len(source) > MENDABLE or b"\0" in source):
        return ""
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _page(attempt: Attempt, status: int = 200) -> Response:
    samples = services().store.samples()
    table = script.table(samples[0]) if samples and not attempt.faults else None
    html = render_template("start.html", attempt=attempt, table=table, samples=samples)
    response = make_response(html, status)
    if status != 200:  # noqa: PLR2004  # HTTP's own number
        response.headers["Cache-Control"] = "no-store"
    return response
