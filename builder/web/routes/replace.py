"""Find and replace over a whole set: every hit in its sentence, and one undoable step for those that stay ticked."""

from flask import Blueprint, flash, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder.editing import EditError
from builder.language import gettext as _
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.routes import ops
from builder.web.view_models import found_words
from builder.wording import replacing
from builder.wording.replacing import Wanted, Where

pages = Blueprint("replace", __name__)


@pages.get("/s/<identifier>/replace")
def show(identifier: str) -> BaseResponse:
    """The form, and each hit of what it looks for."""
    opened = rights.opened(identifier)
    try:
        found = found_words.of(opened.script, _wanted()) if "find" in request.args else None
    except EditError as error:
        return _page(opened, fault=str(error))
    return _page(opened, found)


@pages.post("/s/<identifier>/replace")
def replace(identifier: str) -> BaseResponse:
    """Replaces the ticked hits, as the author saw them."""
    opened = rights.opened(identifier)
    try:
        hits = replacing.hits(ops.as_seen(opened).script, _wanted())
        ticked = set(request.form.getlist("hit"))
        op = replacing.op([hit for number, hit in enumerate(hits) if str(number) in ticked])
        if op is None:
            raise EditError(_("Nothing to replace: tick a hit, and say what to put in its place."))  # noqa: TRY301  # shown like all others
        outcome = ops.changed(opened, op, f"{opened.path}/replace")
    except EditError as error:
        return _page(opened, fault=str(error))
    flash(outcome.say)
    return redirect(f"{opened.path}/replace", 303)


def _page(opened: Opened, found: found_words.Found | None = None, fault: str = "") -> BaseResponse:
    page = render_template(
        "replace.html",
        script=opened,
        wanted=_wanted(),
        titles=found_words.TITLES,
        found=found,
        fault=fault,
        longest=replacing.LONGEST,
    )
    return make_response(page, 422 if fault else 200)


def _wanted() -> Wanted:
    given = request.values
    where = frozenset(each for each in Where if each.value in given.getlist("where"))
    return Wanted(
        given.get("find", ""),
        given.get("with", ""),
        "words" in given,
        "case" in given,
        where if "find" in given else frozenset(Where),
    )
