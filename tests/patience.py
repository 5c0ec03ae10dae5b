"""Waiting for a page in a browser."""

import time
from typing import Any

from playwright.sync_api import Page


def until(page: Page, expression: str, argument: Any = None, *, seconds: float = 30) -> None:
    """Waits until some JavaScript is true. (Playwright's own way needs `eval`, which our policy forbids.)"""
    end = time.monotonic() + seconds
    while not page.evaluate(expression, argument):
        assert time.monotonic() < end, f"not true within {seconds} s: {expression}"
        page.wait_for_timeout(50)
