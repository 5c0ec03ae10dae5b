"""The emblems as browsers draw them: one sheet of symbols for the official characters, others one by one."""

import hashlib
import re
from functools import cache

from flask import Blueprint, Response, abort
from markupsafe import Markup

from builder import catalogue, emblems
from builder.errors import MissingPartError

pages = Blueprint("drawings", __name__)

FOR_EVER = "public, max-age=31536000, immutable"
NAME = re.compile(r"[a-z0-9-]{1,60}")


@pages.get("/emblems/<stamp>.svg")
def sheet(stamp: str) -> Response:
    """The emblems of all official characters: `<use href="/emblems/….svg#trident">`."""
    return _drawn(symbols(), kept=stamp == _stamp())


@pages.get("/emblem/<name>.svg")
def one(name: str) -> Response:
    """One emblem; as a picture it is black, by `<use href="…#e">` it takes the colour of the text."""
    body = _body(name) if NAME.fullmatch(name) else ""
    if not body:
        abort(404)
    return _drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><g id="e" fill="currentColor">{body}</g></svg>',
        kept=True,
    )


def emblem(name: str) -> Markup:
    """An emblem inside a page, in the colour of the text around it. Hidden from screen readers: words stand beside."""
    if not NAME.fullmatch(name):
        return Markup("")
    address = f"/emblems/{_stamp()}.svg#{name}" if name in _official() else f"/emblem/{name}.svg#e"
    return Markup(
        '<svg class="emblem" viewBox="0 0 512 512" fill="currentColor" aria-hidden="true"><use href="{}"/></svg>'
    ).format(address)


@catalogue.per_wording
def symbols() -> str:
    """The sheet of symbols as one SVG."""
    drawn = "".join(
        f'<g id="{name}" fill="currentColor">{body}</g>'
        for name in sorted(_official())
        if (body := _body(name))
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{drawn}</defs></svg>'


@catalogue.per_wording
def _official() -> frozenset[str]:
    return frozenset(character.emblem for character in catalogue.everyone() if character.emblem)


@catalogue.per_wording
def _stamp() -> str:
    return hashlib.sha256(symbols().encode()).hexdigest()[:12]


@cache
def _body(name: str) -> str:
    try:
        return emblems.body(name)
    except MissingPartError:
        return ""


def _drawn(svg: str, *, kept: bool) -> Response:
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = FOR_EVER if kept else "no-cache"
    return response
