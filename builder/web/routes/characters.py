"""The studio: the homebrew characters of a set, and the editor of each."""

import json
from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder import catalogue, editing, formats, wording
from builder.artefact import PrintRequest
from builder.artefacts.web_jobs import PREFIX
from builder.editing import EditError, Op
from builder.errors import ClockwrightError, UnreadableScriptError
from builder.formats.official.entries import extra_keys
from builder.game import cards
from builder.game.script import Script
from builder.game.setup.bracket_choices import KINDS, needed
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import documents, ops
from builder.web.view_models import (
    character_form,
    character_list,
    character_page,
    character_previews,
    chosen_columns,
    other_sets,
)
from builder.wording import nights

pages = Blueprint("characters", __name__)

#: The largest file with characters that is read.
LARGEST_UPLOAD = 8_000_000
#: Ops that create a character.
MAKING = frozenset({"new-character", "variant", "duplicate"})


@pages.get("/s/<identifier>/characters")
def show(identifier: str) -> str:
    """The homebrew characters of a set, team by team."""
    return _list(rights.opened(identifier))


@pages.post("/s/<identifier>/characters")
def make(identifier: str) -> BaseResponse:
    """Creates a character, a variant or a copy, and redirects to its page."""
    opened = rights.opened(identifier)
    try:
        op = _making()
        outcome = ops.changed(opened, op, f"{opened.path}/characters")
    except EditError as error:
        return make_response(_list(opened, fault=str(error)), 422)
    fresh = _new_place(opened.script, outcome.script.script)
    if fresh is None:
        return make_response(_list(outcome.script, fault=outcome.say), 422)
    return redirect(f"{opened.path}/characters/{character_list.address(outcome.script.script, fresh)}", 303)


@pages.post("/s/<identifier>/update")
def update(identifier: str) -> BaseResponse:
    """Changes and adds characters from a file, as one revision."""
    opened = rights.opened(identifier)
    request.max_content_length = LARGEST_UPLOAD
    sent = request.files.get("file")
    file = sent.read() if sent and sent.filename else b""
    try:
        if "table" in request.form:
            script = chosen_columns.script_of(request.form)
        elif file:
            script = chosen_columns.read(file, opened.script)
        else:
            raise EditError(_("Choose a file: a spreadsheet, or a script."))  # shown like all others
        return _update(opened, formats.write(script))
    except ClockwrightError as error:
        return make_response(_not_updated(opened, error, file), 422)


def _update(opened: Opened, text: str) -> BaseResponse:
    outcome = ops.changed(opened, {"op": "update-from", "text": text}, f"{opened.path}/characters")
    flash(outcome.say)
    return redirect(f"{opened.path}/characters?updated={opened.revision}#updated", 303)


def _not_updated(opened: Opened, error: ClockwrightError, file: bytes) -> str:
    """Why a file changed nothing; if nobody knows the columns of its table, the page where they are chosen."""
    is_unread = isinstance(error, UnreadableScriptError)
    why = error.problems[0].message if isinstance(error, UnreadableScriptError) else str(error)
    asked = None
    if "table" in request.form:
        asked = chosen_columns.again(request.form, why)
    elif isinstance(error, UnreadableScriptError):
        name = str(request.files["file"].filename)
        table = chosen_columns.cells(error, file, name)
        asked = chosen_columns.page(table, name, opened.script) if table else None
    if asked:
        return render_template("columns.html", asked=asked, script=opened)
    return _list(opened, fault=_("This file cannot be read. %(why)s") % {"why": why} if is_unread else why)


@pages.get("/s/<identifier>/characters/<path:name>", merge_slashes=False)
def edit(identifier: str, name: str) -> str:
    """The page of one character; for an official one, the offer to make a variant of it."""
    opened, place = _found(identifier, name)
    entry = opened.script.entries[place]
    if not character_list.is_own(entry):
        return render_template("character_official.html", script=opened, entry=entry, **_wording_context())
    return _page(opened, place)


@pages.post("/s/<identifier>/characters/<path:name>", merge_slashes=False)
def save(identifier: str, name: str) -> BaseResponse:
    """Saves the whole form, as browsers send it without JavaScript."""
    opened = rights.opened(identifier)
    base, then = _as_seen(opened, name)
    form = {field: request.form.getlist(field) for field in request.form}
    known = character_form.values(base.script, then)
    try:
        page = f"{opened.path}/characters/{character_list.address(base.script, then)}"
        outcome = ops.changed(opened, _op(form, known), page)
    except EditError as error:
        typed = character_form.with_typed(known, form)
        is_jinx = form.get("op") == ["jinx"]
        fault, jinx_fault = ("", str(error)) if is_jinx else (str(error), "")
        page = _page(*_shown(opened, base, name), typed=typed, fault=fault, jinx_fault=jinx_fault)
        return make_response(page, 422)
    script = outcome.script.script
    now = character_list.find(script, form.get("id", [""])[0].strip()) if "id" in form else None
    now = character_list.find(script, name) if now is None else now
    where = "" if now is None else f"/{character_list.address(script, now)}"
    anchor = "jinxes" if form.get("op") == ["jinx"] else "saved"
    return redirect(f"{opened.path}/characters{where}#{anchor if where else ''}", 303)


@pages.get("/s/<identifier>/characters/<path:name>/parts", merge_slashes=False)
def parts(identifier: str, name: str) -> str:
    """The parts around the fields: save status, wording help, findings, pictures."""
    opened, place = _found(identifier, name)
    return render_template("part/character_parts.html", **_context(opened, place))


@pages.get("/s/<identifier>/characters/<path:name>/preview/<what>.png", merge_slashes=False)
def preview(identifier: str, name: str, what: str) -> Response:
    """A picture of one character as it will be printed."""
    opened, place = _found(identifier, name)
    if what not in character_previews.SHOWN or opened.script.entries[place].character is None:
        abort(404)
    script_json = character_previews.reduced(character_previews.around(opened.script, place), what)
    press = services().press
    made = press.render(script_json, PrintRequest(PREFIX + what))
    is_final = request.args.get("v") == character_previews.stamp(script_json, press.version(script_json))
    return documents.shown_picture(made.body, "image/png", is_final=is_final)


@pages.post("/s/<identifier>/into")
def update_other(identifier: str) -> BaseResponse:
    """Updates another script of the owner with the characters of this one, which then goes to the bin."""
    rights.refuse_guests(identifier)
    fresh, other = rights.opened(identifier), request.form.get("instead", "")
    if other in {"", identifier}:
        abort(422, _("Choose another script to update."))
    rights.refuse_guests(other)
    response = _update(rights.opened(other), fresh.official)
    rights.library().throw_away(identifier)
    return response


def _list(opened: Opened, fault: str = "") -> str:
    script = opened.script
    here = {entry.key for entry in script.entries}
    return render_template(
        "characters.html",
        script=opened,
        teams=character_list.teams(opened),
        outdated=other_sets.outdated(opened),
        official=character_list.official(script),
        everyone=[each for each in catalogue.everyone() if each.key not in here],
        all_teams=list(Team),
        fault=fault,
        updated_from=request.args.get("updated", type=int),
        typed=request.form,
        **_wording_context(),
    )


def _wording_context() -> dict[str, object]:
    """What the note on the wording of a new variant needs."""
    return {"is_official_wording": catalogue.wording().is_official, "is_hosted": rights.is_hosted()}


def _page(
    opened: Opened,
    place: int,
    typed: character_form.Values | None = None,
    fault: str = "",
    jinx_fault: str = "",
) -> str:
    context = _context(opened, place, typed)
    return render_template("character.html", **context, fault=fault, jinx_fault=jinx_fault, form=request.form)


def _context(opened: Opened, place: int, typed: character_form.Values | None = None) -> dict[str, object]:
    return {
        "script": opened,
        "one": character_page.of(opened, place, services().press, typed),
        "limits": character_form.limits(),
        "who": json.loads(character_list.who(opened.script, place)),
        "features": wording.FEATURES,
        "times": wording.TIMES,
        "reaches": wording.REACHES,
        "choices": KINDS,
        "needed": needed,
        "all_teams": list(Team),
        "counted_teams": COUNTED_TEAMS,
        "partners": character_page.partners(opened.script),
        "last_number": max(len(nights.ladder("first")), len(nights.ladder("other"))),
        "cards": cards.standard(),
    }


def _found(identifier: str, name: str) -> tuple[Opened, int]:
    opened = rights.opened(identifier)
    place = character_list.find(opened.script, name)
    if place is None:
        abort(404)
    return opened, place


def _as_seen(current: Opened, name: str) -> tuple[Opened, int]:
    """The script as the author of a form saw it, and the place of the character in it.

    If the character was deleted or got another id in the meantime, the form still applies to the old one: what was
    typed is not lost.
    """
    seen = ops.as_seen(current)
    place = character_list.find(seen.script, name)
    if place is None:
        seen, place = current, character_list.find(current.script, name)
    if place is None:
        abort(404)
    return seen, place


def _shown(latest: Opened, base: Opened, name: str) -> tuple[Opened, int]:
    """The current script and the place of the character; as its author saw it if the character is gone."""
    place = character_list.find(latest.script, name)
    return (latest, place) if place is not None else _as_seen(base, name)


def _making() -> Op:
    """The op that the forms of the list request: as JSON, or a name and fields."""
    text = request.form.get("op", "")
    fields = {name: value for name, value in request.form.items() if name != "op"}
    op = editing.read(text, fields, {})
    if op.get("op") not in MAKING:
        raise EditError(_("That does not create a character."))
    return {name: value for name, value in op.items() if name != "revision"}


def _op(form: Mapping[str, Sequence[str]], known: character_form.Values) -> Op:
    """The changed fields, or one of the small forms next to them."""
    try:
        who = json.loads(form.get("who", ["null"])[0])
    except (ValueError, RecursionError):
        raise EditError(_("It is not clear which character is meant.")) from None
    if form.get("op") == ["jinx"]:
        return {
            "op": "jinx",
            "who": who,
            **{name: form[name][0] for name in ("with", "reason") if name in form},
        }
    return {"op": "character", "who": who, **character_form.changes(known, form)}


def _new_place(before: Script, after: Script) -> int | None:
    """The place of the new character."""
    known = set(extra_keys(entry.id for entry in before.entries))
    names = extra_keys(entry.id for entry in after.entries)
    return next((place for place, name in enumerate(names) if name not in known), None)
