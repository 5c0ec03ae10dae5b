"""Imports scripts: dropped or chosen files, pasted text, or a link; one at a time or many."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from flask import Blueprint, Request, Response, flash, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder import catalogue, fetch, formats
from builder.checks.id_faults import duplicate
from builder.errors import ClockwrightError, FetchError, UnreadableScriptError
from builder.formats import official
from builder.formats.carriers import bundles, link
from builder.formats.carriers.bundles import Bundle, File
from builder.formats.source import LACKING, LIMIT_WITH_PICTURES
from builder.formats.source_pages import source_pages
from builder.game.problem import Problem, Severity
from builder.game.script import Meta, Script
from builder.language import gettext as _
from builder.web.infra import error_pages, rights, samples
from builder.web.infra.services import services
from builder.web.routes import library
from builder.web.view_models import chosen_columns, just_opened
from builder.web.view_models.just_opened import Attempt
from builder.web.view_models.script_page import ProblemView, problem_view

pages = Blueprint("importing", __name__)

#: A file up to this size that cannot be parsed is shown in the text field, where it can be fixed.
MENDABLE = 200_000
MOST_FAULTS = 12
MOST_FILES = 100
LONGEST_NAME = 200
#: What was repaired travels in a cookie, which has little room.
MOST_REPAIRS, LONGEST_REPAIR = 6, 200
#: The largest file that is read, and the overhead of a form.
LARGEST_UPLOAD = LIMIT_WITH_PICTURES + 4_000_000
ADDRESS = re.compile(r"\s*<?(https?://\S+?)>?\s*\Z")
#: Limits for the file behind a link: bytes and seconds.
LARGEST_FETCHED = 2_000_000
FETCH_SECONDS = 10


@pages.get("/open")
def form() -> BaseResponse:
    """Redirects to the form that opens a script, on the first page."""
    return redirect("/#open", 303)


@pages.post("/open")
def bring() -> BaseResponse:
    """Imports what was sent. Redirects to a single script; for many, shows a list with the result of each."""
    request.max_content_length = LARGEST_UPLOAD
    found = list(sources(request))
    if not found:
        fault = ProblemView(_("Choose a file, or paste text or a link."))
        return _page(Attempt(faults=(fault,)))
    if len(found) > MOST_FILES:
        fault = ProblemView(
            _("Open up to %(most_files)s files at once; these are %(count)s.")
            % {"most_files": MOST_FILES, "count": len(found)}
        )
        return _page(Attempt(faults=(fault,)))
    made = _attempts(found, together=bool(request.form.get("together")))
    # The page of a single script looks for its twin itself.
    is_one = len(found) == 1 and not bundles.is_archive(found[0])
    attempts = list(made if is_one else map(_with_twin, made))
    if len(attempts) == 1:
        (attempt,) = attempts
        return _opened(attempt) if attempt.id else _page(attempt)
    return _results(attempts)


@pages.post("/open/columns")
def bring_columns() -> BaseResponse:
    """Imports a table whose columns a person chose; shows the choice again if it cannot be read so."""
    try:
        script = catalogue.resolve(chosen_columns.script_of(request.form))
        opened = services().store.put(script, owner=rights.become_owner())
    except UnreadableScriptError as error:
        return _columns(error.problems[0].message)
    except (ClockwrightError, OSError) as error:
        return _columns(*not_saved(error))
    return _opened(Attempt(id=opened.id))


def _columns(fault: str, status: int = 422) -> Response:
    """The choice of columns again, as it was sent."""
    return _choice_of_columns(chosen_columns.again(request.form, fault), status)


def _choice_of_columns(asked: chosen_columns.ColumnsPage, status: int) -> Response:
    page = render_template("columns.html", asked=asked, script=None)
    return error_pages.unsaved(make_response(page), status)


@pages.post("/new")
def new() -> BaseResponse:
    """Creates a script without characters; `to` is the page of it that is shown."""
    name = " ".join(request.form.get("name", "").split())[:LONGEST_NAME] or _("New script")
    script = Script(Meta(name=name), written_meta={"id": "_meta", "name": name})
    path = services().store.put(script, "New", owner=rights.become_owner()).path
    return redirect(f"{path}/characters" if request.form.get("to") == "characters" else path, 303)


def sources(asked: Request) -> Iterator[File]:
    """The files and the text of a form; the text has no name."""
    for file in asked.files.getlist("file"):
        if file.filename:
            yield File(file.filename, file.read())
    # Forms send every line end as two characters; this is undone, because the size of scripts is limited.
    text = asked.form.get("text", "").replace("\r\n", "\n")
    if text.strip():
        yield File("", text.encode("utf-8", "replace"))


def _attempts(found: list[File], *, together: bool) -> Iterator[Attempt]:
    """The result for each script: one per file, several per ZIP, or one from all files together."""
    loose = []
    for file in found:
        if not file.name:
            yield _import_script(None, file)
        elif not bundles.is_archive(file):
            loose.append(file)
        else:
            try:
                yield from map(_import_bundle, bundles.in_archive(file))
            except UnreadableScriptError as error:
                yield _faulty(error, File(file.name, b""))
    if loose:
        yield from map(_import_bundle, bundles.bundles(loose, together=together))


def _import_bundle(bundle: Bundle) -> Attempt:
    first = bundle.files[0].content if len(bundle.files) == 1 else b""
    return _import_script(bundle, File(bundle.name, first))


def _import_script(bundle: Bundle | None, source: File) -> Attempt:
    """The result for the files of a script, or for a text: a name, a link or the script itself."""
    try:
        known = None if source.name else samples.named(_short(source))
        if bundle is None:
            bundle = Bundle(() if known else (File(_("pasted text"), content_of(source)),))
        script = catalogue.resolve(known or bundles.script_of(bundle))
        opened = services().store.put(script, owner=rights.become_owner())
        has_report = _is_from_bloodstar(bundle, script)
        if has_report:
            keep_report(opened.id, bundle, script, (*bundle.files, *bundle.pictures))
    except UnreadableScriptError as error:
        return _faulty(error, source)
    except FetchError as error:
        words = _("%(error)s Save the script as a file, and open that file.") % {"error": error}
        return Attempt(_mendable(source), source.name, (ProblemView(words),))
    except (ClockwrightError, OSError) as error:
        words, status = not_saved(error)
        return Attempt(_mendable(source), source.name, (ProblemView(words),), status=status)
    return Attempt(
        id=opened.id,
        name=opened.script.name,
        file_name=source.name,
        characters=len(opened.script.entries),
        repairs=() if has_report else tuple(map(_repair, script.reading)),
    )


def _with_twin(attempt: Attempt) -> Attempt:
    opened = services().store.get(attempt.id) if attempt.id else None
    return replace(attempt, twin=just_opened.twin_of(opened)) if opened else attempt


def _repair(problem: Problem) -> str:
    view = problem_view(problem)
    return f"{view.place}: {view.message}" if view.place else view.message


def _is_from_bloodstar(bundle: Bundle, script: Script) -> bool:
    """Whether a script was read from files of Bloodstar, which may have more than it shows."""
    readers = [formats.found()[name] for name in ("bloodstar", "blood")]
    return (
        any(problem.code == LACKING for problem in script.reading)
        or official.is_published(script)
        or any(reader.recognises(file.content) for file in bundle.files for reader in readers)
    )


def keep_report(identifier: str, bundle: Bundle, script: Script, given: Iterable[File]) -> bool:
    """Stores what the files of a Bloodstar set say, for its import report. Returns False if there was no room."""
    shared = (Problem(each.code, each.severity, each.message) for each in duplicate.check(script))
    findings = [*shared, *script.reading, *_old_almanac(script)][: just_opened.MOST_FINDINGS]
    record = just_opened.ImportRecord(
        tuple((each.name, len(each.content)) for each in given),
        tuple(source_pages([each.content for each in bundle.files])),
        tuple((each.severity.value, each.message) for each in findings),
    )
    return rights.library().keep_import(identifier, just_opened.record_as_text(record))


def _old_almanac(script: Script) -> Iterator[Problem]:
    """Explains how long the address of the almanac that Bloodstar published will work."""
    if script.meta.almanac:
        yield Problem(
            "old-almanac",
            Severity.NOTICE,
            _("The address of the almanac, %(almanac)s, is kept until you publish the set at a new address.")
            % {"almanac": script.meta.almanac[:120]},
        )


def not_saved(error: ClockwrightError | OSError) -> tuple[str, int]:
    """Why nothing was saved, in words, and the status of the response."""
    if isinstance(error, ClockwrightError):
        return str(error), error_pages.status_of(error)
    return _("The disk is full. Free some space and try again."), 507


def _faulty(error: UnreadableScriptError, source: File) -> Attempt:
    faults = tuple(map(problem_view, error.problems[:MOST_FAULTS]))
    table = chosen_columns.cells(error, source.content, source.name)
    return Attempt(_mendable(source), source.name, faults, len(error.problems) - len(faults), table=table)


def address_in(source: File) -> str:
    """The address if only a link was pasted; else empty."""
    found = None if source.name else ADDRESS.match(source.content[:4000].decode("utf-8", "replace"))
    return found[1] if found else ""


def content_of(source: File) -> bytes:
    """The bytes themselves, or the file behind a link if only a link was pasted."""
    if address := address_in(source):
        try:
            link.read(source.content)
        except UnreadableScriptError:
            return fetched(address)
    return source.content


def fetched(address: str) -> bytes:
    """Downloads the file behind a link. Raises FetchError."""
    return fetch.get(
        address,
        most_bytes=LARGEST_FETCHED,
        seconds=FETCH_SECONDS,
        plain_http=services().settings.fetch_http,
    ).body


def _short(source: File) -> str:
    """A pasted text if it may be a name; else empty."""
    is_short = len(source.content) <= 8 * samples.LONGEST_NAME
    return source.content.decode("utf-8", "replace") if is_short else ""


def _mendable(source: File) -> str:
    """The text for the field: pasted text always, a file's if it is text and not too long."""
    if source.name and (len(source.content) > MENDABLE or b"\0" in source.content):
        return ""
    try:
        return source.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _opened(attempt: Attempt) -> BaseResponse:
    response = redirect(f"/s/{attempt.id}", 303)
    just_opened.announce(response, attempt.id)
    for each in attempt.repairs[:MOST_REPAIRS]:
        flash(each[:LONGEST_REPAIR], just_opened.REPAIRS)
    if (more := len(attempt.repairs) - MOST_REPAIRS) > 0:
        flash(_("… and %(count)s more.") % {"count": more}, just_opened.REPAIRS)
    return response


def _page(attempt: Attempt) -> Response:
    """The first page again, with the errors next to the form; for a table, the page where its columns are chosen."""
    if attempt.table:
        return _choice_of_columns(chosen_columns.page(attempt.table, attempt.file_name), attempt.status)
    return error_pages.unsaved(library.page(attempt), attempt.status)


def _results(attempts: list[Attempt]) -> Response:
    opened = sum(bool(each.id) for each in attempts)
    status = 200 if opened else max(each.status for each in attempts)
    return error_pages.unsaved(
        make_response(render_template("opened.html", attempts=attempts, opened=opened)), status
    )
