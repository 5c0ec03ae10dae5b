"""The history of a script: a summary of every change; any two revisions compared, and restored in whole or in part."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from flask import Blueprint, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder.editing import restoring
from builder.editing.script_ops import FRONT
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.library import Revision, labels
from builder.web.infra import rights
from builder.web.routes import ops
from builder.web.view_models import revision_comparison

pages = Blueprint("history", __name__)

#: Labels that are the name of a field.
FIELDS = frozenset({*FRONT.values(), "Name", "Author", "Front matter", "Play guide", "Credits", "Address"})
#: The end of a summary that says less than the label does.
VAGUE = (" changed", " moved")
LONGEST_PART = 200
#: Revisions have fewer digits.
MOST_DIGITS = 10
#: How many names of a team the page of a revision shows.
MOST_NAMES = 120


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change in words: what its author did, and what else is to say."""

    revision: Revision
    heading: str
    note: str

    @property
    def when(self) -> datetime:
        """In UTC; the browser converts to local time."""
        return self.revision.at.replace(tzinfo=UTC)


@pages.get("/s/<identifier>/history")
def show(identifier: str) -> str:
    """Every change, the newest first."""
    opened = rights.opened(identifier)
    changes = [_view(each) for each in rights.library().history(identifier)]
    # A clock that is set back gives a later change an earlier day: the order of changes counts.
    grouped = [(day, list(each)) for day, each in groupby(changes, lambda change: change.when.date())]
    return render_template("history.html", script=opened, days=grouped)


@pages.get("/s/<identifier>/history/<int:number>")
def show_revision(identifier: str, number: int) -> str:
    """A revision, compared with another one: the current one, or the one before if it is the current one."""
    now, then = rights.opened(identifier), rights.opened(identifier, number)
    history = [_view(each) for each in rights.library().history(identifier)]
    other = rights.opened(identifier, _other(history, now.revision, then.revision))
    before, after = sorted((then, other), key=lambda each: each.revision)
    return render_template(
        "revision.html",
        script=now,
        then=then,
        other=other,
        when=then.moment,
        history=history,
        before=before,
        after=after,
        comparison=revision_comparison.compare(before.script, after.script),
        teams=list(_teams(then.script)),
        most_names=MOST_NAMES,
    )


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


def _teams(script: Script) -> Iterator[tuple[str, str, list[str]]]:
    """Key, title and names of each team; unknown characters at the end."""
    for team in Team:
        if names := [one.name for one in script.team(team)]:
            yield team.value, team.label if len(names) == 1 else team.heading, names
    if unknown := [entry.id or "?" for entry in script.unknown]:
        yield "unknown", _("Unknown"), unknown


def _other(history: Sequence[ChangeView], current: int, number: int) -> int:
    """The revision to compare with: as requested, or else the current one, or the one before."""
    wanted = request.args.get("with", "")
    if wanted.isdecimal() and len(wanted) < MOST_DIGITS:
        return int(wanted)
    if number != current:
        return current
    return next(
        (each.revision.before or number for each in history if each.revision.number == number), number
    )


def _view(revision: Revision) -> ChangeView:
    return ChangeView(revision, *map(labels.words, _english(revision.label, revision.difference)))


def _english(label: str, difference: str) -> tuple[str, str]:
    """The heading of a change and a note, in English: what its author did, unless the difference says more."""
    label = f"{label} changed" if label in FIELDS else label
    parts = difference.split(", ") if difference else []
    if all(part.endswith(VAGUE) for part in parts):
        return label or difference, ""
    return difference, label if label and label not in difference else ""
