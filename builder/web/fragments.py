"""Parts of pages that many pages share, put together once: a character on the shelf, a character on the sheet."""

import secrets
from collections.abc import Mapping, Sequence

from flask import current_app
from markupsafe import Markup

from builder import catalogue
from builder.memoize import of_short_answers
from builder.web.panel import NightView
from builder.web.sheet import EntryView
from builder.web.shelf import Known
from builder.web.store import Opened
from builder.web.views import ProblemView, SeverityView

#: Stands in a part for the address of the script it will be on; nobody can type it, since nobody knows it.
PLACE = f"/s/{secrets.token_hex(16)}"
#: The same for the revision that its page shows.
REVISION = secrets.token_hex(16)


def cards(members: Sequence[Known], there: Mapping[str, str], path: str, *, is_hit: bool) -> Markup:
    """Characters on the shelf of the script at `path`; `there` is how those on it stand. Hits show their words."""
    stamp = catalogue.wording().stamp
    return _placed("".join(_card(one, there.get(one.address, ""), is_hit, stamp) for one in members), path)


def rows(entries: Sequence[EntryView], path: str, *, is_known: bool) -> Markup:
    """The characters of one team on the sheet of the script at `path`."""
    stamp = catalogue.wording().stamp
    return _placed("".join(_row(one, is_known, stamp) for one in entries), path)


def night_rows(rows: Sequence[NightView]) -> Markup:
    """Who wakes in a night, as the panel lists it."""
    return Markup("".join(map(_night_row, rows)))  # noqa: S704  # every value was escaped when they were made


def findings(of: SeverityView, script: Opened, back: str) -> Markup:
    """The findings of one severity, each with its buttons; `back` is the page to come back to."""
    parts = "".join(_finding(problem, of.key, back) for problem in of.problems)
    return _placed(parts.replace(REVISION, str(script.revision)), script.path)


@of_short_answers()
def _night_row(row: NightView) -> str:
    return _part("night_row", row=row)


@of_short_answers()
def _finding(problem: ProblemView, severity: str, back: str) -> str:
    return _part("finding", problem=problem, severity=severity, revision=REVISION, back=back)


@of_short_answers()
def _card(one: Known, standing: str, is_hit: bool, _stamp: str) -> str:  # noqa: FBT001  # the memory takes no names
    return _part("known", one=one, standing=standing, is_hit=is_hit)


@of_short_answers()
def _row(one: EntryView, is_known: bool, _stamp: str) -> str:  # noqa: FBT001  # part of the key
    return _part("row", one=one, is_known=is_known)


def _part(name: str, **values: object) -> str:
    return current_app.jinja_env.get_template(f"part/{name}.html").render(path=PLACE, **values)


def _placed(parts: str, path: str) -> Markup:
    # Every value in them was escaped when they were made, and a path has nothing to escape.
    return Markup(parts.replace(PLACE, path))  # noqa: S704  # said above
