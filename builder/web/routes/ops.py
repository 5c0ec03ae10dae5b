"""Every change of a script arrives here as a plain form, and is saved as a revision before the response is sent."""

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder import editing
from builder.editing import EditError, Op
from builder.game.script import Script
from builder.language import N_, gettext as _
from builder.library import Conflict, labels
from builder.web.infra import rights, script_store
from builder.web.infra.rights import opened
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import build
from builder.web.view_models import add_preview, conflicts, fragments, shelf
from builder.web.view_models.shelf import Wanted

pages = Blueprint("saving", __name__)

#: Form fields of a search on the shelf, and all that are not part of the op.
SEARCH = ("q", "team", "edition", "new")
OUR_FIELDS = frozenset({"op", "revision", "who", "back", "again", "pieces", *SEARCH})
TOUCHED = N_("Somebody changed the same thing after you, so it was not undone.")
#: The page of the form, to return to.
PAGE = re.compile(r"/s/[\w%./~@-]{1,400}(#[\w-]{1,80})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The script after a change, and the message for the author."""

    script: Opened
    say: str
    is_refused: bool = False
    #: Whether it includes changes made elsewhere that this page has not seen.
    is_merged: bool = False


class ConflictError(Exception):
    """Somebody else changed the same thing. Its arguments are the script and the view of the conflict."""


@pages.post("/s/<identifier>/do")
def do(identifier: str) -> BaseResponse:
    """Applies one op. Returns the page again, or only its changed parts if our JavaScript requests them."""
    current = opened(identifier)
    try:
        op = _op(current)
        outcome = _history(current, op) or changed(current, op, _back(identifier))
    except EditError as error:
        outcome = Outcome(
            current, str(error), is_refused=True, is_merged=_revision(current) != current.revision
        )
    if wanted := request.headers.get("X-Parts"):
        return make_response(_parts(outcome, wanted), 422 if outcome.is_refused else 200)
    if outcome.is_refused:
        abort(422, outcome.say)
    if outcome.say:
        flash(outcome.say)
    return redirect(_back(identifier) or f"/s/{identifier}{_query()}#{_anchor(op)}", 303)


def _parts(outcome: Outcome, wanted: str) -> str:
    """What changed: for a page that updates its own fields the status alone, else the parts of the build page.

    The pieces that the build page shows already are left out.
    """
    say, merged = outcome.say, outcome.is_merged
    if wanted == "saved":
        return render_template("part/state.html", script=outcome.script, say=say, merged=merged)
    shown = fragments.digests(request.form.get("pieces", ""))
    return build.parts(outcome.script, say, shown, merged=merged)


def _back(identifier: str) -> str:
    """The page of this script that a plain form was on; empty: the build page."""
    page = request.form.get("back", "")
    return page if PAGE.fullmatch(page) and page.startswith(f"/s/{identifier}/") else ""


def _op(current: Opened) -> Op:
    """The op of the form; the character of an `add` is the top hit for a search, or one that another script defines."""
    fields = {name: value for name, value in request.form.items() if name not in OUR_FIELDS}
    many = {name: request.form.getlist(name) for name in editing.MANY if name in request.form}
    op = editing.read(request.form.get("op", ""), fields, many)
    if op.get("op") == "find":
        op = {"op": "add", "id": _top_hit(current, shelf.wanted({**op, "q": op.get("words", "")}))}
    if op.get("op") == "add" and "/" in str(op.get("id", "")):
        known = next((one for one in build.everybody(current) if one.address == op["id"]), None)
        op = {"op": "bring", "characters": [add_preview.bring_fields(known, services().store)]}
    return op


def _top_hit(current: Opened, asked: Wanted) -> str:
    hits = shelf.find(build.everybody(current), asked, current.script) if asked.words.strip() else []
    if not hits:
        raise EditError(_("No matches for “%(words)s”.") % {"words": asked.words[:60]})
    return hits[0].address


def _history(current: Opened, op: Op) -> Outcome | None:
    """Undo and redo, of the change that the author sees only: a newer one is not undone unseen."""
    name = op.get("op")
    if name not in {"undo", "redo"}:
        return None
    library, seen = services().store.library, _revision(current)
    move = library.undo if name == "undo" else library.redo
    saved = move(current.id, expected=seen, is_again="again" in request.form, by=rights.person())
    if isinstance(saved, Conflict):
        message = " ".join((str(TOUCHED), *saved.places, _("History restores earlier versions.")))
        return Outcome(script_store.opened(saved.theirs), message, is_refused=True)
    if saved is not None:
        done = _("Undone") if name == "undo" else _("Redone")
        return Outcome(script_store.opened(saved), f"{done}: {_sentence(saved.label)}")
    now = opened(current.id)
    if now.revision != seen:
        return Outcome(
            now, _("The script was changed elsewhere. This is the current version."), is_refused=True
        )
    if name == "redo":
        return Outcome(now, _("There is nothing to redo."))
    return Outcome(
        now, _("There is no change of yours to undo.") if now.can_undo else _("There is nothing to undo.")
    )


def _sentence(label: str) -> str:
    """A line of the history as part of a sentence: “Imp added” for “+ Imp”."""
    if label[:2] == "+ " and ", − " not in label:
        return _("%(names)s added") % {"names": label[2:]}
    if label[:2] == "− ":
        return _("%(names)s removed") % {"names": label[2:]}
    return labels.words(label)


def changed(current: Opened, op: Op, page: str = "") -> Outcome:
    """Applies the op to the script that the author saw, and merges the result with changes made elsewhere.

    `page` is where the author is; empty: the page that shows the script. Raises EditError, or ConflictError, which
    is answered with the page of the conflict.
    """
    base = as_seen(current)
    change = editing.change(base.script, op)
    if not change.label:
        return Outcome(current, change.say, is_merged=base.revision != current.revision)
    if change.script == current.script:  # sent again, because the first response was lost
        return Outcome(current, change.say)
    saved = services().store.library.save(
        current.id, change.script, expected=base.revision, label=change.label, by=rights.person()
    )
    if saved is None:
        abort(404)
    if isinstance(saved, Conflict):
        raise ConflictError(current, conflicts.view(saved, op, page or current.path))
    is_merged = base.revision != current.revision
    merged = _("Merged with changes from another window.")
    message = f"{change.say} {merged}" if is_merged else change.say
    return Outcome(script_store.opened(saved), message, is_merged=is_merged)


def replace(current: Opened, script: Script, label: str) -> None:
    """Saves another state of a script that no op describes; aborts if it was changed or deleted in the meantime."""
    saved = rights.library().save(
        current.id, script, expected=current.revision, label=label, by=rights.person()
    )
    if saved is None:
        abort(404)
    if isinstance(saved, Conflict):
        abort(409, _("The script was changed in another window. Go back and try again."))


@pages.app_errorhandler(ConflictError)
def conflict(error: ConflictError) -> Response:
    """Shows both versions, for the author to choose; as a part of the page if our JavaScript requests it."""
    current, view = error.args
    template = "part/conflict.html" if request.headers.get("X-Parts") else "conflict.html"
    return make_response(render_template(template, conflict=view, script=current), 409)


def as_seen(current: Opened) -> Opened:
    """The script as the author of a form saw it; the current one if that is unknown."""
    seen = _revision(current)
    return current if seen == current.revision else services().store.get(current.id, seen) or current


def _revision(current: Opened) -> int:
    number = request.form.get("revision", "")
    return int(number) if number.isdecimal() and len(number) < 10 else current.revision


def _query() -> str:
    """The query with the current search, so that it survives a reload without JavaScript."""
    asked = {name: request.form[name][: shelf.LONGEST_QUERY] for name in SEARCH if request.form.get(name)}
    return f"?{urlencode(asked)}" if asked else ""


def _anchor(op: Op) -> str:
    """The anchor of the author's place on the page."""
    name = str(op.get("op"))
    return "details" if name == "details" else "sheet" if name in editing.ops() else "panel"
