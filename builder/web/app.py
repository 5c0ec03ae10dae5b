"""Puts the app together: settings, shared parts, templates, guards, pages."""

from typing import Any

import jinja2
from flask import Flask

from builder import assets
from builder import settings as environment
from builder.press.pool import RenderPool
from builder.settings import Settings
from builder.web import (
    documents,
    fixes,
    guard,
    health,
    look,
    mistakes,
    ornaments,
    printing,
    script,
    services,
    start,
    static,
)
from builder.web.services import Press, Services
from builder.web.store import ScriptStore

MEGABYTE = 1 << 20
#: A script may have 2 MB; what a form wraps around it (line ends become two characters) comes on top.
LARGEST_REQUEST = 4 * MEGABYTE
PAGES = (start.pages, script.pages, documents.pages, fixes.pages, look.pages, health.pages, static.pages)


def create(settings: Settings | None = None, *, press: Press | None = None) -> Flask:
    """The app, ready to answer."""
    settings = settings or environment.settings()
    app = Flask("builder.web", template_folder=str(assets.templates("web")), static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST,
        MAX_FORM_PARTS=20,
    )
    services.attach(app, _services(settings, press))
    _prepare_templates(app)
    guard.protect(app)
    mistakes.explain(app)
    for pages in PAGES:
        app.register_blueprint(pages)
    return app


def _services(settings: Settings, press: Press | None) -> Services:
    folder = settings.data_folder
    return Services(
        settings=settings,
        store=ScriptStore(folder / "scripts"),
        press=press
        or RenderPool(
            printing.produce,
            folder / "documents",
            fingerprint=printing.fingerprint(),
            bring=printing.bring,
            workers=settings.workers,
            seconds=settings.render_seconds,
            memory_mb=settings.render_memory_mb,
        ),
    )


def _prepare_templates(app: Flask) -> None:
    app.jinja_options = {
        "autoescape": True,
        "undefined": jinja2.StrictUndefined,
        "extensions": ["jinja2.ext.i18n"],
        "trim_blocks": True,
        "lstrip_blocks": True,
    }
    extended: Any = app.jinja_env
    extended.install_null_translations(newstyle=True)
    app.jinja_env.filters["short"] = short
    app.jinja_env.globals.update(
        static_url=static.CURRENT.address,
        mark=ornaments.mark,
        team_mark=ornaments.team_mark,
        theme_mark=ornaments.theme_mark,
    )
    app.context_processor(look.context)


def short(text: str, length: int = 120) -> str:
    """A text cut to a length that a page can bear."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
