"""Parts of pages that many pages share, put together once: a character on the shelf, a character on the sheet."""

import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache

from flask import current_app
from markupsafe import Markup

from builder import catalogue
from builder.web.sheet import EntryView
from builder.web.shelf import Known

#: Stands in a part for the address of the script it will be on; nobody can type it, since nobody knows it.
PLACE = f"/s/{secrets.token_hex(16)}"
#: So many parts are held ready, of about a kilobyte each: the official characters both ways, and homebrew.
HELD = 4000


def cards(members: Sequence[Known], there: Mapping[str, str], path: str, *, is_hit: bool) -> Markup:
    """Characters on the shelf of the script at `path`; `there` is how those on it stand. Hits show their words."""
    stamp = catalogue.wording().stamp
    return _placed("".join(_card(one, there.get(one.address, ""), is_hit, stamp) for one in members), path)


def rows(entries: Sequence[EntryView], path: str, *, is_known: bool) -> Markup:
    """The characters of one team on the sheet of the script at `path`."""
    stamp = catalogue.wording().stamp
    return _placed("".join(_row(one, is_known, stamp) for one in entries), path)


@lru_cache(HELD)
def _card(one: Known, standing: str, is_hit: bool, _stamp: str) -> str:  # noqa: FBT001  # the memory takes no names
    return _part("known", one=one, standing=standing, is_hit=is_hit)


@lru_cache(HELD)
def _row(one: EntryView, is_known: bool, _stamp: str) -> str:  # noqa: FBT001  # as above
    return _part("row", one=one, is_known=is_known)


def _part(name: str, **values: object) -> str:
    return current_app.jinja_env.get_template(f"part/{name}.html").render(path=PLACE, **values)


def _placed(parts: str, path: str) -> Markup:
    # Every value in them was escaped when they were made, and a path has nothing to escape.
    return Markup(parts.replace(PLACE, path))  # noqa: S704  # said above
