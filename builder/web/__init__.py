"""The web app: open a script in the browser, see its problems and its printed sheets, and download them.

Flask and the server are imported inside the two functions below, so that importing this package is cheap.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from builder.settings import Settings
    from builder.web.infra.render_cache import RenderCache

__all__ = ["create_app", "serve"]


def create_app(settings: "Settings | None" = None, *, press: "RenderCache | None" = None) -> "Flask":
    """The app as a WSGI callable. Without `press`, it renders in processes of its own."""
    from builder.web.app import create

    return create(settings, press=press)


def serve(
    host: str = "127.0.0.1", port: int = 8000, workers: int | None = None, *, browser: bool = True
) -> None:
    """Serves the app until it is told to stop; running renders finish first.

    `workers` is the number of renders at once. The browser opens only if a person at a terminal started the server.
    Raises ClockwrightError if the port cannot be used.
    """
    from builder.web.infra.server import run

    run(host, port, workers, browser=browser)
