"""Fragments of pages, each rendered once: a character on the shelf or the sheet, a finding, a jinx, a night row.

A piece of the build page carries a digest of its HTML. A request for changed parts lists the digests of the page;
of those, the response contains only the digests, and the page inserts its own pieces (`static/js/morph.js`).
"""

import base64
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import chain, groupby

from flask import current_app
from markupsafe import Markup

from builder import catalogue
from builder.memoize import of_runs, of_short_answers
from builder.web.infra.script_store import Opened
from builder.web.view_models.panel import JinxView, NightView, SetupView
from builder.web.view_models.script_page import ProblemView, SeverityView
from builder.web.view_models.sheet import EntryView
from builder.web.view_models.shelf import Known

#: Placeholders for what differs from page to page. Values cannot forge them, because values are escaped.
PATH, REVISION, FIRST, LAST, DIGEST = (
    Markup(f"<slot-{name}>")  # noqa: S704  # a name from this line
    for name in ("path", "revision", "first", "last", "digest")
)
#: The length of a digest in bytes, and in letters.
DIGEST_BYTES, DIGEST_LETTERS = 6, 8
#: The most letters of a list of digests in a request: thousands of pieces.
MOST_DIGESTS = 40_000


def digests(text: str) -> frozenset[str]:
    """Parses the digests of the pieces that a page shows."""
    return frozenset(text[:MOST_DIGESTS].split())


def cards(members: Sequence[Known], there: Mapping[str, str], path: str) -> Markup:
    """Characters on the shelf of the script at `path`; `there` is the status of those on it."""
    stamp = catalogue.wording().stamp
    return _filled("".join(_card(one, there.get(one.address, ""), stamp) for one in members), path)


def rows(entries: Sequence[EntryView], path: str, shown: Collection[str], *, is_known: bool) -> Markup:
    """The characters of one team on the sheet of the script at `path`; of those in `shown` only the digests."""
    stamp = catalogue.wording().stamp
    pieces = list(chain.from_iterable(_row_pieces(entries, is_known, stamp)))
    if pieces:
        pieces[0] = pieces[0].replace(FIRST, "disabled")
        pieces[-1] = pieces[-1].replace(LAST, "disabled")
    return _filled(_unless_shown(pieces, shown).replace(FIRST, "").replace(LAST, ""), path)


def night_rows(rows: Sequence[NightView], shown: Collection[str]) -> Markup:
    """The rows of one night in the panel."""
    return _filled(_unless_shown(chain.from_iterable(_night_pieces(rows)), shown), "")


def jinx_rows(jinxes: Sequence[JinxView], shown: Collection[str]) -> Markup:
    """The jinxes that apply."""
    return _filled(_unless_shown(map(_jinx_row, jinxes), shown), "")


def findings(of: SeverityView, script: Opened, back: str, shown: Collection[str]) -> Markup:
    """The findings of one severity, each with its buttons; `back` is the page to return to."""
    pieces = (_finding(problem, of.key, back) for problem in of.problems)
    return _filled(_unless_shown(pieces, shown).replace(REVISION, str(script.revision)), script.path)


def setup_table(setup: SetupView, shown: Collection[str] = ()) -> Markup:
    """How many of each team are in play, by number of players."""
    return _filled(_unless_shown([_setup_table(setup)], shown), "")


@of_runs
def _night_pieces(rows: Sequence[NightView]) -> list[str]:
    return list(map(_night_row, rows))


@of_short_answers()
def _night_row(row: NightView) -> str:
    return _piece("night_row", row=row)


@of_short_answers()
def _jinx_row(jinx: JinxView) -> str:
    return _piece("jinx_row", jinx=jinx)


@of_short_answers()
def _setup_table(setup: SetupView) -> str:
    return _piece("setup", setup=setup)


@of_short_answers()
def _finding(problem: ProblemView, severity: str, back: str) -> str:
    return _piece("finding", problem=problem, severity=severity, revision=REVISION, back=back)


@of_short_answers()
def _card(one: Known, standing: str, _stamp: str) -> str:
    return _rendered("known", one=one, standing=standing)


@of_runs
def _row_pieces(entries: Sequence[EntryView], is_known: bool, stamp: str) -> list[str]:  # noqa: FBT001  # cache key
    return [_row(one, is_known, stamp) for one in entries]


@of_short_answers()
def _row(one: EntryView, is_known: bool, _stamp: str) -> str:  # noqa: FBT001  # part of the cache key
    return _piece("row", one=one, is_known=is_known, first=FIRST, last=LAST)


def _piece(name: str, **values: object) -> str:
    """The digest of a piece, followed by the piece."""
    html = _rendered(name, digest=DIGEST, **values)
    mark = base64.urlsafe_b64encode(
        blake2b(html.encode(errors="surrogatepass"), digest_size=DIGEST_BYTES).digest()
    ).decode()
    return mark + html.replace(DIGEST, mark)


def _rendered(name: str, **values: object) -> str:
    return current_app.jinja_env.get_template(f"part/{name}.html").render(path=PATH, **values)


def _unless_shown(pieces: Iterator[str] | Sequence[str], shown: Collection[str]) -> str:
    """The HTML of pieces; a run of those that the page shows becomes one element with their digests."""
    parts = []
    for is_shown, run in groupby(pieces, key=lambda piece: piece[:DIGEST_LETTERS] in shown):
        if is_shown:
            parts.append(f'<i data-same="{" ".join(piece[:DIGEST_LETTERS] for piece in run)}"></i>')
        else:
            parts += [piece[DIGEST_LETTERS:] for piece in run]
    return "".join(parts)


def _filled(parts: str, path: str) -> Markup:
    # Every value was escaped when the pieces were rendered, and a path has nothing to escape.
    return Markup(parts.replace(PATH, path))  # noqa: S704  # see above
