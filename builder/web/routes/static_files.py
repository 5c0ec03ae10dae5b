"""Static files, at addresses that change with their content, so that browsers cache them forever; emblems as SVG."""

import hashlib
from functools import cached_property
from pathlib import Path

from flask import Blueprint, Response, abort, redirect
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as BaseResponse

from builder import assets
from builder.web.infra import compression
from builder.web.view_models import thumbnail

pages = Blueprint("static", __name__)

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
}
FOR_EVER = "public, max-age=31536000, immutable"


class Tree:
    """All static files under one prefix, so that style sheets can use relative addresses for fonts."""

    @cached_property
    def fingerprint(self) -> str:
        """Twelve letters that change with any file."""
        digest = hashlib.sha256()
        for path in sorted(assets.static().rglob("*")):
            if path.suffix in MEDIA_TYPES and path.is_file():
                digest.update(f"{path.relative_to(assets.static())}\n".encode() + path.read_bytes())
        return digest.hexdigest()[:12]

    def address(self, name: str) -> str:
        """The address of a file, e.g. of `css/base.css`."""
        return f"/static/{self.fingerprint}/{name}"


CURRENT = Tree()


@pages.get("/static/<fingerprint>/<path:name>")
def file(fingerprint: str, name: str) -> Response:
    """One file. An address of an older version gets the current file, uncached."""
    path = safe_join(str(assets.static()), name)
    media_type = MEDIA_TYPES.get(Path(name).suffix)
    if path is None or media_type is None:
        abort(404)
    try:
        stamp = Path(path).stat().st_mtime_ns
        may_be_packed = media_type.partition(";")[0] in compression.PACKED and compression.is_wanted()
        small = compression.packed_file(Path(path), stamp) if may_be_packed else None
        content = Path(path).read_bytes() if small is None else small
    except (OSError, ValueError):  # no such file, or an invalid name
        abort(404)
    response = Response(content, content_type=media_type)
    if small is not None:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = FOR_EVER if fingerprint == CURRENT.fingerprint else "no-cache"
    return response


@pages.get("/favicon.ico")
def icon() -> BaseResponse:
    """The icon at the address where browsers look by default."""
    return redirect(CURRENT.address("css/mark.svg"))


@pages.get("/emblems/<stamp>.svg")
def emblem_sheet(stamp: str) -> Response:
    """The emblems of all official characters: `<use href="/emblems/….svg#trident">`."""
    return _svg(thumbnail.symbols(), is_final=stamp == thumbnail.symbols_stamp())


@pages.get("/emblem/<name>.svg")
def emblem(name: str) -> Response:
    """One emblem; as a picture it is black, by `<use href="…#e">` it takes the color of the text."""
    body = thumbnail.emblem_body(name)
    if not body:
        abort(404)
    return _svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><g id="e" fill="currentColor">{body}</g></svg>',
        is_final=True,
    )


def _svg(svg: str, *, is_final: bool) -> Response:
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = FOR_EVER if is_final else "no-cache"
    return response
