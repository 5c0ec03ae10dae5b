"""Settings: paper and colors of this browser; the wording in use and its sync; a backup of the whole library."""

from datetime import UTC, datetime
from urllib.parse import quote

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, send_file
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from builder import catalogue, printables
from builder.errors import LibraryError
from builder.language import gettext as _
from builder.library import backup as backup_files
from builder.official import edition, sync as official_sync
from builder.web.infra import guard, rights, syncing
from builder.web.infra.services import services
from builder.web.routes import importing, theme
from builder.web.view_models import print_choices
from builder.web.view_models.drawings import qr_code

pages = Blueprint("preferences", __name__)

#: The server takes no larger request.
LARGEST_BACKUP = importing.LARGEST_UPLOAD
LONGEST_NAME = 100


@pages.get("/settings")
def show() -> Response:
    """The page with all settings."""
    return _page()


@pages.post("/settings/paper")
def paper() -> BaseResponse:
    """Stores the default paper."""
    chosen = request.form.get("paper", "")
    if chosen not in printables.papers():
        raise BadRequest(_("There is no such paper."))
    response = redirect(f"/settings{_origin_query()}", 303)
    theme.remember(response, "paper", chosen)
    return response


@pages.post("/settings/sync")
def sync() -> BaseResponse:
    """Starts the sync of the official wording; the page then shows the progress."""
    _only_the_owner()
    syncing.CURRENT.start()
    return redirect(f"/settings{_origin_query()}#wording", 303)


@pages.post("/settings/cancel-sync")
def cancel_sync() -> BaseResponse:
    """Gives up the sync that is running."""
    _only_the_owner()
    syncing.CURRENT.cancel()
    return redirect(f"/settings{_origin_query()}#wording", 303)


@pages.post("/settings/forget")
def forget() -> BaseResponse:
    """Removes the official wording: our own is used again."""
    _only_the_owner()
    official_sync.forget()
    return redirect(f"/settings{_origin_query()}#wording", 303)


@pages.get("/settings/backup.zip")
def backup() -> Response:
    """The whole library and its pictures in one ZIP, made while it is in use.

    It is written to the data folder, which has room for it, not to a temporary folder, which may be in memory.
    """
    _only_the_owner()
    library = rights.library()
    with backup_files.scratch(library.folder) as folder:
        target = folder / "backup.zip"
        library.backup(target)
        made = target.open("rb")  # the open file can be read to its end though its folder is deleted before
    name = f"clockwright-{datetime.now(UTC):%Y-%m-%d-%H%M}.zip"
    return send_file(made, "application/zip", as_attachment=True, download_name=name, max_age=0)


@pages.post("/settings/restore")
def restore() -> BaseResponse:
    """Replaces the library with an uploaded backup, after the sender confirmed it; the old one is saved to a file."""
    _only_the_owner()
    request.max_content_length = LARGEST_BACKUP
    file, library = request.files.get("file"), rights.library()
    if file is None or not file.filename:
        return _page(fault=_("Choose the ZIP file of a backup first."), status=422)
    if not request.form.get("replace"):
        return _page(fault=_("Confirm that the backup replaces the scripts here."), status=422)
    with backup_files.scratch(library.folder) as folder:
        source = folder / "uploaded.zip"
        file.save(source)
        try:
            aside = library.restore_backup(source, file.filename[:LONGEST_NAME])
        except LibraryError as error:
            return _page(fault=str(error), status=422)
    return redirect(f"/settings?restored={quote(aside.name)}#backup-head", 303)


@pages.get("/home/<code>")
def come_home(code: str) -> BaseResponse:
    """Lets another device of the server's owner in: its cookie says so from now on."""
    if not rights.come_home(f"/home/{code}"):
        abort(404)
    return redirect("/", 303)


def _only_the_owner() -> None:
    """Aborts for one of many visitors: none of them owns what all of them share."""
    if rights.is_hosted():
        abort(404)


def _origin() -> str:
    """The page of a script from which somebody came here; empty if there is none."""
    page = theme.own_page(request.args.get("from", ""))
    return page if page.startswith(theme.SCRIPTS) else ""


def _origin_query() -> str:
    """The query that keeps it on the way through this page."""
    return f"?from={quote(_origin())}" if _origin() else ""


def _home() -> str:
    """The address that lets the owner's other devices in; empty if none can reach this server."""
    network = "" if rights.is_hosted() else guard.network_host(request.host)
    return f"http://{network}{rights.home_path(rights.secret_key(services().settings))}" if network else ""


def _page(fault: str = "", status: int = 200) -> Response:
    found, wording, home = edition.read(), catalogue.wording(), _home()
    html = render_template(
        "preferences.html",
        papers=printables.papers().values(),
        paper=print_choices.chosen().paper.id,
        wording=wording,
        state=found if wording.is_official else None,
        is_damaged=not wording.is_official and edition.mark() is not None,
        sync=syncing.CURRENT.progress,
        policy=catalogue.POLICY,
        policy_page=catalogue.POLICY_PAGE,
        scripts=rights.library().count(owner=rights.owner()),
        folder=str(rights.library().folder),
        is_hosted=rights.is_hosted(),
        home=home,
        home_code=qr_code(home),
        megabytes=LARGEST_BACKUP // 1_000_000,
        restored=request.args.get("restored", "")[:LONGEST_NAME],
        fault=fault,
        origin=_origin(),
        origin_query=_origin_query(),
    )
    response = make_response(html, status)
    if syncing.CURRENT.progress.is_running:
        response.headers["Refresh"] = f"2; url=/settings{_origin_query()}#wording"
    return response
