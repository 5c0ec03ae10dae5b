"""The history of a script: a summary of every change; any two revisions compared, and restored in whole or in part."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import groupby

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder.editing import restoring
from builder.editing.script_ops import FRONT
from builder.library import Revision, labels
from builder.web.infra import rights
from builder.web.routes import ops
from builder.web.view_models import revision_comparison, script_page

pages = Blueprint("history", __name__)

#: Labels that are the name of a field.
FIELDS = frozenset({*FRONT.values(), "Name", "Author", "Front matter", "Play guide", "Credits", "Address"})
#: The end of a summary that says less than the label does.
VAGUE = (" changed", " moved")
LONGEST_PART = 200
#: Revisions have fewer digits.
MOST_DIGITS = 10


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One change, or several similar ones shortly after each other."""

    number: int
    first: int
    #: The revision that was current before; None for the first.
    before: int | None
    heading: str
    #: What else is to say.
    note: str
    #: The name of its author, if they gave one.
    name: str
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
    # A clock that is set back gives a later change an earlier day: the order of changes counts.
    grouped = [DayView(day, tuple(each)) for day, each in groupby(changes, lambda change: change.when.date())]
    return render_template("history.html", script=opened, days=grouped)


@pages.get("/s/<identifier>/history/<int:number>")
def show_revision(identifier: str, number: int) -> Response:
    """A revision, compared with another one: the current one, or the one before if it is the current one."""
    now, then = rights.opened(identifier), rights.opened(identifier, number)
    history = [_view(each) for each in rights.library().history(identifier)]
    other = rights.opened(identifier, _other(history, now.revision, then.revision))
    before, after = sorted((then, other), key=lambda each: each.revision)
    html = render_template(
        "revision.html",
        script=now,
        then=then,
        other=other,
        when=then.moment,
        history=history,
        before=before,
        after=after,
        comparison=revision_comparison.compare(before.script, after.script),
        teams=script_page.teams(then.script),
    )
    return make_response(html)


@pages.post("/s/<identifier>/history/<int:number>/restore")
def restore(identifier: str, number: int) -> BaseResponse:
    """Restores the script at a revision, or a `part` of it, as a new change: nothing is lost."""
    part = request.form.get("part", "")[:LONGEST_PART]
    if part:
        return _restore_part(identifier, number, part)
    if rights.library().restore(identifier, number, rights.person()) is None:
        abort(404)
    return redirect(f"/s/{identifier}/history", 303)


def _restore_part(identifier: str, number: int, part: str) -> BaseResponse:
    now, then = rights.opened(identifier), rights.opened(identifier, number)
    title = " ".join(request.form.get("title", "").split())[:LONGEST_PART]
    script = restoring.restored(now.script, then.script, part)
    label = f"{title}: restored from revision {number}" if title else f"Restored from revision {number}"
    ops.replace(now, script, label)
    flash(f"{labels.words(label)}.")
    other = request.form.get("with", "")
    query = f"?with={int(other)}" if other.isdecimal() and len(other) < MOST_DIGITS else ""
    return redirect(f"/s/{identifier}/history/{number}{query}#restored", 303)


def _other(history: Sequence[ChangeView], current: int, number: int) -> int:
    """The revision to compare with: as requested, or else the current one, or the one before."""
    wanted = request.args.get("with", "")
    if wanted.isdecimal() and len(wanted) < MOST_DIGITS:
        return int(wanted)
    if number != current:
        return current
    return next((each.before for each in history if each.number == number and each.before), number)


def _view(revision: Revision) -> ChangeView:
    heading, note = _words(revision.label, revision.difference)
    return ChangeView(
        number=revision.number,
        first=revision.first,
        before=revision.before,
        heading=heading,
        note=note,
        name=revision.name,
        when=revision.at.replace(tzinfo=UTC),
        is_current=revision.is_current,
        is_aside=revision.is_aside,
    )


def _words(label: str, difference: str) -> tuple[str, str]:
    """The heading of a change and a note: what its author did, unless the difference says more."""
    heading, note = _english(label, difference)
    return labels.words(heading), labels.words(note)


def _english(label: str, difference: str) -> tuple[str, str]:
    label = f"{label} changed" if label in FIELDS else label
    parts = difference.split(", ") if difference else []
    if all(part.endswith(VAGUE) for part in parts):
        return label or difference, ""
    return difference, label if label and label not in difference else ""
