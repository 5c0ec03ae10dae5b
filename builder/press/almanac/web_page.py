"""The almanac as one page for a browser, with everything in it: it works from a disk, on a phone, without scripts."""

from base64 import b64encode
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from builder.press import resources, typeset
from builder.press.pictures import drawn, scaling

if TYPE_CHECKING:
    from jinja2 import Environment

#: Pixels of an icon, which is shown about half as large; a logo has more.
ICON = 320


def page(content: Any, script: str = "") -> str:
    """The page. `script` is the script's JSON, which the page then carries so that it can be read in again."""
    return _environment().get_template("almanac/web/page.html").render(page=content, script=script)


@cache
def _environment() -> "Environment":
    """Templates as for print, with what a file for a browser needs; kept, so that each is translated once."""
    environment = typeset.environment().overlay()
    environment.filters = {**environment.filters, "embedded": embedded, "inert": inert}
    return environment


def embedded(url: str, pixels: int = ICON) -> str:
    """One of our own addresses as a data: address, a picture no larger than it is shown; any other as it is."""
    if not url.startswith("clockwright:"):
        return url
    if name := drawn.name_of(url):
        small = scaling.for_screen(name, pixels)
        if small is not None:
            return f"data:image/webp;base64,{b64encode(small).decode()}"
    body, media_type = resources.read(url)
    return f"data:{media_type};base64,{b64encode(body).decode()}"


def inert(script: str) -> Markup:
    """JSON that no browser takes for anything else: it holds no sign by which an element could begin or end."""
    return Markup(script.replace("<", "\\u003c"))  # noqa: S704  # that is what makes it safe
