"""The changes that the buttons of a page make."""

import json
from html.parser import HTMLParser
from typing import Any


class _Buttons(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.values: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "button" and given.get("name") == "op":
            self.values.append(given.get("value") or "")


def ops(page: str, name: str) -> list[dict[str, Any]]:
    """What each button of a page would have done, of those that do this op."""
    buttons = _Buttons()
    buttons.feed(page)
    changes = [json.loads(value) for value in buttons.values if value.startswith("{")]
    return [op for op in changes if op["op"] == name]
