"""The page that leads to everything in a published set: HTML that fetches nothing from outside."""

from typing import Any
from urllib.parse import quote

from builder.press import typeset


def page(content: Any) -> str:
    """The page, filled with its content."""
    environment = typeset.environment().overlay()
    environment.filters = {**environment.filters, "path": quote}
    return environment.get_template("published/page.html").render(page=content)
