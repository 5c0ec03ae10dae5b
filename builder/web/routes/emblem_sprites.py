"""The emblems as SVG sprites: one sheet for the official characters, others one by one."""

from flask import Blueprint, Response, abort

from builder.web.routes import static_files
from builder.web.view_models import thumbnail

pages = Blueprint("drawings", __name__)


@pages.get("/emblems/<stamp>.svg")
def sheet(stamp: str) -> Response:
    """The emblems of all official characters: `<use href="/emblems/….svg#trident">`."""
    return _response(thumbnail.symbols(), is_final=stamp == thumbnail.symbols_stamp())


@pages.get("/emblem/<name>.svg")
def one(name: str) -> Response:
    """One emblem; as a picture it is black, by `<use href="…#e">` it takes the color of the text."""
    body = thumbnail.emblem_body(name)
    if not body:
        abort(404)
    return _response(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><g id="e" fill="currentColor">{body}</g></svg>',
        is_final=True,
    )


def _response(svg: str, *, is_final: bool) -> Response:
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = static_files.FOR_EVER if is_final else "no-cache"
    return response
