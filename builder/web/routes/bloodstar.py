"""Imports a Bloodstar set: all its files at once; then shows what was imported, side by side with the files.

The set is saved at once, as a script of the library, so that nothing is lost on the way; one button throws it
away again, and it stays in the bin for a month.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from urllib.parse import urljoin, urlsplit

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from builder import catalogue, fetch, uploads
from builder.errors import ClockwrightError, FetchError, UnreadableScriptError
from builder.formats.bloodstar import icons
from builder.formats.carriers import bundles, script_pictures
from builder.formats.carriers.bundles import Bundle, File
from builder.formats.carriers.script_pictures import is_picture, media_type
from builder.formats.source import LIMIT_WITH_PICTURES
from builder.language import gettext as _, ngettext
from builder.press.pictures import untrusted
from builder.web.infra import error_pages, rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import documents, icons as icons_route, importing, ops
from builder.web.view_models import import_comparison, just_opened
from builder.web.view_models.script_page import ProblemView, problem_view

pages = Blueprint("bloodstar", __name__)

MOST_FAULTS = importing.MOST_FAULTS
#: A folder published by Bloodstar: a file for each character, and those of the set.
MOST_FILES = 600
MEGABYTES = LIMIT_WITH_PICTURES // 1_000_000
LABEL = "Imported from Bloodstar"
DOWNLOADED = "Pictures downloaded"
#: Limits of one download of a set's pictures: how many, seconds for all and for each, how many at once.
MOST_PICTURES, SECONDS, SECONDS_EACH, THREADS = 300, 20.0, 5.0, 6
PAINTED = "Icons repainted from their source pictures"
#: Names of files in a published folder.
TOGETHER = ("script.json", "almanac.html")


@pages.get("/bloodstar")
def form() -> Response:
    """The form, which explains what each kind of file contains."""
    return _form()


@pages.post("/bloodstar")
def bring() -> BaseResponse:
    """Imports the files of one set, saves it, and redirects to the comparison."""
    request.max_content_length = importing.LARGEST_UPLOAD
    request.max_form_parts = MOST_FILES + importing.MOST_FILES
    try:
        sources = list(importing.sources(request))
    except RequestEntityTooLarge:
        return _form(
            _("Together these are more than %(megabytes)s MB, or more than %(most_files)s files.")
            % {"megabytes": MEGABYTES, "most_files": MOST_FILES},
            status=413,
        )
    if not sources:
        return _form(_("Choose the files of your set, or enter the address of its page."))
    try:
        return _import_set(list(_files(sources)))
    except (ClockwrightError, OSError) as error:
        return _refused(error)


@pages.get("/s/<identifier>/bloodstar")
def show(identifier: str) -> str:
    """Compares the files with the imported script, character by character."""
    script, record = _opened(identifier)
    then = services().store.get(identifier, 1) or script
    comparison = import_comparison.compare(then.script, record, script.path, script.script)
    twin = just_opened.twin_of(script) if script.revision == 1 else None
    return render_template("brought.html", script=script, brought=comparison, twin=twin)


@pages.post("/s/<identifier>/bloodstar/paint")
def paint(identifier: str) -> BaseResponse:
    """Repaints the icons from their source pictures; one revision, which undo reverts."""
    script = rights.opened(identifier)
    ops.replace(script, icons.repainted(script.script), PAINTED)
    count = icons.paintable(script.script)
    flash(
        ngettext(
            "%(num)s icon repainted from its source picture.",
            "%(num)s icons repainted from their source pictures.",
            count,
        )
        % {"num": count}
    )
    return _back(script)


@pages.post("/s/<identifier>/bloodstar/import-pictures")
def import_pictures(identifier: str) -> BaseResponse:
    """Downloads the pictures of a set that are only on the web; one revision. What fails stays a link."""
    script = rights.opened(identifier)
    if not services().settings.fetch_pictures:
        abort(422, _("Downloading is turned off on this server (CLOCKWRIGHT_FETCH_PICTURES=0)."))
    addresses, found, faults = script_pictures.on_the_web(script.script), {}, []
    for address, body in _downloaded(addresses[:MOST_PICTURES]):
        try:
            if isinstance(body, FetchError):
                raise body  # told like a picture that cannot be used
            found[address] = icons_route.keep_picture(body, address.rpartition("/")[2])
        except ClockwrightError as error:
            faults.append(str(error))
    if found:
        ops.replace(script, script_pictures.replaced(script.script, found), DOWNLOADED)
    flash(_download_result(len(found), len(addresses) - len(found), faults))
    return _back(script)


def _downloaded(addresses: Sequence[str]) -> Iterator[tuple[str, bytes | FetchError]]:
    """Downloads pictures in parallel, within a total of seconds and bytes; those behind the limits are left out."""
    deadline, left = time.monotonic() + SECONDS, LIMIT_WITH_PICTURES
    plain_http = services().settings.fetch_http

    def get(address: str) -> bytes | FetchError:
        seconds = min(SECONDS_EACH, deadline - time.monotonic())
        if seconds <= 0:
            return FetchError(address, _("it took too long"))
        try:
            return fetch.get(
                address, most_bytes=untrusted.MOST_BYTES, seconds=seconds, plain_http=plain_http
            ).body
        except FetchError as error:
            return error

    with ThreadPoolExecutor(THREADS) as pool:
        jobs = [pool.submit(copy_context().run, get, each) for each in addresses]
        for address, job in zip(addresses, jobs, strict=True):
            body = job.result()
            left -= len(body) if isinstance(body, bytes) else 0
            if left < 0:
                for each in jobs:
                    each.cancel()
                return
            yield address, body


def _download_result(done: int, left: int, faults: Sequence[str]) -> str:
    parts = []
    if done:
        words = ngettext("%(num)s picture downloaded.", "%(num)s pictures downloaded.", done)
        parts.append(words % {"num": done})
    if left:
        words = ngettext("%(num)s is still on the web.", "%(num)s are still on the web.", left)
        parts.append(words % {"num": left})
    return " ".join([*parts, *faults[:1]]) or _("All pictures are here already.")


def _back(script: Opened) -> BaseResponse:
    """Redirects to the page of the form: the script, all icons, or the import report."""
    pages_of = {"script": "", "icons": "/icons"}
    return redirect(script.path + pages_of.get(request.form.get("back", ""), "/bloodstar#icons"), 303)


@pages.get("/s/<identifier>/bloodstar/picture/<digest>")
def picture(identifier: str, digest: str) -> Response:
    """A picture as it was imported; only pictures of this set."""
    _unused, record = _opened(identifier)
    address = uploads.SCHEME + digest
    body = rights.library().icon(digest) if address in record.pictures() else None
    if body is None:
        abort(404)
    return documents.shown_picture(body, media_type(body), is_final=True)


def _opened(identifier: str) -> tuple[Opened, just_opened.ImportRecord]:
    script = rights.opened(identifier)
    record = just_opened.read_record(rights.library().imported(identifier))
    if record is None:
        abort(404, _("The imported files are no longer stored. The script itself is complete."))
    return script, record


def _files(sources: list[File]) -> Iterator[File]:
    """The uploaded files and those behind an address: for a published page, its related files, too."""
    for each in sources:
        if address := importing.address_in(each):
            yield from _published(address)
        else:
            yield File(each.name or _("pasted text"), each.content)


def _published(address: str) -> Iterator[File]:
    """Fetches a page published by Bloodstar and its related files; missing ones are skipped."""
    name = urlsplit(address).path.rpartition("/")[2]
    yield File(name or "page", importing.fetched(address))
    for other in TOGETHER:
        if name in TOGETHER and other != name:
            try:
                yield File(other, importing.fetched(urljoin(address, other)))
            except FetchError:
                continue


def _import_set(files: list[File]) -> BaseResponse:
    bundle = _one_set(files)
    script = catalogue.resolve(bundles.script_of(bundle))
    opened = services().store.put(script, LABEL, owner=rights.become_owner())
    if not importing.keep_report(opened.id, bundle, script, files):
        return redirect(opened.path, 303)
    return redirect(f"{opened.path}/bloodstar", 303)


def _one_set(files: list[File]) -> Bundle:
    """Parses all files as one set. Raises UnreadableScriptError."""
    loose = [each for each in files if not bundles.is_archive(each)]
    found = [bundle for each in files if bundles.is_archive(each) for bundle in bundles.in_archive(each)]
    if len(found) > 1 or (found and any(not is_picture(each.content) for each in loose)):
        raise ClockwrightError(
            _(
                "There are %(number)s sets in these files. Import one at a time, or open all of them at "
                "once on the home page."
            )
            % {"number": len(found) + bool(loose)}
        )
    if found:
        pictures = (*found[0].pictures, *loose)
        return Bundle(found[0].files, pictures, found[0].name)
    return bundles.bundles(loose, together=True)[0]


def _refused(error: ClockwrightError | OSError) -> Response:
    """Shows the form again, with the errors; nothing was saved."""
    if isinstance(error, UnreadableScriptError):
        faults = list(map(problem_view, error.problems[:MOST_FAULTS]))
        return _form(*faults, more=len(error.problems) - len(faults))
    if isinstance(error, FetchError):
        return _form(_("%(error)s Save the page as a file, and choose that file.") % {"error": error})
    words, status = importing.not_saved(error)
    return _form(words, status=status)


def _form(*faults: str | ProblemView, more: int = 0, status: int = 422) -> Response:
    shown = [ProblemView(each) if isinstance(each, str) else each for each in faults]
    html = render_template("bloodstar.html", faults=shown, more=more, address=_typed(), megabytes=MEGABYTES)
    response = make_response(html)
    return error_pages.unsaved(response, status) if faults else response


def _typed() -> str:
    """The address that was typed, to fill the field again."""
    try:
        return request.form.get("text", "")[: importing.MENDABLE]
    except RequestEntityTooLarge:
        return ""
