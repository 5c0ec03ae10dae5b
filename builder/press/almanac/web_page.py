"""The almanac as one self-contained web page that works offline and without scripts."""

from base64 import b64encode
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from builder.press import resources, typeset, web_fonts
from builder.press.mirroring import mirrored
from builder.press.pictures import drawn, scaling

if TYPE_CHECKING:
    from jinja2 import Environment

#: Pixels of an icon, which is shown at about half that size; a logo has more.
ICON = 320


def page(content: Any, script: str = "") -> str:
    """Renders the page. `script` is the script's JSON, embedded so that the page can be imported again."""
    return web_fonts.embedded(
        _environment().get_template("almanac/web/page.html").render(page=content, script=script)
    )


@cache
def _environment() -> "Environment":
    """The template environment for print, with filters for a web page. Cached, so that templates compile once."""
    environment = typeset.environment().overlay()
    environment.filters = {**environment.filters, "embedded": embedded, "inert": inert, "mirrored": _mirrored}
    return environment


def embedded(url: str, pixels: int = ICON) -> str:
    """Converts one of our own addresses to a `data:` URL, scaled to `pixels`; returns any other unchanged."""
    if not url.startswith("clockwright:"):
        return url
    if name := drawn.name_of(url):
        small = scaling.for_screen(name, pixels)
        if small is not None:
            return f"data:image/webp;base64,{b64encode(small).decode()}"
    body, media_type = resources.read(url)
    return f"data:{media_type};base64,{b64encode(body).decode()}"


def _mirrored(css: str) -> Markup:
    return Markup(mirrored(str(css)))  # noqa: S704  # a style sheet of ours


def inert(script: str) -> Markup:
    """Escapes JSON for embedding in HTML: it contains no character that begins or ends an element."""
    return Markup(script.replace("<", "\\u003c"))  # noqa: S704  # that is what makes it safe
