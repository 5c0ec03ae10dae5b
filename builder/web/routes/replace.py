"""Find and replace over a whole set: every hit in its sentence, and one undoable step for those that stay ticked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, flash, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder.editing import EditError
from builder.editing.fields import FIELDS
from builder.editing.script_ops import FRONT
from builder.game.script import Script
from builder.language import N_, gettext as _
from builder.prose_lists import capital
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.routes import ops
from builder.web.view_models import character_list
from builder.wording import replacing
from builder.wording.replacing import Hit, Wanted, Where

pages = Blueprint("replace", __name__)

#: The kinds of texts as the form calls them.
TITLES: Mapping[Where, str] = {
    Where.NAMES: N_("Names"),
    Where.ABILITIES: N_("Abilities"),
    Where.NIGHTS: N_("Night reminders"),
    Where.TOKENS: N_("Reminder tokens"),
    Where.JINXES: N_("Jinxes"),
    Where.ALMANAC: N_("Almanac pages and flavor"),
    Where.SCRIPT: N_("The script’s own texts"),
}
OF_SCRIPT = {
    **FRONT,
    "playGuide": N_("Play guide"),
    "bootlegger": N_("Rules of the script"),
    "keywords": N_("Keywords"),
}


@dataclass(frozen=True, slots=True)
class FoundText:
    """The hits in the texts of one field."""

    #: The character; empty: the script itself.
    name: str
    #: Behind `/characters/`; empty for the script itself.
    address: str
    field: str
    #: Each with its number among all.
    hits: tuple[tuple[int, Hit], ...]


@pages.get("/s/<identifier>/replace")
def show(identifier: str) -> BaseResponse:
    """The form, and each hit of what it looks for."""
    opened = rights.opened(identifier)
    try:
        found = found_in(opened.script, _wanted()) if "find" in request.args else None
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


def _page(opened: Opened, found: Sequence[FoundText] | None = None, fault: str = "") -> BaseResponse:
    page = render_template(
        "replace.html",
        script=opened,
        wanted=_wanted(),
        titles=TITLES,
        found=found,
        count=sum(len(each.hits) for each in found or ()),
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


def found_in(script: Script, wanted: Wanted) -> list[FoundText]:
    """The hits in a script. Raises EditError if there is nothing to look for."""
    hits, texts = replacing.hits(script, wanted), []
    for _text, those in groupby(enumerate(hits), key=lambda each: (each[1].source.who, each[1].source.field)):
        group = tuple(those)
        source = group[0][1].source
        address = character_list.address(script, source.who[0]) if source.who else ""
        texts.append(FoundText(source.name, address, _title(source.field, own=bool(source.who)), group))
    return texts


def _title(field: str, *, own: bool) -> str:
    if field == "jinxes":
        return str(TITLES[Where.JINXES])
    return capital(str(FIELDS[field].title if own and field in FIELDS else OF_SCRIPT.get(field, field)))
