"""The index page of a published set: self-contained HTML."""

from typing import Any
from urllib.parse import quote

from builder.press import typeset, web_fonts


def page(content: Any) -> str:
    """Renders the page."""
    environment = typeset.environment().overlay()
    environment.filters = {**environment.filters, "path": quote}
    return web_fonts.embedded(environment.get_template("published/page.html").render(page=content))
