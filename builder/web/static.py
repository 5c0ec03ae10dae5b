"""The app's own files for the browser, at addresses that change with their content: kept for ever."""

import hashlib
from functools import cached_property
from pathlib import Path

from flask import Blueprint, Response, abort, redirect
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as BaseResponse

from builder import assets

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
    """All static files together: under one prefix, so that style sheets may name fonts beside them."""

    @cached_property
    def fingerprint(self) -> str:
        """Twelve letters that change when any file does."""
        digest = hashlib.sha256()
        for path in sorted(assets.static().rglob("*")):
            if path.suffix in MEDIA_TYPES and path.is_file():
                digest.update(f"{path.relative_to(assets.static())}\n".encode() + path.read_bytes())
        return digest.hexdigest()[:12]

    def address(self, name: str) -> str:
        """The address of a file, e.g. of `css/base.css`."""
        return f"/static/{self.fingerprint}/{name}"


@pages.get("/static/<fingerprint>/<path:name>")
def file(fingerprint: str, name: str) -> Response:
    """One file. An address of an older version gets today's file, which is then not kept."""
    path = safe_join(str(assets.static()), name)
    media_type = MEDIA_TYPES.get(Path(name).suffix)
    if path is None or media_type is None:
        abort(404)
    try:
        content = Path(path).read_bytes()
    except OSError:  # no such file, or a name that no file can have
        abort(404)
    response = Response(content, content_type=media_type)
    response.headers["Cache-Control"] = FOR_EVER if fingerprint == CURRENT.fingerprint else "no-cache"
    return response


@pages.get("/favicon.ico")
def icon() -> BaseResponse:
    """Where browsers look for our mark unasked."""
    return redirect(CURRENT.address("css/mark.svg"))


CURRENT = Tree()
