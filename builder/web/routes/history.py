"""The history of a script: a summary of every change, each of which can be viewed and restored."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from flask import Blueprint, Response, abort, make_response, redirect, render_template
from werkzeug.wrappers import Response as BaseResponse

from builder.library import Revision
from builder.library.difference import difference
from builder.web.infra import rights
from builder.web.view_models import script_page

pages = Blueprint("history", __name__)


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One change, or several similar ones shortly after each other."""

    number: int
    first: int
    label: str
    difference: str
    when: datetime
    is_current: bool
    is_aside: bool


@dataclass(frozen=True, slots=True)
class DayView:
    """The changes of one day, in UTC; the browser converts to local time."""

    day: date
    changes: tuple[ChangeView, ...]


@pages.get("/s/<identifier>/history")
def show(identifier: str) -> str:
    """Every change, the newest first."""
    opened = rights.opened(identifier)
    changes = [_view(each) for each in rights.library().history(identifier)]
    days = list(dict.fromkeys(each.when.date() for each in changes))
    grouped = [DayView(day, tuple(each for each in changes if each.when.date() == day)) for day in days]
    return render_template("history.html", script=opened, days=grouped)


@pages.get("/s/<identifier>/history/<int:number>")
def show_revision(identifier: str, number: int) -> Response:
    """The script at a revision, and how the current one differs."""
    now, then = rights.opened(identifier), rights.opened(identifier, number)
    since = difference(then.script, now.script) if then.revision != now.revision else ""
    html = render_template(
        "revision.html",
        script=now,
        then=then,
        when=then.changed.replace(tzinfo=UTC),
        since=since,
        teams=script_page.teams(then.script),
    )
    return make_response(html)


@pages.post("/s/<identifier>/history/<int:number>/restore")
def restore(identifier: str, number: int) -> BaseResponse:
    """Restores the script at a revision as a new change: nothing is lost."""
    if rights.library().restore(identifier, number) is None:
        abort(404)
    return redirect(f"/s/{identifier}/history", 303)


def _view(revision: Revision) -> ChangeView:
    return ChangeView(
        number=revision.number,
        first=revision.first,
        label=revision.label,
        difference=revision.difference,
        when=revision.at.replace(tzinfo=UTC),
        is_current=revision.is_current,
        is_aside=revision.is_aside,
    )
